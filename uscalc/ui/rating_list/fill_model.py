"""Show who is filled from a supplement, who needs a look, and who is not found."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QWidget

from uscalc.document.fill.entry import Found
from uscalc.document.fill.listed import Change, FillRow
from uscalc.document.model import Document, Identity
from uscalc.ratinglist.matching import Matching, Missing
from uscalc.ui.widgets.plain_table import PlainModel, alignment
from uscalc.ui.wording.hints import plain_hint

Index = QModelIndex | QPersistentModelIndex
HEADS: Final = ("Fill", "Section", "Player", "Found by", "Changes", "To look at")
FILL, SECTION, PLAYER, BY, CHANGES, LOOK = range(len(HEADS))
AS_IT_IS: Final = "as it is already"


@dataclass(frozen=True, slots=True)
class FillPlan:
    """The changes that filling from a supplement would make."""

    document: Document
    matching: Matching
    rows: tuple[FillRow, ...]


def changes_text(changes: tuple[Change, ...]) -> str:
    """Describe the changes in a line: Regular 1480 → 1500; Blitz unrated → 900.

    Equal changes are joined at the first of them.
    """
    alike: dict[tuple[str, str], list[str]] = {}
    for one in changes:
        alike.setdefault((one.before, one.after), []).append(one.what)
    said = [
        f"{', '.join(what)} {before} → {after}"
        for (before, after), what in alike.items()
    ]
    return "; ".join(said) or AS_IT_IS


class FillModel(PlainModel):
    """Those to look at first, then those filled, those not found, and the rest."""

    ticked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plan: FillPlan | None = None
        self._rows: list[FillRow | Missing] = []
        self._said: dict[tuple[Identity, str], bool] = {}

    def show_plan(self, plan: FillPlan | None) -> None:
        """Show another plan; ticks stay with their players."""
        self.beginResetModel()
        self._plan = plan
        self._rows = []
        if plan is not None:
            self._rows = sorted([*plan.rows, *plan.matching.missing], key=_order)
        self.endResetModel()
        self.ticked.emit()

    @property
    def taken(self) -> tuple[Found, ...]:
        """The players to be filled, in the order of the event."""
        found = [
            row.found
            for row in self._rows
            if isinstance(row, FillRow) and self._is_taken(row)
        ]
        return tuple(sorted(found, key=lambda one: (one.section, one.row)))

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of players filled, left although possible, and not found."""
        rows = [row for row in self._rows if isinstance(row, FillRow)]
        left = sum(bool(row.changes) and not self._is_taken(row) for row in rows)
        return len(self.taken), left, len(self._rows) - len(rows)

    def _is_taken(self, row: FillRow) -> bool:
        return bool(row.changes) and self._said.get(_key(row), row.taken)

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the columns."""
        return [(head, "") for head in HEADS]

    def count(self) -> int:
        """Return the number of players."""
        return len(self._rows)

    def words(self) -> Container[int]:
        """Return the columns of words."""
        return range(len(HEADS))

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what changes something can be ticked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        row = self._rows[index.row()]
        if index.column() == FILL and isinstance(row, FillRow) and row.changes:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, check state or alignment."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole:
            if index.column() != FILL or not isinstance(row, FillRow):
                return None
            taken = self._is_taken(row)
            if not row.changes:
                return None
            return Qt.CheckState.Checked if taken else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(index.column(), self.words())
        text = self._text(row, index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_hint(text)
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == FILL:
            return "filled in" if row in self._filled() else "left as it is"
        return None

    def _filled(self) -> list[FillRow]:
        rows = (row for row in self._rows if isinstance(row, FillRow))
        return [row for row in rows if self._is_taken(row)]

    def _text(self, row: FillRow | Missing, column: int) -> str:
        assert self._plan is not None
        section = row.found.section if isinstance(row, FillRow) else row.section
        if column == SECTION:
            return self._plan.document.sections[section].name
        if column == PLAYER:
            return f"{row.player.number}  {row.player.name or row.player.id or '–'}"
        if isinstance(row, Missing):
            return {BY: "–", LOOK: f"✕ {row.why}"}.get(column, "")
        if column == BY:
            return f"{row.found.by} {row.found.entry.id}".strip()
        if column == CHANGES:
            return changes_text(row.changes)
        if column == LOOK and row.cautions:
            return f"! {'; '.join(row.cautions)}"
        return ""

    def setData(
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Tick a row, or takes the tick away."""
        row = self._rows[index.row()]
        if role != Qt.ItemDataRole.CheckStateRole or not isinstance(row, FillRow):
            return False
        self._said[_key(row)] = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(index, index)
        self.ticked.emit()
        return True


def _key(row: FillRow) -> tuple[Identity, str]:
    return row.player.identity, row.found.entry.id


def _order(row: FillRow | Missing) -> tuple[int, int, int]:
    if isinstance(row, Missing):
        return 2, row.section, row.row
    group = 3 if not row.changes else (0 if row.cautions else 1)
    return group, row.found.section, row.found.row
