"""Read and save the program's own event file, and explain its errors."""

import codecs
import datetime as dt
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from typing_extensions import is_typeddict

from uscalc.document.model import Document
from uscalc.formats.native.text import (
    MOST_MARKS,
    Loc,
    count_marks,
    describe_place,
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
from uscalc.formats.opened import FormatError, FormatReader, OpenedEvent, check
from uscalc.formats.shared.files import check_size, replace_file

LONGEST_KEY: Final = 100
"""The maximum length, in characters, of an unknown key that is compared with known keys."""

Said = tuple[str, str]
"""The problem, and the fix."""


def make_refusal(
    error: ValidationError, root: Any, kind: Any, path: Path | None
) -> FormatError:
    """Return the first validation error as a FormatError that counts the others.

    Unknown keys come first, because a misspelled key often causes a missing one.
    """
    details = error.errors(include_url=False)
    first = min(details, key=lambda detail: detail["type"] != "extra_forbidden")
    loc, (wrong, remedy) = _explain_error(first, kind)
    more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
    return FormatError(wrong, remedy + more, path=path, place=describe_place(root, loc))


def _explain_error(detail: ErrorDetails, kind: Any) -> tuple[Loc, Said]:
    """Return the place of an error, and its words."""
    fault, loc = detail["type"], detail["loc"]
    if fault == "missing":
        return loc[:-1], (f'the key "{loc[-1]}" is missing', "Add it")
    if fault == "extra_forbidden":
        return loc[:-1], _explain_unknown_key(loc[-1], _list_known_keys(kind, loc[:-1]))
    if loc and loc[-1] == "[key]":
        return loc[:-2], _explain_unknown_key(loc[-2], _list_known_keys(kind, loc[:-2]))
    shown = show_value(detail["input"])
    context = detail.get("ctx", {})
    if fault == "said":
        wrong = str(context["wrong"]).replace("{shown}", shown)
        return loc, (wrong, str(context["remedy"]))
    words = _ERROR_WORDS.get(fault)
    if words is None:
        return loc, (f"{shown} isn't allowed here: {detail['msg']}", "Correct it")
    return loc, (f"{shown} {words[0]}", words[1].format(**context).replace("'", '"'))


def _list_known_keys(kind: Any, loc: Loc) -> Sequence[str]:
    """Return the known keys at a place in a value of a kind."""
    for step in loc:
        known = get_type_hints(kind) if is_typeddict(kind) else {}
        kind = known[str(step)] if known else get_args(kind)[-1]
        if NoneType in get_args(kind):
            kind = get_args(kind)[0]
    if is_typeddict(kind):
        return tuple(get_type_hints(kind))
    # The keys of this mapping must be one of these words.
    return tuple(get_args(get_args(kind)[0]))


def _explain_unknown_key(key: object, known: Sequence[str]) -> Said:
    # Needed only for a misspelled key.
    import difflib

    near = difflib.get_close_matches(
        str(key)[:LONGEST_KEY].lower(), [k.lower() for k in known], 1
    )
    meant = [k for k in known if near and k.lower() == near[0]]
    remedy = (
        f'Did you mean "{meant[0]}"?'
        if meant
        else f"Known keys here: {', '.join(known)}"
    )
    return f"unknown key {show_value(key)}", remedy


_ERROR_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "float_type": ("isn't a number", "Write a number"),
    "finite_number": ("isn't a number", "Write a number"),
    "int_type": ("isn't a whole number", "Write a whole number without quotes"),
    "string_type": ("isn't text", "Write it in quotation marks"),
    "bool_type": ("is neither true nor false", "Write true or false"),
    "list_type": ("isn't a list", "Write a list: [...]"),
    "too_long": ("is too long", "Use at most {max_length}"),
    "dict_type": ("isn't an object", "Write an object: {{...}}"),
    "model_type": ("isn't an object", "Write an object: {{...}}"),
    "greater_than_equal": ("is too small", "The minimum is {ge:g}"),
    "less_than_equal": ("is too large", "The maximum is {le:g}"),
    "literal_error": ("isn't an allowed value", "use {expected}"),
}
"""The problem and the fix for pydantic's kinds of errors."""


