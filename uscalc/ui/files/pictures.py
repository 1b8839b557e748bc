"""Make the help's pictures of dialogs about other programs' files."""

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtWidgets import QDialog, QPlainTextEdit

from uscalc.document.merge.merge import merge_file
from uscalc.document.model import Document, Player, Section
from uscalc.ui.files.files_questions import ask_end_date
from uscalc.ui.files.link_states import FileUpdate
from uscalc.ui.files.updates_dialog import UpdatesDialog
from uscalc.ui.specs import PictureSpec
from uscalc.ui.widgets.controls import TextControl

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

PAIRED: Final = "autumn-open.sjson"
LATE: Final = "Lately, Lena"
NUMBER: Final = "202509014242"
ANSWER: Final = """{"id": "202509014242", "name": "Autumn Open",
 "startDate": "2025-08-30", "endDate": "2025-09-01",
 "sections": [{"number": 1, "name": "Open"}, {"number": 2, "name": "U1600"}]}"""


def show_service_dialog(window: "MainFrame") -> QDialog:
    """Return the dialog with the addresses of an event and its first answer."""
    window.named_actions["service"].trigger()
    dialog = _find_dialog(window, "serviceDialog")
    number = dialog.findChild(TextControl, "serviceNumber")
    text = dialog.findChild(QPlainTextEdit, "serviceText")
    assert number is not None
    assert text is not None
    number.setText(NUMBER)
    text.setPlainText(ANSWER)
    return dialog


def show_end_question(window: "MainFrame") -> QDialog:
    """Return the question for an end date that a table lacks."""
    intro = "club.csv: the table has no end date."
    ask_end_date(window.theme, intro, lambda _end, _control: None, window)
    return _find_dialog(window, "endDialog")


def show_next_event(window: "MainFrame") -> QDialog:
    """Return the question for the next event's name and date."""
    window.named_actions["carry"].trigger()
    return _find_dialog(window, "carryDialog")


def show_updates(window: "MainFrame") -> QDialog:
    """Return the updates of the last two rounds, and of a late entry."""
    whole = replace(window.session.document, link=None)
    late = replace(whole, sections=tuple(map(_with_late_player, whole.sections)))
    saves = (
        ("", _without_last_rounds(whole, 2)),
        ("2:02 PM", _without_last_rounds(whole, 1)),
        ("5:46 PM", late),
    )
    updates = []
    for (_, before), (time, after) in pairwise(saves):
        if news := merge_file(before, after, before).news:
            updates.append(FileUpdate(time, PAIRED, news))
    words = f"Linked to {PAIRED}"
    if updates:
        words += f" · synced {updates[-1].time}: {updates[-1].in_short}"
    dialog = UpdatesDialog(lambda: (words, updates), window.theme, window)
    dialog.show()
    return dialog


def _without_last_rounds(document: Document, left: int) -> Document:
    """Return the event without its last rounds."""
    return replace(
        document,
        sections=tuple(
            replace(
                section,
                players=tuple(
                    replace(p, results=p.results[: max(section.rounds - left, 0)])
                    for p in section.players
                ),
            )
            for section in document.sections
        ),
    )


def _with_late_player(section: Section) -> Section:
    number = max((p.number for p in section.players), default=0) + 1
    return replace(section, players=(*section.players, Player(number, LATE)))


def _find_dialog(window: "MainFrame", name: str) -> QDialog:
    return next(d for d in window.findChildren(QDialog, name) if d.isVisible())


FILES_PICTURES: Final = (
    PictureSpec("end", "An end date that a file doesn't have", show_end_question),
    PictureSpec(
        "service", "Import from the US Chess ratings site", show_service_dialog
    ),
    PictureSpec("carry", "New event from this one", show_next_event),
    PictureSpec("updates", "Changes imported from a linked file", show_updates),
)
