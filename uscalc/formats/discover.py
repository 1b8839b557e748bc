"""Find the files to open among the files and folders that a person names."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.every import (
    READERS_THAT_CHECK_CONTENT,
    READERS_WITH_LEADING_FILE,
    find_events,
    find_reader,
)
from uscalc.formats.native.reader import SUFFIX
from uscalc.formats.shared.bundle import is_zip, read_zip
from uscalc.formats.storage.files import HEAD_SIZE, read_bytes, read_head

_NO_DEEPER_THAN: Final = 30


def find_readable_files(paths: Sequence[Path]) -> list[Path]:
    """Return the named files in order, with the event files of each named folder.

    A folder's files are sorted. They are the files whose beginning is a readable
    format, and those that are named as event files, so that a damaged one is reported.
    An event in several files gives one file. Hidden files, hidden folders and linked
    folders are skipped.
    """
    found: list[Path] = []
    for path in paths:
        found.extend(_find_files_below(path, 0) if os.path.isdir(path) else [path])
    return found


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
