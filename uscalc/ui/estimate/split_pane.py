"""The layout that the rating estimator and the goal planner share, and the target's fields."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from uscalc.analysis.forecast_model import (
    USUAL_DRAWS,
    BadSettingError,
    check_draw_factor,
)
from uscalc.counted import format_day, make_sentence
from uscalc.document.facts.typed import TypedError, parse_number
from uscalc.document.sheet.plan import parse_target
from uscalc.ui.estimate.row import SheetField
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    STRETCH,
    FieldLabel,
    add_parts,
    make_column,
    make_grid,
    make_page,
    make_plain_button,
    make_plain_line,
    make_row,
    make_running_text,
    make_scroll_area,
    name_widget,
)
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.layouts import FlowLayout

GO_ON: Final = "Press Enter for the next field."
SELECT: Final = "Use the arrow keys to select."
BEGIN: Final = "Enter your rating and a game to see your new rating here."
PASTED_NOTHING: Final = "The clipboard is empty. Copy a crosstable or lines of games."


def give_focus(field: QLineEdit) -> None:
    """Focus a field and select its text, so that typing replaces it."""
    field.setFocus(Qt.FocusReason.TabFocusReason)
    field.selectAll()


def push_button(
    name: str, text: str, hint: str, pressed: Callable[[], object] | None = None
) -> QPushButton:
    """Return a button that does not take the focus when it is clicked."""
    button = make_plain_button(name, text, hint, pressed)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def collect_texts(controls: Iterable[SheetField | ChoiceControl]) -> dict[str, str]:
    """Return the text of each control, by its name."""
    return {
        control.objectName(): control.text()
        if isinstance(control, SheetField)
        else control.value
        for control in controls
    }


def restore_texts(
    controls: Iterable[SheetField | ChoiceControl], texts: Mapping[str, str]
) -> None:
    """Show saved texts; a control without one gets its initial text."""
    first = {"myEnd": format_day(dt.date.today()), "myPlanEvery": "month"}
    for control in controls:
        name = control.objectName()
        text = texts.get(name, first.get(name, ""))
        if isinstance(control, SheetField):
            control.setText(text)
        else:
            control.setCurrentIndex(max(0, control.findData(text)))


ANSWER_DIGITS: Final = 32
"""In a view narrower than this many digits for the answer, it is below the sheet."""


class SplitPane(QWidget):
    """Shows the entries at the left and the answer at the right; in a narrow view, below.

    `typed` are the parts of the sheet. In the answer, problems follow the first part,
    and the source follows the second. The names of all parts begin with `name`.
    """

    def __init__(
        self, name: str, typed: tuple[QWidget, ...], answer: tuple[QWidget, ...]
    ) -> None:
        super().__init__()
        name_widget(self, f"{name}Halves", look="page")
        # The hint is above the sheet, so that it stays visible while the sheet scrolls.
        self.hint = make_running_text(f"{name}Hint", "label")
        self.source = make_running_text(f"{name}Source", "label")
        self.problem = make_running_text(f"{name}Problem", "problem")
        first, second, *others = answer
        self._typed = _make_column(f"{name}Left", typed, 2 * UNIT)
        self.answer = _make_column(
            f"{name}Right", (first, self.problem, second, self.source, *others), UNIT
        )
        self._both = make_page(f"{name}Both")
        self._stack = add_parts(make_column(self._both, spacing=2 * UNIT), self._typed)
        self._left = make_scroll_area(f"{name}Sheet", "Your entries", self._both)
        self._right = make_scroll_area(f"{name}Answer", "Answer", self.answer)
        left = add_parts(make_column(spacing=2 * UNIT), self.hint, (self._left, 1))
        add_parts(make_row(self, spacing=3 * UNIT), (left, 4), (self._right, 5))
        self.grown = self._left.verticalScrollBar().rangeChanged

    @property
    def _least_width(self) -> int:
        return self._typed.minimumSizeHint().width() + 3 * UNIT

    def minimumSizeHint(self) -> QSize:
        """Return the size of one column, because a narrow view has the answer below."""
        return QSize(self._least_width, self.hint.minimumHeight() + 12 * UNIT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the answer beside the sheet or, in a narrow view, below it."""
        super().resizeEvent(event)
        self._arrange_answer()

    def _arrange_answer(self) -> None:
        digit = self.fontMetrics().horizontalAdvance("0")
        needed = self._least_width + 3 * UNIT + ANSWER_DIGITS * digit
        below = self.width() < needed
        if below == (self._stack.indexOf(self.answer) >= 0):
            return
        if below:
            self._stack.addWidget(self._right.takeWidget())
        else:
            self._stack.removeWidget(self.answer)
            self._right.setWidget(self.answer)
        self.answer.show()
        self._right.setVisible(not below)

    def measure_width(self) -> None:
        """Set sizes that depend on the type size."""
        metrics = self.fontMetrics()
        self.source.setMinimumHeight(metrics.height())
        # Reserve three lines for the hint, so that nothing below it moves.
        self.hint.setMinimumHeight(3 * metrics.lineSpacing())
        self.hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._left.setMinimumWidth(self._least_width)
        self.updateGeometry()
        self._arrange_answer()

    def keep_in_sight(self, widget: QWidget | None) -> None:
        """Scroll the entries to the focused widget."""
        if widget is not None and self._typed.isAncestorOf(widget):
            self._left.ensureWidgetVisible(widget)

    def focus_and_reveal(self, widget: QWidget) -> None:
        """Focus a widget of the answer and scroll to it."""
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        area = self._right if self._right.isAncestorOf(widget) else self._left
        area.ensureWidgetVisible(widget)


