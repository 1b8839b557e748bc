"""The next event: its players start from what this one made of them."""

import datetime as dt
from dataclasses import replace

from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.rate.after import facts_after
from uscalc.document.rate.members import find_members
from uscalc.document.rate.people import EventPeople, find_people
from uscalc.document.rate.people import Who as Person
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import chain_order
from uscalc.engine.inputs import System


def next_event(rated: DocumentRating, name: str, end_date: dt.date) -> Document:
    """Return a new event with the same sections and players, no results yet.

    Ratings, games, records, peaks and counts are those after this event. A member who
    plays in several sections starts everywhere from the last one that ended.
    """
    people = find_people(rated.document, chain_order(rated.document))
    carried = _list_carryover(rated, people)
    sections = tuple(
        Section(
            name=section.name,
            time_control=section.time_control,
            online=section.online,
            kind=section.kind,
            systems=section.systems,
            rules=section.rules,
            report=replace(section.report, system=""),
            players=_list_players(section, index, people, carried),
        )
        for index, section in enumerate(rated.document.sections)
    )
    before = rated.document
    return Document(
        name,
        end_date,
        sections,
        before.chain_sections,
        report=replace(before.report, event_id="", program=""),
    )


Who = Person | tuple[int, int]
"""A person with a member ID, or a section and a number."""
Carried = dict[Who, dict[System, RatingFacts]]


def _list_carryover(rated: DocumentRating, people: EventPeople) -> Carried:
    carried: Carried = {}
    for section in sorted(rated.sections, key=lambda s: (s.end_date, s.index)):
        for rating in section.ratings:
            # A re-entered member is carried once, by the row that stands for it.
            for member in find_members(section.section):
                player = member.player
                trace = rating.find_trace(player.number)
                if trace.formula != "none":
                    who = people.find_person(section.index, member.rows[0]) or (
                        section.index,
                        player.number,
                    )
                    carried.setdefault(who, {})[rating.system] = facts_after(
                        player.facts(rating.system), trace, section.end_date
                    )
    return carried


def _list_players(
    section: Section, index: int, people: EventPeople, carried: Carried
) -> tuple[Player, ...]:
    """Return every member once, though re-entered ones stood twice."""
    seen: set[Who] = set()
    players = []
    for row, player in enumerate(section.players):
        member = people.find_person(index, row)
        if member is not None and member in seen:
            continue
        if member is not None:
            seen.add(member)
        who = member or (index, player.number)
        ratings = {**dict(player.ratings), **carried.get(who, {})}
        players.append(
            replace(player, ratings=tuple(ratings.items()), results=(), published=())
        )
    return tuple(players)
