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
    ReadingNotes,
    fill_all_systems,
    find_odd_facts,
    reject_excess,
    trim_empty_rounds,
    with_rounds,
)
from uscalc.formats.shared.speeds import find_systems_by_time
from uscalc.formats.tables.cells import parse_result
from uscalc.formats.tables.columns import get_cell, parse_row_number
from uscalc.formats.tables.layout import SpreadsheetCrosstable
from uscalc.formats.tables.square import read_square

LONGEST_TITLE: Final = 100


class TableSectionReader:
    """Make a section of a table."""

    def __init__(
        self,
        table: SpreadsheetCrosstable,
        index: int,
        end: dt.date,
        control: str | None,
        notes: ReadingNotes,
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
        self.systems: tuple[System, ...] = find_systems_by_time(said, end)
        self.control = said if said and parse_time_control(said) else None
        if said and self.control is None:
            notes.left_out.append(f'The time control "{said[:60]}" cannot be read.')
        self.systems = self.systems or ("R",)
        rounds = table.columns.rounds
        self.cells = [
            [get_cell(row, rounds.get(i + 1)) for i in range(max(rounds))]
            for row in table.rows
        ]
        notes.systems.append(self.systems)

    def make_section(self, start: dt.date | None, path: Path | None) -> Section:
        """Return the section, which began on the event's first day."""
        table, notes = self.table, self.notes
        reject_excess(len(table.rows), "players in a section", MOST_PLAYERS, path)
        ways = [
            numbers
            for place in (table.columns.number, table.columns.rank)
            if place is not None and (numbers := self._read_numbers(place)) is not None
        ]
        if not ways:
            ways = [list(range(1, len(table.rows) + 1))]
            notes.assumed.append(
                f'The players of "{self.name}" are numbered in the order of their rows.'
            )
        found = [self._make_numbered_section(way) for way in ways]
        # A table sorted by rank may name opponents by rank or by number: use what agrees.
        best = min(found, key=lambda one: len(check_section(one, self.index)))
        if best is not found[0]:
            notes.assumed.append(
                f'The opponents in "{self.name}" are named by rank, as the games agree '
                "so."
            )
        if self._read_square(ways[0]) is not None:
            notes.assumed.append(
                f'"{self.name}" is a round robin\'s square, which does not say who met '
                "in which round: the games get the rounds of the usual tables."
            )
        for row, player in zip(table.rows, best.players, strict=True):
            columns = table.columns
            notes.findings += find_odd_facts(
                get_cell(row, columns.rating),
                get_cell(row, columns.member),
                self.index,
                self.name,
                player.number,
            )
        section = replace(best, start_date=start, time_control=self.control)
        return with_rounds(section, table.facts.get("rounds"))

    def _read_numbers(self, place: int) -> list[int] | None:
        """Return the numbers in a column; None if a player has none."""
        said = [parse_row_number(get_cell(row, place)) for row in self.table.rows]
        numbers = [number for number in said if number is not None and number > 0]
        return numbers if len(numbers) == len(said) else None

    def _read_square(self, numbers: list[int]) -> list[list[str]] | None:
        return read_square(self.cells, numbers)

    def _make_numbered_section(self, numbers: list[int]) -> Section:
        """Return the section with its players numbered in this way."""
        columns = self.table.columns
        results = self._read_square(numbers) or [
            list(map(parse_result, row)) for row in self.cells
        ]
        players = tuple(
            Player(
                number=number,
                name=row[columns.name],
                id=loose.parse_member_id(get_cell(row, columns.member)),
                ratings=fill_all_systems(
                    {
                        self.systems[0]: loose.parse_known_rating(
                            get_cell(row, columns.rating)
                        )
                    }
                ),
                state=loose.parse_state(get_cell(row, columns.state)),
                results=trim_empty_rounds(tokens),
            )
            for number, row, tokens in zip(
                numbers, self.table.rows, results, strict=True
            )
        )
        return Section(name=self.name, players=players)
