"""How large a dialog is when it opens: never larger than the screen."""

from PySide6.QtWidgets import QDialog, QLayout

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.screen_room import FRAME, available_to


def resize_to(dialog: QDialog, digits: int, lines: int) -> None:
    """Size a dialog in digits and lines of its font, within the screen."""
    layout = dialog.layout()
    if layout is not None:
        # Labels that wrap would ask for the height that they have when narrow.
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    metrics, room = dialog.fontMetrics(), available_to(dialog) - FRAME
    wide = min(metrics.horizontalAdvance("0") * digits, room.width() - 2 * UNIT)
    high = min(metrics.lineSpacing() * lines, room.height() - 2 * UNIT)
    dialog.resize(wide, high)
    dialog.setMinimumSize(wide // 2, high // 2)
