"""Read crosstables in workbooks, `.xlsx` and `.xls`, from any program."""

import datetime as dt
import io
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from uscalc.formats.opened import FormatError, FormatReader, OpenedEvent, check
from uscalc.formats.shared.bundle import read_zip
from uscalc.formats.shared.files import check_size
from uscalc.formats.shared.pairing import MOST_PLAYERS
from uscalc.formats.tables.layout import (
    MOST_COLUMNS,
    SpreadsheetCrosstable,
    find_tables,
    get_cell,
)
from uscalc.formats.tables.reader import open_tables

if TYPE_CHECKING:
    from openpyxl import Workbook
    from xlrd.book import Book
    from xlrd.sheet import Sheet as OldSheet


MOST_ROWS: Final = MOST_PLAYERS + 3_000
"""Rows read per sheet; more than the largest section needs, so that excess is noticed."""
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

    `others` are sheets without a crosstable. `cut` is True if a sheet has more rows than were read.
    """

    tables: list[SpreadsheetCrosstable]
    again: list[str]
    cut: bool
    others: list[str]


def find_sheet_tables(sheets: Iterable[WorkbookSheet]) -> WorkbookCrosstables:
    """Return the crosstables of a workbook, one or more per sheet."""
    found: list[SpreadsheetCrosstable] = []
    again: list[str] = []
    others: list[str] = []
    cut = False
    rosters: set[tuple[str | None, frozenset[str]]] = set()
    for sheet in sheets:
        cut = cut or sheet.cut
        tables = find_tables(sheet.rows)
        others += [] if tables or not any(map(any, sheet.rows)) else [sheet.name]
        for table in tables:
            names = frozenset(
                get_cell(row, table.columns.name).casefold() for row in table.rows
            )
            roster = table.facts.get("section"), names
            if roster in rosters:
                again.append(sheet.name)
                continue
            rosters.add(roster)
            if found:
                # Each sheet may repeat the event's name.
                table.title = [t for t in table.title if t not in found[0].title]
            if not _NO_NAME.fullmatch(sheet.name):
                table.sheet = " ".join(sheet.name.split())
            found.append(table)
    return WorkbookCrosstables(found, again, cut, others)


def open_sheets(
    found: WorkbookCrosstables,
    reader: FormatReader,
    path: Path | None,
    end_date: dt.date | None,
) -> OpenedEvent:
    """Return the event of a workbook's crosstables. Raises FormatError if there are none."""
    check(
        found.tables,
        "no header row with a name and rounds found on any sheet"
        + (f" in the first {MOST_ROWS:,} rows" if found.cut else ""),
        ('Add column headings, for example "No.", "Name", "ID", "Rating", "Rd 1"'),
        path=path,
    )
    opened = open_tables(found.tables, reader, path, end_date)
    again = ", ".join(f'"{name}"' for name in found.again[:5])
    others = ", ".join(f'"{name}"' for name in found.others)
    notes = (
        (again, f"Not imported, because they repeat the same players: {again}."),
        (others, f"Not imported: sheets without a crosstable: {others}."),
        (found.cut, f"Not imported: rows below row {MOST_ROWS:,} of a sheet."),
    )
    shown = [text for condition, text in notes if condition]
    return replace(opened, left_out=(*opened.left_out, *shown))


def format_cell(value: object) -> str:
    """Return a cell as displayed: integers without a fraction, dates as 2025-09-01."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value.isoformat())[:10] if hasattr(value, "isoformat") else str(value)


MOST_MARKS: Final = 300_000
"""Tags of all parts: a cell has four, an event of a thousand players about 100,000."""

_PART: Final = re.compile(rb"PK\x03\x04.{26}xl/", re.DOTALL)
_ROW_OF: Final = re.compile(rb"<c [^<>]{0,99}?r=\"[A-Z]{1,3}(\d{5,7})\"", re.ASCII)
"""A cell below the rows that are read."""
_WIDE: Final = re.compile(
    rb"<c [^<>]{0,99}?r=\"(?:S[G-Z]|[T-Z][A-Z]|[A-Z]{3})\d{1,7}\"[^<>/]{0,99}>",
    re.ASCII,
)
"""A cell with a value to the right of column 500, SF."""
_NO_VALUE: Final = re.compile(rb"(?:</f>|<f[^<>]*/>)(?:<v\s*/>|<v></v>)?</c>")


def recognizes(head: bytes) -> bool:
    """Return whether a file is a zip with the parts of a workbook."""
    return head.startswith(b"PK") and _PART.search(head) is not None


def recognizes_old(head: bytes) -> bool:
    """Return whether a file begins as an old workbook."""
    return head.startswith(MARK) or _BARE.match(head) is not None


def holds_event(data: bytes) -> bool:
    """Return whether it has a crosstable; only such workbooks are opened in a folder."""
    try:
        return bool(_find_crosstables(data, None)[0].tables)
    except FormatError:
        return False


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the event of one or more sheets.

    Without a date in them or `end_date` it raises EndDateNeededError, and without a
    table FormatError.
    """
    found, notes = _find_crosstables(data, path)
    reader = OLD_READER if recognizes_old(data) else READER
    opened = open_sheets(found, reader, path, end_date)
    return replace(opened, left_out=(*opened.left_out, *notes))


