"""Unknown facts of the players of a match, and of prizes: limits and floors."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from uscalc.analysis.assumptions import SectionChange, UnknownFact
from uscalc.document.model import RatingFacts
from uscalc.document.rate.members import Member
from uscalc.document.rate.rating import SystemRating
from uscalc.engine.floors import PRIZE_FLOOR
from uscalc.engine.inputs import Entrant, FloorFacts
from uscalc.engine.match import FURTHEST_APART
from uscalc.engine.rules import Rules

BEYOND: Final = 1.0
"""Points beyond the distance of a match that are too far."""
LISTED: Final = "official"
"""The source of a rating that is itself the last published one."""


def unknowns_of_match(
    members: tuple[Member, ...], rating: SystemRating
) -> Iterator[UnknownFact]:
    """Yield the unknown facts of a match: published ratings and earlier matches."""
    players = rating.trace.players
    if rating.trace.section.kind != "match" or len(players) != 2:
        return
    for place, (member, player) in enumerate(zip(members, players, strict=False)):
        facts = member.player.facts(rating.system)
        other = players[1 - place].entrant
        level = (
            other.rating if other.matches.official is None else other.matches.official
        )
        entrant = player.entrant
        if facts.official is None and facts.source != LISTED and level is not None:
            yield UnknownFact(
                "official",
                place,
                "the last published rating isn't known; assumed the one before the "
                "match",
                (),
                tuple(
                    SectionChange({place: _find_published(entrant, official)})
                    for official in (level, level + FURTHEST_APART + BEYOND)
                ),
            )
        if player.match is not None:
            yield from _earlier_matches(place, entrant, facts, rating.trace.rules)


def _find_published(entrant: Entrant, official: float) -> Entrant:
    return entrant.with_facts(matches=replace(entrant.matches, official=official))


def _earlier_matches(
    place: int, entrant: Entrant, facts: RatingFacts, rules: Rules
) -> Iterator[UnknownFact]:
    """Yield the earlier net changes that would cut this one."""
    limits = {
        "net_180_days": rules.match_net_180_days,
        "net_3_years": rules.match_net_3_years,
    }
    cut: list[Mapping[int, Entrant]] = []
    for name, limit in limits.items():
        if limit is None or getattr(entrant.matches, name) is not None:
            continue
        for net in (-limit, limit):
            matches = replace(entrant.matches, **{name: net})
            cut.append({place: entrant.with_facts(matches=matches)})
    if cut:
        yield UnknownFact(
            "net",
            place,
            "the earlier net changes by matches aren't known; assumed to allow this "
            "change",
            (),
            tuple(map(SectionChange, cut)),
        )


def unknown_prize(place: int, entrant: Entrant, rules: Rules) -> Iterator[UnknownFact]:
    """Yield the unknown facts of a prize that sets a floor: its amount, or its day."""
    prize = entrant.floors.prize
    if prize is None:
        return
    others: list[FloorFacts] = []
    if prize.amount is None:
        taken = "the amount of the prize isn't known; assumed large enough for a floor"
        others = [replace(entrant.floors, prize=None)]
    elif prize.rule is None:
        taken = "the day of the prize isn't known; assumed the rule of this section"
        others = [
            replace(entrant.floors, prize=replace(prize, rule=rule))
            for rule in PRIZE_FLOOR.names
            if rule != rules.prize_floor
        ]
    if others:
        changes = tuple({place: entrant.with_facts(floors=floors)} for floors in others)
        yield UnknownFact("prize", place, taken, changes)
