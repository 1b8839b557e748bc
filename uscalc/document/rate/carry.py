"""The next event: its players start from what this one made of them."""

import datetime as dt
from dataclasses import replace

from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.rate.after import facts_after
from uscalc.document.rate.members import members_of
from uscalc.document.rate.rating import DocumentRating
from uscalc.engine.systems import System


def next_event(rated: DocumentRating, name: str, end_date: dt.date) -> Document:
    """A new event with the same sections and players, no results yet.

    Ratings, games, records, peaks and counts are those after this event. A member who
    stands in several sections starts everywhere from the last one that ended.
    """
    carried = _carried(rated)
    sections = tuple(
        Section(
            name=section.name,
            time_control=section.time_control,
            online=section.online,
            kind=section.kind,
            systems=section.systems,
            rules=section.rules,
            report=replace(section.report, system=""),
            players=_players(section, index, carried),
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


Who = str | tuple[int, int]
"""A member by ID, or by section and number."""
Carried = dict[Who, dict[System, RatingFacts]]


def _carried(rated: DocumentRating) -> Carried:
    carried: Carried = {}
    for section in sorted(rated.sections, key=lambda s: (s.end_date, s.index)):
        for rating in section.ratings:
            # A re-entered member is carried once, by the row that stands for it.
            for player in (member.player for member in members_of(section.section)):
                trace = rating.player(player.number)
                if trace.formula != "none":
                    who = _who(player, section.index)
                    carried.setdefault(who, {})[rating.system] = facts_after(
                        player.facts(rating.system), trace, section.end_date
                    )
    return carried


def _who(player: Player, index: int) -> Who:
    return player.member if player.member is not None else (index, player.number)


def _players(section: Section, index: int, carried: Carried) -> tuple[Player, ...]:
    """Every member once, though re-entered ones stood twice."""
    seen: set[str] = set()
    players = []
    for player in section.players:
        if player.member is not None and player.member in seen:
            continue
        if player.member is not None:
            seen.add(player.member)
        ratings = {**dict(player.ratings), **carried.get(_who(player, index), {})}
        players.append(
            replace(player, ratings=tuple(ratings.items()), results=(), published=())
        )
    return tuple(players)
