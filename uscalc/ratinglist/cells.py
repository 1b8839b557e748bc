"""Ratings and years as rating lists write them: 1794, 1403/5, 612P4, 1650*, blank."""

import re
from typing import Final

from uscalc.document.fill.entry import ListedRating
from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING

_RATING: Final = re.compile(
    r"\*?\s*(\d{3,4})(?:\.0+)?\s*(?:[/Pp]\s*(\d{1,4}))?\s*\*?", re.ASCII
)
_NONE: Final = frozenset({"", "0", "0000", "UNR", "UNR.", "UNRATED", "NEW", "-", "*"})
_YEAR: Final = re.compile(r"(?:19|20)\d\d", re.ASCII)
NOT_READABLE: Final = ListedRating(readable=False)
UNRATED: Final = ListedRating()
HIGHEST_FOREIGN: Final = 3000.0


def listed_rating(text: str) -> ListedRating:
    """A rating with its number of games; not readable for anything else."""
    if text.upper() in _NONE:
        return UNRATED
    found = _RATING.fullmatch(text)
    if found is None:
        return NOT_READABLE
    rating = float(found[1])
    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
        return NOT_READABLE
    return ListedRating(rating, int(found[2]) if found[2] else None)


def with_games(rating: str, games: str) -> str:
    """A rating with the number of games that stands in a column of its own."""
    if not games or rating.upper() in _NONE or "/" in rating or "p" in rating.lower():
        return rating
    # What is no count spoils the rating: it must not pass as established.
    return f"{rating.rstrip('* ')}/{games}"


def birth_year(text: str) -> int | None:
    """A year of birth, or that of a birth date; None where none can be read."""
    found = _YEAR.match(text)
    return int(found[0]) if found else None


def foreign_rating(text: str) -> float | None:
    """A FIDE rating; None where none stands."""
    listed = listed_rating(text)
    return listed.rating if listed.readable else None
