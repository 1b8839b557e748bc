"""Read a list as a stream of rows: dBASE, tab-separated text, or CSV."""

import codecs
import datetime as dt
import io
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from uscalc.counted import count_in_words
from uscalc.formats.opened import FormatError, check
from uscalc.formats.shared import dbf
from uscalc.formats.shared.bundle import LARGEST_RATIO, is_zip
from uscalc.formats.shared.files import open_regular_file
from uscalc.ratinglist.roles import describe_needed_titles
from uscalc.ratinglist.separated import (
    KINDS,
    OpenQuoteError,
    Row,
    find_first_titles,
    is_text_list,
    split_cells,
)

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


LARGEST: Final = 1_000_000_000
"""The largest unpacked size in bytes, three times that of a list of all members ever."""
MOST_FILES: Final = 1000
_TAIL: Final = 65536 + 22
_DIRECTORY_LIMIT: Final = 1_000_000
_END: Final = b"PK\x05\x06"
_WIDE: Final = b"PK\x06\x07"
_END_FIELDS: Final = "<4s4H2LH"
_ENCRYPTED: Final = 0x1
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    NotImplementedError,
    EOFError,
)
HEAD: Final = 65536
COPY: Final = "use a complete copy"
CHECK: Final = "check that this is the supplement"


class ListStream(Struct, frozen=True):
    """A table that can be read once, and the names of the archive's other tables.

    `packed` is the day that an archive gives for the table.
    """

    file: IO[bytes]
    size: int
    name: str
    tables: tuple[str, ...]
    packed: dt.date | None = None


@contextmanager
def open_list_file(path: Path, table: str | None = None) -> Iterator[ListStream]:
    """Open a list's file, or a table in a zip (the first one unless it is named).

    Raises FormatError, also for errors while it is read.
    """
    try:
        with open_regular_file(path, LARGEST, "a rating supplement") as file:
            size = os.fstat(file.fileno()).st_size
            if not is_zip(file.read(4)):
                file.seek(0)
                yield ListStream(file, size, path.name, (path.name,))
                return
            _check_directory(file, size)
            with zipfile.ZipFile(file) as archive:
                members = _list_tables(archive)
                chosen = members.get(table) if table else None
                info = chosen or next(iter(members.values()))
                with archive.open(info) as member:
                    name = info.filename
                    tables, packed = tuple(members), _find_entry_day(info)
                    yield ListStream(member, info.file_size, name, tables, packed)
    except FormatError as error:
        error.path = error.path or path
        raise
    except _DAMAGE as error:
        raise FormatError(
            f"the ZIP file is damaged: {str(error) or type(error).__name__}",
            COPY,
            path=path,
        ) from error
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise FormatError(
            f"it can't be read: {reason}", "select another file", path=path
        ) from error


def _check_directory(file: IO[bytes], size: int) -> None:
    """Reject an archive whose directory alone would need much memory."""
    file.seek(max(0, size - _TAIL))
    tail = file.read(_TAIL)
    file.seek(0)
    end = tail.rfind(_END)
    whole = 0 <= end <= len(tail) - struct.calcsize(_END_FIELDS)
    check(whole, "the ZIP file is incomplete", COPY)
    fields = struct.unpack_from(_END_FIELDS, tail, end)
    small = fields[4] <= MOST_FILES and fields[5] <= _DIRECTORY_LIMIT
    check(
        small and _WIDE not in tail[:end],
        "the ZIP file has too many files for a rating supplement",
        "unzip it and select the supplement",
    )


