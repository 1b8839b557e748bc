"""The program's own event file: reading, and saving without any loss."""

import codecs
import datetime as dt
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from uscalc.document.model import Document
from uscalc.formats.errors import FormatError
from uscalc.formats.native.text import (
    MOST_MARKS,
    count_marks,
    make_too_full_error,
    parse_json,
    show_value,
)
from uscalc.formats.native.write import (
    FORMAT,
    STEPS,
    Step,
    find_present_version,
    migrate_object,
    write_event,
)
from uscalc.formats.opened import OpenedEvent
from uscalc.formats.shared.files import make_size_error, replace_file

KEY: Final = "uscalc"
NAME: Final = "uscalc event file"
LIMIT: Final = 32_000_000
"""Bytes; an event of 1,000 players has some 300,000."""
SUFFIX: Final = ".uscalc"
MOST_KEYS: Final = 200
"""In one object; millions of unknown ones would fill the memory with errors."""

__all__ = [
    "KEY",
    "LIMIT",
    "NAME",
    "make_file",
    "read",
    "read_event",
    "recognizes",
    "save_event",
]


def recognizes(head: bytes) -> bool:
    """Return True if a file says that it is an event file; a damaged one may not."""
    begins = head.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")
    return begins and f'"{FORMAT}"'.encode() in head


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Read an event; the file always has its end date. Raise FormatError."""
    return OpenedEvent(read_event(data, path), KEY, NAME)


def read_event(
    data: bytes, path: Path | None = None, *, steps: Sequence[Step] = STEPS
) -> Document:
    """Read the document in an event file.

    `steps` are the migrations from version 1 on. Raise FormatError, with `path` in it,
    for anything wrong with the file.
    """
    # The window's frame is not to wait for it.
    from pydantic import ValidationError

    from uscalc.formats.native.models import EVENT, Event

    if len(data) > LIMIT:
        raise make_size_error(path, len(data), LIMIT)
    # Not by pydantic's own JSON parser: it passes over a doubled key and has no place
    # for half a character, and 32 MB of brackets take it gigabytes.
    root = _migrate_to_present(parse_json(data, path, MOST_KEYS), path, steps)
    try:
        document: Document = EVENT.validate_python(root)
    except ValidationError as error:
        from uscalc.formats.native.words import make_refusal

        raise make_refusal(error, root, Event, path) from None
    return document


def save_event(document: Document, path: Path) -> None:
    """Write an event file whole or not at all. Raise FormatError."""
    replace_file(path, make_file(document, path))


def make_file(document: Document, path: Path | None = None) -> bytes:
    """Return the bytes of an event file. Raise FormatError if they can't be read again."""
    try:
        data = write_event(document).encode("utf-8")
    except ValueError as error:
        raise FormatError(
            f"the event has a value that no file can hold ({error})",
            "correct the value",
            path=path,
        ) from error
    if len(data) > LIMIT:
        raise FormatError(
            f"it would have {len(data) / 1e6:.0f} MB, and an event file has at most "
            f"{LIMIT / 1e6:.0f}",
            "divide its sections among several events",
            path=path,
        )
    if (marks := count_marks(data)) > MOST_MARKS:
        raise make_too_full_error(marks, path)
    try:
        # A computed value, such as a starting rating, may be out of bounds.
        read_event(data)
    except FormatError as error:
        raise FormatError(
            f"{error.message}, and the file could not be opened again",
            error.remedy,
            path=path,
            place=error.place,
        ) from None
    return data


def _migrate_to_present(
    root: Any, path: Path | None, steps: Sequence[Step]
) -> dict[str, Any]:
    """Return the top object in the newest version."""
    if not isinstance(root, dict):
        raise FormatError(
            f"{show_value(root)} is no event",
            f'an event file is an object that begins {{"format": "{FORMAT}", ...',
            path=path,
        )
    if root.get("format") != FORMAT:
        said = show_value(root["format"]) if "format" in root else "missing"
        raise FormatError(
            f'"format" is {said}, so this is no event file',
            f'an event file says "format": "{FORMAT}"',
            path=path,
        )
    version = root.get("version")
    if type(version) is not int or version < 1:
        raise FormatError(
            '"version" is ' + (show_value(version) if "version" in root else "missing"),
            f'write "version": {find_present_version(steps)}',
            path=path,
        )
    if version > find_present_version(steps):
        raise FormatError(
            f"it is of version {show_value(version)}, newer than this program knows "
            f"({find_present_version(steps)})",
            "open it with a newer uscalc",
            path=path,
        )
    if version == find_present_version(steps):
        return root
    try:
        return migrate_object(root, version, steps)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(
            f"it says version {version}, but does not have its form "
            f"({json.dumps(str(error))})",
            "correct the file by hand",
            path=path,
        ) from error
