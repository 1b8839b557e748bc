"""Convert the cells and ratings of a crosstable page to those of an event file."""

import re
from dataclasses import dataclass
from typing import Final

from uscalc.document.cells import parse_cell, score_cell
from uscalc.document.model import (
    HIGHEST_RATING,
    LOWEST_RATING,
    UNRATED,
    PublishedRating,
    RatingFacts,
)
from uscalc.engine.systems import SYSTEMS, System

_CELL: Final = re.compile(r"([WLDNRSXFZ])\s*(\d{1,5})")
_ALONE: Final = re.compile(r"([BHUXFZ])\s*0*")
# Directors who typed BYE or FL had the rest taken for the opponent's number.
_TYPED_OUT: Final = {"BYE": "B", "HYE": "H", "FL": "F"}
_COLORS: Final = {"W": "w", "B": "b"}
_FIGURE: Final = r"(Unrated|\d{2,4})\s*(?:P\s*(\d{1,2}))?"
_RATING: Final = re.compile(rf"\b([A-Z]{{1,2}}):\s*{_FIGURE}\s*->\s*(?:{_FIGURE})?")
_MEMBER: Final = re.compile(r"(\d{7,9})\s*/")


def parse_result(text: str, color: str = "") -> str:
    """Return a cell of the page as a result; one that isn't understood is kept.

    The diagonal square of a round robin is a round without a game. `color` is the text
    below the cell: W, B or nothing.
    """
    text = text.strip()
    if text == "*":
        return "U"
    if found := _ALONE.fullmatch(text):
        return found[1]
    if word := _TYPED_OUT.get("".join(text.split())):
        return word
    if found := _CELL.fullmatch(text):
        return f"{found[1]}{int(found[2])}{_COLORS.get(color.strip(), '')}"
    return text


def resolve_lone_e(results: list[str], total: float | None) -> str | None:
    """Return what an E without an opponent means, by the printed points.

    None if unclear.
    """
    if total is None or results.count("E") != 1:
        return None
    left = total - sum(score_cell(token) for token in results)
    return {1.0: "B", 0.5: "H", 0.0: "U"}.get(left)


def is_result_token(token: str) -> bool:
    """Return whether the token is one of the event file's results."""
    return isinstance(parse_cell(token), tuple)


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's pre-event and post-event rating in one system, as printed."""

    system: System
    before: RatingFacts
    after: PublishedRating | None


def parse_rating_lines(text: str) -> list[RatingLine]:
    """Return every rating in the text; one that is out of bounds is unknown."""
    lines = []
    for found in _RATING.finditer(text):
        for system in SYSTEMS:
            if found[1] == system:
                before = _parse_pre_rating(found[2], found[3])
                lines.append(
                    RatingLine(system, before, _parse_post_rating(found[4], found[5]))
                )
    return lines


def find_member_id(text: str) -> str | None:
    """Return the member ID in the text, if there is one."""
    found = _MEMBER.search(text)
    return None if found is None else found[1]


def _parse_post_rating(rating: str | None, games: str | None) -> PublishedRating | None:
    """Return the published rating, also one that is too high, which is reported later."""
    if rating in (None, "Unrated") or float(rating) < LOWEST_RATING:
        return None
    return PublishedRating(float(rating), None if games is None else int(games))


def _parse_pre_rating(rating: str, games: str | None) -> RatingFacts:
    """Return the pre-event rating; without a P it is established, its games unknown."""
    if rating == "Unrated":
        return UNRATED
    if not LOWEST_RATING <= float(rating) <= HIGHEST_RATING:
        return RatingFacts(unknown=True)
    return RatingFacts(
        rating=float(rating),
        games=None if games is None else int(games),
        source="published",
    )
