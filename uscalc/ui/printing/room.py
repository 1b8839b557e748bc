"""Declare the commands and pictures of printing."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.printing.printing_dialog import PrintDialog


def _open_wall_sheets(window: "MainFrame") -> "PrintDialog":
    from uscalc.ui.printing.commands import ask_wall_sheets

    return ask_wall_sheets(window)


def _open_player_page(window: "MainFrame") -> "PrintDialog":
    from uscalc.ui.printing.commands import ask_player_page

    return ask_player_page(window)


def _open_worksheet(window: "MainFrame") -> "PrintDialog":
    from uscalc.ui.printing.commands import ask_worksheet

    return ask_worksheet(window)


def _open_lesson(window: "MainFrame") -> "PrintDialog":
    from uscalc.ui.printing.commands import ask_lesson

    return ask_lesson(window)


def _wait_for_pages(dialog: "PrintDialog") -> "PrintDialog":
    """Return a dialog after its pages were made."""
    from uscalc.ui.scheduling.following import wait_for

    wait_for(lambda: not dialog.busy)
    return dialog


PRINTING_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "wallSheets",
        "&Wall sheets…",
        "Print or save the ratings of every section",
        _open_wall_sheets,
        ("Ctrl+P",),
        (MenuPlace("menu", 2),),
    ),
    CommandSpec(
        "playerPage",
        "Page &for the player…",
        "Print or save one player's rating with the whole derivation",
        _open_player_page,
        ("Ctrl+Shift+P",),
        (MenuPlace("menu", 2),),
    ),
    CommandSpec(
        "worksheet",
        "Wor&ksheet…",
        "Print or save exercises for a class, from the section or of invented players",
        _open_worksheet,
        ("Ctrl+Shift+K",),
        (MenuPlace("menu", 2),),
    ),
    CommandSpec(
        "lessonPaper",
        "Slides and handout…",
        "Save a lesson's slides, or print its handout or the teacher's notes",
        _open_lesson,
        ("Ctrl+Shift+F9",),
        (MenuPlace("menu", 2),),
    ),
)
PRINTING_PICTURES: "Final[tuple[PictureSpec[MainFrame, PrintDialog], ...]]" = (
    PictureSpec(
        "wall",
        "Wall sheets before they are printed",
        lambda window: _wait_for_pages(_open_wall_sheets(window)),
    ),
    PictureSpec(
        "page",
        "The page for one player",
        lambda window: _wait_for_pages(_open_player_page(window)),
    ),
    PictureSpec(
        "worksheet",
        "A worksheet before it is printed",
        lambda window: _wait_for_pages(_open_worksheet(window)),
    ),
    PictureSpec(
        "lesson-paper",
        "Slides and handout of a lesson",
        lambda window: _wait_for_pages(_open_lesson(window)),
    ),
)
