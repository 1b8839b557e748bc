"""The columns and rows that the crosstable shows, and their order."""

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from uscalc.counted import group_by_key
from uscalc.document.model import Section
from uscalc.ui.crosstable.table import COLUMNS, make_cell
from uscalc.ui.session.session import Session

if TYPE_CHECKING:
    from uscalc.document.edit.block import PasteColumn


FIGURE_SPACE: Final = "\N{FIGURE SPACE}"
SPECS: Final = {spec.kind: spec for spec in COLUMNS}
BEFORE: Final = tuple(spec for spec in COLUMNS if spec.where == "before")
AFTER: Final = tuple(spec for spec in COLUMNS if spec.where == "after")
ROUND: Final = SPECS["round"]
NAME: Final = BEFORE.index(SPECS["name"])
"""The column of the names, which is always at this place."""


class CrosstableColumns:
    """The columns of a section: those of its rounds, and some of the optional columns.

    One more column follows the last round; typing in it adds a round.
    """

    def __init__(self, rounds: int, extra: frozenset[str] = frozenset()) -> None:
        self.rounds, self.extra = rounds, extra
        before, after = (
            [spec for spec in specs if spec.kind in extra or not spec.optional]
            for specs in (BEFORE, AFTER)
        )
        self.specs = (*before, *(ROUND,) * (rounds + 1), *after)
        """The specification of each column; a tuple, because it is read for each painted cell."""
        self.count = len(self.specs)
        """The number of columns."""
        self.results = range(len(before), len(before) + rounds + 1)
        """The columns of the rounds, including the one that adds a round."""
        places = (
            column - len(before) if column in self.results else -1
            for column in range(self.count)
        )
        self.rounds_of = tuple(places)
        """The round of each column, counted from 0; -1 for other columns."""
        self.figures = range(self.results.stop, self.count)
        """The columns of points and ratings after the event."""
        self.following = group_by_key(
            (spec.follows, column)
            for column, spec in enumerate(self.specs)
            if spec is not ROUND
        )
        """The columns other than rounds, by what their cells change with."""

    def find_written(self, column: int) -> "PasteColumn | None":
        """Return what typed text in a column sets; None if the column is computed."""
        return (
            self.rounds_of[column]
            if column in self.results
            else self.specs[column].pasted
        )

    def is_entry(self, column: int) -> bool:
        """Return whether a column is one of those filled in for a new player, from the name on."""
        before = NAME <= column < self.results.start
        return before and self.specs[column].edit is not None

    def find_column(self, kind: str) -> int:
        """Return the place of the only column of a kind."""
        return self.specs.index(SPECS[kind])

    def find_title(self, column: int) -> str:
        """Return the heading of a column."""
        spec = self.specs[column]
        if spec is not ROUND:
            return f"{spec.title}{FIGURE_SPACE * spec.gap}"
        index = self.rounds_of[column]
        return "+" if index == self.rounds else f"{spec.title}{index + 1}"

    def find_hint(self, column: int) -> str:
        """Return the tooltip of a heading."""
        spec = self.specs[column]
        if spec is not ROUND:
            return spec.hint
        number = self.rounds_of[column] + 1
        return (
            f"Type a result here to start round {number}"
            if number > self.rounds
            else f"Round {number}. {spec.hint}"
        )


class Sorting(Struct, frozen=True):
    """The column to sort by; for a result, `place` is the round, counted from 0."""

    kind: str
    place: int = 0
    reverse: bool = False


def next_sorting(now: Sorting | None, kind: str, place: int) -> Sorting | None:
    """Return the sorting after another click on a heading.

    The first click sorts by the column, the second reverses the order, and the third
    returns to pairing numbers.
    """
    first = SPECS[kind].high_first
    if now is None or (now.kind, now.place) != (kind, place):
        return Sorting(kind, place, first)
    return Sorting(kind, place, not first) if now.reverse == first else None


def list_rows(session: Session, sorting: Sorting | None, wanted: str) -> list[int]:
    """Return the shown rows of the section, in their order."""
    section = session.section
    if section is None:
        return []
    rows = [
        row
        for row in range(len(section.players))
        if _matches_text(section, row, wanted)
    ]
    if sorting is None:
        return rows
    place, key, shown = sorting.place, SPECS[sorting.kind].sort, session.shown
    keys = {row: key(make_cell(session, section, shown, row, place)) for row in rows}
    known = [row for row in rows if keys[row] is not None]
    # Equal rows stay in the order of pairing numbers, also in a descending order.
    known.sort(key=lambda row: (keys[row] or 0,), reverse=sorting.reverse)
    return known + [row for row in rows if keys[row] is None]


def _matches_text(section: Section, row: int, wanted: str) -> bool:
    player = section.players[row]
    return all(
        word in player.name.casefold()
        or word == str(player.number)
        or word == (player.id or "")
        for word in wanted.casefold().split()
    )
