"""How large a dialog is when it opens: never larger than its window or the screen."""

from PySide6.QtWidgets import QDialog, QLayout

from uscalc.ui.theme import UNIT


def resize_to(dialog: QDialog, digits: int, lines: int) -> None:
    """A dialog's size in the measures of its font, as far as window or screen go."""
    layout = dialog.layout()
    if layout is not None:
        # Labels that wrap would ask for the height that they have when narrow.
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    metrics, room = dialog.fontMetrics(), dialog.screen().availableSize()
    window = dialog.parentWidget()
    if window is not None:
        room = room.expandedTo(window.size())
    wide = min(metrics.horizontalAdvance("0") * digits, room.width() - 4 * UNIT)
    high = min(metrics.lineSpacing() * lines, room.height() - 8 * UNIT)
    dialog.resize(wide, high)
    dialog.setMinimumSize(wide // 2, high // 2)
