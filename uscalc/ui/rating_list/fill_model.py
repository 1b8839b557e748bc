"""The rows of filling an event from a list: what changes, who needs a look, who is not there."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from uscalc.document.merge.listed import FillChange, FoundMember, PlannedFill
from uscalc.document.model import Document, Identity
from uscalc.ratinglist.matching import ListMatches, UnmatchedPlayer
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn

FILL, SECTION, PLAYER, BY, CHANGES, LOOK = range(6)
NO_CHANGE: Final = "as it is already"


@dataclass(frozen=True, slots=True)
class FillPlan:
    """The changes that filling from a supplement would make."""

    document: Document
    matching: ListMatches
    rows: tuple[PlannedFill, ...]


def describe_changes(changes: tuple[FillChange, ...]) -> str:
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
    return "; ".join(said) or NO_CHANGE


FillLine = PlannedFill | UnmatchedPlayer


class FillModel(ColumnTableModel[FillLine]):
    """Those to look at first, then those filled, those not found, and the rest."""

    ticked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self._make_columns(), parent, tooltip=lambda column, row: column.text(row)
        )
        self._plan: FillPlan | None = None
        self._said: dict[tuple[Identity, str], bool] = {}

    def _make_columns(self) -> tuple[TableColumn[FillLine], ...]:
        ticks = Qt.ItemDataRole.CheckStateRole
        return (
            TableColumn(
                "Fill",
                "",
                lambda _row: "",
                digits=4,
                spoken=lambda row: (
                    "filled in" if self._is_taken(row) else "left as it is"
                ),
                roles={ticks: self._read_tick},
                changes={ticks: self._tick},
                flags=lambda row: (
                    Qt.ItemFlag.ItemIsUserCheckable
                    if _is_filled(row)
                    else Qt.ItemFlag.NoItemFlags
                ),
            ),
            TableColumn("Section", "", self._name_section, digits=10, fits=True),
            TableColumn("Player", "", _name_player, digits=16, fits=True),
            TableColumn("Found by", "", _name_match, digits=12, fits=True),
            TableColumn(
                "Changes",
                "",
                lambda row: (
                    describe_changes(row.changes)
                    if isinstance(row, PlannedFill)
                    else ""
                ),
                digits=18,
                fits=True,
                wraps=True,
            ),
            TableColumn("To look at", "", _warn, digits=18, fits=True, wraps=True),
        )

    def show_plan(self, plan: FillPlan | None) -> None:
        """Show another plan; ticks stay with their players."""
        self._plan = plan
        rows: list[FillLine] = []
        if plan is not None:
            rows = [*plan.rows, *plan.matching.missing]
        self.show_rows(sorted(rows, key=_get_sort_key))
        self.ticked.emit()

    @property
    def ticked_players(self) -> tuple[FoundMember, ...]:
        """The players to be filled, in the order of the event."""
        found = [
            row.found
            for row in self.rows
            if isinstance(row, PlannedFill) and self._is_taken(row)
        ]
        return tuple(sorted(found, key=lambda one: (one.section, one.row)))

    def counts(self) -> tuple[int, int, int]:
        """Return how many are filled, are left although they could be, and are not found."""
        rows = [row for row in self.rows if isinstance(row, PlannedFill)]
        left = sum(bool(row.changes) and not self._is_taken(row) for row in rows)
        return len(self.ticked_players), left, len(self.rows) - len(rows)

    def _is_taken(self, row: FillLine) -> bool:
        if not isinstance(row, PlannedFill) or not row.changes:
            return False
        return self._said.get(_make_key(row), row.taken)

    def _read_tick(self, row: FillLine) -> Qt.CheckState | None:
        if not _is_filled(row):
            return None
        taken = self._is_taken(row)
        return Qt.CheckState.Checked if taken else Qt.CheckState.Unchecked

    def _tick(self, row: FillLine, value: object) -> bool:
        if not isinstance(row, PlannedFill):
            return False
        self._said[_make_key(row)] = Qt.CheckState(value) == Qt.CheckState.Checked
        place = self.rows.index(row)
        self.update_rows(place, place)
        self.ticked.emit()
        return True

    def _name_section(self, row: FillLine) -> str:
        assert self._plan is not None
        section = row.found.section if isinstance(row, PlannedFill) else row.section
        return self._plan.document.sections[section].name


def _is_filled(row: FillLine) -> bool:
    """Return whether the list would change anything of a player."""
    return isinstance(row, PlannedFill) and bool(row.changes)


def _name_player(row: FillLine) -> str:
    return f"{row.player.number}  {row.player.name or row.player.id or '–'}"


def _name_match(row: FillLine) -> str:
    if isinstance(row, UnmatchedPlayer):
        return "–"
    return f"{row.found.by} {row.found.entry.id}".strip()


def _warn(row: FillLine) -> str:
    """Return what to look at: why a player was not found, or what is doubtful."""
    if isinstance(row, UnmatchedPlayer):
        return f"✕ {row.why}"
    return f"! {'; '.join(row.cautions)}" if row.cautions else ""


def _make_key(row: PlannedFill) -> tuple[Identity, str]:
    return row.player.identity, row.found.entry.id


def _get_sort_key(row: PlannedFill | UnmatchedPlayer) -> tuple[int, int, int]:
    if isinstance(row, UnmatchedPlayer):
        return 2, row.section, row.row
    group = 3 if not row.changes else (0 if row.cautions else 1)
    return group, row.found.section, row.found.row
