"""Read the files of an event from beside a file, from a folder, or from a zip."""

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from uscalc.formats.opened import FormatError, check
from uscalc.formats.shared.files import (
    SIZE_LIMIT,
    describe_error,
    read_bytes,
    read_head,
)

Files = Mapping[str, bytes]
"""Contents by name."""

ZIP_MARK: Final = b"PK\x03\x04"
HEAD: Final = 65536
MOST_FILES: Final = 1000
"""The maximum number of files to examine in a folder, by name, or to allow in a zip."""
LARGEST_RATIO: Final = 200
"""Tables of spaces shrink thirty times; zip bombs a thousand times."""

_END: Final = b"PK\x05\x06"
_END_SIZE: Final = 22
_WIDE_LOCATOR: Final = b"PK\x06\x07"
_WIDE_LOCATOR_SIZE: Final = 20
_DIRECTORY_LIMIT: Final = 1_000_000
_FIELDS_OF_END: Final = "<4s4H2LH"
_ENCRYPTED: Final = 0x1
_KNOWN_COMPRESSION: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_UNZIP_ERRORS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
    LookupError,
    OverflowError,
)


def is_zip(head: bytes) -> bool:
    """Return whether the content begins as a zip with at least one file."""
    return head.startswith(ZIP_MARK)


def read_folder(folder: Path, wanted: Callable[[bytes], bool]) -> dict[str, bytes]:
    """Return the visible files of a folder whose beginning is `wanted`.

    Raises FormatError if one of them cannot be read, or together they are too large.
    """
    try:
        paths = _list_visible_files(folder)
    except (OSError, ValueError) as error:
        raise describe_error(error, folder, "read") from error
    return _read_wanted_files(paths, wanted)


def read_neighbors(path: Path, wanted: Callable[[bytes], bool]) -> dict[str, bytes]:
    """Return the other files in a file's folder whose beginning is `wanted`."""
    try:
        others = [
            other
            for other in _list_visible_files(path.parent)
            if other.name != path.name
        ]
    except (OSError, ValueError):
        return {}
    return _read_wanted_files(others, wanted)


def _read_wanted_files(
    paths: list[Path], wanted: Callable[[bytes], bool]
) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    size = 0
    for path in (one for one in paths if wanted(read_head(one, HEAD))):
        contents[path.name] = read_bytes(path)
        size += len(contents[path.name])
        check(
            size <= SIZE_LIMIT,
            (
                "the files in the folder total more than "
                f"{SIZE_LIMIT / 1000000.0:.0f} MB"
            ),
            "Put the event's files in a separate folder",
            path=path.parent,
        )
    return contents


def read_zip(data: bytes, path: Path | None) -> dict[str, bytes]:
    """Return the files in a zip, after a check of the sizes it states.

    Raises FormatError.
    """
    _check_directory(data, path)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [info for info in archive.infolist() if _is_visible_member(info)]
            _check_members(members, path)
            return dict(_extract_members(archive, members, path))
    except FormatError:
        raise
    except _UNZIP_ERRORS as error:
        raise FormatError(
            f"the archive is damaged: {str(error) or type(error).__name__}",
            "Use a complete copy",
            path=path,
        ) from error


def _list_visible_files(folder: Path) -> list[Path]:
    paths = sorted(p for p in folder.iterdir() if not p.name.startswith("."))
    return [path for path in paths if os.path.isfile(path)][:MOST_FILES]


def _is_visible_member(info: zipfile.ZipInfo) -> bool:
    if not info.filename:
        raise zipfile.BadZipFile("a file has no name")
    parts = info.filename.split("/")
    hidden = any(part.startswith(".") for part in parts)
    return not (info.is_dir() or hidden or "__MACOSX" in parts)


def _check_directory(data: bytes, path: Path | None) -> None:
    """Reject a zip directory that would itself take much memory."""
    end = data.rfind(_END)
    check(
        end >= 0 and end + _END_SIZE <= len(data),
        "the archive is incomplete",
        "Use a complete copy",
        path=path,
    )
    fields = struct.unpack_from(_FIELDS_OF_END, data, end)
    locator = end - _WIDE_LOCATOR_SIZE
    wide = locator >= 0 and data[locator : locator + 4] == _WIDE_LOCATOR
    if wide or fields[4] > MOST_FILES or fields[5] > _DIRECTORY_LIMIT:
        raise FormatError(
            "the archive contains too many files for one event",
            "Put the event's files in a separate archive",
            path=path,
        )


def _check_members(members: list[zipfile.ZipInfo], path: Path | None) -> None:
    check(
        len(members) <= MOST_FILES and sum(m.file_size for m in members) <= SIZE_LIMIT,
        (f"the unpacked archive has more than {SIZE_LIMIT / 1000000.0:.0f} MB"),
        "Check that this is the right file",
        path=path,
    )
    for member in members:
        check(
            not member.flag_bits & _ENCRYPTED,
            "the archive is encrypted",
            "Unpack it first",
            path=path,
        )
        check(
            member.compress_type in _KNOWN_COMPRESSION,
            "the archive uses an unsupported compression",
            "Unpack it first",
            path=path,
        )
        check(
            member.file_size <= LARGEST_RATIO * max(member.compress_size, 1),
            (f"the unpacked archive would be more than {LARGEST_RATIO} times as large"),
            "Check that this is the right file",
            path=path,
            place=member.filename,
        )


def _extract_members(
    archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], path: Path | None
) -> Iterator[tuple[str, bytes]]:
    for member in members:
        with archive.open(member) as file:
            content = file.read(member.file_size + 1)
        check(
            len(content) <= member.file_size,
            "a file in the archive is larger than declared",
            "Use a complete copy",
            path=path,
            place=member.filename,
        )
        yield member.filename, content


_SAVE_AS_XLSX: Final = "Open it in a spreadsheet program and save it as .xlsx"
_EXPLANATIONS_BY_SUFFIX: Final[Mapping[str, tuple[str, str]]] = {
    ".ptd": (
        "this looks like a tournament from a WinTD version before 5",
        "Open it in WinTD 5 and save it as .ptoz",
    ),
    ".tmt": (
        "this looks like the SwissSys list of sections, without players",
        "Open the tournament (.sjson) or a section's file, for example .S3C",
    ),
}
_OPEN_DOCUMENT: Final = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
_NAME_AT: Final = 30
"""The offset of the first file's name in a zip; its content follows the name."""
_EXPLANATIONS_BY_CONTENT: Final[Mapping[bytes, tuple[str, str]]] = {
    b"urn:schemas-microsoft-com:office:spreadsheet": (
        "uscalc can't read workbooks in XML format",
        _SAVE_AS_XLSX,
    ),
    b"<table": (
        "this web page has no US Chess crosstable",
        _SAVE_AS_XLSX,
    ),
}
"""Text in a file, and what to tell the user if it occurs; the first that occurs counts.

This goes before the suffix, because programs give such files misleading suffixes.
"""


def explain_unreadable(head: bytes, path: Path | None) -> tuple[str, str] | None:
    """Return what a file is and how to convert it; None if that is unknown."""
    if is_zip(head):
        return (
            ("uscalc can't read OpenDocument workbooks", _SAVE_AS_XLSX)
            if head.startswith(_OPEN_DOCUMENT, _NAME_AT)
            else None
        )
    plain = head.replace(b"\0", b"").lower()
    return next(
        (
            explanation
            for sign, explanation in _EXPLANATIONS_BY_CONTENT.items()
            if sign in plain
        ),
        None if path is None else _EXPLANATIONS_BY_SUFFIX.get(path.suffix.lower()),
    )