KEY: Final = "uscalc"
LIMIT: Final = 32_000_000
"""Bytes; an event of 1,000 players has some 300,000."""
SUFFIX: Final = ".uscalc"
MOST_KEYS: Final = 200
"""The maximum number of keys in one object; millions of errors would fill the memory.
"""


def recognizes(head: bytes) -> bool:
    """Return whether a file states that it is an event file; a damaged one may not."""
    begins = head.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")
    return begins and f'"{FORMAT}"'.encode() in head


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Read an event; the file always has its end date. Raise FormatError."""
    return OpenedEvent(read_event(data, path), READER.key, READER.name)


def read_event(
    data: bytes, path: Path | None = None, *, steps: Sequence[Step] = STEPS
) -> Document:
    """Read the document in an event file.

    `steps` are the migrations from version 1 on. Raise FormatError, with `path` in it,
    for anything wrong with the file.
    """
    # Imported late: the empty window appears sooner without it.
    from uscalc.formats.native.models import EVENT, Event

    check_size(path, len(data), LIMIT)
    # pydantic's own JSON parser accepts repeated keys, gives no place for an incomplete
    # surrogate pair, and needs gigabytes of memory for 32 MB of brackets.
    root = _migrate_to_present(parse_json(data, path, MOST_KEYS), path, steps)
    try:
        document: Document = EVENT.validate_python(root)
    except ValidationError as error:
        raise make_refusal(error, root, Event, path) from None
    return document


def save_event(document: Document, path: Path) -> None:
    """Write a complete event file, or leave the old one unchanged. Raise FormatError."""
    replace_file(path, make_file(document, path))


def make_file(document: Document, path: Path | None = None) -> bytes:
    """Return the bytes of an event file. Raise FormatError if they couldn't be read again."""
    try:
        data = write_event(document).encode("utf-8")
    except ValueError as error:
        raise FormatError(
            f"the event has a value that can't be saved ({error})",
            "Correct the value",
            path=path,
        ) from error
    check(
        len(data) <= LIMIT,
        (
            f"the file would have {len(data) / 1000000.0:.0f} MB; the limit "
            f"is {LIMIT / 1000000.0:.0f} MB"
        ),
        "Split the sections into several events",
        path=path,
    )
    if (marks := count_marks(data)) > MOST_MARKS:
        raise make_too_full_error(marks, path)
    try:
        # A computed value, for example a starting rating, may be out of bounds.
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
            f"{show_value(root)} isn't an event",
            (f'An event file is an object that begins {{"format": "{FORMAT}", ...'),
            path=path,
        )
    if root.get("format") != FORMAT:
        format_shown = show_value(root["format"]) if "format" in root else "missing"
        raise FormatError(
            f'"format" is {format_shown}, so this isn\'t a uscalc event file',
            f'An event file has "format": "{FORMAT}"',
            path=path,
        )
    version: Any = root.get("version")
    check(
        type(version) is int and version >= 1,
        '"version" is ' + (show_value(version) if "version" in root else "missing"),
        f'Write "version": {find_present_version(steps)}',
        path=path,
    )
    check(
        version <= find_present_version(steps),
        (
            f"file format version {show_value(version)} is newer than this "
            f"program supports ({find_present_version(steps)})"
        ),
        "Open it with a newer uscalc",
        path=path,
    )
    if version == find_present_version(steps):
        return root
    try:
        return migrate_object(root, version, steps)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(
            (
                f"the file doesn't match its version {version} "
                f"({json.dumps(str(error))})"
            ),
            "Correct the file by hand",
            path=path,
        ) from error


READER: Final = FormatReader(KEY, "uscalc event file", LIMIT, recognizes, read)
