"""What the pictures show of the questions about other programs' files."""

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QDialog, QPlainTextEdit

from uscalc.ui.files.questions import ask_end
from uscalc.ui.widgets.controls import TextControl

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

NUMBER: Final = "202509014242"
ANSWER: Final = """{"id": "202509014242", "name": "Autumn Open",
 "startDate": "2025-08-30", "endDate": "2025-09-01",
 "sections": [{"number": 1, "name": "Open"}, {"number": 2, "name": "U1600"}]}"""


def bring_answers(window: "Frame") -> QDialog:
    """The addresses of an event, its first answer being there."""
    window.named_actions["service"].trigger()
    dialog = _shown(window, "serviceDialog")
    number = dialog.findChild(TextControl, "serviceNumber")
    text = dialog.findChild(QPlainTextEdit, "serviceText")
    assert number is not None
    assert text is not None
    number.setText(NUMBER)
    text.setPlainText(ANSWER)
    return dialog


def ask_the_end(window: "Frame") -> QDialog:
    """The day that a table does not say."""
    intro = "club.csv: the table does not say when the event ended."
    ask_end(window.theme, intro, lambda _end, _control: None, window)
    return _shown(window, "endDialog")


def carry(window: "Frame") -> QDialog:
    """The next event's name and day."""
    window.named_actions["carry"].trigger()
    return _shown(window, "carryDialog")


def _shown(window: "Frame", name: str) -> QDialog:
    return next(d for d in window.findChildren(QDialog, name) if d.isVisible())
