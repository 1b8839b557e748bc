"""Plain JSON values read strictly: what each field takes, and what is said otherwise."""

import datetime as dt
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from uscalc.formats.native_json import HUGE, Loc

ISO_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Fault(NamedTuple):
    """Something wrong at a place, and what to do about it."""

    loc: Loc
    wrong: str
    remedy: str
    unknown_key: bool = False


class Faults(list[Fault]):
    """Everything that is wrong with a file, in the order of its fields."""

    def at(self, loc: Loc, wrong: str, remedy: str) -> Any:
        """Notes a fault; what is given stands for the value and is never used."""
        self.append(Fault(loc, wrong, remedy))

    def unknown(self, loc: Loc, key: str, known: Sequence[str]) -> None:
        """Notes a key that does not belong there."""
        self.append(Fault(loc, *unknown_key(key, known), unknown_key=True))


Read = Callable[[Any, Loc, Faults], Any]
"""Gives the value that a plain one stands for, or notes what is wrong with it."""


class Field(NamedTuple):
    """What stands under a key; `name` is its name in the program."""

    read: Read
    name: str = ""
    required: bool = False


def record(make: Callable[..., object], **fields: Read | Field) -> Read:
    """An object with these keys and no others; `make` is given those that stand."""
    known = tuple(fields)
    table = {
        key: field if isinstance(field, Field) else Field(field)
        for key, field in fields.items()
    }

    def read(value: Any, loc: Loc, faults: Faults) -> Any:
        if not isinstance(value, dict):
            return not_object(value, loc, faults)
        before = len(faults)
        given = {}
        for key, field in table.items():
            if key in value:
                given[field.name or key] = field.read(value[key], (*loc, key), faults)
            elif field.required:
                faults.at(loc, f'the key "{key}" is missing', "add it")
        if len(value) > len(given):
            for key in value:
                if key not in table:
                    faults.unknown(loc, key, known)
        return make(**given) if len(faults) == before else None

    return read


def mapping(keys: Sequence[str], inner: Read) -> Read:
    """An object with some of these keys, as pairs in its own order."""

    def read(value: Any, loc: Loc, faults: Faults) -> Any:
        if not isinstance(value, dict):
            return not_object(value, loc, faults)
        pairs = []
        for key, child in value.items():
            if key not in keys:
                faults.at(loc, *unknown_key(key, keys))
            pairs.append((key, inner(child, (*loc, key), faults)))
        return tuple(pairs)

    return read


def items(inner: Read) -> Read:
    """A list, as a tuple."""

    def read(value: Any, loc: Loc, faults: Faults) -> Any:
        if not isinstance(value, list):
            wrong = f"{show(value)} is not a list"
            return faults.at(loc, wrong, "write a list: [...]")
        return tuple(inner(child, (*loc, i), faults) for i, child in enumerate(value))

    return read


def optional(inner: Read) -> Read:
    """The same, or null."""

    def read(value: Any, loc: Loc, faults: Faults) -> Any:
        return None if value is None else inner(value, loc, faults)

    return read


def text(value: Any, loc: Loc, faults: Faults) -> Any:
    """A text."""
    if isinstance(value, str):
        return value
    return faults.at(loc, f"{show(value)} is not text", "write it in quotation marks")


def flag(value: Any, loc: Loc, faults: Faults) -> Any:
    """True or false."""
    if isinstance(value, bool):
        return value
    wrong = f"{show(value)} is neither true nor false"
    return faults.at(loc, wrong, "write true or false")


def word(known: Sequence[str]) -> Read:
    """One of some words."""
    quoted = [f'"{name}"' for name in known]
    remedy = f"use {' or '.join((', '.join(quoted[:-1]), quoted[-1]))}"

    def read(value: Any, loc: Loc, faults: Faults) -> Any:
        if isinstance(value, str) and value in known:
            return value
        wrong = f"{show(value)} is none of the words known here"
        return faults.at(loc, wrong, remedy)

    return read


def number(least: float, most: float) -> Read:
    """A finite number between bounds, as a float."""

    def read(value: Any, loc: Loc, faults: Faults) -> Any:
        if not is_number(value) or not math.isfinite(value):
            wrong = f"{show(value)} is not a number"
            return faults.at(loc, wrong, "write a number")
        return float(_within(value, least, most, loc, faults))

    return read


def count(least: int, most: int) -> Read:
    """A whole number between bounds; JSON knows one kind, so 30.0 is one too."""

    def read(value: Any, loc: Loc, faults: Faults) -> Any:
        whole = isinstance(value, float) and value.is_integer()
        if not whole and type(value) is not int:
            wrong = f"{show(value)} is not a whole number"
            return faults.at(loc, wrong, "write a whole number without quotes")
        return int(_within(value, least, most, loc, faults))

    return read


def _within(value: Any, least: float, most: float, loc: Loc, faults: Faults) -> Any:
    if value < least:
        faults.at(loc, f"{show(value)} is too small", f"give at least {least:g}")
    elif value > most:
        faults.at(loc, f"{show(value)} is too large", f"give at most {most:g}")
    return value


def date(value: Any, loc: Loc, faults: Faults) -> Any:
    """A day."""
    if isinstance(value, str) and ISO_DATE.fullmatch(value):
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            pass
    return faults.at(loc, f"{show(value)} is no date", 'write it as in "2025-09-01"')


def is_number(value: Any) -> bool:
    """Whether it is a number of JSON; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def not_object(value: Any, loc: Loc, faults: Faults) -> Any:
    """Notes that something else stands where an object belongs."""
    wrong = f"{show(value)} is not an object"
    return faults.at(loc, wrong, "write an object: {...}")


def unknown_key(key: str, known: Sequence[str]) -> tuple[str, str]:
    """What is said of a key that does not belong there."""
    import difflib

    near = difflib.get_close_matches(key.lower(), [k.lower() for k in known], 1)
    meant = [k for k in known if near and k.lower() == near[0]]
    remedy = (
        f'did you mean "{meant[0]}"?' if meant else f"known here are {', '.join(known)}"
    )
    return f"unknown key {show(key)}", remedy


def show(value: Any) -> str:
    """A value as the file has it, shortened."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "a number beyond all bounds"
    if isinstance(value, int) and abs(value) >= HUGE:
        return "a number beyond all bounds"
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= 40 else said[:39] + "…"
