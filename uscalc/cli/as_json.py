"""Data printed as JSON: a line for each of many files, or indented for one."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from uscalc.cli.output import print_text


def put_line(value: Any) -> None:
    """Print data as one line. Raises OSError as `print_text` does."""
    print_text(f"{_make_encoder(', ').encode(value)}\n")


def put_indented(value: Any) -> None:
    """Print data as `json.dumps` has it with an indent of 1. Raises OSError."""
    for piece in iter_indented(value):
        print_text(piece)
    print_text("\n")


def iter_indented(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the text of plain values, piece by piece: objects, lists, texts, numbers, None.

    Python's own way to an indent is ten times as slow as its way to one line, and most
    values are lists of objects that hold no other: such a list is made as one line,
    with line ends in the place of spaces. No text has a line end in JSON, so that only
    what stands between two values is found by it.
    """
    if not value or not isinstance(value, dict | list):
        yield _make_encoder(", ").encode(value)
        return
    end, more, most = ("\n" + " " * (depth + deeper) for deeper in range(3))
    items = value.values() if isinstance(value, dict) else value
    if _HOLDERS.isdisjoint(map(type, items)):
        text = _make_encoder(f",{more}").encode(value)
        yield f"{text[0]}{more}{text[1:-1]}{end}{text[-1]}"
    elif isinstance(value, list) and all(map(_is_flat, items)):
        text = _make_encoder(f",{most}").encode(value)
        text = text[2:-2].replace(f"}},{most}{{", f"{more}}},{more}{{{most}")
        yield f"[{more}{{{most}{text}{more}}}{end}]"
    elif isinstance(value, list):
        for at, item in enumerate(items):
            yield f",{more}" if at else f"[{more}"
            yield from iter_indented(item, depth + 1)
        yield f"{end}]"
    else:
        for at, (key, item) in enumerate(value.items()):
            yield f"{',' if at else '{'}{more}{_make_encoder(', ').encode(key)}: "
            yield from iter_indented(item, depth + 1)
        yield f"{end}}}"


_HOLDERS: Final = frozenset((dict, list))


def _is_flat(value: Any) -> bool:
    """Return whether it is an object with values that hold no other."""
    return (
        type(value) is dict
        and bool(value)
        and _HOLDERS.isdisjoint(map(type, value.values()))
    )


@cache
def _make_encoder(between: str) -> json.JSONEncoder:
    """Write ASCII, in which no letter steers a terminal; data has no cycles."""
    return json.JSONEncoder(
        allow_nan=False, check_circular=False, separators=(between, ": ")
    )
