"""Parse texts typed into a form exactly, or refuse them with the reason."""

import datetime as dt
import math
import re
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from uscalc.counted import format_day
from uscalc.document.dates import EARLIEST, EXAMPLE, LATEST, DateError, parse_date
from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING, BirthDate

SHOWN = 20
MOST_DIGITS = 9
YEAR = "2009"
NOT_KNOWN = ("", "?", "-", "not known", "unknown", "est", "26+")


class TypedError(ValueError):
    """A typed text can't be read; the message says what to type."""


def parse_number(text: str, example: str = "1450 or 554.22") -> float | None:
    """Parse a number; None for no text. Raise TypedError."""
    clean = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", ".")
    if clean.lower() in NOT_KNOWN:
        return None
    try:
        value = float(clean)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or not clean.lstrip("+-")[:1].isdigit():
        raise TypedError(
            f'"{text.strip()[:SHOWN]}" isn\'t a number. Enter it like {example}'
        )
    return value


def parse_count(text: str) -> int | None:
    """Parse a whole number, 0 or more; None for no text. Raise TypedError."""
    clean = text.strip().lower().rstrip(".")
    if clean in NOT_KNOWN:
        return None
    if not (clean.isascii() and clean.isdecimal()):
        raise TypedError(
            f'"{text.strip()[:SHOWN]}" isn\'t a whole number. Enter 0 or more, '
            "or leave it blank"
        )
    if len(clean) > MOST_DIGITS:
        raise TypedError(
            f'"{text.strip()[:SHOWN]}" is too large. Enter at most {MOST_DIGITS} '
            "digits, or leave it blank"
        )
    return int(clean)


def parse_floor(text: str) -> int | None:
    """Parse a floor, a whole number of points; None for no text. Raise TypedError."""
    value = parse_number(text, "1500")
    if value is None:
        return None
    if value != int(value):
        raise TypedError(
            f'"{text.strip()[:SHOWN]}" isn\'t a valid floor. Enter a whole number'
        )
    return int(value)


def parse_optional_date(text: str) -> dt.date | None:
    """Parse a date; None for no text. Raise TypedError.

    US dates, dates with the name of the month, and ISO dates are read; see
    `uscalc.document.dates`.
    """
    clean = text.strip()
    if not clean or clean == "?":
        return None
    try:
        return parse_date(clean)
    except DateError as error:
        raise TypedError(str(error)) from None


def parse_birth(text: str) -> BirthDate | None:
    """Parse a birth date, or its year; None for no text. Raise TypedError.

    A year alone becomes July 1 of that year, marked as a year.
    """
    clean = text.strip()
    if not clean or clean == "?":
        return None
    if clean.isascii() and clean.isdecimal() and len(clean) == len(YEAR):
        year = int(clean)
        if not EARLIEST <= year <= LATEST:
            raise TypedError(f'"{clean}" isn\'t a year of birth. Check the year')
        return BirthDate(dt.date(year, 7, 1), year_only=True)
    try:
        return BirthDate(parse_date(clean, past=True))
    except DateError as error:
        reason = str(error)
        if reason.endswith(EXAMPLE):
            reason += ", or only the year"
        raise TypedError(reason) from None


def format_number(value: float | None) -> str:
    """Format a number without rounding it."""
    if value is None:
        return ""
    return f"{value:.0f}" if value == int(value) else repr(value)


def format_date(value: dt.date | None) -> str:
    """Format a date for a form."""
    return "" if value is None else format_day(value)


def format_birth(birth: BirthDate | None) -> str:
    """Format a birth date for a form; the year alone if only that is known."""
    if birth is None:
        return ""
    return f"{birth.date.year:04d}" if birth.year_only else format_day(birth.date)


_RATING: Final = re.compile(
    r"\*?\s*(?P<rating>\d{1,4}(?:[.,]\d{1,20})?)"
    r"(?:\s*[/Pp]\s*(?P<games>\d{1,5}))?\s*\*?",
    re.ASCII,
)
_BLANK: Final = re.compile(r"0*|-+|\*")
_UNRATED: Final = frozenset(("new", "unr", "unr.", "unrated", "nr", "n/r"))

EXAMPLES: Final = "1450, 554.22, 1450/12, or unr"


class ParsedRating(Struct, frozen=True):
    """The meaning of a text: a rating, unrated, unknown, or a blank.

    `games` is None if a rating's text doesn't give the number of games.
    """

    kind: Literal["rated", "unrated", "unknown", "blank"]
    rating: float | None = None
    games: int | None = None

    @property
    def is_possible(self) -> bool:
        """True unless there is a rating out of bounds."""
        return self.rating is None or LOWEST_RATING <= self.rating <= HIGHEST_RATING


@lru_cache(maxsize=4096)
def parse_rating(text: str) -> ParsedRating | None:
    """Parse a text as a rating; None if it can't be read."""
    clean = text.strip().casefold()
    if _BLANK.fullmatch(clean):
        return ParsedRating("blank")
    if clean in _UNRATED:
        return ParsedRating("unrated")
    if clean == "?":
        return ParsedRating("unknown")
    found = _RATING.fullmatch(clean)
    if found is None:
        return None
    games = found["games"]
    rating = float(found["rating"].replace(",", "."))
    return ParsedRating("rated", rating, int(games) if games else None)
