"""Find crosstables in a spreadsheet's rows, and the facts stated about them."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from uscalc.document.cells import Entry, parse_cell
from uscalc.formats.shared.pairing import MOST_PLAYERS, MOST_SECTIONS
from uscalc.formats.tables.cells import result_token
from uscalc.formats.tables.columns import (
    Columns,
    Row,
    columns_in,
    in_full,
    titles_in,
    whole_number,
)
from uscalc.formats.tables.facts import stated

DELIMITERS: Final = ("\t", ";", ",")
MOST_COLUMNS: Final = 500
MOST_CELLS_OF_TITLE: Final = 12
"""A name with commas in it is several cells of a CSV."""

_NO_TITLE: Final = re.compile(
    r"https?://|www\.|tournament-database|last update|cross ?table|wall ?chart"
    r"|\brank|standings|^page \d|^sep=",
    re.IGNORECASE,
)
"""A line that describes the table and doesn't name the event."""


@dataclass(slots=True)
class Crosstable:
    """A header row, the rows below it, and the lines above it.

    `facts` are stated beside known words. `unnumbered` are players with games but
    without a number. `sheet` is the name of the sheet, if it has a real one.
    """

    columns: Columns
    title: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    unnumbered: list[str] = field(default_factory=list)
    sheet: str = ""


def crosstables(text: str) -> list[Crosstable]:
    """Return the crosstables of a delimited text; none if no header row is found."""
    for delimiter in DELIMITERS:
        if delimiter in text and (found := _read(text, delimiter)):
            return found
    return []


def _read(text: str, delimiter: str) -> list[Crosstable]:
    try:
        return tables_among(
            csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        )
    except csv.Error:
        return []


def tables_among(rows: Iterable[Sequence[str]]) -> list[Crosstable]:
    """Return the crosstables among rows of cells."""
    found: list[Crosstable] = []
    title: list[str] = []
    facts: dict[str, str] = {}
    for raw in rows:
        if not any(raw):
            continue
        row = [" ".join(cell.split()) for cell in raw[:MOST_COLUMNS]]
        columns = columns_in(row)
        if columns is not None:
            if len(found) > MOST_SECTIONS:
                break
            found.append(Crosstable(columns, title, facts))
            title, facts = [], {}
            continue
        if found:
            row = in_full(row, found[-1].columns)
        if found and _is_players(row, found[-1].columns):
            found[-1].rows.append(row)
            if len(found[-1].rows) > MOST_PLAYERS:
                break
        elif found and _has_games(row, found[-1].columns):
            # The table is rejected, whatever follows.
            found[-1].unnumbered.append(row[found[-1].columns.name])
            break
        elif (said := stated(row)) is not None:
            facts.setdefault(*said)
        elif line := _title(row):
            title.append(line)
    if found:
        # Facts below the last table are about the whole event.
        found[-1].facts = found[-1].facts | facts
    return _joined([table for table in found if table.rows or table.unnumbered])


def _title(row: Row) -> str:
    """Return a line that may name the event or a section; empty for any other list."""
    cells = [cell for cell in row if cell]
    if len(cells) > MOST_CELLS_OF_TITLE:
        return ""
    line = " ".join(cells)
    listed = len(cells) > 1 and whole_number(cells[0]) is not None
    other = listed or titles_in(row).name is not None or _NO_TITLE.search(line)
    return "" if other else line


def _joined(tables: list[Crosstable]) -> list[Crosstable]:
    """Return the tables, with those joined again that a page break had split."""
    joined: list[Crosstable] = []
    for table in tables:
        if joined and _goes_on(joined[-1], table):
            joined[-1].rows += table.rows
            joined[-1].unnumbered += table.unnumbered
        else:
            joined.append(table)
    return joined


def _goes_on(one: Crosstable, other: Crosstable) -> bool:
    """Return whether players of one table have games with players of the other."""
    if one.columns != other.columns or not set(other.title) <= set(one.title):
        return False
    numbers = [{_number_of(row, t.columns) for row in t.rows} for t in (one, other)]
    if numbers[0] & numbers[1]:
        return False
    return any(
        entry.opponent in there
        for table, there in ((one, numbers[1]), (other, numbers[0]))
        for row in table.rows
        for entry in _games(row, table.columns)
    )


def _is_players(row: Row, columns: Columns) -> bool:
    """Return whether a row below a header is a player's: it has a name and a number.

    If only ranks are given, several players may share one; then a game is enough.
    """
    if len(row) <= columns.name or not row[columns.name]:
        return False
    if columns.number is None and (columns.rank is None or _has_games(row, columns)):
        return True
    return _number_of(row, columns) is not None


def _has_games(row: Row, columns: Columns) -> bool:
    """Return whether a row has a name and opponents."""
    named = len(row) > columns.name and bool(row[columns.name])
    return named and any(True for _ in _games(row, columns))


def _games(row: Row, columns: Columns) -> Iterator[Entry]:
    """Yield the entries of a row's results that name an opponent."""
    for place in columns.rounds.values():
        cell = parse_cell(result_token(row[place])) if place < len(row) else ()
        if isinstance(cell, tuple):
            yield from (entry for entry in cell if entry.opponent is not None)


def _number_of(row: Row, columns: Columns) -> int | None:
    place = columns.number if columns.number is not None else columns.rank
    return None if place is None or place >= len(row) else whole_number(row[place])
