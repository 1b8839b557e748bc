"""Missing facts as Qt sees them: a row each, the weightiest first."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from PySide6.QtCore import Qt

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.counted import count_in_words
from uscalc.document.facts.missing import MissingData, find_missing_data
from uscalc.document.merge.missing import fill_in
from uscalc.document.model import Identity, Player, find_player
from uscalc.document.rate.in_system import SystemRating
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.column_table import FREE, ColumnTableModel, Side, TableColumn

NUMBER, NAME, MISSING, TAKEN, MOVES, FILL = range(6)
FILL_HINT: Final = "Type or choose what is true; the ratings follow at once"
KIND: Final = FREE
"""Role of the kind of missing data."""


class MissingRow(NamedTuple):
    """One piece of missing data, its row in the table and its player.

    The player is None if the data belongs to no player, or the player was deleted.
    """

    place: int
    assumption: RelevantAssumption
    player: Player | None

    @property
    def kind(self) -> str:
        """The kind of missing data."""
        return self.assumption.unknown.kind

    @property
    def missing(self) -> MissingData:
        """The words of the kind."""
        return find_missing_data(self.kind)


ROLES: Final[Mapping[int, Callable[[MissingRow], object]]] = {
    KIND: lambda row: row.kind,
    Qt.ItemDataRole.EditRole: lambda _row: "",
}


class MissingModel(ColumnTableModel[MissingRow]):
    """The assumptions of the selected section that may move a displayed rating."""

    def __init__(self, session: Session) -> None:
        super().__init__(
            self._make_columns(),
            session,
            tooltip=lambda column, row: column.text(row),
            spoken=lambda column, row: f"{column.title}: {column.text(row)}",
        )
        self._session = session
        self._shown: tuple[int, str] = (-1, "")
        self._rating: SystemRating | None = None
        self._people: dict[int, Identity] = {}
        self.assumptions: tuple[RelevantAssumption, ...] = ()
        self.looking = False
        session.opened.connect(self._forget_shown)

    def _forget_shown(self) -> None:
        self._shown = (-1, "")

    def refresh(self) -> None:
        """Take over what was found; until then what was known before stays."""
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
        """Return the row in the section of the player that a row is about.

        None too where the list is behind, and the player is no longer there.
        """
        place, selection = self.assumptions[row].unknown.place, self._session.selection
        if place is None or self._rating is None:
            return None
        if self._shown != (selection.section, selection.system):
            return None
        person = self._people.get(self._rating.trace.players[place].entrant.number)
        found = person and find_player(self._session.document, person)
        return found[1] if found and found[0] == selection.section else None

    # Table contents

    def count_rows(self) -> int:
        """Count the rows of missing data."""
        return len(self.assumptions)

    def read_row(self, place: int) -> MissingRow:
        """Return a row of missing data with its player's current entries."""
        at, section = self.row_of(place), self._session.section
        player = None if at is None or section is None else section.players[at]
        return MissingRow(place, self.assumptions[place], player)

    def _make_columns(self) -> tuple[TableColumn[MissingRow], ...]:
        def make(
            title: str,
            hint: str,
            text: Callable[[MissingRow], str],
            side: Side = "left",
        ) -> TableColumn[MissingRow]:
            return TableColumn(title, hint, text, side, roles=ROLES)

        return (
            make(
                "#",
                "Pairing number",
                lambda row: str(row.player.number) if row.player else "",
                "right",
            ),
            make("Player", "Whose fact it is", _name_player),
            make("Not known", "What nobody said", lambda row: row.missing.title),
            make(
                "Taken for granted",
                "What the ratings shown assume instead",
                lambda row: row.assumption.unknown.taken.split("; ")[-1],
            ),
            make(
                "Moves",
                "How many ratings shown it may move, and by how much at most",
                lambda row: describe_moves(row.assumption),
            ),
            TableColumn(
                "Fill in",
                FILL_HINT,
                self._prompt,
                tooltip=lambda _row: FILL_HINT,
                roles=ROLES,
                changes={Qt.ItemDataRole.EditRole: self._fill_in},
                flags=_allow_editing,
            ),
        )

    def _prompt(self, row: MissingRow) -> str:
        """Return what can be typed to fill a fact in, or where else to enter it."""
        if row.kind == "days" and self._has_days():
            return "The last day decides"
        there = row.player is not None or row.missing.is_elsewhere
        return row.missing.hint if there else ""

    def _has_days(self) -> bool:
        """Return whether the section's first and last day are both in the event."""
        section = self._session.section
        days = (section.start_date, section.end_date) if section else (None,)
        return None not in days

    def _fill_in(self, row: MissingRow, value: object) -> bool:
        """Fill a fact in; a text that cannot be read is rejected with a reason."""
        at, selection = self.row_of(row.place), self._session.selection
        text = str(value)
        if at is None or not text.strip():
            return False
        return self._session.enter_text(
            text,
            lambda document: fill_in(
                document, selection.section, at, selection.system, row.kind, text
            ),
        )


def _name_player(row: MissingRow) -> str:
    return "everybody" if row.player is None else row.player.name or "No name yet"


def _allow_editing(row: MissingRow) -> Qt.ItemFlag:
    editable = row.player is not None and not row.missing.is_elsewhere
    return Qt.ItemFlag.ItemIsEditable if editable else Qt.ItemFlag.NoItemFlags


def describe_moves(assumption: RelevantAssumption) -> str:
    """Return how many ratings, by how many points."""
    ratings = count_in_words(len(assumption.moved), "rating")
    return f"{ratings} by up to {count_in_words(assumption.points, 'point')}"
