"""A result cell taken apart for painting: what is strong, soft and pale in it."""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from uscalc.document.cells import BadCell, Entry, parse_cell

COUNT: Final = 0.85
"""The size of the games after a provisional rating, as a part of the usual type."""
Weight = Literal["strong", "soft", "pale", "to-come", "draft"]


class ResultPart(NamedTuple):
    """A piece of a cell's text, and how strongly it is written."""

    text: str
    weight: Weight


@lru_cache(maxsize=4096)
def split_cell(text: str) -> tuple[ResultPart, ...]:
    """Return the pieces of a cell, in order; text that is no result is one draft."""
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return (ResultPart(text, "draft"),)
    parts: list[ResultPart] = []
    for entry in cell:
        if parts:
            parts.append(ResultPart("  ", "pale"))
        parts += _entry_parts(entry)
    return tuple(parts)


def _entry_parts(entry: Entry) -> list[ResultPart]:
    colour = [ResultPart(f" {entry.color}", "pale")] if entry.color else []
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return [
            ResultPart("· ", "to-come"),
            ResultPart(f"{low}-{high}", "pale"),
            *colour,
        ]
    if entry.outcome == "to-play":
        return [
            ResultPart("· ", "to-come"),
            ResultPart(str(entry.opponent), "pale"),
            *colour,
        ]
    letter = str(entry)[0]
    if entry.outcome == "win":
        return [
            ResultPart(f"{letter} ", "strong"),
            ResultPart(f"{entry.opponent}", "soft"),
            *colour,
        ]
    if entry.is_game:
        return [
            ResultPart(f"{letter} ", "soft"),
            ResultPart(f"{entry.opponent}", "pale"),
            *colour,
        ]
    number = "" if entry.opponent is None else f" {entry.opponent}"
    return [ResultPart(letter, "pale"), ResultPart(number, "pale"), *colour]
