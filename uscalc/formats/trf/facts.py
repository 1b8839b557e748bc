"""Parse the dates and the time control of a FIDE tournament report."""

import datetime as dt
import re
from typing import Final

from uscalc.engine.timecontrol import parse_time_control
from uscalc.formats.shared import loose

_PERIOD: Final = re.compile(
    r"(?:(?P<moves>\d{1,3})/)?(?P<seconds>\d{1,5})(?:\+(?P<increment>\d{1,3}))?",
    re.ASCII,
)
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", re.ASCII)


def parse_day(text: str, assumed: list[str]) -> dt.date | None:
    """Return a date written year first, or day first as in FIDE's older files."""
    if found := _DAY_FIRST.fullmatch(text):
        day, month, year = map(int, found.groups())
        try:
            read = dt.date(year, month, day)
        except ValueError:
            return None
        if day <= 12:
            assumed.append(f'"{text}" is read with the day first: {read}.')
        return read
    return loose.parse_date(text)


def choose_time_control(said: str, encoded: str) -> str:
    """Return the time control in words, or else the encoded one if it can be converted."""
    if parse_time_control(said) is not None:
        return said
    return _decode_time_control(encoded) or said


def _decode_time_control(encoded: str) -> str | None:
    """Return `40/6000+30:900+30` as `40/100, SD/15; +30`; None if increments differ."""
    stages: list[str] = []
    increments: set[str] = set()
    periods = encoded.split(":")
    for period in periods:
        found = _PERIOD.fullmatch(period)
        if found is None or int(found["seconds"]) % 60:
            return None
        minutes = int(found["seconds"]) // 60
        last = "SD" if len(periods) > 1 else "G"
        stages.append(f"{found['moves'] or last}/{minutes}")
        increments.add(found["increment"] or "0")
    if len(increments) > 1:
        return None
    (increment,) = increments
    text = ", ".join(stages) + (f"; +{increment}" if int(increment) else "")
    return text if parse_time_control(text) is not None else None
