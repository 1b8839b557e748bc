"""The table of missing data, a row each, the weightiest first."""

from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from uscalc.analysis.assumptions import Assumption
from uscalc.counted import counted
from uscalc.document.facts.missing import missing_data
from uscalc.document.fill.missing import fill_in
from uscalc.document.locate import find_player
from uscalc.document.model import Identity, Player
from uscalc.document.rate.rating import SystemRating
from uscalc.ui.session.session import Session

Index = QModelIndex | QPersistentModelIndex
NUMBER, NAME, MISSING, TAKEN, MOVES, FILL = range(6)
HEADS: Final = ("#", "Player", "Not known", "Taken for granted", "Moves", "Fill in")
HINTS: Final = (
    "Pairing number",
    "Whose fact it is",
    "What nobody said",
    "What the ratings shown assume instead",
    "How many ratings shown it may move, and by how much at most",
    "Type or choose what is true; the ratings follow at once",
)
KIND: Final = Qt.ItemDataRole.UserRole


class MissingModel(QAbstractTableModel):
    """The assumptions of the selected section that may move a displayed rating."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._shown: tuple[int, str] = (-1, "")
        self._rating: SystemRating | None = None
        self._people: dict[int, Identity] = {}
        self.assumptions: tuple[Assumption, ...] = ()
        self.looking = False
        session.opened.connect(self._forget)

    def _forget(self) -> None:
        self._shown = (-1, "")

    def refresh(self) -> None:
        """Show the assumptions found; until then the former ones stay."""
        session, selection = self._session, self._session.selection
        found, place = session.assumptions, (selection.section, selection.system)
        self.looking = session.looks_up_assumptions
        if found is not None:
            rating: SystemRating | None = found.rating
            assumptions = found.assumptions
        elif place == self._shown and self.looking:
            return
        else:
            rating, assumptions = None, ()
        self._shown = place
        if rating is self._rating and assumptions == self.assumptions:
            return
        self.beginResetModel()
        self._rating, self.assumptions = rating, assumptions
        sections = session.rating.document.sections
        players = sections[place[0]].players if place[0] < len(sections) else ()
        self._people = {player.number: player.identity for player in reversed(players)}
        self.endResetModel()

    def row_of(self, row: int) -> int | None:
        """Return the section's row of the player that a row is about.

        None also if the list is out of date and the player is gone.
        """
        place, selection = self.assumptions[row].unknown.place, self._session.selection
        if place is None or self._rating is None:
            return None
        if self._shown != (selection.section, selection.system):
            return None
        number = self._rating.trace.players[place].entrant.number
        person = self._people.get(number)
        found = person and find_player(self._session.document, person)
        return found[1] if found and found[0] == selection.section else None

    def _player(self, row: int) -> Player | None:
        at, section = self.row_of(row), self._session.section
        return None if at is None or section is None else section.players[at]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.assumptions)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(HEADS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Make cells of the last column editable."""
        flags = super().flags(index)
        if index.isValid() and index.column() == FILL and self._player(index.row()):
            kind = self.assumptions[index.row()].unknown.kind
            if not missing_data(kind).is_elsewhere:
                flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return a column's title or hint."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section]
        return HINTS[section] if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's value for a role."""
        if not index.isValid():
            return None
        assumption = self.assumptions[index.row()]
        kind, column = assumption.unknown.kind, index.column()
        if role == KIND:
            return kind
        if role == Qt.ItemDataRole.EditRole:
            return ""
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return HINTS[FILL] if column == FILL else self._text(index.row(), column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{HEADS[column]}: {self._text(index.row(), column)}"
        return None

    def _text(self, row: int, column: int) -> str:
        assumption, player = self.assumptions[row], self._player(row)
        kind = assumption.unknown.kind
        match column:
            case 0:
                return "" if player is None else str(player.number)
            case 1:
                return "everybody" if player is None else player.name or "No name yet"
            case 2:
                return missing_data(kind).title
            case 3:
                return assumption.unknown.taken.split("; ")[-1]
            case 4:
                return moves(assumption)
            case _:
                if kind == "days" and self._has_days():
                    return "The last day decides"
                missing = missing_data(kind)
                there = player is not None or missing.is_elsewhere
                return missing.hint if there else ""

    def _has_days(self) -> bool:
        """Return True if the section has both its first and last day."""
        section = self._session.section
        days = (section.start_date, section.end_date) if section else (None,)
        return None not in days

    def setData(
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Fill in the fact; an unreadable text is refused with the reason."""
        row = self.row_of(index.row())
        if role != Qt.ItemDataRole.EditRole or index.column() != FILL or row is None:
            return False
        if not str(value).strip():
            return False
        selection = self._session.selection
        kind = self.assumptions[index.row()].unknown.kind
        text = str(value)
        return self._session.enter(
            text,
            lambda document: fill_in(
                document, selection.section, row, selection.system, kind, text
            ),
        )


def moves(assumption: Assumption) -> str:
    """Describe how many ratings an assumption moves, by how many points."""
    ratings = counted(len(assumption.moved), "rating")
    return f"{ratings} by up to {counted(assumption.points, 'point')}"


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if not column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
