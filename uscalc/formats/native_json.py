"""The bytes of an event file as plain JSON values, and places in them put in words."""

import codecs
import json
from pathlib import Path
from typing import Any, Final

from uscalc.formats.errors import FormatError

Loc = tuple[int | str, ...]
"""The keys and positions that lead to a value."""

HUGE: Final = 10**20
"""Stands for every integer of more digits: no field of an event takes it."""

_WIDE_MARKS: Final = (
    codecs.BOM_UTF16_LE,
    codecs.BOM_UTF16_BE,
    codecs.BOM_UTF32_BE,
    b"{\0",
    b"\0{",
    b"\0\0",
)


class _Doubled(dict[str, Any]):
    """An object that has one key twice."""

    key = ""


def parse_json(data: bytes, path: Path | None = None) -> Any:
    """The JSON value; NaN, infinities and huge integers are left for the models.

    Raises FormatError where the bytes are no UTF-8, or no JSON, or a key stands twice.
    """
    text = _decode(data, path)
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        # A text without its last quote goes on to the end of the file.
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        raise FormatError(
            "the file ends too early" if cut else f"it is no JSON: {error.msg.lower()}",
            "use a complete copy" if cut else "mend the text there",
            path=path,
            place=f"line {error.lineno}, column {error.colno}",
        ) from error
    except RecursionError as error:
        raise FormatError(
            "it is nested too deeply", "check that this is an event file", path=path
        ) from error
    _check_values(value, path)
    return value


def describe(root: Any, loc: Loc) -> str:
    """A place in a person's words: section "Open", player 4, ratings.R.rating."""
    parts: list[str] = []
    keys: list[str] = []
    node = root
    for step in loc:
        node = _child(node, step)
        if isinstance(step, str):
            keys.append(step)
            continue
        container = keys.pop() if keys else ""
        if keys:
            parts.append(".".join(keys))
        parts.append(_position(container, step, node))
        keys = []
    if keys:
        parts.append(".".join(keys))
    return ", ".join(parts)


def _child(node: Any, step: int | str) -> Any:
    try:
        return node[step]
    except (KeyError, IndexError, TypeError):
        return None


def _position(container: str, index: int, node: Any) -> str:
    value = node if isinstance(node, dict) else {}
    if container == "sections":
        name = value.get("name")
        return f'section "{name}"' if isinstance(name, str) else f"section {index + 1}"
    if container == "players":
        number = value.get("number")
        known = isinstance(number, int) and not isinstance(number, bool)
        return f"player {number}" if known else f"the player in row {index + 1}"
    if container == "results":
        return f"round {index + 1}"
    return f"{container}[{index}]"


def _decode(data: bytes, path: Path | None) -> str:
    if not data.strip():
        raise FormatError("the file is empty", "choose another file", path=path)
    if data.startswith(_WIDE_MARKS):
        raise FormatError(
            "it is not written in UTF-8 but in UTF-16 or UTF-32",
            "save it as UTF-8",
            path=path,
        )
    if b"\0" in data:
        raise FormatError(
            "it holds binary data, no text", "choose an event file", path=path
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"the byte {data[error.start]:02X} there is no UTF-8",
            "save the file as UTF-8",
            path=path,
            place=f"line {line}",
        ) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    doubled = _Doubled(value)
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            doubled.key = key
            break
        seen.add(key)
    return doubled


def _integer(text: str) -> int:
    """An integer; Python itself refuses those of more than some thousand digits."""
    if len(text) > len(str(HUGE)):
        return -HUGE if text[0] == "-" else HUGE
    return int(text)


def _check_values(root: Any, path: Path | None) -> None:
    """Refuse doubled keys and text that cannot be written again, without recursion."""
    waiting: list[tuple[Loc, Any]] = [((), root)]
    while waiting:
        loc, value = waiting.pop()
        if isinstance(value, _Doubled):
            raise FormatError(
                f'the key "{value.key}" stands twice',
                "keep one of them",
                path=path,
                place=describe(root, loc),
            )
        if isinstance(value, dict):
            waiting.extend(((*loc, key), child) for key, child in value.items())
        elif isinstance(value, list):
            waiting.extend(((*loc, i), child) for i, child in enumerate(value))
        elif isinstance(value, str) and not value.isascii() and _has_half(value):
            raise FormatError(
                "the text has half of a character (\\ud800 to \\udfff)",
                "write the character itself",
                path=path,
                place=describe(root, loc),
            )


def _has_half(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)
