"""A rating as people and programs write it: 1450, 554.22, 1450/7, 1450P7, new, ?.

One grammar for what is typed, pasted and read. What a blank means, and which ratings
are possible, depends on who asks.
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
class WrittenRating:
    """What a text says: a rating, that there is none, that it is not known, or nothing.

    `games` None with a rating: the text does not say on how many it is based.
    """

    kind: Literal["rated", "unrated", "unknown", "blank"]
    rating: float | None = None
    games: int | None = None

    @property
    def possible(self) -> bool:
        """Whether the rating, where there is one, lies within the bounds."""
        return self.rating is None or LOWEST_RATING <= self.rating <= HIGHEST_RATING


_NONE: Final = WrittenRating("unrated")
_NOT_KNOWN: Final = WrittenRating("unknown")
_NOTHING: Final = WrittenRating("blank")


@lru_cache(maxsize=4096)
def parse_rating(text: str) -> WrittenRating | None:
    """Return what a text says of a rating; None where that cannot be read."""
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
    return WrittenRating("rated", rating, int(games) if games else None)
