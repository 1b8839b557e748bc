"""Read crosstables in old workbooks (`.xls`), as programs still export them."""

import datetime as dt
from pathlib import Path
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.opened import OpenedEvent
from uscalc.formats.tables import old_sheets
from uscalc.formats.tables.sheets import find_sheet_tables, open_sheets

KEY: Final = "xls"
NAME: Final = "crosstable as a workbook (.xls)"
LIMIT: Final = old_sheets.LARGEST_FILE
"""The largest file, in bytes."""


def recognizes(head: bytes) -> bool:
    """Return whether it begins as an old workbook."""
    return old_sheets.is_old_workbook(head)


def holds_event(data: bytes) -> bool:
    """Return whether it has a crosstable: in a folder only such workbooks are opened."""
    try:
        return len(data) <= LIMIT and bool(
            find_sheet_tables(old_sheets.read_old_sheets(data, None)).tables
        )
    except FormatError:
        return False


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the event of one or more sheets.

    Without a date in them or `end_date` it raises EndDateNeededError, and without a
    table FormatError.
    """
    found = find_sheet_tables(old_sheets.read_old_sheets(data, path))
    return open_sheets(found, KEY, NAME, path, end_date)
