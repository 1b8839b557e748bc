"""Declare the commands and pictures of printing."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.picture import PictureSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.printing.dialog import PrintingDialog


def _wall_sheets(window: "Frame") -> "PrintingDialog":
    from uscalc.ui.printing.commands import ask_wall_sheets

    return ask_wall_sheets(window)


def _player_page(window: "Frame") -> "PrintingDialog":
    from uscalc.ui.printing.commands import ask_player_page

    return ask_player_page(window)


def _worksheet(window: "Frame") -> "PrintingDialog":
    from uscalc.ui.printing.commands import ask_worksheet

    return ask_worksheet(window)


def _lesson(window: "Frame") -> "PrintingDialog":
    from uscalc.ui.printing.commands import ask_lesson

    return ask_lesson(window)


def _ready(dialog: "PrintingDialog") -> "PrintingDialog":
    """Return a dialog after its pages were made."""
    from uscalc.ui.scheduling.waiting import wait_for

    wait_for(lambda: not dialog.busy)
    return dialog


COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "wallSheets",
        "&Wall sheets…",
        "Print or save the ratings of every section",
        _wall_sheets,
        ("Ctrl+P",),
        (Place("menu", 2),),
    ),
    CommandSpec(
        "playerPage",
        "Page &for the player…",
        "Print or save one player's rating with the whole derivation",
        _player_page,
        ("Ctrl+Shift+P",),
        (Place("menu", 2),),
    ),
    CommandSpec(
        "worksheet",
        "Wor&ksheet…",
        "Print or save exercises for a class, from the section or of invented players",
        _worksheet,
        ("Ctrl+Shift+K",),
        (Place("menu", 2),),
    ),
    CommandSpec(
        "lessonPaper",
        "Slides and handout…",
        "Save a lesson's slides, or print its handout or the teacher's notes",
        _lesson,
        ("Ctrl+Shift+F9",),
        (Place("menu", 2),),
    ),
)
PICTURES: "Final[tuple[PictureSpec[Frame, PrintingDialog], ...]]" = (
    PictureSpec(
        "wall",
        "Wall sheets before they are printed",
        lambda window: _ready(_wall_sheets(window)),
    ),
    PictureSpec(
        "page", "The page for one player", lambda window: _ready(_player_page(window))
    ),
    PictureSpec(
        "worksheet",
        "A worksheet before it is printed",
        lambda window: _ready(_worksheet(window)),
    ),
    PictureSpec(
        "lesson-paper",
        "Slides and handout of a lesson",
        lambda window: _ready(_lesson(window)),
    ),
)
