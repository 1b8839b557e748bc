"""Floors and ceilings (2009 section 2.4; from 2015 on section 5), and foreign FIDE events
(from 2015 on section 6).
"""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Final

from uscalc.engine.inputs import ONLINE, SYSTEMS, Entrant, System
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
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


PEAK_ROUNDING: Final[Mapping[str, Callable[[float], float]]] = {
    "as-it-is": lambda peak: peak,
    "nearest": round_for_display,
}
"""The highest rating for the peak-rating floor: unrounded, or the nearest whole number."""
PEAK_LEVEL: Final[Mapping[str, Callable[[float], float]]] = {
    "at-or-just-below": lambda below_peak: below_peak // 100 * 100,
    "just-below": lambda below_peak: -(-below_peak // 100) * 100 - 100,
}
"""The multiple of 100 at or below a rating (2015 on, section 5), or strictly below (2009)."""
PRIZE_FLOOR: Final[Mapping[str, Callable[[float], bool]]] = {
    "over-2000-dollars": lambda amount: amount > 2000,
    "4000-dollars-or-more": lambda amount: amount >= 4000,
}
"""Whether a prize in dollars sets a floor (until 2015; from 2020 on)."""


def is_established(games: int | None) -> bool:
    """Return whether a rating is established: more than 25 games, or an unknown number."""
    return games is None or games > ESTABLISHED_ABOVE


def has_established_rating(entrant: Entrant) -> bool:
    """Return whether the player has an established rating."""
    return entrant.rating is not None and is_established(entrant.games)


def is_valid_prize_floor(level: int) -> bool:
    """Return whether a prize can set this floor: a multiple of 100, at most 2000."""
    return level % 100 == 0 and ABSOLUTE < level <= HIGHEST_PRIZE_FLOOR


def compute_prize_floor(limit: int) -> int:
    """Return the floor set by a prize in a section for players rated under `limit`.

    The floor is the lowest multiple of 100 that is too high to play in the section,
    but at most 2000 points (2009, section 2.4; from 2015 on section 5).
    """
    return min(-(-limit // 100) * 100, HIGHEST_PRIZE_FLOOR)


def compute_earned_floor(wins: int, draws: int, events: int) -> int:
    """Return AF, the personal absolute floor, from counts of wins, draws and events.

    Only events with at least three games count.
    """
    return min(ABSOLUTE + 4 * wins + 2 * draws + events, HIGHEST_PERSONAL)


def compute_peak_floor(peak: float, rules: Rules) -> int | None:
    """Return the floor set by the highest established rating, or None."""
    rounded = PEAK_ROUNDING[rules.peak_rounding](peak)
    level = int(PEAK_LEVEL[rules.peak_level](rounded - BELOW_PEAK))
    return None if level < rules.peak_floor_lowest else min(level, HIGHEST_PEAK_FLOOR)


def list_applicable_floors(
    entrant: Entrant, system: System, rules: Rules
) -> tuple[tuple[str, int], ...]:
    """Return every floor that applies to a player, as pairs (name, level in points)."""
    facts = entrant.floors
    found = [("absolute", ABSOLUTE)]
    if system in PERSONAL_FLOOR[rules.personal_floor]:
        # With this event included; unknown earlier counts add nothing.
        earned = compute_earned_floor(
            (facts.wins or 0) + entrant.wins,
            (facts.draws or 0) + entrant.draws,
            (facts.events or 0) + (entrant.m >= GAMES_OF_AN_EVENT),
        )
        found.append(("personal", earned))
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
    """Raise a result to its highest floor, then limit it to the ceiling.

    With `waived`, only absolute floors raise the result. That is the case in a match
    whose rules turn a result below another floor into a request to lower that floor.
    """
    candidates = list_applicable_floors(entrant, system, rules)
    # The absolute floor is always in the list. Of equal floors, the first applies.
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
    """Return the floors that section 5 applies without exception.

    They are the absolute floor, the personal floor, and a given floor so low that it
    can only be a personal one.
    """
    return tuple(
        (name, level)
        for name, level in candidates
        if name in ("absolute", "personal")
        or (name == "given" and level <= HIGHEST_PERSONAL)
    )


FOREIGN_FIDE: Final[Mapping[str, Callable[[Entrant], bool]]] = {
    "nobody": lambda entrant: False,
    "any-rated": lambda entrant: entrant.rating is not None,
    "established": has_established_rating,
}
"""Whether FIDE events abroad count for a player (2009 has no such rule; 2015; from 2020 on)."""
