"""Tables with declared columns: the declaration of a column, and the model for all tables."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, Literal, TypeVar

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from uscalc.counted import drop_direction_marks
from uscalc.ui.theme.menu_text import escape_hint

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Row = TypeVar("Row")
Side = Literal["left", "right", "center"]
STRONG: Final = Role.UserRole
"""The role that says whether a cell is bold."""
TONE: Final = Role.UserRole + 1
"""The role of a cell's color, by its name in `Colors`."""
FREE: Final = Role.UserRole + 2
"""The first role that a table may use for its own data."""
ALIGNMENTS: Final[Mapping[Side, Qt.AlignmentFlag]] = {
    "left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    "right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    "center": Qt.AlignmentFlag.AlignCenter,
}


class TableColumn(Struct, Generic[Row], frozen=True, dict=True):
    """The declaration of a column in a table whose rows are values of one type.

    `title` is the heading and `hint` its tooltip. `text` returns the text of a cell;
    `tooltip` and `spoken` (for screen readers) replace those of the whole table.
    `digits` is the least width. If `fits` is True, the column gets the width of its
    longest text if there is room; if `wraps`, texts take several lines; if `stretches`,
    it gets the remaining width. `roles` has further data by Qt role, and `changes`
    stores a typed or checked value; `flags` adds what a cell allows.
    """

    title: str
    hint: str
    text: Callable[[Row], str]
    side: Side = "left"
    digits: int = 5
    fits: bool = False
    wraps: bool = False
    stretches: bool = False
    tone: Callable[[Row], str] | str = "text"
    strong: Callable[[Row], bool] | bool = False
    tooltip: Callable[[Row], str | None] | None = None
    spoken: Callable[[Row], str | None] | None = None
    roles: Mapping[int, Callable[[Row], object]] = {}
    changes: Mapping[int, Callable[[Row, object], bool]] = {}
    flags: Callable[[Row], Qt.ItemFlag] | None = None


class ColumnTableModel(QAbstractTableModel, Generic[Row]):
    """The rows of a table, with declared columns.

    `tooltip` and `spoken` return the texts of a cell if its column has none. Rows with
    the same `key` are the same row with other figures, so that the selection stays.
    """

    def __init__(
        self,
        columns: Sequence[TableColumn[Row]] = (),
        parent: QObject | None = None,
        *,
        tooltip: Callable[[TableColumn[Row], Row], str | None] | None = None,
        spoken: Callable[[TableColumn[Row], Row], str | None] | None = None,
        key: Callable[[Row], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.rows: Sequence[Row] = ()
        self._tooltip = tooltip
        self._spoken = spoken
        self._key = key

    # Rows

    def show_rows(
        self, rows: Sequence[Row], columns: Sequence[TableColumn[Row]] | None = None
    ) -> None:
        """Replace the rows and, if given, the columns."""
        if columns is None and self._has_keys_of(rows):
            before, self.rows = self.rows, rows
            for place, (old, new) in enumerate(zip(before, rows, strict=True)):
                if old != new:
                    self.update_rows(place, place)
            return
        self.beginResetModel()
        self.rows = rows
        if columns is not None:
            self.columns = tuple(columns)
        self.endResetModel()

    def _has_keys_of(self, rows: Sequence[Row]) -> bool:
        key = self._key
        return (
            key is not None
            and len(rows) == len(self.rows)
            and list(map(key, rows)) == list(map(key, self.rows))
        )

    def update_rows(self, first: int = 0, last: int | None = None) -> None:
        """Announce that cells of some rows, or of all, may have changed."""
        end = self.count_rows() - 1 if last is None else last
        if self.columns and 0 <= first <= end:
            self.dataChanged.emit(
                self.index(first, 0), self.index(end, len(self.columns) - 1)
            )

    def count_rows(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def read_row(self, place: int) -> Row | None:
        """Return the row at an index, or None."""
        return self.rows[place] if 0 <= place < len(self.rows) else None

    # Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows; cells have none."""
        return 0 if parent.isValid() else self.count_rows()

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns; cells have none."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """Return a column's title, hint or alignment.

        The headings of rows are hidden, but screen readers read the first cell of each
        row.
        """
        if orientation != Qt.Orientation.Horizontal:
            heading = role == Role.DisplayRole and self.columns
            return self.data(self.index(section, 0)) if heading else None
        if section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Role.TextAlignmentRole:
            return ALIGNMENTS[column.side]
        if role == Role.DisplayRole:
            return column.title
        return column.hint or None if role == Role.ToolTipRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Return the text of a cell, its look, its tooltip, or its text for screen readers."""
        row = self.read_row(index.row()) if index.isValid() else None
        if row is None:
            return None
        column = self.columns[index.column()]
        if role in column.roles:
            return column.roles[role](row)
        match role:
            case Role.DisplayRole:
                return drop_direction_marks(column.text(row))
            case Role.TextAlignmentRole:
                return ALIGNMENTS[column.side]
            case Role.ToolTipRole:
                return (
                    escape_hint(self._describe(column, row, aloud=False) or "") or None
                )
            case Role.AccessibleTextRole:
                return self._describe(column, row, aloud=True)
            case _ if role == STRONG:
                strong = column.strong
                return strong(row) if callable(strong) else strong
            case _ if role == TONE:
                tone = column.tone
                return tone(row) if callable(tone) else tone
        return None

    def _describe(
        self, column: TableColumn[Row], row: Row, *, aloud: bool
    ) -> str | None:
        own = column.spoken if aloud else column.tooltip
        if own is not None:
            return own(row)
        usual = self._spoken if aloud else self._tooltip
        return None if usual is None else usual(column, row)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what a cell allows: selecting it, and what its column adds."""
        found = super().flags(index)
        row = self.read_row(index.row()) if index.isValid() else None
        if row is not None:
            adds = self.columns[index.column()].flags
            found = found if adds is None else found | adds(row)
        return found

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:
        """Store a value that was typed into a cell or checked; return False if it is rejected."""
        row = self.read_row(index.row()) if index.isValid() else None
        change = self.columns[index.column()].changes.get(role)
        return row is not None and change is not None and change(row, value)