def _make_column(name: str, parts: tuple[QWidget, ...], spacing: int) -> QWidget:
    page = make_page(name)
    add_parts(make_column(page, (0, 0, UNIT, 0), spacing=spacing), *parts, STRETCH)
    return page


class EstimateQuestion(QWidget):
    """The target and the draw factor.

    `changed` is emitted for every key, `finished` when Enter leaves the last field.
    """

    changed = Signal()
    finished = Signal()

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "myAsked", look="page")
        self.problem = ""
        self.target = make_target_field("my", "Target rating (optional).")
        self.draws = make_draws_field("my", "Press Enter to return to your games.")
        self.drawn = make_plain_line("myDrawn", "note")
        flow = FlowLayout(self)
        for text, field in (("Tar&get", self.target), ("&Draw factor", self.draws)):
            flow.addWidget(join_fields(text, field))
            field.textChanged.connect(lambda _text: self.changed.emit())
            field.done.connect(lambda by, at=field: self._leave_field(at, by))
        flow.addWidget(self.drawn)

    def _leave_field(self, field: SheetField, by: int) -> None:
        if by > 0 and field is self.target:
            give_focus(self.draws)
        elif by < 0 and field is self.draws:
            give_focus(self.target)
        else:
            self.finished.emit()

    def measure_width(self) -> None:
        """Set widths that depend on the type size."""
        digit = self.fontMetrics().horizontalAdvance("0")
        self.target.setFixedWidth(digit * 7 + 2 * UNIT)
        self.draws.setFixedWidth(digit * 4 + 2 * UNIT)

    def parse_goal(self) -> float | None:
        """Return the target, or None; if it is invalid, `problem` says why."""
        self.problem = ""
        try:
            return parse_target(self.target.text())
        except TypedError as error:
            self.problem = make_sentence(error)
            return None

    def parse_factor(self) -> float | str:
        """Return the draw factor, or why it is invalid."""
        try:
            draws = parse_number(self.draws.text(), f"{USUAL_DRAWS:g}, or 1.5")
            if draws is None:
                return USUAL_DRAWS
            check_draw_factor(draws)
        except (TypedError, BadSettingError) as error:
            return make_sentence(error)
        return draws


def make_target_field(name: str, hint: str) -> SheetField:
    """Make the field for the target."""
    return SheetField(f"{name}Target", "Target rating", "none", f"{hint} {GO_ON}", 12)


def make_draws_field(name: str, goes: str) -> SheetField:
    """Make the field for the draw factor; `goes` says where Enter goes."""
    words = "Draw factor [default: 1]"
    hint = f"Draw factor: 1 = typical, 2 = twice as many draws. {goes}"
    return SheetField(f"{name}Draws", words, f"{USUAL_DRAWS:g}", hint, 12)


def make_field_grid(
    name: str, fields: Sequence[tuple[str, QWidget]], columns: int
) -> QWidget:
    """Return a widget with fields and their labels, in one or more columns."""
    holder = make_page(name)
    grid = make_grid(holder)
    for place, (text, field) in enumerate(fields):
        row, column = divmod(place, columns)
        grid.addWidget(FieldLabel(text, field), row, 2 * column)
        grid.addWidget(field, row, 2 * column + 1)
        grid.setColumnStretch(2 * column + 1, 1)
    return holder


def join_fields(text: str, field: QWidget) -> QWidget:
    """Return a widget with a label and a field, which stay on the same line."""
    holder = make_page(f"{field.objectName()}Pair")
    add_parts(
        make_row(holder, (0, 0, UNIT, 0), spacing=UNIT // 2),
        FieldLabel(text, field),
        field,
    )
    return holder
