"""Ratings as people and programs write them: 1450, 554.22, 1450/7, 1450P7, new, ?.

One grammar for typed, pasted and imported ratings. The caller decides the meaning of a
blank and the possible ratings.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING

_RATING: Final = re.compile(
    r"\*?\s*(?P<rating>\d{1,4}(?:[.,]\d{1,20})?)"
    r"(?:\s*[/Pp]\s*(?P<games>\d{1,5}))?\s*\*?",
    re.ASCII,
)
_BLANK: Final = re.compile(r"0*|-+|\*")
_UNRATED: Final = frozenset(("new", "unr", "unr.", "unrated", "nr", "n/r"))
_UNKNOWN: Final = "?"

EXAMPLES: Final = "1450, 554.22, 1450/12, or new"


@dataclass(frozen=True, slots=True)
class ParsedRating:
    """The meaning of a text: a rating, unrated, unknown, or a blank.

    `games` None with a rating: the text doesn't give the number of games.
    """

    kind: Literal["rated", "unrated", "unknown", "blank"]
    rating: float | None = None
    games: int | None = None

    @property
    def is_possible(self) -> bool:
        """True if the rating, if there is one, is within the bounds."""
        return self.rating is None or LOWEST_RATING <= self.rating <= HIGHEST_RATING


_NONE: Final = ParsedRating("unrated")
_NOT_KNOWN: Final = ParsedRating("unknown")
_NOTHING: Final = ParsedRating("blank")


@lru_cache(maxsize=4096)
def parse_rating(text: str) -> ParsedRating | None:
    """Parse a text as a rating; None if it can't be read."""
    clean = text.strip().casefold()
    if _BLANK.fullmatch(clean):
        return _NOTHING
    if clean in _UNRATED:
        return _NONE
    if clean == _UNKNOWN:
        return _NOT_KNOWN
    found = _RATING.fullmatch(clean)
    if found is None:
        return None
    games = found["games"]
    rating = float(found["rating"].replace(",", "."))
    return ParsedRating("rated", rating, int(games) if games else None)
