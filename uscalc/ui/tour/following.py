"""Pictures of what is asked about other programs' files."""

from typing import Final

from PySide6.QtWidgets import QDialog, QListWidget, QPlainTextEdit, QWidget

from uscalc.ui.files.questions import ask_end
from uscalc.ui.shell.main_window import MainWindow
from uscalc.ui.widgets.controls import TextControl

NUMBER: Final = "202509014242"
ANSWER: Final = """{"id": "202509014242", "name": "Autumn Open",
 "startDate": "2025-08-30", "endDate": "2025-09-01",
 "sections": [{"number": 1, "name": "Open"}, {"number": 2, "name": "U1600"}]}"""


def picture_of_followed(window: MainWindow) -> QWidget:
    """An event that follows a file, which differs from what was typed."""
    window.bottom.show_link("follows autumn-open.sjson, read 14:02", "")
    window.messages.ask(
        "tour",
        "autumn-open.sjson and what was typed here differ in round 3 of Player 4; what "
        'was typed stays for now. The result is "W7" here and "D7" in the file.',
        (("Keep what was typed", _nothing), ("Take the file's", _nothing)),
    )
    return window


def picture_of_service(window: MainWindow) -> QWidget:
    """The addresses of an event, its first answer being there."""
    window.named_actions["service"].trigger()
    dialog = _shown(window, "serviceDialog")
    number = dialog.findChild(TextControl, "serviceNumber")
    text = dialog.findChild(QPlainTextEdit, "serviceText")
    assert number is not None
    assert text is not None
    number.setText(NUMBER)
    text.setPlainText(ANSWER)
    assert dialog.findChild(QListWidget, "serviceAddresses") is not None
    return dialog


def picture_of_end(window: MainWindow) -> QWidget:
    """The day that a table does not say."""
    intro = "club.csv: the table does not say when the event ended."
    ask_end(window.theme, intro, lambda _end, _control: None, window)
    return _shown(window, "endDialog")


def picture_of_carry(window: MainWindow) -> QWidget:
    """The next event's name and day."""
    window.named_actions["carry"].trigger()
    return _shown(window, "carryDialog")


def _shown(window: MainWindow, name: str) -> QDialog:
    return next(d for d in window.findChildren(QDialog, name) if d.isVisible())


def _nothing() -> None:
    """What the buttons of a picture do."""
