"""Floors and ceilings (2009 section 2.4; from 2015 on section 5), and foreign FIDE events
(from 2015 on section 6).
"""

from collections.abc import Callable
from math import floor as floor_of
from typing import Final

from uscalc.engine.inputs import Entrant
from uscalc.engine.rules import Rules, Variants
from uscalc.engine.systems import ONLINE, System
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

PERSONAL_FLOOR: Variants[Callable[[System], bool]] = Variants()
PEAK_ROUNDING: Variants[Callable[[float], float]] = Variants()
PEAK_LEVEL: Variants[Callable[[float], float]] = Variants()
LIFE_MASTER: Variants[Callable[[System], bool]] = Variants()
PRIZE_FLOOR: Variants[Callable[[float], bool]] = Variants()


@PERSONAL_FLOOR.named("flat")
def nobody_earns(system: System) -> bool:
    """Return False: no player has a personal floor, only the flat 100."""
    return False


@PERSONAL_FLOOR.named("earned")
def everybody_earns(system: System) -> bool:
    """Return True: a personal absolute floor holds in every system."""
    return True


@PERSONAL_FLOOR.named("earned-over-the-board")
def over_the_board_earns(system: System) -> bool:
    """Return whether a system is over the board; online there is only the flat 100."""
    return system not in ONLINE


@PEAK_ROUNDING.named("as-it-is")
def peak_as_it_is(peak: float) -> float:
    """Return the peak unrounded."""
    return peak


@PEAK_ROUNDING.named("nearest")
def peak_to_nearest(peak: float) -> float:
    """Return the peak rounded to the nearest whole number."""
    return float(floor_of(peak + 0.5))


@PEAK_LEVEL.named("at-or-just-below")
def at_or_just_below(below_peak: float) -> float:
    """Return the full hundred at or just below `below_peak` (2015 on, section 5)."""
    return below_peak // 100 * 100


@PEAK_LEVEL.named("just-below")
def just_below(below_peak: float) -> float:
    """Return the full hundred strictly below `below_peak` (2009, section 2.4)."""
    return -(-below_peak // 100) * 100 - 100


@LIFE_MASTER.named("every-system")
def life_master_everywhere(system: System) -> bool:
    """Return True: the title's floor holds in every system."""
    return True


@LIFE_MASTER.named("regular-only")
def life_master_in_regular(system: System) -> bool:
    """Return whether the system is Regular, the only one with the title's floor."""
    return system == "R"


@PRIZE_FLOOR.named("over-2000-dollars")
def prize_2009(amount: float) -> bool:
    """Return whether the prize is more than 2,000 dollars."""
    return amount > 2000


@PRIZE_FLOOR.named("4000-dollars-or-more")
def prize_2020(amount: float) -> bool:
    """Return whether the prize is 4,000 dollars or more."""
    return amount >= 4000


def is_established(games: int | None) -> bool:
    """Return whether a rating is based on more than 25 games, or on an unknown number."""
    return games is None or games > ESTABLISHED_ABOVE


def is_prize_level(level: int) -> bool:
    """Return whether a prize can set a floor there: a hundred, 2000 at most."""
    return level % 100 == 0 and ABSOLUTE < level <= HIGHEST_PRIZE_FLOOR


def prize_level(limit: int) -> int:
    """Return the floor that a prize in an under-`limit` section sets.

    It is the first 100-point level, up to 2000, at which the winner is no longer
    eligible for the section (2009, section 2.4; from 2015 on section 5).
    """
    return min(-(-limit // 100) * 100, HIGHEST_PRIZE_FLOOR)


def earned_floor(wins: int, draws: int, events: int) -> int:
    """Return AF, the personal absolute floor of a number of wins, draws and events.

    Events are those with at least three games.
    """
    return min(ABSOLUTE + 4 * wins + 2 * draws + events, HIGHEST_PERSONAL)


def personal_floor(entrant: Entrant) -> int:
    """Return AF including this event; unknown earlier counts add nothing."""
    facts = entrant.floors
    return earned_floor(
        (facts.wins or 0) + entrant.wins,
        (facts.draws or 0) + entrant.draws,
        (facts.events or 0) + (entrant.m >= GAMES_OF_AN_EVENT),
    )


def peak_floor(peak: float, rules: Rules) -> int | None:
    """Return the floor that a highest established rating gives, None when it gives none."""
    rounded = PEAK_ROUNDING[rules.peak_rounding](peak)
    level = int(PEAK_LEVEL[rules.peak_level](rounded - BELOW_PEAK))
    if level < rules.peak_floor_lowest:
        return None
    return min(level, HIGHEST_PEAK_FLOOR)


def floor_candidates(
    entrant: Entrant, system: System, rules: Rules
) -> tuple[tuple[str, int], ...]:
    """Return every floor that applies to a player, as (name, level)."""
    facts = entrant.floors
    found = [("absolute", ABSOLUTE)]
    if PERSONAL_FLOOR[rules.personal_floor](system):
        found.append(("personal", personal_floor(entrant)))
    if facts.given is not None:
        found.append(("given", facts.given))
    elif entrant.rating is not None and is_established(entrant.games):
        # The peak is at least the pre-event rating.
        level = peak_floor(max(entrant.rating, facts.peak or 0.0), rules)
        if level is not None:
            found.append(("peak", level))
    prize = facts.prize
    if prize is not None and (
        prize.amount is None
        or PRIZE_FLOOR[prize.rule or rules.prize_floor](prize.amount)
    ):
        found.append(("prize", min(prize.level, HIGHEST_PRIZE_FLOOR)))
    if facts.life_master and LIFE_MASTER[rules.life_master_floor](system):
        found.append(("life-master", LIFE_MASTER_FLOOR))
    return tuple(found)


def apply_floors(
    rating: float, entrant: Entrant, system: System, rules: Rules, waived: bool
) -> FloorTrace:
    """Apply the highest floor, then the ceiling, to a result.

    `waived` says that only the absolute floors act (a match under rules that ask for the
    other floors to be lowered instead).
    """
    candidates = floor_candidates(entrant, system, rules)
    name, level = _highest(candidates)
    held = _highest(absolute_floors(candidates)) if waived else (name, level)
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


def absolute_floors(candidates: Floors) -> Floors:
    """Return the floors that section 5 allows no exception to.

    They are the absolute floor, the personal one, and a given floor that is so low that
    only a personal absolute floor can be meant.
    """
    return tuple(
        (name, level)
        for name, level in candidates
        if name in ("absolute", "personal")
        or (name == "given" and level <= HIGHEST_PERSONAL)
    )


def _highest(candidates: Floors) -> tuple[str, int]:
    """Return the highest floor; of equal ones, the first."""
    highest = ("absolute", ABSOLUTE)
    for candidate in candidates:
        if candidate[1] > highest[1]:
            highest = candidate
    return highest


FOREIGN_FIDE: Variants[Callable[[Entrant], bool]] = Variants()


@FOREIGN_FIDE.named("nobody")
def nobody(entrant: Entrant) -> bool:
    """Return False: there is no rule for such events (2009)."""
    return False


@FOREIGN_FIDE.named("any-rated")
def any_rated(entrant: Entrant) -> bool:
    """Return whether the player has a rating (2015)."""
    return entrant.rating is not None


@FOREIGN_FIDE.named("established")
def established_only(entrant: Entrant) -> bool:
    """Return whether the player has an established rating (2020, 2025)."""
    return entrant.rating is not None and is_established(entrant.games)
