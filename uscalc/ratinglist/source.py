"""The bytes of a list as a stream: a file, or one of the files in a zip."""

import datetime as dt
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from uscalc.formats.errors import FormatError
from uscalc.formats.shared import dbf
from uscalc.formats.shared.bundle import LARGEST_RATIO, is_zip
from uscalc.formats.shared.files import open_regular_file
from uscalc.ratinglist.separated import is_text_list

LARGEST: Final = 1_000_000_000
"""Bytes unpacked; a list of all members there ever were has a third of that."""
MOST_FILES: Final = 1000
_TAIL: Final = 65536 + 22
_DIRECTORY_LIMIT: Final = 1_000_000
_END: Final = b"PK\x05\x06"
_WIDE: Final = b"PK\x06\x07"
_END_FIELDS: Final = "<4s4H2LH"
_ENCRYPTED: Final = 0x1
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    NotImplementedError,
    EOFError,
)
HEAD: Final = 65536
COPY: Final = "use a complete copy"
CHECK: Final = "check that this is the list"


@dataclass(frozen=True, slots=True)
class ListStream:
    """A table to read once from its beginning, and the archive's other tables.

    `packed` is the day that an archive has for it.
    """

    file: IO[bytes]
    size: int
    name: str
    tables: tuple[str, ...]
    packed: dt.date | None = None


@contextmanager
def open_list_file(path: Path, table: str | None = None) -> Iterator[ListStream]:
    """Open a list's file, or a table in a zip (the first one unless it is named).

    Raises FormatError, also for what goes wrong while it is read.
    """
    try:
        with open_regular_file(path, LARGEST, "a rating list") as file:
            size = os.fstat(file.fileno()).st_size
            if not is_zip(file.read(4)):
                file.seek(0)
                yield ListStream(file, size, path.name, (path.name,))
                return
            _check_directory(file, size, path)
            with zipfile.ZipFile(file) as archive:
                members = _list_tables(archive, path)
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
            f"the archive is damaged: {str(error) or type(error).__name__}",
            COPY,
            path=path,
        ) from error
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise FormatError(
            f"it cannot be read: {reason}", "choose another file", path=path
        ) from error


def _check_directory(file: IO[bytes], size: int, path: Path) -> None:
    """Reject an archive whose directory alone would need much memory."""
    file.seek(max(0, size - _TAIL))
    tail = file.read(_TAIL)
    file.seek(0)
    end = tail.rfind(_END)
    if end < 0 or end + struct.calcsize(_END_FIELDS) > len(tail):
        raise FormatError("the archive is cut off", COPY, path=path)
    fields = struct.unpack_from(_END_FIELDS, tail, end)
    if _WIDE in tail[:end] or fields[4] > MOST_FILES or fields[5] > _DIRECTORY_LIMIT:
        raise FormatError(
            "the archive holds too many files for a rating list",
            "unpack it, and choose the list",
            path=path,
        )


def _list_tables(archive: zipfile.ZipFile, path: Path) -> dict[str, zipfile.ZipInfo]:
    """Return the tables in an archive by name, those that begin as a list first."""
    lists: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        last = info.filename.rpartition("/")[2]
        if info.is_dir() or last.startswith(".") or "__MACOSX" in info.filename:
            continue
        _check_member(info, path)
        with archive.open(info) as member:
            head = member.read(HEAD)
        # Notes and licences come along in some archives; a list has columns.
        if dbf.read_field_names(head) or b"\t" in head or is_text_list(head):
            lists[info.filename] = info
    if not lists:
        raise FormatError(
            "there is no rating list in the archive",
            "select a zip with a DBF, tab-separated or CSV table in it",
            path=path,
        )
    return lists


def _find_entry_day(info: zipfile.ZipInfo) -> dt.date | None:
    """Return the day of an entry; an archive without one has the format's first."""
    if info.date_time == zipfile.ZipInfo().date_time:
        return None
    try:
        return dt.date(*info.date_time[:3])
    except ValueError:
        return None


def _check_member(info: zipfile.ZipInfo, path: Path) -> None:
    if info.flag_bits & _ENCRYPTED:
        raise FormatError("the archive is encrypted", "unpack it first", path=path)
    if info.compress_type not in _METHODS:
        raise FormatError(
            "the archive is packed in an uncommon way", "unpack it first", path=path
        )
    if info.file_size > LARGEST:
        raise _make_size_error(path)
    if info.file_size > LARGEST_RATIO * max(info.compress_size, 1):
        raise FormatError(
            f"the archive would grow more than {LARGEST_RATIO} times when it is unpacked",
            CHECK,
            path=path,
            place=info.filename,
        )


def _make_size_error(path: Path) -> FormatError:
    return FormatError(
        f"it has more than {LARGEST / 1e6:,.0f} MB, and a rating list has less",
        CHECK,
        path=path,
    )
