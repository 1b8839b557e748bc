"""Computed beside published ratings as a table model: what is explained, and what left."""

from collections.abc import Container, Mapping, Sequence

from PySide6.QtCore import Qt

from uscalc.document.audit.result import Compared
from uscalc.ui.widgets.plain_table import STRONG, TONE, Index, PlainModel, alignment
from uscalc.ui.wording.figures import change_text, exact, rating_text, whole

COLUMNS: tuple[tuple[str, str], ...] = (
    ("#", "Pairing number"),
    ("Name", "Name"),
    ("Computed", "The new rating computed here"),
    ("Published", "The new rating that was published"),
    ("Off", "Published minus computed"),
    ("Comes out", "Whether it comes out with the facts that are shown"),
)
NUMBER, NAME, COMPUTED, PUBLISHED, OFF, COMES_OUT = range(6)
WORDS = (NAME, COMES_OUT)
SAID: Mapping[str, str] = {
    "left": "not explained",
    "explained": "with the facts",
    "rounding": "by rounding",
    "exact": "exactly",
}
ORDER = tuple(SAID)


class AuditModel(PlainModel):
    """What is left first, then what is explained, then what comes out by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Compared, ...] = ()
        self._how: Mapping[int, str] = {}

    def show_rows(self, rows: tuple[Compared, ...], how: Mapping[int, str]) -> None:
        """Show a section; `how` each number comes out is a key of SAID."""
        self.beginResetModel()
        self._how = how
        self.rows = tuple(
            sorted(
                rows,
                key=lambda row: (
                    ORDER.index(how[row.number]),
                    -abs(row.off),
                    row.number,
                ),
            )
        )
        self.endResetModel()

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the columns."""
        return COLUMNS

    def count(self) -> int:
        """Return one for each published rating."""
        return len(self.rows)

    def words(self) -> Container[int]:
        """Return the columns of words."""
        return WORDS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a figure, or how it comes out."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        how = self._how[row.number]
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(row, how, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[column][0]} of {row.name}: {_text(row, how, column)}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column, WORDS)
        if role == STRONG:
            return column == OFF and not row.exact
        if role == TONE:
            if column == OFF and not row.exact:
                return "gain" if row.off > 0 else "loss"
            if column == COMES_OUT and how in ("left", "explained"):
                return "loss" if how == "left" else "gain"
            return "text" if column in (NAME, COMPUTED, PUBLISHED) else "soft"
        return None


def _text(row: Compared, how: str, column: int) -> str:
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
            if row.exact:
                return "0"
            return change_text(row.off, 2 if decimals else 0)
        case _:
            return SAID[how]
