"""Ratings, years and days as rating lists write them: 1794, 1403/5, 612P4, 1650*, blank."""

import datetime as dt
import re
from typing import Final

from uscalc.document.fill.entry import ListedRating
from uscalc.document.written import parse_rating

_YEAR: Final = re.compile(r"(?:19|20)\d\d", re.ASCII)
_DAYS: Final = tuple(
    re.compile(form, re.ASCII)
    for form in (
        r"(?P<year>\d{4})[-/]?(?P<month>\d\d)[-/]?(?P<day>\d\d)",
        r"(?P<month>\d\d?)/(?P<day>\d\d?)/(?P<year>\d{4})",
    )
)
"""A day as 20261231, 2026-12-31 and 12/31/2026."""
NOT_READABLE: Final = ListedRating(readable=False)
UNRATED: Final = ListedRating()
HIGHEST_FOREIGN: Final = 3000.0


def parse_listed_rating(text: str) -> ListedRating:
    """Return a rating with its number of games; not readable for anything else."""
    written = parse_rating(text)
    if written is None or written.kind == "unknown" or not written.is_possible:
        return NOT_READABLE
    if written.rating is None:
        return UNRATED
    return ListedRating(written.rating, written.games)


def join_games(rating: str, games: str) -> str:
    """Return a rating with its number of games, which has a column of its own."""
    written = parse_rating(rating)
    if (
        not games
        or written is None
        or written.rating is None
        or written.games is not None
    ):
        return rating
    # An invalid count makes the rating unreadable: it must not pass as established.
    return f"{rating.rstrip('* ')}/{games}"


def parse_birth_year(text: str) -> int | None:
    """Return a year of birth, or that of a birth date; None where none can be read."""
    found = _YEAR.match(text)
    return int(found[0]) if found else None


def parse_fide_rating(text: str) -> float | None:
    """Return a FIDE rating; None for an empty cell."""
    listed = parse_listed_rating(text)
    return listed.rating if listed.readable else None


def parse_expiry(text: str) -> dt.date | None:
    """Return the day on which a membership expires; None where no day can be read."""
    for pattern in _DAYS:
        found = pattern.fullmatch(text.strip())
        if found:
            year, month, day = (int(found[part]) for part in ("year", "month", "day"))
            try:
                return dt.date(year, month, day)
            except ValueError:
                return None
    return None
