"""Individual matches (2009 section 3; from 2015 on section 7)."""

from collections.abc import Callable
from typing import Final

from uscalc.engine.floors import is_established
from uscalc.engine.inputs import Entrant, SectionInput
from uscalc.engine.rules import Rules, VariantRegistry
from uscalc.engine.trace import MatchTrace

FURTHEST_APART: Final = 400.0

ELIGIBILITY: VariantRegistry[Callable[[Entrant], bool]] = VariantRegistry()
BELOW_FLOOR: VariantRegistry[Callable[[], bool]] = VariantRegistry()


@ELIGIBILITY.register("rated")
def is_eligible_if_rated(entrant: Entrant) -> bool:
    """Return whether the player has any rating (2009)."""
    return entrant.rating is not None


@ELIGIBILITY.register("established")
def is_eligible_if_established(entrant: Entrant) -> bool:
    """Return whether the player's rating is established (from 2015 on)."""
    return entrant.rating is not None and is_established(entrant.games)


@BELOW_FLOOR.register("floored")
def raises_result_to_floor() -> bool:
    """Return False: a result below the floor is raised to it."""
    return False


@BELOW_FLOOR.register("asks-for-a-lower-floor")
def keeps_result_below_floor() -> bool:
    """Return True: a result below the floor is kept, and the floor must be lowered on request."""
    return True


def describe_match_obstacle(section: SectionInput, rules: Rules) -> str | None:
    """Return why a section cannot be rated as a match, or None.

    One of "players" (not two), "rating" (one is not rated, or not established where
    the rules ask for it), "distance" (more than 400 points apart).
    """
    if len(section.entrants) != 2:
        return "players"
    if not all(ELIGIBILITY[rules.match_eligibility](e) for e in section.entrants):
        return "rating"
    levels = [
        e.rating if e.matches.official is None else e.matches.official
        for e in section.entrants
    ]
    one, other = levels
    if one is None or other is None or abs(one - other) > FURTHEST_APART:
        return "distance"
    return None


def limit_change(entrant: Entrant, result: float, rules: Rules) -> MatchTrace:
    """Limit a match result by the caps of one match, of 180 days and of three years."""
    assert entrant.rating is not None
    facts = entrant.matches
    limits: list[tuple[str, float, float]] = []
    unchecked: list[str] = []
    if rules.match_change_cap is not None:
        limits.append(("match", rules.match_change_cap, rules.match_change_cap))
    for name, limit, net in (
        ("180 days", rules.match_net_180_days, facts.net_180_days),
        ("3 years", rules.match_net_3_years, facts.net_3_years),
    ):
        if limit is None:
            continue
        if net is None:
            unchecked.append(name)
        else:
            limits.append((name, max(0.0, limit - net), max(0.0, limit + net)))
    change = result - entrant.rating
    limited_by = None
    for name, up, down in limits:
        cut = min(max(change, -down), up)
        if cut != change:
            change, limited_by = cut, name
    kept = result if limited_by is None else entrant.rating + change
    return MatchTrace(result, tuple(limits), limited_by, tuple(unchecked), kept)
