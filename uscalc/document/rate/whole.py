"""A whole event rated, or rated again after a change, section by section in its chain.

Every rating is made here: the first counts as one after a change of everything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from uscalc.document.model import Document, Player, RatingFacts, Section, with_section
from uscalc.document.rate.after import facts_after
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.in_system import SystemRating as SystemRating
from uscalc.document.rate.incremental import (
    CachedRating,
    Comparison,
    Only,
    rate_whole_section,
    rerate_section,
)
from uscalc.document.rate.members import find_members
from uscalc.document.rate.rated import DocumentRating, SectionRating
from uscalc.document.rate.systems import section_systems as section_systems
from uscalc.engine.inputs import System
from uscalc.monitor import UNMONITORED, Monitor

if TYPE_CHECKING:
    from uscalc.document.rate.people import EventPeople, Who


# Persons are compared only where an event has several sections.

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


def rate_sections(
    document: Document,
    rulebook: RuleBook,
    before: Sequence[CachedRating] = (),
    lenient: bool = False,
    only: Only | None = None,
    monitor: Monitor = UNMONITORED,
    compared: Sequence[Comparison] | None = None,
) -> tuple[CachedRating, ...]:
    """Return the rating of every section, in the document's order.

    `before` is what this returned for the event before a change, with the same
    `lenient` and `only`; only what the change reaches is rated again. `compared` is
    the document compared with it by `compare_section`, if that is done. With `lenient`
    chained sections start from what earlier ones give around broken cells. `monitor` is
    called again and again meanwhile.
    """
    done: dict[int, CachedRating] = {}
    carried: Carryover = {}
    order = chain_order(document)
    people = _find_people(document, order) if document.chain_sections else None
    for index in order:
        section = document.sections[index]
        old = before[index] if index < len(before) else None
        given = document
        if people is not None:
            section = carry_in(section, index, people, carried)
            if old is not None:
                section = _reuse_players(section, old.rating.section)
            if section is not document.sections[index]:
                given = with_section(document, index, section)
        if old is None:
            done[index] = rate_whole_section(given, index, rulebook, only, monitor)
        else:
            found = compared[index] if compared and people is None else None
            done[index] = rerate_section(
                old, given, index, rulebook, only, monitor, found
            )
        if people is not None:
            carry_out(done[index].choose_rating(lenient), people, carried)
    return tuple(done[index] for index in range(len(document.sections)))


def rating_of(
    document: Document, worked: Sequence[CachedRating], lenient: bool = False
) -> DocumentRating:
    """Return the ratings of a document from those of its sections, `lenient` or not.

    Findings that only all sections together show are added.
    """
    sections = [one.choose_rating(lenient) for one in worked]
    order = chain_order(document)
    found = dict(_find_people(document, order).findings) if len(order) > 1 else {}
    if document.chain_sections:
        from uscalc.document.rate.people import not_chained

        for index, finding in not_chained(document, order).items():
            found[index] = *found.get(index, ()), finding
    for index, more in found.items():
        findings = *sections[index].findings, *more
        sections[index] = replace(sections[index], findings=findings)
    return DocumentRating(document, tuple(sections))


def _reuse_players(section: Section, old: Section) -> Section:
    """Return the section with the same objects for all players who have not changed.

    By these the players are known whom a change does not reach.
    """
    if len(section.players) != len(old.players):
        return section
    players = tuple(
        was if was is now or was == now else now
        for was, now in zip(old.players, section.players, strict=True)
    )
    found = replace(section, players=players)
    return old if found == old else found


def _find_people(document: Document, order: Sequence[int]) -> "EventPeople":
    # A start with one section does not wait for the comparison of names.
    from uscalc.document.rate.people import find_people

    return find_people(document, order)


def rate_document(
    document: Document,
    rulebook: RuleBook,
    lenient: bool = False,
    only: Only | None = None,
) -> DocumentRating:
    """Rate every section.

    `lenient` leaves broken cells out instead of stopping. `only` chooses sections (by
    position) and systems; with chained sections the earlier ones are rated all the
    same, because the later start from them.
    """
    worked = rate_sections(document, rulebook, (), lenient, only)
    return rating_of(document, worked, lenient)
