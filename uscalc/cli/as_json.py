"""Data printed as JSON: a line for each of many files, or indented for one."""

import json
from functools import cache
from typing import Any

from uscalc.cli.output import put


def put_line(value: Any) -> None:
    """Prints data as one line. Raises OSError as `put` does."""
    put(f"{_encoder(', ').encode(value)}\n")


def put_indented(value: Any) -> None:
    """Prints data as `json.dumps` has it with an indent of 1. Raises OSError."""
    put(f"{indented(value)}\n")


def indented(value: Any, depth: int = 0) -> str:
    """The text of it.

    Python's own way to an indent is ten times as slow as its way to one line, and most
    values are lists and objects that hold no other: each of them is one line, with
    line ends in the place of spaces.
    """
    if not value or not _holds_more(value):
        return _encoder(", ").encode(value)
    end, more = "\n" + " " * depth, "\n" + " " * (depth + 1)
    items = value.values() if isinstance(value, dict) else value
    if not any(map(_holds_more, items)):
        text = _encoder(f",{more}").encode(value)
        return f"{text[0]}{more}{text[1:-1]}{end}{text[-1]}"
    texts = [indented(item, depth + 1) for item in items]
    if not isinstance(value, dict):
        return f"[{more}{f',{more}'.join(texts)}{end}]"
    keys = [_encoder(", ").encode(key) for key in value]
    lines = [f"{key}: {text}" for key, text in zip(keys, texts, strict=True)]
    return f"{{{more}{f',{more}'.join(lines)}{end}}}"


def _holds_more(value: Any) -> bool:
    return isinstance(value, dict | list | tuple)


@cache
def _encoder(between: str) -> json.JSONEncoder:
    """Writes ASCII, in which no letter steers a terminal; data has no cycles."""
    return json.JSONEncoder(
        allow_nan=False, check_circular=False, separators=(between, ": ")
    )
