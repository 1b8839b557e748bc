"""Read and write the files that people have on disk, in every supported format."""

import datetime as dt
import os
from pathlib import Path

from uscalc.formats.native import reader as native
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatError,
    FormatReader,
    OpenedEvent,
)
from uscalc.formats.shared.files import HEAD_SIZE, read_bytes

__all__ = [
    "HEAD_SIZE",
    "EndDateNeededError",
    "FormatError",
    "FormatReader",
    "OpenedEvent",
    "open_event",
    "open_text",
]


def open_event(path: Path, end_date: dt.date | None = None) -> OpenedEvent:
    """Return the event in a file, a folder or a zip.

    The format is recognized by the content. `end_date` is used for formats that may
    lack it. Raises FormatError.
    """
    if os.path.isdir(path):
        from uscalc.formats.every import open_folder

        return open_folder(path, end_date)
    return _open_content(read_bytes(path), path, end_date)


def open_text(text: str, end_date: dt.date | None = None) -> OpenedEvent:
    """Return the event in text copied from a page or a table. Raises FormatError."""
    return _open_content(text.encode("utf-8", "replace"), None, end_date)


def _open_content(
    data: bytes, path: Path | None, end_date: dt.date | None
) -> OpenedEvent:
    # The program's own file comes first, and needs none of the other readers.
    if native.recognizes(data[:HEAD_SIZE]):
        return native.read(data, path, end_date)
    from uscalc.formats.every import open_bytes

    return open_bytes(data, path, end_date)
