"""Make a section of one crosstable: its players, and what its opponents' numbers mean."""

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Final

from uscalc.document.model import Player, Section
from uscalc.document.rate.check import check_section
from uscalc.engine.systems import System
from uscalc.engine.timecontrol import parse_time_control
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    Notes,
    check_count,
    in_all_systems,
    odd_facts,
    with_rounds,
    without_ends,
)
from uscalc.formats.shared.speeds import systems_by_time
from uscalc.formats.tables.cells import result_token
from uscalc.formats.tables.columns import cell_at, whole_number
from uscalc.formats.tables.layout import Crosstable
from uscalc.formats.tables.square import results_of_square

LONGEST_TITLE: Final = 100


class SectionReader:
    """Make a section of a table."""

    def __init__(
        self,
        table: Crosstable,
        index: int,
        end: dt.date,
        control: str | None,
        notes: Notes,
    ) -> None:
        self.table = table
        self.index = index
        self.notes = notes
        title = table.title
        own = title[-1] if title and (index or len(title) > 1) else ""
        self.name = (
            table.facts.get("section", own)[:LONGEST_TITLE]
            or table.sheet
            or f"Section {index + 1}"
        )
        said = table.facts.get("control", control)
        self.systems: tuple[System, ...] = systems_by_time(said, end)
        self.control = said if said and parse_time_control(said) else None
        if said and self.control is None:
            notes.left_out.append(f'The time control "{said[:60]}" cannot be read.')
        self.systems = self.systems or ("R",)
        rounds = table.columns.rounds
        self.cells = [
            [cell_at(row, rounds.get(i + 1)) for i in range(max(rounds))]
            for row in table.rows
        ]
        notes.systems.append(self.systems)

    def section(self, start: dt.date | None, path: Path | None) -> Section:
        """Return the section, which began on the event's first day."""
        table, notes = self.table, self.notes
        check_count(len(table.rows), "players in a section", MOST_PLAYERS, path)
        ways = [
            numbers
            for place in (table.columns.number, table.columns.rank)
            if place is not None and (numbers := self._numbers(place)) is not None
        ]
        if not ways:
            ways = [list(range(1, len(table.rows) + 1))]
            notes.assumed.append(
                f'The players of "{self.name}" are numbered in the order of their rows.'
            )
        found = [self._numbered(way) for way in ways]
        # A table sorted by rank may name opponents by rank or by number: use what agrees.
        best = min(found, key=lambda one: len(check_section(one, self.index)))
        if best is not found[0]:
            notes.assumed.append(
                f'The opponents in "{self.name}" are named by rank, as the games agree '
                "so."
            )
        if self._square(ways[0]) is not None:
            notes.assumed.append(
                f'"{self.name}" is a round robin\'s square, which does not say who met '
                "in which round: the games get the rounds of the usual tables."
            )
        for row, player in zip(table.rows, best.players, strict=True):
            columns = table.columns
            notes.findings += odd_facts(
                cell_at(row, columns.rating),
                cell_at(row, columns.member),
                self.index,
                self.name,
                player.number,
            )
        section = replace(best, start_date=start, time_control=self.control)
        return with_rounds(section, table.facts.get("rounds"))

    def _numbers(self, place: int) -> list[int] | None:
        """Return the numbers in a column; None if a player has none."""
        said = [whole_number(cell_at(row, place)) for row in self.table.rows]
        numbers = [number for number in said if number is not None and number > 0]
        return numbers if len(numbers) == len(said) else None

    def _square(self, numbers: list[int]) -> list[list[str]] | None:
        return results_of_square(self.cells, numbers)

    def _numbered(self, numbers: list[int]) -> Section:
        """Return the section with its players numbered in this way."""
        columns = self.table.columns
        results = self._square(numbers) or [
            list(map(result_token, row)) for row in self.cells
        ]
        players = tuple(
            Player(
                number=number,
                name=row[columns.name],
                id=loose.member_id(cell_at(row, columns.member)),
                ratings=in_all_systems(
                    {self.systems[0]: loose.known_rating(cell_at(row, columns.rating))}
                ),
                state=loose.state(cell_at(row, columns.state)),
                results=without_ends(tokens),
            )
            for number, row, tokens in zip(
                numbers, self.table.rows, results, strict=True
            )
        )
        return Section(name=self.name, players=players)
