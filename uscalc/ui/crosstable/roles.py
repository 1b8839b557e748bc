"""What the crosstable's model is asked for."""

from enum import IntEnum
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.ui.crosstable.columns.table import Spec
from uscalc.ui.specs.column import Side

Index = QModelIndex | QPersistentModelIndex


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

    column: Spec
    text: str
    row: int
    marked: bool
    behind: bool
    sign: int
    pale: str
    assumes: bool


def alignment(side: Side) -> Qt.AlignmentFlag:
    """Where a text stands in its cell."""
    across = Qt.AlignmentFlag.AlignLeft
    if side == "right":
        across = Qt.AlignmentFlag.AlignRight
    return across | Qt.AlignmentFlag.AlignVCenter
