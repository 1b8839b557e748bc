"""Computed beside published ratings as a table model, with the likeliest causes."""

from collections.abc import Container, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.document.queries.audit import Audited
from uscalc.ui.widgets.plain_table import STRONG, TONE, PlainModel, alignment
from uscalc.ui.wording.figures import change_text, exact, rating_text, whole

Index = QModelIndex | QPersistentModelIndex
COLUMNS: tuple[tuple[str, str], ...] = (
    ("#", "Pairing number"),
    ("Name", "Name"),
    ("Computed", "The new rating computed here"),
    ("Published", "The new rating that was published"),
    ("Off", "Published minus computed"),
    ("Likeliest cause", "What may lie behind the difference"),
    ("Settled by", "What would settle it"),
)
NUMBER, NAME, COMPUTED, PUBLISHED, OFF, CAUSE, SETTLE = range(7)
WORDS = (NAME, CAUSE, SETTLE)


class AuditModel(PlainModel):
    """The differences first, the largest at the top, then those that agree."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Audited, ...] = ()

    def show_rows(self, rows: tuple[Audited, ...]) -> None:
        """Shows another section."""
        self.beginResetModel()
        self.rows = tuple(sorted(rows, key=lambda row: (-abs(row.off), row.number)))
        self.endResetModel()

    def heads(self) -> Sequence[tuple[str, str]]:
        """The columns."""
        return COLUMNS

    def count(self) -> int:
        """One for each published rating."""
        return len(self.rows)

    def words(self) -> Container[int]:
        """The columns of words."""
        return WORDS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A figure or the words of a cause."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _text(row, column) if column in (CAUSE, SETTLE) else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[column][0]} of {row.name}: {_text(row, column)}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column, WORDS)
        if role == STRONG:
            return column == OFF and not row.agrees
        if role == TONE:
            if column == OFF and not row.agrees:
                return "gain" if row.off > 0 else "loss"
            return "text" if column in (NAME, COMPUTED, PUBLISHED) else "soft"
        return None


def _text(row: Audited, column: int) -> str:
    decimals = row.published != int(row.published)
    match column:
        case 0:
            return str(row.number)
        case 1:
            return row.name
        case 2:
            return exact(row.computed) if decimals else whole(row.computed)
        case 3:
            return exact(row.published) if decimals else rating_text(row.published)
        case 4:
            if row.agrees:
                return "agrees"
            return change_text(row.off, 2 if decimals else 0)
        case 5:
            return row.cause
        case _:
            return row.settle
