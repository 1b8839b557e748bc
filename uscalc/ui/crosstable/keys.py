"""The keys of the crosstable while no cell is being edited."""

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from uscalc.ui.crosstable.cursor import BlockCursor
from uscalc.ui.crosstable.new_rows import NewRows

Key = Qt.Key
ARROWS = {
    Key.Key_Up: (-1, 0),
    Key.Key_Down: (1, 0),
    Key.Key_Left: (0, -1),
    Key.Key_Right: (0, 1),
}
STEPS = {
    Key.Key_Return: (1, 0),
    Key.Key_Enter: (1, 0),
    Key.Key_Tab: (0, 1),
    Key.Key_Backtab: (0, -1),
}
PAGES = {Key.Key_PageUp: -1, Key.Key_PageDown: 1}


class KeyTarget(Protocol):
    """The table that the keys act on."""

    at: BlockCursor
    new_rows: NewRows

    def move_by(self, rows: int, columns: int) -> bool:
        """Move the current cell."""

    def go_to(self, row: int, column: int, extend: bool = False) -> None:
        """Put the keyboard at a cell."""

    def count_cells(self) -> tuple[int, int]:
        """Return how many rows and columns there are."""

    def turn_page(self, by: int, extend: bool) -> None:
        """Goes as many rows up or down as are in sight."""

    def clear_block(self) -> None:
        """Empty the selected cells."""


def handle_key(table: KeyTarget, event: QKeyEvent) -> bool:
    """Do what a key means; false where it means nothing here."""
    key, modifiers = Key(event.key()), event.modifiers()
    shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
    control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
    if modifiers & Qt.KeyboardModifier.AltModifier:
        return False
    if key in (Key.Key_Delete, Key.Key_Backspace) and not control:
        table.clear_block()
        return True
    if key in STEPS and not control:
        rows, columns = STEPS[key]
        if rows and not shift and table.new_rows.add_after_last():
            return True
        return table.move_by(-rows if shift else rows, columns)
    if key in PAGES and not control:
        table.turn_page(PAGES[key], shift)
        return True
    place = _find_target(table, key, control)
    if place is None:
        return False
    table.go_to(*place, extend=shift)
    return True


def _find_target(
    table: KeyTarget, key: Qt.Key, control: bool
) -> tuple[int, int] | None:
    """Return the cell that a key goes to."""
    index = table.at.index
    count, wide = table.count_cells()
    if not index.isValid() or not count:
        return None
    row, column = index.row(), index.column()
    if key in ARROWS:
        rows, columns = ARROWS[key]
        if control:
            return table.at.find_edge(rows, columns)
        row, column = row + rows, column + columns
    elif key == Key.Key_Home:
        row, column = (0, 0) if control else (row, 0)
    elif key == Key.Key_End:
        row, column = (count - 1 if control else row), wide - 1
    elif key == Key.Key_A and control:
        table.go_to(0, 0)
        table.go_to(count - 1, wide - 1, extend=True)
        return None
    else:
        return None
    return min(max(row, 0), count - 1), min(max(column, 0), wide - 1)
