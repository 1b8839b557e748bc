"""Individual matches (2009 section 3; from 2015 on section 7)."""

from collections.abc import Callable, Mapping
from typing import Final

from uscalc.engine.floors import has_established_rating
from uscalc.engine.inputs import Entrant, SectionInput
from uscalc.engine.rules import Rules
from uscalc.engine.trace import MatchTrace

FURTHEST_APART: Final = 400.0

ELIGIBILITY: Final[Mapping[str, Callable[[Entrant], bool]]] = {
    "rated": lambda entrant: entrant.rating is not None,
    "established": has_established_rating,
}
"""Whether a player's rating is eligible for a match (2009; from 2015 on)."""
BELOW_FLOOR: Final[Mapping[str, bool]] = {
    "floored": False,
    "asks-for-a-lower-floor": True,
}
"""Whether a match result stays below the floor, so that the player can ask to lower the floor."""


def describe_match_obstacle(section: SectionInput, rules: Rules) -> str | None:
    """Return why a section cannot be rated as a match, or None.

    The reason is "players" (not two), "rating" (a player is not rated, or not
    established where the rules require it) or "distance" (the ratings are more than 400
    points apart).
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
    """Apply the limits of one match, of 180 days and of three years to a match result."""
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
    limited = result if limited_by is None else entrant.rating + change
    return MatchTrace(result, tuple(limits), limited_by, tuple(unchecked), limited)
