"""Read every format, and find the event among several files.

The readers other than the event file's are imported only when such a file is opened.
"""

import codecs
import datetime as dt
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from uscalc.formats.msa import reader as msa
from uscalc.formats.native import reader as native
from uscalc.formats.opened import FormatError, FormatReader, OpenedEvent, check
from uscalc.formats.report2c import reader as report2c
from uscalc.formats.service import reader as service_json
from uscalc.formats.shared import bundle
from uscalc.formats.shared.files import HEAD_SIZE, check_size, read_bytes, read_head
from uscalc.formats.swisssys import reader as swisssys
from uscalc.formats.swisssys import rounds
from uscalc.formats.tables import reader as csv_table
from uscalc.formats.tables import workbook
from uscalc.formats.trf import reader as trf
from uscalc.formats.wintd import reader as wintd

READERS: Final[tuple[FormatReader, ...]] = (
    native.READER,
    swisssys.READER,
    wintd.READER,
    workbook.READER,
    rounds.READER,
    workbook.OLD_READER,
    report2c.READER,
    service_json.READER,
    msa.READER,
    trf.READER,
    csv_table.READER,
)
"""The readers of all formats; the first one that recognizes a file reads it."""

ZIP_READERS: Final[tuple[FormatReader, ...]] = (wintd.READER, workbook.READER)
"""The readers whose files are zips themselves."""


def find_reader(head: bytes) -> FormatReader | None:
    """Return the reader of a file by its beginning; a zip of other files has none."""
    found = next((reader for reader in READERS if reader.recognizes(head)), None)
    return None if bundle.is_zip(head) and found not in ZIP_READERS else found


PUBLISHED_READERS: Final[tuple[FormatReader, ...]] = (service_json.READER, msa.READER)
"""The readers of what US Chess publishes about a rated event."""


PLAIN_TEXT: Final = frozenset((msa.READER.key, trf.READER.key, csv_table.READER.key))
"""The formats that are text in one of several encodings."""
UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


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
            and (reader.holds_event is None or reader.holds_event(content))
        }
        if reader.read_files is not None and parts:
            events.append((reader, parts))
            continue
        leaders = reader.find_leading_files and reader.find_leading_files(parts)
        events += [
            (reader, {name: content})
            for name, content in parts.items()
            if leaders is None or name in leaders
        ]
    return events


def open_files(
    files: bundle.Files, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the only event among some files, given by name. Raises FormatError."""
    events = find_events(files)
    check(
        len(events) == 1,
        "contains several events: " + ", ".join(n for _, f in events for n in f)
        if events
        else "contains no file in a supported format",
        "Open one of them" if events else "Choose another file",
        path=path,
    )
    reader, parts = events[0]
    for content in parts.values():
        _check_size(reader, content, path)
    if reader.read_files is not None:
        return reader.read_files(parts, path, end_date)
    ((name, content),) = parts.items()
    try:
        return _note_encoding(reader.read(content, path, end_date), content)
    except FormatError as error:
        # Name the file, so that nobody looks in the wrong place.
        place = ", ".join(part for part in (name, error.place) if part)
        raise type(error)(
            error.message, error.remedy, path=error.path, place=place
        ) from error


def _note_encoding(opened: OpenedEvent, data: bytes) -> OpenedEvent:
    """Return the event with a note if its text isn't in Unicode."""
    if opened.format not in PLAIN_TEXT or data.startswith(UTF16):
        return opened
    try:
        data.decode()
    except UnicodeDecodeError:
        note = "Accented letters were read in the Windows encoding."
        return replace(opened, assumed=(*opened.assumed, note))
    return opened


def open_folder(path: Path, end_date: dt.date | None) -> OpenedEvent:
    """Return the only event in a folder. Raises FormatError."""
    return open_files(bundle.read_folder(path, is_readable), path, end_date)


def open_bytes(data: bytes, path: Path | None, end_date: dt.date | None) -> OpenedEvent:
    """Return the event in the content of a file, which may be a zip archive. Raises FormatError."""
    head = data[:HEAD_SIZE]
    if (reader := find_reader(head)) is not None:
        _check_size(reader, data, path)
        return _note_encoding(reader.read(data, path, end_date), data)
    if _is_meant_as_native(head, path):
        return native.read(data, path, end_date)
    if (known := bundle.explain_unreadable(head, path)) is not None:
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
    return reader.name.partition(" (")[0]


def _check_size(reader: FormatReader, data: bytes, path: Path | None) -> None:
    check_size(path, len(data), reader.limit, f"a {reader.name}")


def _is_meant_as_native(head: bytes, path: Path | None) -> bool:
    """Return whether to report an unreadable file as a damaged event file."""
    if path is not None and path.suffix.lower() == native.SUFFIX:
        return True
    return head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{"


_NO_DEEPER_THAN: Final = 30


def find_readable_files(paths: Sequence[Path]) -> list[Path]:
    """Return the named files in order, with the event files of each named folder.

    A folder's files are sorted. They are the files whose beginning is in a readable
    format, and those named like event files, so that a damaged one is reported. An
    event in several files gives one file. Hidden files, hidden folders and linked
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
    behind = _find_dependent_files(
        [e for e in entries if e.suffix.lower() != native.SUFFIX and os.path.isfile(e)]
    )
    for entry in entries:
        if os.path.isdir(entry):
            if depth < _NO_DEEPER_THAN and not entry.is_symlink():
                yield from _find_files_below(entry, depth + 1)
        elif os.path.isfile(entry) and entry not in behind and _holds_event(entry):
            yield entry


def _find_dependent_files(files: list[Path]) -> set[Path]:
    """Return the files that are read as parts of another file of the folder."""
    behind: set[Path] = set()
    for reader in READERS:
        if reader.find_leading_files is None:
            continue
        heads = {
            file.name: head
            for file in files
            if reader.recognizes(head := read_head(file, HEAD_SIZE))
        }
        leaders = reader.find_leading_files(heads)
        behind |= {f for f in files if f.name in heads and f.name not in leaders}
    return behind


def _holds_event(path: Path) -> bool:
    if path.suffix.lower() == native.SUFFIX:
        return True
    head = read_head(path, HEAD_SIZE)
    reader = find_reader(head)
    if reader is not None and reader.holds_event is None:
        return True
    if reader is None and not bundle.is_zip(head):
        return False
    try:
        data = read_bytes(path)
        files = {path.name: data} if reader is not None else bundle.read_zip(data, path)
        return bool(find_events(files))
    except FormatError:
        return False
