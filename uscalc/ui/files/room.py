"""Declare the commands of opening, saving, other events and the start page."""

from collections.abc import Callable
from operator import methodcaller
from typing import TYPE_CHECKING, Final, Protocol

from uscalc.ui.files.samples import SAMPLES, Sample
from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.crosstable.view import CrosstableView
    from uscalc.ui.files.files import FileController
    from uscalc.ui.files.recovery import RecoveryController
    from uscalc.ui.widgets.message_bar import MessageBar

    class HasFiles(Protocol):
        """A window that opens and saves events."""

        files: FileController
        recovery: RecoveryController
        crosstable: CrosstableView
        messages: MessageBar

    class HasStartPage(Protocol):
        """A window that has a start page and opens the samples."""

        def show_start_page(self) -> QWidget:
            """Show the start page over the event."""

        def open_sample(self, sample: Sample) -> None:
            """Open one of the samples."""


def _save_event(window: "HasFiles", save: Callable[[], object]) -> None:
    """Save the event, without a new row that is still empty."""
    window.crosstable.new_rows.remove_empty_row()
    save()


def _offer_unsaved_work(window: "HasFiles") -> None:
    """Offer unsaved work, or show that there is none."""
    if not window.recovery.offer_unsaved_work():
        window.messages.show_message("No unsaved work to recover.", error=False)


FILES_COMMANDS: "Final[tuple[CommandSpec[HasFiles], ...]]" = (
    CommandSpec(
        "open",
        "&Open…",
        "Open an event file",
        lambda window: window.files.opening.ask_file(),
        ("Ctrl+O",),
        (MenuPlace("file", 1),),
    ),
    CommandSpec(
        "save",
        "&Save",
        "Save the event",
        lambda window: _save_event(window, window.files.saving.save_event),
        ("Ctrl+S",),
        (MenuPlace("file", 2),),
    ),
    CommandSpec(
        "saveAs",
        "Save &as…",
        "Save a copy of the event under a new name",
        lambda window: _save_event(window, window.files.saving.ask_file),
        ("Ctrl+Shift+S",),
        (MenuPlace("file", 2),),
    ),
    CommandSpec(
        "export",
        "E&xport…",
        "Write the event as CSV, Excel workbook, JSON or FIDE tournament report",
        lambda window: _save_event(window, window.files.exporting.ask_file),
        places=(MenuPlace("linkedFile", 5),),
    ),
    CommandSpec(
        "revert",
        "&Revert to saved",
        "Discard changes since the last save (you can undo this)",
        lambda window: window.files.opening.revert_to_saved(),
        places=(MenuPlace("versions", 1),),
    ),
    CommandSpec(
        "earlier",
        "Version &history…",
        "Restore an earlier saved version of this file",
        lambda window: window.files.others.ask_earlier_version(),
        places=(MenuPlace("versions", 1),),
    ),
    CommandSpec(
        "service",
        "Import from US Chess ratings site…",
        ("Build an event from saved or pasted pages of the US Chess ratings site"),
        lambda window: window.files.others.ask_service_answers(),
        places=(MenuPlace("linkedFile", 4),),
    ),
    CommandSpec(
        "carry",
        "New event from &this one…",
        "Start a new event with the same players at their new ratings",
        lambda window: window.files.others.ask_next_event(),
        places=(MenuPlace("file", 3),),
    ),
    CommandSpec(
        "follow",
        "&Link to SwissSys/WinTD file…",
        "Import results automatically each time the pairing program saves",
        lambda window: window.files.following.linked.ask_for_file(),
        places=(
            MenuPlace("linkedFile", 3),
            MenuPlace("link", 2),
        ),
    ),
    CommandSpec(
        "readNow",
        "Sync now",
        "Read the linked file again",
        lambda window: window.files.following.linked.read_now(),
        ("F5",),
        (
            MenuPlace("linkedFile", 1),
            MenuPlace("link", 1),
        ),
    ),
    CommandSpec(
        "catchUp",
        "Reapply undone updates",
        "Reapply the linked-file updates that you undid",
        lambda window: window.files.following.linked.read_now(),
        places=(
            MenuPlace("linkedFile", 1),
            MenuPlace("link", 1),
        ),
    ),
    CommandSpec(
        "updates",
        "Sync history…",
        "List every change imported from the linked file",
        lambda window: window.files.following.show_updates(),
        ("Shift+F5",),
        (
            MenuPlace("linkedFile", 1),
            MenuPlace("link", 1),
        ),
    ),
    CommandSpec(
        "unlink",
        "Unlink file",
        "Stop importing changes from the linked file",
        lambda window: window.files.following.linked.unlink_file(),
        places=(
            MenuPlace("linkedFile", 3),
            MenuPlace("link", 1),
        ),
    ),
    CommandSpec(
        "recover",
        "Unsaved &work…",
        "Recover unsaved work after a crash",
        _offer_unsaved_work,
        places=(MenuPlace("versions", 2),),
    ),
)
BLANKS: "Final[CommandSpec[HasFiles]]" = CommandSpec(
    "blanks",
    "P&layers without a rating…",
    "Mark all players without a rating as unrated",
    lambda window: window.files.asking.blanks.ask_everything(),
    places=(MenuPlace("supplement", 2),),
)
START_COMMANDS: "Final[tuple[CommandSpec[HasStartPage], ...]]" = (
    CommandSpec(
        "start",
        "Start page",
        "Show the three tasks, the recent files and the sample events",
        lambda window: window.show_start_page(),
        places=(MenuPlace("file", 1.2), MenuPlace("help", 0)),
    ),
    *(
        CommandSpec(
            sample.action,
            f"Sample: {sample.title}",
            sample.shows,
            methodcaller("open_sample", sample),
            places=(MenuPlace("samples", 1),),
        )
        for sample in SAMPLES
    ),
)
START_PICTURES: "Final[tuple[PictureSpec[HasStartPage, QWidget], ...]]" = (
    PictureSpec(
        "start", "The start page", lambda window: window.show_start_page().window()
    ),
)
