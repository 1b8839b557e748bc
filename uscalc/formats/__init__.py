"""Read and write the files that people have on disk, in every supported format."""

import datetime as dt
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from uscalc.document.model import Document
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
    "WRITERS",
    "EndDateNeededError",
    "FormatError",
    "FormatReader",
    "OpenedEvent",
    "open_event",
    "open_text",
    "save_as",
]

WRITERS: Final[Mapping[str, Callable[[Document, Path], None]]] = MappingProxyType(
    {native.SUFFIX: native.save_event}
)
"""Every writable format, by the extension in lower case."""


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


def save_as(document: Document, path: Path) -> None:
    """Write the event in the format of the file's extension. Raises FormatError."""
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise FormatError(
            f'uscalc can\'t write "{path.suffix}" files',
            f"Use one of these file name extensions: {', '.join(WRITERS)}",
            path=path,
        )
    writer(document, path)


def _open_content(
    data: bytes, path: Path | None, end_date: dt.date | None
) -> OpenedEvent:
    # The program's own file comes first, and needs none of the other readers.
    if native.recognizes(data[:HEAD_SIZE]):
        return native.read(data, path, end_date)
    from uscalc.formats.every import open_bytes

    return open_bytes(data, path, end_date)
