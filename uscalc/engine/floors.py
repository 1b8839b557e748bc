"""Floors and ceilings (2009 section 2.4; from 2015 on section 5), and foreign FIDE events
(from 2015 on section 6).
"""

from collections.abc import Callable, Mapping
from math import floor as floor_of
from operator import itemgetter
from typing import Final

from uscalc.engine.inputs import ONLINE, SYSTEMS, Entrant, System
from uscalc.engine.rules import Rules, VariantRegistry
from uscalc.engine.trace import FloorTrace

ABSOLUTE: Final = 100
HIGHEST_PERSONAL: Final = 150
BELOW_PEAK: Final = 200
HIGHEST_PEAK_FLOOR: Final = 2100
LIFE_MASTER_FLOOR: Final = 2200
HIGHEST_PRIZE_FLOOR: Final = 2000
ESTABLISHED_ABOVE: Final = 25
GAMES_OF_AN_EVENT: Final = 3
LIFE_MASTER_GAMES: Final = 300
"""Rated games with an established rating above 2200 that earn the title."""

Floors = tuple[tuple[str, int], ...]
"""Floors as (name, level)."""
LEVEL_OF: Final = itemgetter(1)

PEAK_ROUNDING: VariantRegistry[Callable[[float], float]] = VariantRegistry()
PEAK_LEVEL: VariantRegistry[Callable[[float], float]] = VariantRegistry()
PRIZE_FLOOR: VariantRegistry[Callable[[float], bool]] = VariantRegistry()


PERSONAL_FLOOR: Final[Mapping[str, frozenset[System]]] = {
    "flat": frozenset(),
    "earned": frozenset(SYSTEMS),
    "earned-over-the-board": frozenset(SYSTEMS) - ONLINE,
}
"""The systems with a personal absolute floor; the others have only the flat 100."""
LIFE_MASTER: Final[Mapping[str, frozenset[System]]] = {
    "every-system": frozenset(SYSTEMS),
    "regular-only": frozenset({"R"}),
}
"""The systems in which the floor of a Life Master applies."""


@PEAK_ROUNDING.register("as-it-is")
def keep_exact_peak(peak: float) -> float:
    """Return the peak unrounded."""
    return peak


@PEAK_ROUNDING.register("nearest")
def round_peak_to_integer(peak: float) -> float:
    """Return the peak rounded to the nearest whole number."""
    return float(floor_of(peak + 0.5))


@PEAK_LEVEL.register("at-or-just-below")
def find_hundred_at_or_below(below_peak: float) -> float:
    """Return the multiple of 100 at or just below `below_peak` (2015 on, section 5)."""
    return below_peak // 100 * 100


