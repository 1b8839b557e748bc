"""Differences of an event and its published page as a table model."""

from collections.abc import Container, Sequence

from PySide6.QtCore import Qt

from uscalc.document.overlay.difference import CAUSES, Difference
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.ui.published.words import sentence, whole_words
from uscalc.ui.widgets.plain_table import TONE, Index, PlainModel, alignment
from uscalc.ui.wording.hints import plain_hint

COLUMNS: tuple[tuple[str, str], ...] = (
    ("Section", "The section of this event"),
    ("#", "Pairing number in this event"),
    ("Player", "Whose it is"),
    ("What", "What the two have otherwise"),
    ("Here", "What stands in this event"),
    ("On the page", "What was published"),
    ("Cause", "Whose it is most likely: theirs, ours, or a fact that neither shows"),
    ("Why", "Why the cause is thought so"),
)
SECTION, NUMBER, PLAYER, WHAT, HERE, THERE, CAUSE, WHY = range(8)
WORDS = (SECTION, PLAYER, WHAT, HERE, THERE, CAUSE, WHY)


class PublishedModel(PlainModel):
    """A row for each difference, as they come."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Difference, ...] = ()
        self._several = False

    def show_rows(self, rows: tuple[Difference, ...]) -> None:
        """Show other differences."""
        self.beginResetModel()
        self.rows = rows
        # One system goes without saying.
        self._several = len({row.system for row in rows if row.system}) > 1
        self.endResetModel()

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the columns."""
        return COLUMNS

    def count(self) -> int:
        """Return one for each difference."""
        return len(self.rows)

    def words(self) -> Container[int]:
        """Return the columns of words."""
        return WORDS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a column says of a difference."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_hint(self._whole(row, column)) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[column][0]}: {self._whole(row, column) or 'none'}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column, WORDS)
        if role == TONE:
            if row.adds:
                return "soft"
            if column == CAUSE and row.cause == "ours":
                return "loss"
            return "soft" if column in (SECTION, NUMBER, WHY) else "text"
        return None

    def _whole(self, row: Difference, column: int) -> str:
        """Return what is said of a cell where there is room for all of it."""
        return whole_words(row) if column == WHY else self._text(row, column)

    def _text(self, row: Difference, column: int) -> str:
        """Return what stands in a cell."""
        match column:
            case 0:
                return row.section_name
            case 1:
                return "" if row.player is None else str(row.player)
            case 2:
                return row.name
            case 3:
                if row.system is None or not self._several:
                    return row.what
                return f"{row.what}, {SYSTEM_NAMES[row.system]}"
            case 4:
                return row.ours
            case 5:
                return row.theirs
            case 6:
                return CAUSES[row.cause]
            case _:
                return sentence(row.because)
