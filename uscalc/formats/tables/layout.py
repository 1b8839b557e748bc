"""Find crosstables in a spreadsheet's rows, and the facts stated about them."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from uscalc.document.cells import Entry, parse_cell
from uscalc.formats.shared.pairing import MOST_PLAYERS, MOST_SECTIONS
from uscalc.formats.tables.cells import parse_result
from uscalc.formats.tables.columns import (
    CrosstableColumns,
    Row,
    find_columns,
    find_titles,
    join_full_name,
    parse_row_number,
)
from uscalc.formats.tables.facts import parse_fact_line

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
class SpreadsheetCrosstable:
    """A header row, the rows below it, and the lines above it.

    `facts` are stated beside known words. `unnumbered` are players with games but
    without a number. `sheet` is the name of the sheet, if it has a real one.
    """

    columns: CrosstableColumns
    title: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    unnumbered: list[str] = field(default_factory=list)
    sheet: str = ""


def find_crosstables(text: str) -> list[SpreadsheetCrosstable]:
    """Return the crosstables of a delimited text; none if no header row is found."""
    for delimiter in DELIMITERS:
        if delimiter in text and (found := _read_delimited(text, delimiter)):
            return found
    return []


def _read_delimited(text: str, delimiter: str) -> list[SpreadsheetCrosstable]:
    try:
        return find_tables(
            csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        )
    except csv.Error:
        return []


def find_tables(rows: Iterable[Sequence[str]]) -> list[SpreadsheetCrosstable]:
    """Return the crosstables among rows of cells."""
    found: list[SpreadsheetCrosstable] = []
    title: list[str] = []
    facts: dict[str, str] = {}
    for raw in rows:
        if not any(raw):
            continue
        row = [" ".join(cell.split()) for cell in raw[:MOST_COLUMNS]]
        columns = find_columns(row)
        if columns is not None:
            if len(found) > MOST_SECTIONS:
                break
            found.append(SpreadsheetCrosstable(columns, title, facts))
            title, facts = [], {}
            continue
        if found:
            row = join_full_name(row, found[-1].columns)
        if found and _is_player_row(row, found[-1].columns):
            found[-1].rows.append(row)
            if len(found[-1].rows) > MOST_PLAYERS:
                break
        elif found and _has_games(row, found[-1].columns):
            # The table is rejected, whatever follows.
            found[-1].unnumbered.append(row[found[-1].columns.name])
            break
        elif (said := parse_fact_line(row)) is not None:
            facts.setdefault(*said)
        elif line := _get_title_line(row):
            title.append(line)
    if found:
        # Facts below the last table are about the whole event.
        found[-1].facts = found[-1].facts | facts
    return _join_split_tables(
        [table for table in found if table.rows or table.unnumbered]
    )


def _get_title_line(row: Row) -> str:
    """Return a line that may name the event or a section; empty for any other list."""
    cells = [cell for cell in row if cell]
    if len(cells) > MOST_CELLS_OF_TITLE:
        return ""
    line = " ".join(cells)
    listed = len(cells) > 1 and parse_row_number(cells[0]) is not None
    other = listed or find_titles(row).name is not None or _NO_TITLE.search(line)
    return "" if other else line


def _join_split_tables(
    tables: list[SpreadsheetCrosstable],
) -> list[SpreadsheetCrosstable]:
    """Return the tables, with those joined again that a page break had split."""
    joined: list[SpreadsheetCrosstable] = []
    for table in tables:
        if joined and _is_continuation(joined[-1], table):
            joined[-1].rows += table.rows
            joined[-1].unnumbered += table.unnumbered
        else:
            joined.append(table)
    return joined


def _is_continuation(one: SpreadsheetCrosstable, other: SpreadsheetCrosstable) -> bool:
    """Return whether players of one table have games with players of the other."""
    if one.columns != other.columns or not set(other.title) <= set(one.title):
        return False
    numbers = [{_get_number(row, t.columns) for row in t.rows} for t in (one, other)]
    if numbers[0] & numbers[1]:
        return False
    return any(
        entry.opponent in there
        for table, there in ((one, numbers[1]), (other, numbers[0]))
        for row in table.rows
        for entry in _iterate_games(row, table.columns)
    )


def _is_player_row(row: Row, columns: CrosstableColumns) -> bool:
    """Return whether a row below a header is a player's: it has a name and a number.

    If only ranks are given, several players may share one; then a game is enough.
    """
    if len(row) <= columns.name or not row[columns.name]:
        return False
    if columns.number is None and (columns.rank is None or _has_games(row, columns)):
        return True
    return _get_number(row, columns) is not None


def _has_games(row: Row, columns: CrosstableColumns) -> bool:
    """Return whether a row has a name and opponents."""
    named = len(row) > columns.name and bool(row[columns.name])
    return named and any(True for _ in _iterate_games(row, columns))


def _iterate_games(row: Row, columns: CrosstableColumns) -> Iterator[Entry]:
    """Yield the entries of a row's results that name an opponent."""
    for place in columns.rounds.values():
        cell = parse_cell(parse_result(row[place])) if place < len(row) else ()
        if isinstance(cell, tuple):
            yield from (entry for entry in cell if entry.opponent is not None)


def _get_number(row: Row, columns: CrosstableColumns) -> int | None:
    place = columns.number if columns.number is not None else columns.rank
    return None if place is None or place >= len(row) else parse_row_number(row[place])
