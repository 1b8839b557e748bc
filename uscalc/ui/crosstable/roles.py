"""What the crosstable's model is asked for, and which columns hold what."""

from enum import IntEnum
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.ui.crosstable.columns import Kind

Index = QModelIndex | QPersistentModelIndex
EDITABLE: frozenset[Kind] = frozenset(
    {"number", "name", "id", "rating", "games", "round"}
)
NUMERIC: frozenset[Kind] = frozenset(
    {"number", "rating", "games", "points", "post", "change"}
)


class Role(IntEnum):
    """What the painter asks for beyond Qt's own roles."""

    KIND = Qt.ItemDataRole.UserRole
    MARKED = Qt.ItemDataRole.UserRole + 1
    PALE = Qt.ItemDataRole.UserRole + 2
    SIGN = Qt.ItemDataRole.UserRole + 3
    PLAYER = Qt.ItemDataRole.UserRole + 4
    BEHIND = Qt.ItemDataRole.UserRole + 5
    ASSUMES = Qt.ItemDataRole.UserRole + 6


class Painted(NamedTuple):
    """Everything that the painter needs of a cell, asked for at once."""

    kind: Kind
    text: str
    row: int
    marked: bool
    behind: bool
    sign: int
    pale: str
    assumes: bool


def alignment(kind: Kind) -> Qt.AlignmentFlag:
    """Figures stand at the right, words and results at the left."""
    side = Qt.AlignmentFlag.AlignRight
    if kind not in NUMERIC:
        side = Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
