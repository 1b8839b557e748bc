"""Open the print dialogs."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from uscalc.ui.printing.wall.dialog import WallDialog
from uscalc.ui.printing.wall.hanging import Wall

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.printing.dialog import PrintingDialog
    from uscalc.ui.printing.lesson_dialog import LessonDialog
    from uscalc.ui.printing.player_dialog import PlayerPageDialog
    from uscalc.ui.printing.worksheet_dialog import WorksheetDialog

Dialog = TypeVar("Dialog", bound="PrintingDialog")
Again = Callable[[], object]


def ask_wall_sheets(window: "Frame") -> WallDialog:
    """Open the preview of the wall charts."""
    wall = window.one(Wall, lambda: Wall(window.session, window.folders.walls, window))
    return _ask(window, partial(WallDialog, wall=wall), ask_wall_sheets)


def ask_player_page(window: "Frame") -> "PlayerPageDialog":
    """Open the preview of the selected player's page."""
    from uscalc.ui.printing.player_dialog import PlayerPageDialog

    return _ask(window, PlayerPageDialog, ask_player_page)


def ask_worksheet(window: "Frame") -> "WorksheetDialog":
    """Open the preview of a worksheet."""
    from uscalc.ui.printing.worksheet_dialog import WorksheetDialog

    return _ask(window, WorksheetDialog, ask_worksheet)


def ask_lesson(window: "Frame") -> "LessonDialog":
    """Open the preview of a lesson on paper."""
    from uscalc.ui.printing.lesson_dialog import LessonDialog

    return _ask(window, LessonDialog, ask_lesson)


def _ask(
    window: "Frame",
    make: "Callable[[Frame, Again], Dialog]",
    again: "Callable[[Frame], object]",
) -> "Dialog":
    """Open a dialog, which can have itself opened again."""
    dialog = make(window, lambda: again(window))
    window.session.closing.connect(dialog.let_go)
    dialog.open()
    return dialog
