"""Split a pasted text into lines: a message, a list, or rows of a crosstable.

All of the text goes into lines. Unreadable text becomes a marked line, so that the user
can correct it.
"""

import re
from typing import Final

from msgspec import Struct

from uscalc.document.sheet.line import (
    BadLine,
    is_own_rating,
    read_line,
    read_own_rating,
)
from uscalc.document.sheet.sheet import EstimateLine

MOST_LINES: Final = 60
"""Games in one paste; no event has more rounds."""
_OWN: Final = re.compile(
    r"\s*(?:my\s+rating|my\s+own|i\s+am|i['’]m|i\s+was|me|own|rating)\b\s*"
    r"(?:is|was|rating)?\s*[:=]?\s*"
    r"(?P<rating>.+)",
    re.IGNORECASE,
)
_COMPACT: Final = re.compile(r"(?:\d{3,4}[wdl=]){2,}(?:\d{3,4})?", re.IGNORECASE)
_CELL: Final = re.compile(r"(?P<code>[WDLHUBXFZ])\s*(?P<number>\d{0,4})", re.IGNORECASE)
_BEFORE: Final = re.compile(
    r"\bO?[RQB]:\s*(?P<rating>\d{3,4}(?:\.\d+)?(?:\s*P\s*\d+)?|Unrated)\b"
)


class EstimateMessage(Struct, frozen=True):
    """The lines of a text, and the player's own rating if it has one."""

    own: str
    lines: tuple[str, ...]


def read_message(text: str, own_known: bool = False) -> EstimateMessage:
    """Parse a text of several lines.

    A line with only a rating and its games is the player's own rating, unless that is
    known.
    """
    own = ""
    lines: list[str] = []
    for row in filter(str.strip, text.splitlines()):
        if (before := _BEFORE.search(row)) is not None and "|" in row:
            own = own or "".join(before["rating"].split())
            continue
        for sentence in _split_sentences(row):
            mine = (
                sentence.strip().rstrip(".,")
                if is_own_rating(sentence) and not own_known
                else _find_own_rating(sentence)
            )
            if mine and not own:
                own = mine
            else:
                lines += split_line(sentence)
    return EstimateMessage(own, tuple(lines))


def split_line(text: str) -> tuple[str, ...]:
    """Split a line of text into its games; keep it whole if they can't be separated."""
    whole = text.strip()
    if not whole or isinstance(read_line(whole), EstimateLine):
        return (whole,) if whole else ()
    if (cells := _read_crosstable_row(whole)) is not None:
        return tuple(cells)
    if _COMPACT.fullmatch(whole):
        return tuple(re.findall(r"\d{3,4}[wdl=]?", whole, re.IGNORECASE))
    for separator in (r"[;,\n]\s*", r"\s{1,9}and\s{1,9}", r"\s+"):
        parts = [part for part in re.split(separator, whole) if part.strip()]
        if len(parts) > 1 and all(is_game(part) for part in parts):
            return tuple(part.strip() for part in parts)
    return (whole,)


def is_game(text: str) -> bool:
    """Return whether a text is one readable game."""
    return isinstance(read_line(text), EstimateLine)


def _split_sentences(row: str) -> list[str]:
    """Split a row into sentences; keep it whole if one has an unreadable rating."""
    parts = re.split(r"(?<=[\w)]{2}[.!?])\s+", row.strip())
    return (
        [row]
        if len(parts) == 1 or is_game(row) or not all(map(_is_clear, parts))
        else parts
    )


def _is_clear(sentence: str) -> bool:
    """Return whether a sentence is an own rating, readable games, or has no rating."""
    return (
        not re.search(r"\d{3}", sentence)
        or bool(_find_own_rating(sentence))
        or all(map(is_game, split_line(sentence)))
    )


def _find_own_rating(row: str) -> str:
    """Return the rating in a line that marks it as the player's own; empty without one."""
    found = _OWN.fullmatch(row)
    if found is None:
        return ""
    rating = found["rating"].strip().rstrip(".,")
    read = read_own_rating(rating)
    return "" if read is None or isinstance(read, BadLine) else rating


def _read_crosstable_row(row: str) -> list[str] | None:
    """Return the games in a crosstable row, with opponents' numbers; None for other rows."""
    cells = [cell.strip() for cell in re.split(r"[|\t]", row)]
    found = [_CELL.fullmatch(cell) for cell in cells]
    games = [one for one in found if one is not None]
    if len([one for one in games if one["number"] or one["code"] in "HUBXFZ"]) < 2:
        return None
    return [
        f"{one['code'].upper()}{one['number']}"
        for one in games
        if one["number"] and one["code"].upper() in "WDL"
    ]
