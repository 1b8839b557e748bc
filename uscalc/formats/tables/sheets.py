"""Find crosstables on the sheets of a workbook in any format."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from uscalc.formats.errors import FormatError
from uscalc.formats.opened import OpenedEvent
from uscalc.formats.shared.pairing import MOST_PLAYERS
from uscalc.formats.tables.layout import SpreadsheetCrosstable, find_tables
from uscalc.formats.tables.reader import open_tables

MOST_ROWS: Final = MOST_PLAYERS + 3_000
"""Per sheet; more rows than players are possible show that there are too many."""
MOST_SHEETS: Final = 350

_NO_NAME: Final = re.compile(
    r"(?:sheet|tabelle|hoja|feuil|blad|foglio|table|cross ?table|wall ?chart|players)"
    r"\W?\d*",
    re.IGNORECASE,
)


class WorkbookSheet(NamedTuple):
    """A sheet's name, and its rows of texts; `cut` if it has more rows."""

    name: str
    rows: Iterable[Sequence[str]]
    cut: bool = False


class WorkbookCrosstables(NamedTuple):
    """The crosstables, and the sheets that repeat the players of an earlier one.

    `cut` says that a sheet has more rows than were read.
    """

    tables: list[SpreadsheetCrosstable]
    again: list[str]
    cut: bool


def find_sheet_tables(sheets: Iterable[WorkbookSheet]) -> WorkbookCrosstables:
    """Return the crosstables of a workbook, one or more per sheet."""
    found: list[SpreadsheetCrosstable] = []
    again: list[str] = []
    cut = False
    seen: set[frozenset[str]] = set()
    for sheet in sheets:
        cut = cut or sheet.cut
        for table in find_tables(sheet.rows):
            names = frozenset(row[table.columns.name].casefold() for row in table.rows)
            if names in seen:
                again.append(sheet.name)
                continue
            seen.add(names)
            if found:
                # Each sheet may repeat the event's name.
                table.title = [t for t in table.title if t not in found[0].title]
            if not _NO_NAME.fullmatch(sheet.name):
                table.sheet = " ".join(sheet.name.split())
            found.append(table)
    return WorkbookCrosstables(found, again, cut)


def open_sheets(
    found: WorkbookCrosstables,
    key: str,
    format_name: str,
    path: Path | None,
    end_date: dt.date | None,
) -> OpenedEvent:
    """Return the event of a workbook's crosstables.

    Raises FormatError if there are none.
    """
    if not found.tables:
        raise FormatError(
            "no header row with a name and rounds is found on its sheets"
            + (f", in their first {MOST_ROWS:,} rows" if found.cut else ""),
            'give the columns titles, such as "No.", "Name", "ID", "Rating", "Rd 1"',
            path=path,
        )
    opened = open_tables(found.tables, key, format_name, path, end_date)
    said = []
    if found.again:
        shown = ", ".join(f'"{name}"' for name in found.again[:5])
        said.append(f"What shows the same players again is not read: {shown}.")
    if found.cut:
        said.append(f"What stands below row {MOST_ROWS:,} of a sheet is not read.")
    return replace(opened, left_out=(*opened.left_out, *said))


def format_cell(value: object) -> str:
    """Return what a cell shows: integers without a fraction, dates as 2025-09-01."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if hasattr(value, "isoformat"):
        return str(value.isoformat())[:10]
    return str(value)
