"""Declare the commands and pictures of opening, saving and other events."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from uscalc.ui.specs import CommandSpec, MenuPlace

if TYPE_CHECKING:
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


def _save_event(window: "HasFiles", save: Callable[[], object]) -> None:
    """Save the event without a row that is still empty."""
    window.crosstable.new_rows.remove_empty_row()
    save()


def _offer_unsaved_work(window: "HasFiles") -> None:
    """Offer unsaved work, or say that there is none."""
    if not window.recovery.offer_unsaved_work():
        window.messages.show_message("There is no unsaved work.", error=False)


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
        "Save the event in another file",
        lambda window: _save_event(window, window.files.saving.ask_file),
        ("Ctrl+Shift+S",),
        (MenuPlace("file", 2),),
    ),
    CommandSpec(
        "revert",
        "&Revert to saved",
        "Go back to what the file has; can be undone",
        lambda window: window.files.opening.revert_to_saved(),
        places=(MenuPlace("versions", 1),),
    ),
    CommandSpec(
        "earlier",
        "Earlier versio&ns…",
        "Take up what the file held before it was saved over",
        lambda window: window.files.others.ask_earlier_version(),
        places=(MenuPlace("versions", 1),),
    ),
    CommandSpec(
        "service",
        "From the ratings ser&vice…",
        "Open an event from the service's answers, saved or pasted",
        lambda window: window.files.others.ask_service_answers(),
        places=(MenuPlace("file", 3),),
    ),
    CommandSpec(
        "carry",
        "Carry to the ne&xt event…",
        "Begin an event with these players and what became of their ratings",
        lambda window: window.files.others.ask_next_event(),
        places=(MenuPlace("file", 3),),
    ),
    CommandSpec(
        "follow",
        "&Follow a pairing program's file…",
        "Take over whatever is saved in that file from now on",
        lambda window: window.files.following.linked.ask_for_file(),
        places=(
            MenuPlace("linkedFile", 3),
            MenuPlace("link", 2),
        ),
    ),
    CommandSpec(
        "readNow",
        "Read the followed file now",
        "Read it again",
        lambda window: window.files.following.linked.read_now(),
        ("F5",),
        (
            MenuPlace("linkedFile", 1),
            MenuPlace("link", 1),
        ),
    ),
    CommandSpec(
        "catchUp",
        "Take in what was undone",
        "Have what the followed file says again, as one step",
        lambda window: window.files.following.linked.read_now(),
        places=(
            MenuPlace("linkedFile", 1),
            MenuPlace("link", 1),
        ),
    ),
    CommandSpec(
        "updates",
        "Updates from the followed file…",
        "List by name what came in from it, save by save",
        lambda window: window.files.following.show_updates(),
        ("Shift+F5",),
        (
            MenuPlace("linkedFile", 1),
            MenuPlace("link", 1),
        ),
    ),
    CommandSpec(
        "unlink",
        "Stop following",
        "Take nothing more over from the followed file",
        lambda window: window.files.following.linked.unlink_file(),
        places=(
            MenuPlace("linkedFile", 3),
            MenuPlace("link", 1),
        ),
    ),
    CommandSpec(
        "recover",
        "Unsaved &work…",
        "Offer work that was not saved before a crash",
        _offer_unsaved_work,
        places=(MenuPlace("versions", 2),),
    ),
)
BLANKS: "Final[CommandSpec[HasFiles]]" = CommandSpec(
    "blanks",
    "E&ntries without a rating…",
    "Say of all of them at once that they are new",
    lambda window: window.files.asking.blanks.ask_everything(),
    places=(MenuPlace("supplement", 2),),
)
