"""Read every format, and find the event among several files.

The readers other than the event file's are imported only when such a file is opened.
"""

import codecs
import datetime as dt
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from uscalc.formats.msa import reader as msa
from uscalc.formats.native import reader as native
from uscalc.formats.native.reader import SUFFIX
from uscalc.formats.opened import (
    BundleReader,
    ContentCheckingReader,
    FormatError,
    FormatReader,
    LeadingFileReader,
    OpenedEvent,
)
from uscalc.formats.report2c import reader as report2c
from uscalc.formats.service import reader as service_json
from uscalc.formats.shared import bundle
from uscalc.formats.shared.bundle import explain_unreadable, is_zip, read_zip
from uscalc.formats.shared.files import (
    HEAD_SIZE,
    make_size_error,
    read_bytes,
    read_head,
)
from uscalc.formats.swisssys import reader as swisssys
from uscalc.formats.swisssys import rounds
from uscalc.formats.tables import old_workbook, workbook
from uscalc.formats.tables import reader as csv_table
from uscalc.formats.trf import reader as trf
from uscalc.formats.wintd import reader as wintd

READERS: Final[tuple[FormatReader, ...]] = (
    native,
    swisssys,
    wintd,
    workbook,
    rounds,
    old_workbook,
    report2c,
    service_json,
    msa,
    trf,
    csv_table,
)
"""The readers of all formats; the first one that recognizes a file reads it."""

BUNDLE_READERS: Final[tuple[BundleReader, ...]] = (report2c, service_json)
"""The readers whose events consist of several files."""

READERS_WITH_LEADING_FILE: Final[tuple[LeadingFileReader, ...]] = (
    *BUNDLE_READERS,
    rounds,
)
"""The readers in which one file of a folder leads and the others are read with it."""

READERS_THAT_CHECK_CONTENT: Final[tuple[ContentCheckingReader, ...]] = (
    wintd,
    workbook,
    old_workbook,
)
"""The readers whose files may contain something other than an event."""

ZIP_READERS: Final[tuple[FormatReader, ...]] = (wintd, workbook)
"""The readers whose files are zips themselves."""


def find_reader(head: bytes) -> FormatReader | None:
    """Return the reader of a file by its beginning; a zip of other files has none."""
    found = next((reader for reader in READERS if reader.recognizes(head)), None)
    return None if bundle.is_zip(head) and found not in ZIP_READERS else found


def holds_event(reader: FormatReader, content: bytes) -> bool:
    """Return whether a file that its reader recognizes really contains an event."""
    return all(
        one.holds_event(content) for one in READERS_THAT_CHECK_CONTENT if one is reader
    )


PUBLISHED_READERS: Final[tuple[FormatReader, ...]] = (service_json, msa)
"""The readers of what US Chess publishes about a rated event."""


def is_published(head: bytes) -> bool:
    """Return whether a file that begins with `head` is a page published by US Chess."""
    return any(reader.recognizes(head) for reader in PUBLISHED_READERS)


def is_readable(head: bytes) -> bool:
    """Return whether a file that begins with `head` is in a readable format."""
    return find_reader(head) is not None


def find_events(files: bundle.Files) -> list[tuple[FormatReader, bundle.Files]]:
    """Return each event among some files, with its reader and its own files."""
    events: list[tuple[FormatReader, bundle.Files]] = []
    for reader in READERS:
        parts = {
            name: content
            for name, content in files.items()
            if find_reader(content[:HEAD_SIZE]) is reader
            and holds_event(reader, content)
        }
        for one in READERS_WITH_LEADING_FILE:
            if one is reader and reader not in BUNDLE_READERS:
                leaders = one.find_leading_files(parts)
                parts = {name: parts[name] for name in parts if name in leaders}
        if reader in BUNDLE_READERS and parts:
            events.append((reader, parts))
        else:
            events += [(reader, {name: content}) for name, content in parts.items()]
    return events