def _list_tables(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the tables in an archive by name, those that begin as a list first."""
    lists: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        last = info.filename.rpartition("/")[2]
        if info.is_dir() or last.startswith(".") or "__MACOSX" in info.filename:
            continue
        _check_member(info)
        with archive.open(info) as member:
            head = member.read(HEAD)
        # Some archives also contain notes and licenses. A supplement has columns.
        if dbf.read_field_names(head) or b"\t" in head or is_text_list(head):
            lists[info.filename] = info
    check(
        bool(lists),
        "no rating supplement in the ZIP file",
        "select a ZIP file that contains a DBF, tab-delimited, or CSV file",
    )
    return lists


def _find_entry_day(info: zipfile.ZipInfo) -> dt.date | None:
    """Return the day of an archive's entry; None if it is the zip format's first day."""
    if info.date_time == zipfile.ZipInfo().date_time:
        return None
    try:
        return dt.date(*info.date_time[:3])
    except ValueError:
        return None


def _check_member(info: zipfile.ZipInfo) -> None:
    check(
        not info.flag_bits & _ENCRYPTED, "the ZIP file is encrypted", "unzip it first"
    )
    check(
        info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED),
        "the ZIP file uses an unsupported compression method",
        "unzip it first",
    )
    check(
        info.file_size <= LARGEST,
        f"it has more than {LARGEST / 1e6:,.0f} MB, more than any rating supplement",
        CHECK,
    )
    check(
        info.file_size <= LARGEST_RATIO * max(info.compress_size, 1),
        f"the ZIP file would grow to more than {LARGEST_RATIO} times its size",
        CHECK,
        info.filename,
    )


MOST_MEMBERS: Final = 3_000_000
MOST_COLUMNS: Final = 255
LONGEST_LINE: Final = 65536
_BLOCK: Final = 512
"""The number of records or lines between two calls of `beat`."""
_WIDE_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
QUOTE: Final = (
    'put each name that has a comma in quotation marks, for example "Castle, Ada", or save '
    "the list with tabs between its columns"
)


class TableRows(Struct):
    """A table's titles, and its rows to read once.

    `members` is the table's own count of rows; None if it has none. `deleted` and
    `short` count skipped rows; `done` is the share of the file read so far, from 0 to
    1. `beat` is called regularly while reading. `written` is the day on which the table
    was written.
    """

    kind: str
    titles: Row
    members: int | None
    rows: Iterator[Row]
    deleted: int = 0
    short: int = 0
    done: float = 0.0
    beat: Callable[[], object] = lambda: None
    written: dt.date | None = None

    def __iter__(self) -> Iterator[Row]:
        return self.rows


def read_rows(stream: ListStream, path: Path) -> TableRows:
    """Return the rows of a stream, whose format is recognized. Raises FormatError."""
    head = stream.file.read(HEAD)
    place = stream.name if stream.name != path.name else ""
    return (
        _open_records(stream, head, place)
        if dbf.read_field_names(head)
        else _open_delimited_text(stream, head, place)
    )


# dBASE


def _open_records(stream: ListStream, head: bytes, place: str) -> TableRows:
    count, header, length = struct.unpack_from("<IHH", head, 4)
    fields = tuple(dbf.read_fields(head, header))
    whole = bool(fields) and dbf.FIRST_FIELD <= header <= len(head)
    check(whole, "its header is damaged", COPY, place)
    names = {field.name for field in fields}
    check(
        len(names) == len(fields), "two of its columns have the same name", COPY, place
    )
    check(
        count <= MOST_MEMBERS,
        f"its header counts {count:,} members, more than the limit of {MOST_MEMBERS:,}",
        COPY,
        place,
    )
    width = 1 + sum(field.width for field in fields)
    check(width <= length, "its columns are wider than its rows", COPY, place)
    check(
        header + count * length <= stream.size,
        f"its header counts {count_in_words(count, 'member')}, and it holds "
        f"{max(stream.size - header, 0) // length:,}",
        COPY,
        place,
    )
    table = TableRows("dBASE table", tuple(f.name for f in fields), count, iter(()))
    table.written = dbf.read_header_date(head)
    table.rows = _read_records(table, stream, head, (fields, count, header, length))
    return table


def _read_records(
    table: TableRows,
    stream: ListStream,
    head: bytes,
    layout: tuple[tuple[dbf.DbfField, ...], int, int, int],
) -> Iterator[Row]:
    fields, count, header, length = layout
    buffer = head[header:]
    value_of = dbf.read_value
    left = count
    while left:
        table.beat()
        wanted = min(_BLOCK, left) * length
        while len(buffer) < wanted:
            more = stream.file.read(wanted - len(buffer))
            check(bool(more), "the file ends too early", COPY)
            buffer += more
        for start in range(0, wanted, length):
            record = buffer[start : start + length]
            if record[0] == dbf.DELETED:
                table.deleted += 1
            else:
                yield tuple([value_of(record, field) for field in fields])
        buffer = buffer[wanted:]
        left -= min(_BLOCK, left)
        table.done = 1 - left / count
    # Only reading an archive to its end shows whether it is complete.
    while stream.file.read(HEAD):
        pass


# Text


class TextLine(NamedTuple):
    """A line, its number in the file, and the number of bytes read up to its end."""

    read: int
    number: int
    text: str


def _open_delimited_text(stream: ListStream, head: bytes, place: str) -> TableRows:
    check(
        any(mark.encode() in head for mark in KINDS),
        "it is neither a dBASE table nor tab-delimited or CSV text with a heading row",
        "select a DBF, a ZIP file with one, or a text file with columns separated by "
        "tabs, commas, or semicolons",
        place,
    )
    lines = _decode_lines(stream, head)
    found = find_first_titles(line.text for line in lines)
    if found is None:
        raise FormatError(
            "no heading row with the member ID and the name",
            f"add a first row with the headings {describe_needed_titles()}",
            place=place,
        )
    mark, titles = found
    check(len(titles) <= MOST_COLUMNS, "it has too many columns", COPY, place)
    table = TableRows(f"{KINDS[mark]} table", titles, None, iter(()))
    table.rows = _read_lines(table, lines, stream.size, mark, place)
    return table


def _read_lines(
    table: TableRows, lines: Iterator[TextLine], size: int, mark: str, place: str
) -> Iterator[Row]:
    columns, count = len(table.titles), 0
    for looked_at, (read, number, line) in enumerate(lines):
        if not looked_at % _BLOCK:
            table.beat()
        if not line:
            continue
        cells = _read_row(
            line, mark, columns, f"{place}, line" if place else "line", number
        )
        if len(cells) < 2:
            table.short += 1
            continue
        count += 1
        if count > MOST_MEMBERS:
            raise FormatError(f"it has more than {MOST_MEMBERS:,} members", COPY)
        table.done = min(read / size, 1.0) if size else 1.0
        if len(cells) < columns:
            cells += ("",) * (columns - len(cells))
        yield cells[:columns]


def _read_row(line: str, mark: str, columns: int, place: str, number: int) -> Row:
    """Return the cells of a row. Raises FormatError unless they fit the columns."""
    try:
        cells = split_cells(line, mark)
    except OpenQuoteError as error:
        raise FormatError(
            "a quotation mark is not closed",
            "add the closing quotation mark, or delete this one",
            place=f"{place} {number}",
        ) from error
    if mark != "\t" and len(cells) > columns:
        raise FormatError(
            f"the row has {len(cells)} columns, and the heading row has {columns}",
            QUOTE,
            place=f"{place} {number}",
        )
    return cells


def _decode_lines(stream: ListStream, head: bytes) -> Iterator[TextLine]:
    """Yield the lines that are not blank."""
    whole = io.BufferedReader(_ReplayedStream(head, stream.file), HEAD)
    if head[:2] in _WIDE_MARKS:
        text = io.TextIOWrapper(whole, encoding="utf-16", errors="replace")
        read = number = 0
        while line := text.readline(LONGEST_LINE):
            _check_line(len(line))
            read += 2 * len(line)
            number += 1
            yield TextLine(read, number, line.replace("\0", " ").rstrip("\r\n "))
        return
    read = blank = number = 0
    while raw := whole.readline(LONGEST_LINE):
        _check_line(len(raw))
        read += len(raw)
        number += 1
        if len(raw) <= 2 and not raw.strip():
            blank += 1
            if not blank % _BLOCK:
                yield TextLine(read, number, "")
            continue
        plain = raw.removeprefix(codecs.BOM_UTF8) if read == len(raw) else raw
        try:
            line = plain.decode("utf-8")
        except UnicodeDecodeError:
            line = plain.decode(dbf.ENCODING, "replace")
        yield TextLine(read, number, line.replace("\0", " ").rstrip("\r\n "))


def _check_line(length: int) -> None:
    check(
        length < LONGEST_LINE,
        "it has a line that is too long",
        "check that it is a supplement",
    )


class _ReplayedStream(io.RawIOBase):
    """A stream that starts with the bytes that were already read from it."""

    def __init__(self, head: bytes, file: IO[bytes]) -> None:
        super().__init__()
        self._head = head
        self._file = file

    def readable(self) -> bool:
        """Return True: the stream can be read."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill the buffer with the next bytes, and return their number."""
        room = memoryview(buffer).cast("B")
        if self._head:
            part, self._head = self._head[: len(room)], self._head[len(room) :]
        else:
            part = self._file.read(len(room))
        room[: len(part)] = part
        return len(part)