def _find_crosstables(
    data: bytes, path: Path | None
) -> tuple[WorkbookCrosstables, list[str]]:
    """Return the crosstables, and notes about cells that can't be read.

    An old workbook has the values of all formulas, and few columns. Raises FormatError.
    """
    if recognizes_old(data):
        check_size(path, len(data), OLD_READER.limit)
        return find_sheet_tables(read_old_sheets(data, path)), []
    parts = read_zip(data, path)
    check(
        "xl/workbook.bin" not in parts,
        "uscalc can't read binary workbooks (.xlsb)",
        "Open it in a spreadsheet program and save it as .xlsx",
        path=path,
    )
    check(
        sum(content.count(b"<") for content in parts.values()) <= MOST_MARKS,
        "the workbook has far more cells than an event needs",
        "Save the crosstable in a separate workbook",
        path=path,
    )
    if any(_has_entities(content) for content in parts.values()):
        raise _make_damaged_error("a part of it defines entities", path)
    sheets = [content for name, content in parts.items() if "/worksheets/" in name]
    notes = []
    if formulas := sum(len(_NO_VALUE.findall(content)) for content in sheets):
        notes.append(
            f"{formulas} formulas without a value were read as empty cells. Save the "
            "workbook in a spreadsheet program to add the values."
        )
    if any(map(_WIDE.search, sheets)):
        notes.append(f"Not imported: columns after column {MOST_COLUMNS} of a sheet.")
    cut = any(map(_is_long, sheets))
    from openpyxl import load_workbook
    from openpyxl.styles import cell_style

    # This module prints that a style does not exist, and then raises an error. Standard
    # output must not be redirected, because several threads may read workbooks.
    vars(cell_style)["print"] = lambda _words: None
    try:
        with warnings.catch_warnings():
            # Warnings about unknown styles and pictures do not matter here.
            warnings.simplefilter("ignore")
            book = load_workbook(
                io.BytesIO(data), read_only=True, data_only=True, keep_links=False
            )
            with closing(book):
                return find_sheet_tables(_read_sheets(book, cut)), notes
    except Exception as error:
        # If parts contradict each other, the library raises errors of every kind.
        raise _make_damaged_error(f"{type(error).__name__}: {error}", path) from error


def _read_sheets(book: "Workbook", cut: bool) -> Iterator[WorkbookSheet]:
    for sheet in book.worksheets[:MOST_SHEETS]:
        # The size that the sheet states may be wrong.
        sheet.reset_dimensions()
        rows = sheet.iter_rows(
            max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True
        )
        yield WorkbookSheet(sheet.title, map(_format_cells, rows), cut)


def _format_cells(row: tuple[object, ...]) -> tuple[str, ...]:
    """Return the texts of a row, without the empty cells at its end."""
    end = len(row)
    while end and row[end - 1] is None:
        end -= 1
    return tuple(map(format_cell, row[:end]))


def _is_long(content: bytes) -> bool:
    """Return whether a sheet has more rows than are read; rows may lack numbers."""
    return content.count(b"<row") > MOST_ROWS or any(
        int(found[1]) > MOST_ROWS for found in _ROW_OF.finditer(content)
    )


def _has_entities(content: bytes) -> bool:
    plain = content.replace(b"\0", b"") if b"\0" in content else content
    return any(sign in plain for sign in (b"<!DOCTYPE", b"<!ENTITY"))


def _make_damaged_error(reason: str, path: Path | None) -> FormatError:
    return FormatError(
        f"the workbook is damaged: {reason}",
        "Save it again in the program that created it",
        path=path,
    )


MARK: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The beginning of every compound file, for example a workbook."""
_BARE: Final = re.compile(rb"\x09[\x00\x02\x04\x08][\x04\x06\x08\x10]\x00")
"""The beginning of a workbook without a compound file, as before 1995."""
_ENCRYPTED: Final = "EncryptedPackage"
_NOTHING: Final = frozenset((0, 4, 5, 6))
"""The library's cell types without a text: empty, boolean, error, blank."""
_DAY: Final = 3


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
            logfile=io.StringIO(),
            on_demand=True,
            ragged_rows=True,
        ) as book:
            return list(_read_book(book))
    except Exception as error:
        if str(error) == "Workbook is encrypted":
            raise _make_encrypted_error(path) from error
        # If parts contradict each other, the library raises errors of every kind.
        raise _make_damaged_error(f"{type(error).__name__}: {error}", path) from error


def _reject_other_content(data: bytes, path: Path | None) -> None:
    """Reject a compound file without a workbook, by the names of its streams."""
    if _ENCRYPTED.encode("utf-16-le") in data:
        raise _make_encrypted_error(path)
    check(
        any(name.encode("utf-16-le") in data for name in ("Workbook", "Book")),
        "the file contains no workbook",
        "Choose the event's file",
        path=path,
    )


def _make_encrypted_error(path: Path | None) -> FormatError:
    return FormatError(
        "the workbook is encrypted", "Save it without a password", path=path
    )


def _read_book(book: "Book") -> Iterator[WorkbookSheet]:
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


READER: Final = FormatReader(
    "xlsx",
    "crosstable as a workbook (.xlsx)",
    8_000_000,
    recognizes,
    read,
    holds_event=holds_event,
)
OLD_READER: Final = FormatReader(
    "xls",
    "crosstable as a workbook (.xls)",
    2_000_000,
    recognizes_old,
    read,
    holds_event=holds_event,
)
