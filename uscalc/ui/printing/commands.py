"""Open the print dialogs."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from uscalc.ui.printing.hanging import PrintHistory
from uscalc.ui.printing.wall_dialog import WallChartsDialog

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.printing.dialogs import (
        LessonDialog,
        PlayerPageDialog,
        WorksheetDialog,
    )
    from uscalc.ui.printing.printing_dialog import PrintDialog

Dialog = TypeVar("Dialog", bound="PrintDialog")
Reopen = Callable[[], object]


def ask_wall_sheets(window: "MainFrame") -> WallChartsDialog:
    """Open the preview of the wall charts."""
    wall = window.get_or_make(
        PrintHistory, lambda: PrintHistory(window.session, window.folders.walls, window)
    )
    return _open_dialog(window, partial(WallChartsDialog, wall=wall), ask_wall_sheets)


def ask_player_page(window: "MainFrame") -> "PlayerPageDialog":
    """Open the preview of the selected player's page."""
    from uscalc.ui.printing.dialogs import PlayerPageDialog

    return _open_dialog(window, PlayerPageDialog, ask_player_page)


def ask_worksheet(window: "MainFrame") -> "WorksheetDialog":
    """Open the preview of a worksheet."""
    from uscalc.ui.printing.dialogs import WorksheetDialog

    return _open_dialog(window, WorksheetDialog, ask_worksheet)


def ask_lesson(window: "MainFrame") -> "LessonDialog":
    """Open the preview of a lesson on paper."""
    from uscalc.ui.printing.dialogs import LessonDialog

    return _open_dialog(window, LessonDialog, ask_lesson)


def _open_dialog(
    window: "MainFrame",
    make: "Callable[[MainFrame, Reopen], Dialog]",
    again: "Callable[[MainFrame], object]",
) -> "Dialog":
    """Open a dialog, which can have itself opened again."""
    dialog = make(window, lambda: again(window))
    window.session.closing.connect(dialog.stop_worker)
    dialog.open()
    return dialog
