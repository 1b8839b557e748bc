"""The roles and values that the crosstable's model gives the painter."""

from enum import IntEnum
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.ui.crosstable.columns.table import Spec
from uscalc.ui.session.as_audited import Mark
from uscalc.ui.specs.column import Side

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """The painter's roles beyond Qt's own."""

    KIND = Qt.ItemDataRole.UserRole
    MARKED = Qt.ItemDataRole.UserRole + 1
    PALE = Qt.ItemDataRole.UserRole + 2
    SIGN = Qt.ItemDataRole.UserRole + 3
    PLAYER = Qt.ItemDataRole.UserRole + 4
    BEHIND = Qt.ItemDataRole.UserRole + 5
    ASSUMES = Qt.ItemDataRole.UserRole + 6
    RANGE = Qt.ItemDataRole.UserRole + 7


class WhatIfCell(NamedTuple):
    """The what-if results in a row that they change.

    `ghost` is the real value of the cell, where what-if results show something else; `result`
    whether it is a what-if result. `way` is 1 or -1 in a row whose rating
    would go up or down, as far as the wave is shown; `arrives` where it is just there.
    """

    ghost: str
    result: bool
    way: int
    arrives: bool


class PaintedCell(NamedTuple):
    """Everything that the painter needs of a cell, asked for at once.

    `text`, `sign` and `pale` are those of the what-if results, where there are any.
    `audited` is of a row whose published rating does not match. `assumes` says that
    missing data may move a rating noticeably; `range`, how far, where that is far.
    """

    column: Spec
    text: str
    row: int
    marked: bool
    behind: bool
    sign: int
    pale: str
    assumes: bool
    otherwise: WhatIfCell | None = None
    audited: Mark | None = None
    range: str = ""


def find_alignment(side: Side) -> Qt.AlignmentFlag:
    """Return the alignment of a text in its cell."""
    across = Qt.AlignmentFlag.AlignLeft
    if side == "right":
        across = Qt.AlignmentFlag.AlignRight
    return across | Qt.AlignmentFlag.AlignVCenter
