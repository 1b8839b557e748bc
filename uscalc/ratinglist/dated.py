"""Find the date of a list in its name, its header, or its archive."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from uscalc.document.facts.typed import TypedError, parse_optional_date

_NUMBERS: Final = re.compile(
    r"(?<!\d)(20\d\d)(?:[-_. ](\d\d?)(?:[-_. ](\d\d?))?|(\d\d)(\d\d)?)(?!\d)", re.ASCII
)
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH: Final = r"(?<![a-z])(?P<month>[a-z]{3,9})(?![a-z])"
_YEAR: Final = r"(?<!\d)(?P<year>20\d\d)(?!\d)"
_WORDS: Final = (
    re.compile(rf"{_MONTH}[-_. ]*{_YEAR}"),
    re.compile(rf"{_YEAR}[-_. ]*{_MONTH}"),
)


@dataclass(frozen=True, slots=True)
class ListDate:
    """A day, and in words where it is from."""

    day: dt.date
    said: str


def find_list_date(
    names: Iterable[str], header: dt.date | None, packed: dt.date | None
) -> ListDate | None:
    """Return the date in the file, or else in its name, instead of the file's own date.

    Lists are official from the first of a month, and are written before it.
    """
    for name in names:
        day = parse_day_in_name(name)
        if day is not None:
            return ListDate(day, f"from the file's name, {name}")
    if header is not None:
        return ListDate(header, "from the table's header: the day it was written")
    if packed is not None:
        return ListDate(packed, "from the archive: the day it was packed")
    return None


def parse_day_in_name(name: str) -> dt.date | None:
    """Return a year and a month in a name, with a day or without; None for anything less."""
    found = {*_find_numeric_days(name), *_find_named_days(name)}
    # Two of them would be a choice.
    return found.pop() if len(found) == 1 else None


def _find_numeric_days(name: str) -> Iterator[dt.date]:
    for year, month, day, tight_month, tight_day in _NUMBERS.findall(name):
        yield from _make_day(year, month or tight_month, day or tight_day or "1")


def _find_named_days(name: str) -> Iterator[dt.date]:
    for pattern in _WORDS:
        for found in pattern.finditer(name.lower()):
            for number, month in enumerate(_MONTHS, 1):
                if month.startswith(found["month"]):
                    yield from _make_day(found["year"], str(number), "1")


def _make_day(year: str, month: str, day: str) -> Iterator[dt.date]:
    try:
        found = parse_optional_date(f"{year}-{month:>02}-{day:>02}")
    except TypedError:
        return
    if found is not None:
        yield found
