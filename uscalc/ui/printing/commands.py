"""Opens what can be printed, and remembers what hangs on the wall already."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from uscalc.report.wall_model import WallSheet
from uscalc.ui.printing.wall_dialog import WallDialog

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.printing.player_dialog import PlayerPageDialog
    from uscalc.ui.printing.worksheet_dialog import WorksheetDialog


class Wall(QObject):
    """The sheets printed of the open event since the program was started."""

    def __init__(self, window: "Frame") -> None:
        super().__init__(window)
        self.hanging: dict[int, WallSheet] = {}
        window.session.opened.connect(self.hanging.clear)


def ask_wall_sheets(window: "Frame") -> WallDialog:
    """Opens the preview of the wall sheets."""
    wall = window.one(Wall, lambda: Wall(window))
    dialog = WallDialog(
        window.session,
        window.theme,
        window.messages,
        window,
        lambda: ask_wall_sheets(window),
        wall.hanging,
    )
    window.session.closing.connect(dialog.let_go)
    dialog.open()
    return dialog


def ask_player_page(window: "Frame") -> "PlayerPageDialog":
    """Opens the preview of the selected player's page."""
    from uscalc.ui.printing.player_dialog import PlayerPageDialog

    dialog = PlayerPageDialog(
        window.session,
        window.theme,
        window.messages,
        window,
        lambda: ask_player_page(window),
    )
    window.session.closing.connect(dialog.let_go)
    dialog.open()
    return dialog


def ask_worksheet(window: "Frame") -> "WorksheetDialog":
    """Opens the preview of a worksheet."""
    from uscalc.ui.printing.worksheet_dialog import WorksheetDialog

    dialog = WorksheetDialog(
        window.session,
        window.theme,
        window.messages,
        window,
        lambda: ask_worksheet(window),
    )
    window.session.closing.connect(dialog.let_go)
    dialog.open()
    return dialog