def open_files(
    files: bundle.Files, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the only event among some files, given by name. Raises FormatError."""
    events = find_events(files)
    if len(events) != 1:
        raise FormatError(
            "contains several events: " + ", ".join(n for _, f in events for n in f)
            if events
            else "contains no file in a supported format",
            "Open one of them" if events else "Choose another file",
            path=path,
        )
    reader, parts = events[0]
    for content in parts.values():
        _check_size(reader, content, path)
    for several in BUNDLE_READERS:
        if several is reader:
            return several.read_files(parts, path, end_date)
    ((name, content),) = parts.items()
    try:
        return reader.read(content, path, end_date)
    except FormatError as error:
        # Name the file, so that nobody looks in the wrong place.
        place = ", ".join(part for part in (name, error.place) if part)
        raise type(error)(
            error.message, error.remedy, path=error.path, place=place
        ) from error


def open_folder(path: Path, end_date: dt.date | None) -> OpenedEvent:
    """Return the only event in a folder. Raises FormatError."""
    return open_files(bundle.read_folder(path, is_readable), path, end_date)


def open_bytes(data: bytes, path: Path | None, end_date: dt.date | None) -> OpenedEvent:
    """Return the event in a file's content, which may be a zip. Raises FormatError."""
    head = data[:HEAD_SIZE]
    if (reader := find_reader(head)) is not None:
        _check_size(reader, data, path)
        return reader.read(data, path, end_date)
    if _is_meant_as_native(head, path):
        return native.read(data, path, end_date)
    if (known := explain_unreadable(head, path)) is not None:
        raise FormatError(*known, path=path)
    if bundle.is_zip(head):
        return open_files(bundle.read_zip(data, path), path, end_date)
    readable = ", ".join(dict.fromkeys(map(shorten_format_name, READERS)))
    raise FormatError(
        "unsupported file format" if data.strip() else "the file is empty",
        f"Choose one of these: {readable}",
        path=path,
    )


def shorten_format_name(reader: FormatReader) -> str:
    """Return the name of a format without the suffixes in parentheses."""
    return reader.NAME.partition(" (")[0]


def _check_size(reader: FormatReader, data: bytes, path: Path | None) -> None:
    if len(data) > reader.LIMIT:
        raise make_size_error(path, len(data), reader.LIMIT, f"a {reader.NAME}")


def _is_meant_as_native(head: bytes, path: Path | None) -> bool:
    """Return whether the event file's reader explains best why this cannot be read."""
    if path is not None and path.suffix.lower() == native.SUFFIX:
        return True
    return head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{"


_NO_DEEPER_THAN: Final = 30


def find_readable_files(paths: Sequence[Path]) -> list[Path]:
    """Return the named files in order, with the event files of each named folder.

    A folder's files are sorted. They are the files whose beginning is a readable
    format, and those that are named as event files, so that a damaged one is reported.
    An event in several files gives one file. Hidden files, hidden folders and linked
    folders are skipped.
    """
    return [
        found
        for path in paths
        for found in (_find_files_below(path, 0) if os.path.isdir(path) else [path])
    ]


def _find_files_below(folder: Path, depth: int) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        # Opening it like a file reports what is wrong with it.
        yield folder
        return
    entries = [entry for entry in entries if not entry.name.startswith(".")]
    behind = _find_dependent_files([e for e in entries if os.path.isfile(e)])
    for entry in entries:
        if os.path.isdir(entry):
            if depth < _NO_DEEPER_THAN and not entry.is_symlink():
                yield from _find_files_below(entry, depth + 1)
        elif os.path.isfile(entry) and entry not in behind and _holds_event(entry):
            yield entry


def _find_dependent_files(files: list[Path]) -> set[Path]:
    """Return the files that are read together with another file of the folder."""
    behind: set[Path] = set()
    for reader in READERS_WITH_LEADING_FILE:
        heads = {
            file.name: head
            for file in files
            if reader.recognizes(head := read_head(file, HEAD_SIZE))
        }
        leaders = reader.find_leading_files(heads)
        behind |= {f for f in files if f.name in heads and f.name not in leaders}
    return behind


def _holds_event(path: Path) -> bool:
    if path.suffix.lower() == SUFFIX:
        return True
    head = read_head(path, HEAD_SIZE)
    reader = find_reader(head)
    if reader is not None and reader not in READERS_THAT_CHECK_CONTENT:
        return True
    if reader is None and not is_zip(head):
        return False
    try:
        data = read_bytes(path)
        files = {path.name: data} if reader is not None else read_zip(data, path)
        return bool(find_events(files))
    except FormatError:
        return False
