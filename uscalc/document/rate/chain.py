"""Chained sections: players of an earlier one start the later from its result."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.rate.after import facts_after
from uscalc.document.rate.members import find_members
from uscalc.document.rate.rated import SectionRating
from uscalc.engine.systems import System

# Persons are compared only where an event has several sections.
if TYPE_CHECKING:
    from uscalc.document.rate.people import EventPeople, Who

Carryover: TypeAlias = "dict[Who, dict[System, RatingFacts]]"
"""The start of each person in the next section."""


def chain_order(document: Document) -> tuple[int, ...]:
    """Return the sections' positions, each after those that it may start from."""
    order = range(len(document.sections))
    if not document.chain_sections:
        return tuple(order)
    return tuple(
        sorted(order, key=lambda i: (document.end_date_of(document.sections[i]), i))
    )


def carry_in(
    section: Section,
    index: int,
    people: "EventPeople",
    carried: "Mapping[Who, dict[System, RatingFacts]]",
) -> Section:
    """Return a section whose members start from what earlier sections made of them."""

    def update(row: int, player: Player) -> Player:
        who = people.find_person(index, row)
        found = None if who is None else carried.get(who)
        if found is None:
            return player
        return replace(player, ratings=tuple({**dict(player.ratings), **found}.items()))

    players = tuple(update(row, player) for row, player in enumerate(section.players))
    if all(new is old for new, old in zip(players, section.players, strict=True)):
        return section
    return replace(section, players=players)


def carry_out(rated: SectionRating, people: "EventPeople", carried: Carryover) -> None:
    """Note what the members of a rated section start the next one from."""
    for rating in rated.ratings:
        # A re-entered member is carried once, by the row that stands for it.
        for member in find_members(rated.section):
            player, who = member.player, people.find_person(rated.index, member.rows[0])
            if who is None:
                continue
            trace = rating.find_trace(player.number)
            if trace.formula != "none":
                carried.setdefault(who, {})[rating.system] = facts_after(
                    player.facts(rating.system), trace, rated.end_date
                )
