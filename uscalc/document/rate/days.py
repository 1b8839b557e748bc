"""The other days on which a section may have been played, where rules changed then."""

import datetime as dt
from typing import Final, NamedTuple

from uscalc.document.model import Section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.engine.rules import Rules
from uscalc.engine.systems import System

LONGEST: Final = dt.timedelta(days=31)
"""How long a section may have lasted where its first day isn't known."""


class OtherDay(NamedTuple):
    """Another day that may decide the rules of a section, and its rules.

    `ended` is the last day to rate the section with, None where that day is known.
    """

    rules: Rules
    ended: dt.date | None


def other_days(
    section: Section, end: dt.date, system: System, rules: Rules, rulebook: RuleBook
) -> tuple[OtherDay, ...]:
    """Return the days of a section on which other rules than those of `end` applied.

    The last day decides, but the 2025 edition says the first (section 8); and a section
    whose last day isn't in the file may have ended before the event.
    """
    first = section.start_date
    if rules.date is None or (first is None and section.kind == "estimate"):
        # An estimate is made for the day that was given.
        return ()
    if first is None or first > end:
        first = end - min(LONGEST, end - dt.date.min)
    found: list[OtherDay] = []
    while (since := _find_start(rules)) is not None and since > first:
        before = since - dt.timedelta(days=1)
        rules = rulebook(section.rules, before, system)
        if section.end_date is not None:
            found.append(OtherDay(rules, None))
        else:
            since = max(first, _find_start(rules) or first)
            found += [OtherDay(rules, day) for day in sorted({since, before})]
    return tuple(found)


def _find_start(rules: Rules) -> dt.date | None:
    """Return the first day on which all of these rules applied."""
    starts = [span.start for _, span in rules.spans if span.start is not None]
    return max(starts, default=None)
