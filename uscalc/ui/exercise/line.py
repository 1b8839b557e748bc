"""A blank on the screen: a line to type a figure in, with a mark beside it."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_row, name_widget
from uscalc.ui.widgets.labels import make_plain_line
from uscalc.worksheet.check import BlankEntry, State
from uscalc.worksheet.model import ExerciseBlank

MARKS: Final[dict[State, str]] = {
    "open": "",
    "right": "\N{CHECK MARK}",
    "shown": "\N{LEFTWARDS ARROW}",
    "near": "\N{ALMOST EQUAL TO}",
    "wrong": "\N{MULTIPLICATION SIGN}",
    "unread": "?",
}
SAID: Final[dict[State, str]] = {
    "open": "",
    "right": "right",
    "shown": "the answer was shown",
    "near": "near",
    "wrong": "wrong",
    "unread": "not a number",
}
HELP: Final = "?"
"""The key that gives the hint, and then the answer."""


class BlankLine(QLineEdit):
    """The line itself: Return has it checked, ? asks for help, Up and Down go on."""

    wanted = Signal()
    helped = Signal()
    stepped = Signal(int)
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of an exercise; all others type."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.wanted.emit()
        elif event.text() == HELP:
            self.helped.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(-1 if key == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Says that the person is here."""
        super().focusInEvent(event)
        self.entered.emit()


class BlankPlace(QWidget):
    """The line of one blank, as wide as its figure, and the mark behind it.

    `place` is the blank's among all of the exercise; `description` is read aloud.
    """

    def __init__(self, blank: ExerciseBlank, place: int) -> None:
        super().__init__()
        self.blank, self.place = blank, place
        name = f"exerciseBlank{place + 1}"
        name_widget(self, f"{name}Place")
        self.line = name_widget(BlankLine(), name, blank.name, "form")
        self.line.setToolTip(f"{blank.name}: {blank.digits}")
        self.line.setMaxLength(30)
        self.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        before, after = blank.figures
        digits = before + after + bool(after)
        pattern = "_" * (before - blank.signed)
        self.line.setPlaceholderText(f"{pattern}.{'_' * after}" if after else pattern)
        metrics = self.line.fontMetrics()
        self.line.setFixedWidth(
            metrics.horizontalAdvance("0") * (digits + 2) + 2 * UNIT
        )
        self.mark = make_plain_line(f"{name}Mark", "mark")
        widest = max(metrics.horizontalAdvance(mark) for mark in MARKS.values())
        self.mark.setFixedWidth(widest + UNIT // 2)
        row = make_row(self, spacing=UNIT // 2)
        row.addWidget(self.line)
        row.addWidget(self.mark)
        self.show_entry(BlankEntry())

    def show_entry(self, entry: BlankEntry) -> None:
        """Show what stands there, and how it was judged, also for who only hears."""
        if self.line.text() != entry.typed:
            self.line.setText(entry.typed)
        said = SAID[entry.state]
        self.description = f"{self.blank.digits}; {said}" if said else self.blank.digits
        self.line.setAccessibleDescription(self.description)
        self.mark.setText(MARKS[entry.state])
        for widget in (self.line, self.mark):
            if widget.property("judged") != entry.state:
                widget.setProperty("judged", entry.state)
                widget.style().unpolish(widget)
                widget.style().polish(widget)
