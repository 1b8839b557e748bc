"""Members found in a list, as rows: name, ratings, ID, state, expiry."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from uscalc.document.fill.entry import ListEntry
from uscalc.engine.systems import SYSTEM_NAMES, System
from uscalc.ui.wording.hints import plain_hint

Index = QModelIndex | QPersistentModelIndex
SHORT: Final[dict[System, str]] = {
    "R": "Regular",
    "Q": "Quick",
    "B": "Blitz",
    "OR": "Onl. Reg.",
    "OQ": "Onl. Quick",
    "OB": "Onl. Blitz",
}
WIDTHS: Final = {"Name": 24, "ID": 11, "State": 7, "Expires": 12}
RATING_WIDTH: Final = 10
NUMBER: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
TEXT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class MembersModel(QAbstractTableModel):
    """The members that a search gave."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[ListEntry, ...] = ()
        self._systems: tuple[System, ...] = ()
        self._heads: tuple[str, ...] = ("Name", "ID", "State", "Expires")

    def show_entries(
        self, entries: tuple[ListEntry, ...], systems: Sequence[System]
    ) -> None:
        """Shows other members, with the systems of their list."""
        self.beginResetModel()
        self.entries, self._systems = entries, tuple(systems)
        ratings = tuple(SHORT[system] for system in systems)
        self._heads = ("Name", *ratings, "ID", "State", "Expires")
        self.endResetModel()

    def widths(self) -> list[int]:
        """The widths of the columns in digits."""
        return [WIDTHS.get(head, RATING_WIDTH) for head in self._heads]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """The number of members."""
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """The number of columns."""
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Titles."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self._heads):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return NUMBER if self._rates(section) else TEXT
        if role == Qt.ItemDataRole.ToolTipRole and self._rates(section):
            return SYSTEM_NAMES[self._systems[section - 1]]
        return self._heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def _rates(self, column: int) -> bool:
        return 1 <= column <= len(self._systems)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What stands in a cell."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return NUMBER if self._rates(index.column()) else TEXT
        text = self._text(self.entries[index.row()], index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        return plain_hint(text) if role == Qt.ItemDataRole.ToolTipRole else None

    def _text(self, entry: ListEntry, column: int) -> str:
        if self._rates(column):
            return str(entry.rating_in(self._systems[column - 1]) or "")
        return {
            "Name": entry.name or "–",
            "ID": entry.id or "–",
            "State": entry.state,
            "Expires": entry.expires,
        }[self._heads[column]]
