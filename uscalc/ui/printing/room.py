"""Declare the commands and pictures of printing."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.printing.printing_dialog import PrintDialog


def ask_wall_sheets(window: "MainFrame") -> "PrintDialog":
    """Open the preview of the wall charts."""
    from uscalc.ui.printing.hanging import PrintHistory
    from uscalc.ui.printing.wall_dialog import WallChartsDialog

    wall = window.get_or_make(
        PrintHistory, lambda: PrintHistory(window.session, window.folders.walls, window)
    )
    return _open_dialog(
        WallChartsDialog(window, lambda: ask_wall_sheets(window), wall), window
    )


def ask_player_page(window: "MainFrame") -> "PrintDialog":
    """Open the preview of the selected player's page."""
    from uscalc.ui.printing.dialogs import PlayerPageDialog

    return _open_dialog(
        PlayerPageDialog(window, lambda: ask_player_page(window)), window
    )


def ask_worksheet(window: "MainFrame") -> "PrintDialog":
    """Open the preview of a worksheet."""
    from uscalc.ui.printing.dialogs import WorksheetDialog

    return _open_dialog(WorksheetDialog(window, lambda: ask_worksheet(window)), window)


def ask_lesson(window: "MainFrame") -> "PrintDialog":
    """Open the preview of a lesson on paper."""
    from uscalc.ui.printing.dialogs import LessonDialog

    return _open_dialog(LessonDialog(window, lambda: ask_lesson(window)), window)


def _open_dialog(dialog: "PrintDialog", window: "MainFrame") -> "PrintDialog":
    """Open a dialog, which ends its work with the window."""
    window.session.closing.connect(dialog.stop_worker)
    dialog.open()
    return dialog


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
        ask_wall_sheets,
        ("Ctrl+P",),
        (MenuPlace("report", 1),),
    ),
    CommandSpec(
        "playerPage",
        "Page &for the player…",
        "Print or save one player's rating with the whole derivation",
        ask_player_page,
        ("Ctrl+Shift+P",),
        (MenuPlace("report", 1),),
    ),
    CommandSpec(
        "worksheet",
        "Wor&ksheet…",
        "Print or save exercises for a class, from the section or of invented players",
        ask_worksheet,
        ("Ctrl+Shift+K",),
        (MenuPlace("teach", 2),),
    ),
    CommandSpec(
        "lessonPaper",
        "Slides and handout…",
        "Save a lesson's slides, or print its handout or the teacher's notes",
        ask_lesson,
        ("Ctrl+Shift+F9",),
        (MenuPlace("teach", 2),),
    ),
)
PRINTING_PICTURES: "Final[tuple[PictureSpec[MainFrame, PrintDialog], ...]]" = (
    PictureSpec(
        "wall",
        "Wall sheets before they are printed",
        lambda window: _wait_for_pages(ask_wall_sheets(window)),
    ),
    PictureSpec(
        "page",
        "The page for one player",
        lambda window: _wait_for_pages(ask_player_page(window)),
    ),
    PictureSpec(
        "worksheet",
        "A worksheet before it is printed",
        lambda window: _wait_for_pages(ask_worksheet(window)),
    ),
    PictureSpec(
        "lesson-paper",
        "Slides and handout of a lesson",
        lambda window: _wait_for_pages(ask_lesson(window)),
    ),
)
