"""What rounded ratings and unknown facts leave open, as a range around an answer.

Each unknown is set to the extremes of what it may be and the section is rated again;
what the unknowns can take away or add is summed, as if all of them went the same way.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from uscalc.analysis.assumptions import Remade, Unknown
from uscalc.analysis.rerate_one import rerate_one
from uscalc.analysis.whatif import Base
from uscalc.engine.guide import worksheet
from uscalc.engine.inputs import Entrant, SectionInput
from uscalc.engine.rounding import shown
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section


class Interval(NamedTuple):
    """Everything from `low` to `high`, both of them displayed ratings."""

    low: int
    high: int

    @property
    def open(self) -> bool:
        """Whether it is more than one rating."""
        return self.low != self.high

    def joined(self, other: "Interval") -> "Interval":
        """Return the smallest interval that holds both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))


class Slack(NamedTuple):
    """What unknown facts may take from a rating and add to it, in points."""

    down: float
    up: float


NO_SLACK = Slack(0.0, 0.0)


def displayed_interval(low: float, high: float) -> Interval:
    """Return the displayed ratings between two unrounded ones."""
    return Interval(int(shown(low)), int(shown(high)))


def slack(
    section: SectionInput, rules: Rules, place: int, unknowns: Iterable[Unknown]
) -> Slack:
    """Return what the unknowns leave open of a player's new rating, in a decided section."""
    unknowns = tuple(unknowns)
    if not unknowns:
        return NO_SLACK
    base = Base(rate_section(section, rules))
    return slack_of(base, place, unknowns)


def slack_of(base: Base, place: int, unknowns: Iterable[Unknown]) -> Slack:
    """Return the same for a section that has been rated."""
    now = _rating(base, place, {})
    if now is None:
        return NO_SLACK
    down = up = 0.0
    for unknown in unknowns:
        moved = [0.0]
        for alternative in unknown.alternatives:
            then = _rating(base, place, _played(base, alternative))
            if then is not None:
                moved.append(then - now)
        for remade in unknown.remade:
            then = _remade(base, place, remade)
            if then is not None:
                moved.append(then - now)
        down -= min(moved)
        up += max(moved)
    return Slack(down, up)


def interval_of(base: Base, place: int, unknowns: Iterable[Unknown]) -> Interval | None:
    """Return a player's displayed rating with what is not known; None for nobody's rating."""
    now = _rating(base, place, {})
    if now is None:
        return None
    found = slack_of(base, place, unknowns)
    return displayed_interval(now - found.down, now + found.up)


def _played(base: Base, alternative: Mapping[int, Entrant]) -> dict[int, Entrant]:
    """Return the alternative with the games of the section it is now put to."""
    players = base.trace.players
    return {
        place: replace(entrant, own=players[place].entrant.own)
        for place, entrant in alternative.items()
    }


def _remade(base: Base, place: int, remade: Remade) -> float | None:
    """Return the rating in a section that is rated as a whole."""
    played = remade._replace(entrants=_played(base, remade.entrants))
    section, rules = played.put_into(base.trace.section, base.trace.rules)
    if rules.guide is not None:
        return worksheet(section.entrants[place], section, rules.guide).result
    return rate_section(section, rules).players[place].post


def _rating(base: Base, place: int, changed: dict[int, Entrant]) -> float | None:
    section, rules = base.trace.section, base.trace.rules
    if rules.guide is not None:
        entrants = list(section.entrants)
        for at, entrant in changed.items():
            entrants[at] = entrant
        then = replace(section, entrants=tuple(entrants))
        return worksheet(entrants[place], then, rules.guide).result
    if not changed:
        return base.trace.players[place].post
    return rerate_one(base, changed, place).post
