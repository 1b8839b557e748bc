"""The layout of the rating estimator, and the questions beside the sheet."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from uscalc.analysis.forecast_model import (
    USUAL_DRAWS,
    BadSettingError,
    check_draw_factor,
)
from uscalc.analysis.goals import validate_target
from uscalc.counted import make_sentence
from uscalc.document.facts.typed import TypedError, parse_number
from uscalc.ui.estimate.row import SheetField
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_page,
    make_row,
    make_scroll_area,
    name_widget,
)
from uscalc.ui.widgets.labels import (
    FieldLabel,
    make_choice_button,
    make_plain_button,
    make_plain_line,
    make_running_text,
)
from uscalc.ui.widgets.layouts import FlowLayout

BEGIN: Final = (
    "What your games make of your rating stands here once your rating and a game are "
    "typed."
)
TARGET: Final = "The rating that you would like to reach; nothing if there is none."
BACK: Final = "Return goes back to your games."
ON: Final = "Return goes on to the plan."
DRAWS: Final = (
    "How often games are drawn: 1 is as games came out, 2 twice as often against wins "
    "and losses."
)
WHO: Final = (
    "Type the first letters of your name, or open the list with Alt and Down; Return "
    "takes the one that is shown."
)
PASTED_NOTHING: Final = "There is nothing on the clipboard to paste."


def give_focus(field: QLineEdit) -> None:
    """Focus a field and select its text, so that typing replaces it."""
    field.setFocus(Qt.FocusReason.TabFocusReason)
    field.selectAll()


def push_button(
    name: str, text: str, hint: str, pressed: Callable[[], object] | None = None
) -> QPushButton:
    """Return a button that leaves the keyboard where one was typing."""
    button = make_plain_button(name, text, hint, pressed)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


class SplitPane(QWidget):
    """The sheet at the left, the answer at the right, each with its own scroll bar.

    `typed` are the parts of the sheet. In the answer, errors follow the first part, and
    the source follows the second.
    """

    def __init__(self, typed: tuple[QWidget, ...], answer: tuple[QWidget, ...]) -> None:
        super().__init__()
        name_widget(self, "myHalves", look="page")
        # The sentence stays in sight however long the sheet is.
        self.hint = make_running_text("myHint", "label")
        self.source = make_running_text("mySource", "label")
        self.problem = make_running_text("myProblem", "problem")
        first, second, *others = answer
        self._sheet = _make_column("myLeft", typed, 2 * UNIT)
        page = _make_column(
            "myRight", (first, self.problem, second, self.source, *others), UNIT
        )
        self._scroll = make_scroll_area("mySheet", "The sheet", self._sheet)
        self.right = make_scroll_area("myAnswer", "What it comes to", page)
        body = make_row(self, spacing=3 * UNIT)
        left = make_column(spacing=2 * UNIT)
        left.addWidget(self.hint)
        left.addWidget(self._scroll, 1)
        body.addLayout(left, 4)
        body.addWidget(self.right, 5)
        self.grown = self._scroll.verticalScrollBar().rangeChanged

    def measure_width(self) -> None:
        """Give everything the room that the font needs."""
        metrics = self.fontMetrics()
        self._scroll.setMinimumWidth(self._sheet.minimumSizeHint().width() + 2 * UNIT)
        self.right.setMinimumWidth(metrics.horizontalAdvance("0") * 46)
        self.source.setMinimumHeight(metrics.height())
        # The hint always has room for three lines, so that nothing below it moves.
        self.hint.setMinimumHeight(3 * metrics.lineSpacing())
        self.hint.setAlignment(Qt.AlignmentFlag.AlignTop)

    def keep_in_sight(self, widget: QWidget | None) -> None:
        """Scrolls to where the keyboard is in the sheet."""
        if widget is not None and self._sheet.isAncestorOf(widget):
            self._scroll.ensureWidgetVisible(widget)

    def focus_widget(self, widget: QWidget) -> None:
        """Give a widget of the answer the keyboard, in sight."""
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        self.right.ensureWidgetVisible(widget)


def _make_column(name: str, parts: tuple[QWidget, ...], spacing: int) -> QWidget:
    page = make_page(name)
    column = make_column(page, (0, 0, UNIT, 0), spacing=spacing)
    add_parts(column, *parts)
    column.addStretch(1)
    return page


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
