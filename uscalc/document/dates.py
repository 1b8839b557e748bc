"""Parse dates as people type them: 11/22/2026, 11-22-26, Nov 22 2026, or 2026-11-22.

Numbers are read as US dates, month first, unless they begin with a year of four digits.
Text that can mean two days, or no day, is refused with the reason.
"""

import calendar
import datetime as dt
import re
from typing import Final

MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
WEEKDAYS: Final = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)
EXAMPLE: Final = "11/22/2026"
EARLIEST: Final = 1900
LATEST: Final = 2100
AHEAD: Final = 10
"""The maximum number of years after today for a two-digit year."""
SHOWN: Final = 20
_DASHES: Final = re.compile("[\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}]")
_YEAR_FIRST: Final = re.compile(
    r"(?P<year>\d{4})(?P<by>[-/. ]?)(?P<month>\d{1,2})(?P=by)(?P<day>\d{1,2})", re.ASCII
)
_TIGHT: Final = re.compile(r"\d{8}", re.ASCII)
_MONTH_FIRST: Final = re.compile(
    r"(?P<month>\d{1,2})(?P<by>[-/. ])(?P<day>\d{1,2})(?P=by)'?(?P<year>\d{4}|\d{2})",
    re.ASCII,
)
_NO_YEAR: Final = re.compile(r"\d{1,2}[-/. ]\d{1,2}", re.ASCII)
_FULL_YEAR: Final = re.compile(r"\d{4}", re.ASCII)
_DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?", re.ASCII)
_YEAR: Final = re.compile(r"'?(\d{4}|\d{2})", re.ASCII)


class DateError(ValueError):
    """A text that isn't a date; the message gives the reason and what to type."""


def parse_date(text: str, today: dt.date | None = None, past: bool = False) -> dt.date:
    """Parse a date. Raise DateError.

    A year of two digits is the latest one up to ten years after `today` (default: the
    computer's date). For a date in the `past`, for example a birth date, it is the latest
    one before `today`.
    """
    typed = text.strip()
    clean = _DASHES.sub("-", " ".join(typed.lower().replace(",", " ").split()))
    clean, weekday = _split_weekday(clean)
    parts = _parse_numeric_date(
        typed, re.sub(r" ?([-/.]) ?", r"\1", clean)
    ) or _parse_worded_date(typed, clean)
    if parts is None:
        raise DateError(f"{_quote_text(typed)} isn't a date. Write it like {EXAMPLE}")
    month, day, written = parts
    year = (
        _expand_year(int(written), (month, day), today or dt.date.today(), past)
        if not _FULL_YEAR.fullmatch(written)
        else int(written)
    )
    found = _make_date(typed, year, month, day)
    if weekday is not None and found.weekday() != weekday:
        named = WEEKDAYS[found.weekday()].capitalize()
        raise DateError(
            f"{_quote_text(typed)} is a {named}. Check the day and the year"
        )
    return found


def find_month_number(name: str) -> int | None:
    """Return the number of a month from its name or the beginning of it, or None."""
    name = name.lower().rstrip(".")
    begin = "sep" if name == "sept" else name
    fit = [i for i, month in enumerate(MONTHS, 1) if month.startswith(begin)]
    return fit[0] if len(name) >= len("jan") and fit else None


def _split_weekday(clean: str) -> tuple[str, int | None]:
    """Return the text without a leading day of the week, and that day."""
    first, _, rest = clean.partition(" ")
    name = first.rstrip(".")
    return next(
        (
            (rest, number)
            for number, day in enumerate(WEEKDAYS)
            if rest and len(name) >= len("mon") and day.startswith(name)
        ),
        (clean, None),
    )


def _parse_numeric_date(typed: str, clean: str) -> tuple[int, int, str] | None:
    """Return month, day and year of a date in figures; None for other texts."""
    found = _YEAR_FIRST.fullmatch(clean)
    if found is not None and (found["by"] or _TIGHT.fullmatch(clean)):
        return int(found["month"]), int(found["day"]), found["year"]
    found = _MONTH_FIRST.fullmatch(clean)
    if found is None:
        if _NO_YEAR.fullmatch(clean):
            raise DateError(
                f"{_quote_text(typed)} has no year. Write it like {EXAMPLE}"
            )
        return None
    month, day, year = int(found["month"]), int(found["day"]), found["year"]
    last = len(MONTHS)
    if found["by"] == "." and month != day and max(month, day) <= last:
        one, other = f"{month}/{day}/{year}", f"{day}/{month}/{year}"
        first, second = _name_day(month, day), _name_day(day, month)
        raise DateError(
            f"{_quote_text(typed)} can be {first} or {second}. Write {one} or {other}"
        )
    if month > last >= day > 0:
        raise DateError(
            f"{_quote_text(typed)} has no month {month}. Write the month first: "
            f"{day}/{month}/{year}"
        )
    return month, day, year


def _parse_worded_date(typed: str, clean: str) -> tuple[int, int, str] | None:
    """Return month, day and year of a date with the month's name, or None."""
    parts = [part for part in re.split(r"[-/. ]+", clean) if part]
    months = [i for i, part in enumerate(parts) if find_month_number(part) is not None]
    if len(months) != 1 or len(parts) > len(("month", "day", "year")):
        return None
    month = find_month_number(parts.pop(months[0]))
    assert month is not None
    if len(parts) == 1 and (_DAY.fullmatch(parts[0]) or _YEAR.fullmatch(parts[0])):
        lacks = "day" if _FULL_YEAR.fullmatch(parts[0]) else "year"
        raise DateError(f"{_quote_text(typed)} has no {lacks}. Write it like {EXAMPLE}")
    if len(parts) != len(("day", "year")):
        return None
    if _FULL_YEAR.fullmatch(parts[0]):
        parts.reverse()
    day, year = _DAY.fullmatch(parts[0]), _YEAR.fullmatch(parts[1])
    return None if day is None or year is None else (month, int(day[1]), year[1])


def _expand_year(year: int, day: tuple[int, int], today: dt.date, past: bool) -> int:
    """Return the full year for a year of two digits; see `parse_date`."""
    latest = (
        today.year - (day > (today.month, today.day)) if past else today.year + AHEAD
    )
    return latest - (latest - year) % 100


def _make_date(typed: str, year: int, month: int, day: int) -> dt.date:
    if not 1 <= month <= len(MONTHS):
        raise DateError(
            f"{_quote_text(typed)} has no month {month}. Write it like {EXAMPLE}"
        )
    if not EARLIEST <= year <= LATEST:
        raise DateError(f"{_quote_text(typed)} has the year {year}. Check the year")
    days = calendar.monthrange(year, month)[1]
    if not 1 <= day <= days:
        of = f"{MONTHS[month - 1].capitalize()} {year}"
        raise DateError(f"{_quote_text(typed)} isn't a date: {of} has {days} days")
    return dt.date(year, month, day)


def _name_day(month: int, day: int) -> str:
    return f"{MONTHS[month - 1].capitalize()} {day}"


def _quote_text(typed: str) -> str:
    return f'"{typed[:SHOWN]}"'


def subtract_days(day: dt.date, days: int) -> dt.date:
    """Return the day that is `days` earlier, or the first possible day."""
    return day - min(dt.timedelta(days=days), day - dt.date.min)
