"""Read crosstables in old workbooks (`.xls`), as programs still export them."""

import datetime as dt
from pathlib import Path
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.opened import Opened
from uscalc.formats.tables import old_sheets
from uscalc.formats.tables.sheets import opened_sheets, tables_on

KEY: Final = "xls"
NAME: Final = "crosstable as a workbook (.xls)"
LIMIT: Final = old_sheets.LIMIT
"""The largest file, in bytes."""


def recognises(head: bytes) -> bool:
    """Return whether it begins as an old workbook."""
    return old_sheets.is_old_workbook(head)


def holds(data: bytes) -> bool:
    """Return whether it has a crosstable: in a folder only such workbooks are opened."""
    try:
        return len(data) <= LIMIT and bool(
            tables_on(old_sheets.old_sheets(data, None)).tables
        )
    except FormatError:
        return False


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> Opened:
    """Return the event of one or more sheets.

    Without a date in them or `end_date` it raises EndDateNeededError, and without a
    table FormatError.
    """
    found = tables_on(old_sheets.old_sheets(data, path))
    return opened_sheets(found, KEY, NAME, path, end_date)
