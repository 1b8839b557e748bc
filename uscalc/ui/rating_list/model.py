"""Show members found in the supplements, and a row for a new player."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from uscalc.document.fill.entry import ListEntry
from uscalc.engine.systems import SYSTEM_NAMES, System
from uscalc.ui.theme.theme import Theme
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
WIDTHS: Final = {"Name": 19, "State": 7, "ID": 11, "Expires": 13}
RATING_WIDTH: Final = 9
NUMBER: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
TEXT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
FIRST_RATING: Final = 4
"""Ratings follow name, state, ID and expiry."""


class Beside(NamedTuple):
    """Facts shown beside a member that depend on the event."""

    expires: str
    entered: str


class MembersModel(QAbstractTableModel):
    """The members found, and a last row with the text `new`, if it has one.

    `beside` returns what the event says about a member.
    """

    def __init__(
        self,
        theme: Theme,
        beside: Callable[[ListEntry], Beside],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.entries: tuple[ListEntry, ...] = ()
        self.new = ""
        self._theme = theme
        self._beside = beside
        self._systems: tuple[System, ...] = ()
        self._heads: tuple[str, ...] = tuple(WIDTHS)

    def show_entries(
        self, entries: tuple[ListEntry, ...], systems: Sequence[System], new: str = ""
    ) -> None:
        """Show other members, with the systems of their supplements."""
        self.beginResetModel()
        self.entries, self._systems, self.new = entries, tuple(systems), new
        ratings = tuple(SHORT[system] for system in systems)
        self._heads = (*WIDTHS, *ratings)
        self.endResetModel()

    def look_again(self) -> None:
        """Refresh the facts that depend on the event."""
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        if last.isValid():
            self.dataChanged.emit(self.index(0, 0), last)

    def widths(self) -> list[int]:
        """Return the widths of the columns in digits."""
        return [WIDTHS.get(head, RATING_WIDTH) for head in self._heads]

    def is_new(self, row: int) -> bool:
        """Return whether a row is the one for a new player."""
        return bool(self.new) and row == len(self.entries)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of members and of the last row."""
        return 0 if parent.isValid() else len(self.entries) + bool(self.new)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return a column's title."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self._heads):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return NUMBER if self._rates(section) else TEXT
        if role == Qt.ItemDataRole.ToolTipRole and self._rates(section):
            return SYSTEM_NAMES[self._systems[section - FIRST_RATING]]
        return self._heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def _rates(self, column: int) -> bool:
        return 0 <= column - FIRST_RATING < len(self._systems)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, color or alignment."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            rates = self._rates(column) and not self.is_new(row)
            return NUMBER if rates else TEXT
        if self.is_new(row):
            text = self.new if column == 0 else ""
        else:
            text = self._text(self.entries[row], column)
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ForegroundRole and text.startswith("!"):
            return QColor(self._theme.colours.warning)
        return plain_hint(text) if role == Qt.ItemDataRole.ToolTipRole else None

    def _text(self, entry: ListEntry, column: int) -> str:
        if self._rates(column):
            return str(entry.rating_in(self._systems[column - FIRST_RATING]) or "")
        head = self._heads[column]
        if head == "Expires":
            return self._beside(entry).expires
        if head == "Name":
            entered = self._beside(entry).entered
            return f"{entry.name or '–'}  ({entered})" if entered else entry.name or "–"
        return {
            "ID": entry.id or "–",
            "State": entry.state,
        }[head]
