"""Parse the bytes of an event file as JSON, and describe places and values in words."""

import codecs
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from uscalc.formats.opened import FormatError, check

Loc = tuple[int | str, ...]
"""The keys and positions that lead to a value."""

MOST_MARKS: Final = 2_000_000
"""Commas, colons and brackets; real events have about thirty a player."""
HUGE: Final = 10**20
"""The value read for an integer with more digits than this; no field of an event accepts it."""

_LONGEST: Final = 100
"""The number of characters of a value that an error message shows."""
_WIDE_MARKS: Final = (
    codecs.BOM_UTF16_LE,
    codecs.BOM_UTF16_BE,
    codecs.BOM_UTF32_BE,
    b"{\0",
    b"\0{",
    b"\0\0",
)
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""The beginning of a surrogate escape; text decoded from UTF-8 has no other surrogates."""


class _OddObject(dict[str, Any]):
    """An object that is refused, with the problem and the fix."""

    said = ("", "")


def parse_json(
    data: bytes, path: Path | None = None, most_keys: int | None = None
) -> Any:
    """Parse JSON; NaN, infinities and huge integers are left for the models to refuse.

    Raise FormatError if the bytes aren't UTF-8 or JSON, a key is repeated, or an object
    has more keys than any event needs.
    """
    if (marks := count_marks(data)) > MOST_MARKS:
        raise make_too_full_error(marks, path)
    text = _decode_text(data, path)
    odd = False

    def check_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal odd
        value = dict(pairs)
        if len(value) == len(pairs) and (most_keys is None or len(pairs) <= most_keys):
            return value
        odd = True
        return _refuse_object(pairs, most_keys)

    try:
        value = json.loads(
            text,
            object_pairs_hook=check_object,
            parse_int=_parse_integer,
            # Negative zero becomes zero, which has no sign in a file.
            parse_float=lambda figure: float(figure) + 0.0,
        )
    except json.JSONDecodeError as error:
        # A text without its last quote goes on to the end of the file.
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        raise FormatError(
            "the file ends too early"
            if cut
            else f"not valid JSON: {error.msg.lower()}",
            "Use a complete copy" if cut else "Correct the text there",
            path=path,
            place=f"line {error.lineno}, column {error.colno}",
        ) from error
    except RecursionError as error:
        raise FormatError(
            "the file is nested too deeply",
            "Check that this is an event file",
            path=path,
        ) from error
    if odd or _HALF.search(text):
        _check_values(value, path)
    return value


def count_marks(data: bytes) -> int:
    """Estimate the number of values, before any of them is read."""
    return sum(map(data.count, (b",", b":", b"[", b"{")))


def make_too_full_error(marks: int, path: Path | None) -> FormatError:
    """Return the refusal of a file with too many values for the memory."""
    return FormatError(
        (
            f"the file has {marks:,} commas, colons and brackets; the limit "
            f"is {MOST_MARKS:,}"
        ),
        "Check that this is the right file",
        path=path,
    )


def describe_place(root: Any, loc: Loc) -> str:
    """Describe a place in words: section "Open", player 4, ratings.R.rating."""
    parts: list[str] = []
    keys: list[str] = []
    node = root
    for step in loc:
        node = _get_child(node, step)
        if isinstance(step, str):
            keys.append(step)
            continue
        container = keys.pop() if keys else ""
        if keys:
            parts.append(".".join(keys))
        parts.append(_describe_position(container, step, node))
        keys = []
    if keys:
        parts.append(".".join(keys))
    return ", ".join(parts)


def show_value(value: Any) -> str:
    """Format a value as in the file, shortened."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "a number out of range"
    if isinstance(value, int) and abs(value) >= HUGE:
        return "a number out of range"
    if isinstance(value, str):
        value = value[:_LONGEST]
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


def _get_child(node: Any, step: int | str) -> Any:
    try:
        return node[step]
    except (KeyError, IndexError, TypeError):
        return None


def _describe_position(container: str, index: int, node: Any) -> str:
    value = node if isinstance(node, dict) else {}
    if container == "sections":
        name = value.get("name")
        return (
            f'section "{name[:_LONGEST]}"'
            if isinstance(name, str)
            else f"section {index + 1}"
        )
    if container == "players":
        number = value.get("number")
        known = isinstance(number, int) and not isinstance(number, bool)
        return f"player {number}" if known else f"the player in row {index + 1}"
    return f"round {index + 1}" if container == "results" else f"{container}[{index}]"


def _decode_text(data: bytes, path: Path | None) -> str:
    check(data.strip(), "the file is empty", "Choose another file", path=path)
    check(
        not data.startswith(_WIDE_MARKS),
        "the file is encoded in UTF-16 or UTF-32, not UTF-8",
        "Save it as UTF-8",
        path=path,
    )
    check(
        b"\0" not in data,
        "the file contains binary data, not text",
        "Choose an event file",
        path=path,
    )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"byte {data[error.start]:02X} isn't valid UTF-8",
            "Save the file as UTF-8",
            path=path,
            place=f"line {line}",
        ) from error


def _refuse_object(pairs: list[tuple[str, Any]], most_keys: int | None) -> _OddObject:
    if most_keys is not None and len(pairs) > most_keys:
        odd = _OddObject()
        odd.said = (
            f"an object has {len(pairs)} keys",
            f"The limit is {most_keys} keys",
        )
        return odd
    odd = _OddObject(pairs)
    keys: set[str] = set()
    for key, _ in pairs:
        if key in keys:
            odd.said = (f'the key "{key}" appears twice', "Keep one of them")
            break
        keys.add(key)
    return odd


def _parse_integer(text: str) -> int:
    """Parse an integer; Python itself refuses those of several thousand digits."""
    if len(text) > len(str(HUGE)):
        return -HUGE if text[0] == "-" else HUGE
    return int(text)


def _check_values(root: Any, path: Path | None) -> None:
    """Refuse odd objects, and text that can't be written again."""
    for loc, value in _walk_values(root):
        problem = value.said if isinstance(value, _OddObject) else ("", "")
        if _has_half_character(value) or _has_half_character(loc[-1:] and loc[-1]):
            problem = (
                "the text has an incomplete character (\\ud800 to \\udfff)",
                "Write the character itself",
            )
        if problem[0]:
            raise FormatError(
                *problem, path=path, place=describe_place(root, tuple(loc))
            )


def _walk_values(root: Any) -> Iterator[tuple[list[int | str], Any]]:
    """Yield every value with its place, which holds until the next; without recursion."""
    loc: list[int | str] = []
    open_values = [_list_children({"": root})]
    while open_values:
        for step, child in open_values[-1]:
            loc.append(step)
            yield loc[1:], child
            open_values.append(_list_children(child))
            break
        else:
            open_values.pop()
            del loc[-1:]


def _list_children(value: Any) -> Iterator[tuple[int | str, Any]]:
    if isinstance(value, dict):
        return iter(value.items())
    return iter(enumerate(value)) if isinstance(value, list) else iter(())


def _has_half_character(value: object) -> bool:
    return (
        isinstance(value, str)
        and not value.isascii()
        and any("\ud800" <= character <= "\udfff" for character in value)
    )