@PEAK_LEVEL.register("just-below")
def find_hundred_strictly_below(below_peak: float) -> float:
    """Return the multiple of 100 strictly below `below_peak` (2009, section 2.4)."""
    return -(-below_peak // 100) * 100 - 100


@PRIZE_FLOOR.register("over-2000-dollars")
def qualifies_for_prize_floor_2009(amount: float) -> bool:
    """Return whether the prize is more than 2,000 dollars."""
    return amount > 2000


@PRIZE_FLOOR.register("4000-dollars-or-more")
def qualifies_for_prize_floor_2020(amount: float) -> bool:
    """Return whether the prize is 4,000 dollars or more."""
    return amount >= 4000


def is_established(games: int | None) -> bool:
    """Return whether a rating is based on more than 25 games, or on an unknown number."""
    return games is None or games > ESTABLISHED_ABOVE


def is_valid_prize_floor(level: int) -> bool:
    """Return whether a prize can set this floor: a multiple of 100, at most 2000."""
    return level % 100 == 0 and ABSOLUTE < level <= HIGHEST_PRIZE_FLOOR


def compute_prize_floor(limit: int) -> int:
    """Return the floor that a prize in an under-`limit` section sets.

    It is the lowest multiple of 100, at most 2000, at which the winner is no longer
    eligible for the section (2009, section 2.4; from 2015 on section 5).
    """
    return min(-(-limit // 100) * 100, HIGHEST_PRIZE_FLOOR)


def compute_earned_floor(wins: int, draws: int, events: int) -> int:
    """Return AF, the personal absolute floor of a number of wins, draws and events.

    Events are those with at least three games.
    """
    return min(ABSOLUTE + 4 * wins + 2 * draws + events, HIGHEST_PERSONAL)


def compute_personal_floor(entrant: Entrant) -> int:
    """Return AF including this event; unknown earlier counts add nothing."""
    facts = entrant.floors
    return compute_earned_floor(
        (facts.wins or 0) + entrant.wins,
        (facts.draws or 0) + entrant.draws,
        (facts.events or 0) + (entrant.m >= GAMES_OF_AN_EVENT),
    )


def compute_peak_floor(peak: float, rules: Rules) -> int | None:
    """Return the floor that the highest established rating sets, or None."""
    rounded = PEAK_ROUNDING[rules.peak_rounding](peak)
    level = int(PEAK_LEVEL[rules.peak_level](rounded - BELOW_PEAK))
    if level < rules.peak_floor_lowest:
        return None
    return min(level, HIGHEST_PEAK_FLOOR)


def list_applicable_floors(
    entrant: Entrant, system: System, rules: Rules
) -> tuple[tuple[str, int], ...]:
    """Return every floor that applies to a player, as (name, level)."""
    facts = entrant.floors
    found = [("absolute", ABSOLUTE)]
    if system in PERSONAL_FLOOR[rules.personal_floor]:
        found.append(("personal", compute_personal_floor(entrant)))
    if facts.given is not None:
        found.append(("given", facts.given))
    elif entrant.rating is not None and is_established(entrant.games):
        # The peak is at least the pre-event rating.
        level = compute_peak_floor(max(entrant.rating, facts.peak or 0.0), rules)
        if level is not None:
            found.append(("peak", level))
    prize = facts.prize
    if prize is not None and (
        prize.amount is None
        or PRIZE_FLOOR[prize.rule or rules.prize_floor](prize.amount)
    ):
        found.append(("prize", min(prize.level, HIGHEST_PRIZE_FLOOR)))
    if facts.life_master and system in LIFE_MASTER[rules.life_master_floor]:
        found.append(("life-master", LIFE_MASTER_FLOOR))
    return tuple(found)


def apply_floors(
    rating: float, entrant: Entrant, system: System, rules: Rules, waived: bool
) -> FloorTrace:
    """Apply the highest floor, then the ceiling, to a result.

    `waived` says that only the absolute floors apply (a match whose rules make a result below
    another floor a request to lower it).
    """
    candidates = list_applicable_floors(entrant, system, rules)
    # The absolute floor is always among them; of equal ones, the first holds.
    name, level = held = max(candidates, key=LEVEL_OF)
    if waived:
        held = max(select_absolute_floors(candidates), key=LEVEL_OF)
    acted = rating < held[1]
    after = float(held[1]) if acted else rating
    waived = after < level
    ceiling = entrant.floors.ceiling
    capped = ceiling is not None and after > ceiling
    if ceiling is not None and capped:
        after = ceiling
    return FloorTrace(
        candidates,
        name,
        level,
        acted,
        waived,
        ceiling,
        capped,
        rating,
        after,
        held,
    )


def select_absolute_floors(candidates: Floors) -> Floors:
    """Return the floors to which section 5 allows no exception.

    They are the absolute floor, the personal one, and a given floor that is so low that
    only a personal absolute floor can be meant.
    """
    return tuple(
        (name, level)
        for name, level in candidates
        if name in ("absolute", "personal")
        or (name == "given" and level <= HIGHEST_PERSONAL)
    )


FOREIGN_FIDE: VariantRegistry[Callable[[Entrant], bool]] = VariantRegistry()


@FOREIGN_FIDE.register("nobody")
def rates_no_foreign_player(entrant: Entrant) -> bool:
    """Return False: there is no rule for such events (2009)."""
    return False


@FOREIGN_FIDE.register("any-rated")
def rates_any_rated_player(entrant: Entrant) -> bool:
    """Return whether the player has a rating (2015)."""
    return entrant.rating is not None


@FOREIGN_FIDE.register("established")
def rates_established_player(entrant: Entrant) -> bool:
    """Return whether the player has an established rating (2020, 2025)."""
    return entrant.rating is not None and is_established(entrant.games)
