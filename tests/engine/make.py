"""Short functions that build the engine's input."""

import datetime as dt
from typing import Any

from msgspec.structs import replace

from uscalc.engine.inputs import Entrant, RatedGame, SectionInput, System
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.rules.resolve import load_rule_table

DAY = dt.date(2025, 9, 1)
EDITIONS = ("2009", "2015", "2020", "2025")


def rules(edition: str = "2025", **changed: Any) -> Rules:
    """Return the rules of an edition, with some values changed."""
    return replace(load_rule_table().get_rules_of_edition(edition), **changed)


def rules_on(day: str, system: System = "R") -> Rules:
    """Return the rules of a day."""
    return load_rule_table().get_rules_on(dt.date.fromisoformat(day), system)


def games(*played: tuple[int, float]) -> tuple[RatedGame, ...]:
    """Return games from (opponent's place, score), one each round."""
    return tuple(
        RatedGame(opponent, score, i) for i, (opponent, score) in enumerate(played, 1)
    )


def field(facts, results) -> tuple[Entrant, ...]:
    """Return entrants from their facts and from games as (one, other, the first one's score)."""
    own: list[list[RatedGame]] = [[] for _ in facts]
    for i, (one, other, score) in enumerate(results, 1):
        own[one].append(RatedGame(other, score, i))
        own[other].append(RatedGame(one, 1.0 - score, i))
    return tuple(
        Entrant(numbers=(i,), own=tuple(mine), **fact)
        for i, (fact, mine) in enumerate(zip(facts, own, strict=True), 1)
    )


def section(entrants, system="R", kind="event", dual=False, end=DAY) -> SectionInput:
    """Return a section of entrants."""
    return SectionInput(system, end, entrants, kind, dual)


def rate_one(strengths, scores, rule_set=None, system="R", dual=False, **facts):
    """Rate one player against opponents whose strengths are fixed."""
    played = games(*((i, score) for i, score in enumerate(scores, 1)))
    opponents = [
        Entrant((i,), None, fixed=strength) for i, strength in enumerate(strengths, 2)
    ]
    player = Entrant(numbers=(1,), own=played, **facts)
    made = section((player, *opponents), system, dual=dual)
    return rate_section(made, rule_set or rules()).players[0]
