"""The blended starting rating (2020 and 2025, section 2)."""

from datetime import date
from math import ceil, exp, floor
from typing import Final

from uscalc.engine.age import DAYS_IN_A_YEAR, age_rating
from uscalc.engine.inputs import SourceRating, StartFacts
from uscalc.engine.rules import Rules
from uscalc.engine.systems import System
from uscalc.engine.trace import Source, Start

FULL_FACTOR: Final = 10.0
HALF_FACTOR: Final = 5.0
MOST_GAMES: Final = 10
Z_CAP: Final = 6.0
Z_UNIT: Final = 350.0
DECAY: Final = 0.06
FIDE_FULL_ABOVE: Final = 2000.0
ROUNDING_SLACK: Final = 1e-9
"""So much above a whole number is the whole number: a sum of weights is not exact."""

_FULL_SOURCES: Final[dict[System, frozenset[System]]] = {
    "R": frozenset(),
    "Q": frozenset({"R"}),
    "B": frozenset({"R"}),
    "OR": frozenset({"R"}),
    "OQ": frozenset({"R", "Q"}),
    "OB": frozenset({"R", "B"}),
}


def game_factor(target: System, key: str, source: SourceRating) -> float:
    """Return G: how many games a source is worth at most, before staleness."""
    if key == "fide":
        return FULL_FACTOR if source.rating > FIDE_FULL_ABOVE else HALF_FACTOR
    if key == "cfc":
        return HALF_FACTOR
    most = FULL_FACTOR if key in _FULL_SOURCES[target] else HALF_FACTOR
    return most if source.games is None else min(most, float(source.games))


def weigh(
    target: System,
    key: str,
    source: SourceRating,
    facts: StartFacts,
    event_end: date,
    rules: Rules,
) -> Source:
    """Return one row of the table of sources: X, G, D, P, Z, S and W."""
    x = source.rating
    if key == "fide":
        x = rules.fide_conversion(x)
    elif key == "cfc":
        x = rules.cfc_conversion(x)
    as_of = source.as_of or event_end
    d = (event_end - as_of).days
    p = age_rating(facts, as_of, event_end, rules).rating
    z = min(Z_CAP, (x - p) / Z_UNIT)
    s = exp(DECAY * (z - Z_CAP) * d / DAYS_IN_A_YEAR)
    g = game_factor(target, key, source)
    return Source(key, source.rating, x, g, d, p, z, s, g * s, source.as_of is None)


def blended_rating(
    facts: StartFacts, target: System, event_end: date, rules: Rules
) -> Start:
    """Return R0 and N from every other rating of the player, or by age where there is none."""
    known: list[tuple[str, SourceRating]] = [
        (system, source) for system, source in facts.others if system != target
    ]
    if facts.fide is not None:
        known.append(("fide", facts.fide))
    if facts.cfc is not None:
        known.append(("cfc", facts.cfc))
    sources = tuple(
        weigh(target, key, source, facts, event_end, rules) for key, source in known
    )
    weight = sum(source.w for source in sources)
    if weight <= 0.0:
        by_age = age_rating(facts, event_end, event_end, rules)
        return Start(by_age.rating, 0, by_age.how, by_age.age, sources=sources)
    exact = sum(source.w * source.x for source in sources) / weight
    n = min(MOST_GAMES, ceil(weight - ROUNDING_SLACK))
    return Start(
        float(floor(exact + 0.5)),
        max(1, n),
        "blend",
        sources=sources,
        exact_r0=exact,
        exact_n=weight,
    )
