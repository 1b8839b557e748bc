"""The questions beside the sheet: the target, the draw factor, this event or a plan."""

from collections.abc import Mapping
from typing import Final, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uscalc.analysis.forecast_model import (
    USUAL_DRAWS,
    BadSettingError,
    check_draw_factor,
)
from uscalc.analysis.goals import validate_target
from uscalc.counted import make_sentence
from uscalc.document.facts.typed import TypedError, parse_number
from uscalc.ui.estimate.halves import BACK, DRAWS, ON, TARGET
from uscalc.ui.estimate.row import SheetField
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_page, make_row, name_widget
from uscalc.ui.widgets.labels import FieldLabel, make_choice_button, make_plain_line
from uscalc.ui.widgets.layouts import FlowLayout

Page = Literal["event", "plan"]
PAGES: Final[dict[Page, tuple[str, str]]] = {
    "event": ("Th&is event", "What this event makes of the rating"),
    "plan": ("Pl&an", "A target and a day: the events until then"),
}


PAGE: Final = "myPage"


class EstimateQuestion(QWidget):
    """`changed` comes when target or draws did, `turned` when another page is wanted."""

    changed = Signal()
    turned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, "myAsked", look="page")
        self.page: Page = "event"
        self.problem = ""
        self.target = SheetField("myTarget", "Rating to be reached", "none", 12)
        self.draws = SheetField(
            "myDraws", "Factor on draws; 1 is as games came out", f"{USUAL_DRAWS:g}", 12
        )
        self.drawn = make_plain_line("myDrawn", "note")
        self.pages = {}
        flow = FlowLayout(self)
        for page, (text, words) in PAGES.items():
            button = make_choice_button(f"myPage{page.title()}", text, words, words)
            button.clicked.connect(lambda _on=False, at=page: self.show_page(at))
            flow.addWidget(button)
            self.pages[page] = button
        for text, field in (("&Target", self.target), ("&Draws ×", self.draws)):
            flow.addWidget(join_fields(text, field))
            field.textChanged.connect(lambda _text: self.changed.emit())
        flow.addWidget(self.drawn)
        self.show_page("event")

    def list_fields(self) -> tuple[SheetField, ...]:
        """Return both lines to type in."""
        return self.target, self.draws

    def said_at(self, widget: QWidget) -> str | None:
        """Return what can be typed at a widget, and where Return goes; None: neither of these."""
        then = BACK if self.page == "event" else ON
        for field, words in zip(self.list_fields(), (TARGET, DRAWS), strict=True):
            if widget is field:
                return f"{words} {then}"
        return None

    def measure_width(self) -> None:
        """Room that grows with the type."""
        digit = self.fontMetrics().horizontalAdvance("0")
        self.target.setFixedWidth(digit * 7 + 2 * UNIT)
        self.draws.setFixedWidth(digit * 4 + 2 * UNIT)

    def show_page(self, page: Page) -> None:
        """Turn to a page."""
        self.page = page
        for at, button in self.pages.items():
            button.setChecked(at == page)
        self.turned.emit()

    def parse_goal(self) -> float | None:
        """Return the target; None where there is none that can be read, as `problem` says."""
        self.problem = ""
        try:
            target = parse_number(self.target.text(), "1800")
            if target is not None:
                validate_target(target)
        except (TypedError, BadSettingError) as error:
            self.problem = make_sentence(error)
            return None
        return target

    def parse_factor(self) -> float | str:
        """Return the factor on draws, or what is wrong with it."""
        try:
            draws = parse_number(self.draws.text(), f"{USUAL_DRAWS:g}, or 1.5")
            if draws is None:
                return USUAL_DRAWS
            check_draw_factor(draws)
        except (TypedError, BadSettingError) as error:
            return make_sentence(error)
        return draws

    def collect_texts(self) -> dict[str, str]:
        """Return what is kept with a sheet, but for its target."""
        return {"myDraws": self.draws.text(), PAGE: self.page}

    def restore_texts(self, texts: Mapping[str, str], target: str) -> None:
        """Take what was asked of a sheet; what is not told is as at first."""
        self.target.setText(target)
        self.draws.setText(texts.get("myDraws", ""))
        self.show_page("plan" if texts.get(PAGE) == "plan" else "event")


def join_fields(text: str, field: QWidget) -> QWidget:
    """Return a field with its words, which stay together where a row goes on below."""
    holder = make_page(f"{field.objectName()}Pair")
    row = make_row(holder, (0, 0, UNIT, 0), spacing=UNIT // 2)
    add_parts(row, FieldLabel(text, field), field)
    return holder
