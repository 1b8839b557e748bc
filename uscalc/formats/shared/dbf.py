"""Read dBASE III tables without memo fields, by the widths in their headers."""

import datetime as dt
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from uscalc.counted import count_in_words
from uscalc.formats.opened import FormatError

VERSION: Final = 3
FIRST_FIELD: Final = 32
FIELD_SIZE: Final = 32
NAME_SIZE: Final = 11
TYPE_AT, WIDTH_AT = 11, 16
END_OF_HEADER: Final = 0x0D
LIVE, DELETED = 0x20, 0x2A
CENTURY: Final = 100
FIRST_OF_CENTURY: Final = 80
"""Two-digit years below this are in the 2000s: the format is not older."""
TEXT_TYPES: Final = frozenset("CDN")
MOST_FIELDS: Final = 255
MOST_CELLS: Final = 2_000_000
ENCODING: Final = "cp1252"


class DbfField(Struct, frozen=True):
    """A column: its name, and the position of its text in a record."""

    name: str
    kind: str
    start: int
    width: int


class DbfTable(Struct, frozen=True):
    """A table's columns and its live records; `deleted` counts the others."""

    fields: tuple[DbfField, ...]
    rows: tuple[dict[str, str], ...]
    deleted: int


def read_field_names(head: bytes) -> frozenset[str]:
    """Return the names of the columns from a file's beginning; empty if it isn't a table."""
    return (
        frozenset()
        if len(head) <= FIRST_FIELD or head[0] != VERSION
        else frozenset(field.name for field in read_fields(head, len(head)))
    )


def read_header_date(head: bytes) -> dt.date | None:
    """Return the day on which the table was written, from its header, or None.

    Years are counted from 1900, in some programs from 2000.
    """
    year, month, day = head[1:4]
    century = 20 if year < FIRST_OF_CENTURY else 19
    try:
        return dt.date(century * CENTURY + year, month, day)
    except ValueError:
        return None


def read_table(data: bytes, most: int, path: Path | None, place: str) -> DbfTable:
    """Return the table, of at most `most` records. Raises FormatError."""

    def check_table(
        condition: bool, problem: str, remedy: str = "Export it again"
    ) -> None:
        if not condition:
            raise FormatError(problem, remedy, path=path, place=place)

    check_table(
        len(data) > FIRST_FIELD and data[0] == VERSION, "this isn't a dBASE III table"
    )
    count, header, length = struct.unpack_from("<IHH", data, 4)
    fields = tuple(read_fields(data, header))
    check_table(
        bool(fields) and header <= len(data),
        "the header is incomplete or damaged",
        "Use a complete copy",
    )
    for field in fields:
        check_table(
            field.kind in TEXT_TYPES,
            f'field {field.name} has the unsupported type "{field.kind}"',
        )
    check_table(
        len({field.name for field in fields}) == len(fields),
        "two fields have the same name",
    )
    check_table(
        count <= most,
        f"the table declares {count:,} records; the limit is {most:,}",
        "Check that this is the right file",
    )
    check_table(
        count * len(fields) <= MOST_CELLS,
        f"the table declares {count:,} records of {len(fields)} fields, "
        "far more than an event has",
        "Check that this is the right file",
    )
    check_table(
        length > sum(field.width for field in fields),
        "the fields are wider than the records",
    )
    check_table(
        header + count * length <= len(data),
        f"the table declares {count_in_words(count, 'record')} but "
        f"contains {(len(data) - header) // length:,}",
        "Use a complete copy",
    )
    return _read_records(data, fields, count, header, length)


def _read_records(
    data: bytes, fields: tuple[DbfField, ...], count: int, header: int, length: int
) -> DbfTable:
    rows = []
    deleted = 0
    for start in range(header, header + count * length, length):
        if data[start] == DELETED:
            deleted += 1
            continue
        record = data[start : start + length]
        rows.append({field.name: read_value(record, field) for field in fields})
    return DbfTable(fields, tuple(rows), deleted)


def read_value(record: bytes, field: DbfField) -> str:
    """Return the text of a record in a column, without the padding."""
    raw = record[field.start : field.start + field.width]
    return raw.replace(b"\0", b" ").decode(ENCODING, "replace").strip()


def read_fields(data: bytes, header: int) -> Iterator[DbfField]:
    """Yield the columns up to the mark that ends them; the rest is padding."""
    start = 1
    last = min(header, len(data), FIRST_FIELD + MOST_FIELDS * FIELD_SIZE)
    for place in range(FIRST_FIELD, last, FIELD_SIZE):
        if data[place] == END_OF_HEADER or place + FIELD_SIZE > last:
            return
        raw = data[place : place + NAME_SIZE].split(b"\0")[0]
        width = data[place + WIDTH_AT]
        kind = chr(data[place + TYPE_AT])
        yield DbfField(raw.decode("ascii", "replace").upper(), kind, start, width)
        start += width
