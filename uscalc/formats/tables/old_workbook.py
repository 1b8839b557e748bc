"""Read crosstables in old workbooks (`.xls`), as programs still export them."""

import datetime as dt
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uscalc.formats.opened import FormatError, OpenedEvent
from uscalc.formats.tables.layout import MOST_COLUMNS
from uscalc.formats.tables.workbook import (
    MOST_ROWS,
    MOST_SHEETS,
    WorkbookSheet,
    find_sheet_tables,
    format_cell,
    open_sheets,
)

if TYPE_CHECKING:
    from xlrd.book import Book
    from xlrd.sheet import Sheet as OldSheet


MARK: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The beginning of every compound file, such as a workbook."""
_BARE: Final = re.compile(rb"\x09[\x00\x02\x04\x08][\x04\x06\x08\x10]\x00")
"""The beginning of a workbook without a compound file, as before 1995."""
_WORKBOOK: Final = ("Workbook", "Book")
_ENCRYPTED: Final = "EncryptedPackage"
LARGEST_FILE: Final = 2_000_000
"""The largest file, in bytes."""
_NOTHING: Final = frozenset((0, 4, 5, 6))
"""The library's cell types without a text: empty, boolean, error, blank."""
_DAY: Final = 3


class _DiscardedLog(io.TextIOBase):
    """Discard the messages that the library prints."""

    def write(self, text: str) -> int:
        return len(text)


def read_old_sheets(data: bytes, path: Path | None) -> list[WorkbookSheet]:
    """Return each sheet with its rows of texts. Raises FormatError."""
    if data.startswith(MARK):
        _reject_other_content(data, path)
    try:
        import xlrd
    except ImportError as error:
        raise FormatError(
            (
                "reading .xls workbooks needs the Python package xlrd, which "
                "isn't installed"
            ),
            'Save the workbook as .xlsx, or run: pip install "uscalc[xls]"',
            path=path,
        ) from error
    try:
        with xlrd.open_workbook(
            file_contents=data,
            logfile=_DiscardedLog(),
            on_demand=True,
            ragged_rows=True,
        ) as book:
            return list(_read_sheets(book))
    except Exception as error:
        if str(error) == "Workbook is encrypted":
            raise _make_encrypted_error(path) from error
        # Parts that contradict each other end in errors of every kind.
        raise FormatError(
            f"the workbook is damaged: {type(error).__name__}: {error}",
            "Save it again in the program that created it",
            path=path,
        ) from error


def _reject_other_content(data: bytes, path: Path | None) -> None:
    """Reject a compound file without a workbook, by the names of its streams."""
    if _ENCRYPTED.encode("utf-16-le") in data:
        raise _make_encrypted_error(path)
    if not any(name.encode("utf-16-le") in data for name in _WORKBOOK):
        raise FormatError(
            "the file contains no workbook", "Choose the event's file", path=path
        )


def _make_encrypted_error(path: Path | None) -> FormatError:
    return FormatError(
        "the workbook is encrypted", "Save it without a password", path=path
    )


def _read_sheets(book: "Book") -> Iterator[WorkbookSheet]:
    for index, name in enumerate(book.sheet_names()[:MOST_SHEETS]):
        sheet = book.sheet_by_index(index)
        rows = [
            _read_row(sheet, row, book.datemode)
            for row in range(min(sheet.nrows, MOST_ROWS))
        ]
        yield WorkbookSheet(name, rows, sheet.nrows > MOST_ROWS)
        book.unload_sheet(index)


def _read_row(sheet: "OldSheet", row: int, datemode: int) -> tuple[str, ...]:
    kinds = sheet.row_types(row, 0, MOST_COLUMNS)
    values = sheet.row_values(row, 0, MOST_COLUMNS)
    return tuple(
        "" if kind in _NOTHING else _format_value(value, kind, datemode)
        for value, kind in zip(values, kinds, strict=True)
    )


def _format_value(value: object, kind: int, datemode: int) -> str:
    if kind != _DAY or not isinstance(value, float):
        return format_cell(value)
    from xlrd import xldate_as_datetime

    try:
        return format_cell(xldate_as_datetime(value, 1 if datemode else 0))
    except (ValueError, OverflowError):
        return ""


KEY: Final = "xls"
NAME: Final = "crosstable as a workbook (.xls)"
LIMIT: Final = LARGEST_FILE
"""The largest file, in bytes."""


def recognizes(head: bytes) -> bool:
    """Return whether it begins as an old workbook."""
    return head.startswith(MARK) or _BARE.match(head) is not None


def holds_event(data: bytes) -> bool:
    """Return whether it has a crosstable: in a folder only such workbooks are opened."""
    try:
        return len(data) <= LIMIT and bool(
            find_sheet_tables(read_old_sheets(data, None)).tables
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
    return open_sheets(
        find_sheet_tables(read_old_sheets(data, path)), KEY, NAME, path, end_date
    )
