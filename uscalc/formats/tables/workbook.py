"""Read crosstables as XLSX, from WinTD, Swiss-Manager, chess-results or a spreadsheet."""

import datetime as dt
import io
import re
import warnings
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uscalc.formats.errors import FormatError
from uscalc.formats.opened import OpenedEvent
from uscalc.formats.shared.bundle import read_zip
from uscalc.formats.tables.layout import MOST_COLUMNS
from uscalc.formats.tables.sheets import (
    MOST_ROWS,
    MOST_SHEETS,
    WorkbookCrosstables,
    WorkbookSheet,
    find_sheet_tables,
    format_cell,
    open_sheets,
)

if TYPE_CHECKING:
    from openpyxl import Workbook

KEY: Final = "xlsx"
NAME: Final = "crosstable as a workbook (.xlsx)"
LIMIT: Final = 8_000_000
"""The largest file, in bytes."""
MOST_MARKS: Final = 300_000
"""Tags of all parts: a cell has four, an event of a thousand players some 100,000."""

_PART: Final = re.compile(rb"PK\x03\x04.{26}xl/", re.DOTALL)
_ROW_OF: Final = re.compile(rb"<c [^<>]{0,99}?r=\"[A-Z]{1,3}(\d{5,7})\"", re.ASCII)
"""A cell so far down that its row may not be read."""
_NO_VALUE: Final = re.compile(rb"(?:</f>|<f[^<>]*/>)(?:<v\s*/>|<v></v>)?</c>")
_ENTITY: Final = (b"<!DOCTYPE", b"<!ENTITY")


def recognizes(head: bytes) -> bool:
    """Return whether it is a zip with the parts of a workbook."""
    return head.startswith(b"PK") and _PART.search(head) is not None


def holds_event(data: bytes) -> bool:
    """Return whether it has a crosstable: in a folder only such workbooks are opened."""
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
    found, without_value = _find_crosstables(data, path)
    opened = open_sheets(found, KEY, NAME, path, end_date)
    if not without_value:
        return opened
    said = (
        f"{without_value} formulas without a value are read as empty cells: a "
        "spreadsheet program that saves the workbook adds the values."
    )
    return replace(opened, left_out=(*opened.left_out, said))


def _find_crosstables(
    data: bytes, path: Path | None
) -> tuple[WorkbookCrosstables, int]:
    """Return the crosstables, and the number of formulas without values.

    Raises FormatError.
    """
    parts = read_zip(data, path)
    if "xl/workbook.bin" in parts:
        raise FormatError(
            "it is a binary workbook (.xlsb), which is not read",
            "open it in a spreadsheet program and save the table as .xlsx",
            path=path,
        )
    if sum(content.count(b"<") for content in parts.values()) > MOST_MARKS:
        raise FormatError(
            "it has far more cells than an event needs",
            "save the crosstable in a workbook of its own",
            path=path,
        )
    if any(_has_entities(content) for content in parts.values()):
        raise _make_damaged_error("a part of it defines entities", path)
    sheets = [content for name, content in parts.items() if "/worksheets/" in name]
    formulas = sum(len(_NO_VALUE.findall(content)) for content in sheets)
    cut = any(map(_is_long, sheets))
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            # Warnings about unknown styles and pictures do not matter here.
            warnings.simplefilter("ignore")
            book = load_workbook(
                io.BytesIO(data), read_only=True, data_only=True, keep_links=False
            )
            with closing(book):
                return find_sheet_tables(_read_sheets(book, cut)), formulas
    except Exception as error:
        # Parts that contradict each other end in errors of every kind.
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
    """Return whether a sheet has more rows than are read; they may be unnumbered."""
    return content.count(b"<row") > MOST_ROWS or any(
        int(found[1]) > MOST_ROWS for found in _ROW_OF.finditer(content)
    )


def _has_entities(content: bytes) -> bool:
    plain = content.replace(b"\0", b"") if b"\0" in content else content
    return any(sign in plain for sign in _ENTITY)


def _make_damaged_error(reason: str, path: Path | None) -> FormatError:
    return FormatError(
        f"the workbook is damaged: {reason}",
        "save it again in the program that made it",
        path=path,
    )
