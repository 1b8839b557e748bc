"""The layout of the rating estimator: entries beside the answer, buttons below."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_page,
    make_row,
    make_scroll_area,
    name_widget,
)
from uscalc.ui.widgets.labels import make_plain_button, make_running_text

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


def push_button(name: str, text: str, hint: str) -> QPushButton:
    """Return a button that leaves the keyboard where one was typing."""
    button = make_plain_button(name, text, hint)
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
        wide = self._sheet.minimumSizeHint().width() + 2 * UNIT
        self._scroll.setMinimumWidth(wide)
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


class ButtonRow(QHBoxLayout):
    """The buttons for the whole sheet; `more` is placed among the others."""

    def __init__(self, more: QPushButton) -> None:
        super().__init__()
        self.setSpacing(UNIT)
        self.copy = push_button("myCopy", "&Copy as text", "Copy the sheet as text")
        self.paste = push_button(
            "myPaste",
            "&Paste",
            "Paste the section\N{RIGHT SINGLE QUOTATION MARK}s crosstable page for the "
            "real answer, or lines of games",
        )
        self.empty = push_button(
            "myEmpty", "&New sheet", "An empty sheet; this one is kept under Sheets"
        )
        self.close = push_button("myClose", "Close", "Close; what is typed stays")
        add_parts(self, self.paste, self.copy, self.empty, more)
        self.addStretch(1)
        self.addWidget(self.close)


def _make_column(name: str, parts: tuple[QWidget, ...], spacing: int) -> QWidget:
    page = make_page(name)
    column = make_column(page, (0, 0, UNIT, 0), spacing=spacing)
    add_parts(column, *parts)
    column.addStretch(1)
    return page
