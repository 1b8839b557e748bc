"""Rate events by date; each member starts from the result of the event before.

A member's facts after an event are those with which the command carry creates the next
event. They replace the figures of later files, because a corrected result must reach
every later event. A file's figure that differs is listed as a disagreement. A season
keeps the facts from which the members of each event start. When events are inserted,
corrected or removed, only events that start from other facts are rated again.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import group_by_key
from uscalc.document.audit.in_order import (
    NOTHING,
    CarriedFacts,
    CarryoverLedger,
    Disagreement,
    find_ledger_key,
    list_disagreements,
)
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, RatingFacts
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.members import find_members
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.document.rate.whole import facts_after, rate_document
from uscalc.engine.inputs import System
from uscalc.engine.trace import PlayerTrace
from uscalc.monitor import UNMONITORED, Monitor

COMPLETED: Final = ("floor", "prize_floor", "ceiling", "official", "matches")
"""Facts that US Chess sets or that belong to one event; a file adds them if none is carried."""


class FiledEvent(NamedTuple):
    """An event as its file has it."""

    file: str
    document: Document


class HistoryEntry(Struct, frozen=True):
    """A member's ratings before and after one section, in one system.

    `member` is the member ID, with a 2 for a second person with the same ID. `pre` is
    None for an unrated player; `games` counts the rated games of the section.
    """

    member: str
    name: str
    file: str
    event: str
    date: dt.date
    section: str
    system: System
    number: int
    pre: float | None
    post: float
    games: int

    @property
    def change(self) -> float | None:
        """The change of the rating; None for an unrated player."""
        return None if self.pre is None else self.post - self.pre


Starts = Mapping[tuple[int, int, System], RatingFacts]
"""The carried facts by section, row and system."""


class MemberResult(NamedTuple):
    """A member's entry in the history, and the facts that later events start from."""

    player: Player
    entry: HistoryEntry
    facts: CarriedFacts


class SeasonEvent(Struct, frozen=True):
    """A rated event, with what the later events need of it.

    `members` are the keys of its members, as in `HistoryEntry`.
    """

    filed: FiledEvent
    starts: Starts
    results: tuple[MemberResult, ...]
    findings: tuple[Finding, ...]
    disagreements: tuple[Disagreement, ...] = ()
    members: frozenset[str] = frozenset()

    @property
    def end_date(self) -> dt.date:
        """The end date of the event."""
        return self.filed.document.end_date

    @property
    def unidentified(self) -> int:
        """The number of players without a member ID, whose ratings are not carried."""
        return sum(
            player.member is None
            for section in self.filed.document.sections
            for player in section.players
        )


class RatingChange(NamedTuple):
    """A member's last rating in two seasons; None without a rating."""

    member: str
    system: System
    name: str
    before: float | None
    after: float | None

    @property
    def change(self) -> float:
        """The difference; 0 if the member has a rating in one season only."""
        known = self.before is not None and self.after is not None
        return self.after - self.before if known else 0.0  # type: ignore[operator]


class Season(Struct, frozen=True, dict=True):
    """Rated events by date."""

    events: tuple[SeasonEvent, ...]

    @cached_property
    def histories(self) -> Mapping[str, tuple[HistoryEntry, ...]]:
        """The entries of each member by date."""
        found = group_by_key(
            (result.entry.member, result.entry)
            for event in self.events
            for result in event.results
        )
        return {member: tuple(found[member]) for member in sorted(found)}

    def list_same_day(self) -> tuple[tuple[SeasonEvent, ...], ...]:
        """Return events with the same end date and a member in common."""
        days = (tuple(day) for _, day in groupby(self.events, lambda e: e.end_date))
        return tuple(
            day
            for day in days
            if len(frozenset[str]().union(*(event.members for event in day)))
            < sum(len(event.members) for event in day)
        )


def rate_season(
    events: Iterable[FiledEvent],
    rulebook: RuleBook,
    before: Season | None = None,
    monitor: Monitor = UNMONITORED,
) -> Season:
    """Rate events by date; events with the same end date by the names of their files.

    Events of the season `before` that start from the same facts are not rated again.
    Raises CancelledError if the work is canceled.
    """
    rated = {} if before is None else {one.filed.file: one for one in before.events}
    ledger: CarryoverLedger = {}
    done: list[SeasonEvent] = []
    ordered = sorted(events, key=_make_order_key)
    for filed in monitor.watch(ordered):
        monitor.report(len(done), len(ordered))
        starts, disagreements, members = _find_starts(filed.document, ledger)
        event = rated.get(filed.file)
        if event is None or (event.filed, event.starts) != (filed, starts):
            event = _rate_event(filed, starts, rulebook)
        results = tuple(_store_result(result, ledger) for result in event.results)
        done.append(
            replace(
                event, results=results, disagreements=disagreements, members=members
            )
        )
    return Season(tuple(done))


def _make_order_key(filed: FiledEvent) -> tuple[dt.date, str, str]:
    name = filed.file.replace("\\", "/").rpartition("/")[2]
    return filed.document.end_date, name, filed.file


def _find_starts(
    document: Document, ledger: CarryoverLedger
) -> tuple[Starts, tuple[Disagreement, ...], frozenset[str]]:
    """Return the carried facts, the file's figures that differ, and the members' keys."""
    starts: dict[tuple[int, int, System], RatingFacts] = {}
    found: list[Disagreement] = []
    keys = set()
    for index, section in enumerate(document.sections):
        for row, player in enumerate(section.players):
            keys.add(key := find_ledger_key(ledger, player))
            filed = dict(player.ratings)
            for system, known in ledger.get(key, NOTHING).items():
                starts[index, row, system] = _complete_facts(
                    known.facts, player.facts(system)
                )
                if system in filed:
                    found += list_disagreements(index, player, system, known)
    return starts, tuple(found), frozenset(keys - {""})


def _complete_facts(known: RatingFacts, filed: RatingFacts) -> RatingFacts:
    """Return carried facts with those that only the file has."""
    new = {
        name: value
        for name in COMPLETED
        if getattr(known, name) is None and (value := getattr(filed, name)) is not None
    }
    if filed.life_master and not known.life_master:
        new["life_master"] = True
    return replace(known, **new) if new else known


def _rate_event(filed: FiledEvent, starts: Starts, rulebook: RuleBook) -> SeasonEvent:
    rated = rate_document(_with_starts(filed.document, starts), rulebook)
    findings = tuple(f for section in rated.sections for f in section.findings)
    # Like `make_next_event`: a member starts from the last section that ended.
    sections = sorted(rated.sections, key=lambda one: (one.end_date, one.index))
    results = tuple(
        _make_result(filed, section, rating, member.player, trace)
        for section in sections
        for rating in section.ratings
        for member in find_members(section.section)
        if member.player.member is not None
        and (trace := rating.find_trace(member.player.number)).formula != "none"
    )
    return SeasonEvent(filed, starts, results, findings)


def _with_starts(document: Document, starts: Starts) -> Document:
    """Return the document whose players start from carried facts."""
    ratings: dict[tuple[int, int], dict[System, RatingFacts]] = {}
    for (index, row, system), facts in starts.items():
        ratings.setdefault((index, row), {})[system] = facts
    sections = tuple(
        replace(
            section,
            players=tuple(
                replace(
                    player,
                    ratings=tuple((dict(player.ratings) | ratings[index, row]).items()),
                )
                if (index, row) in ratings
                else player
                for row, player in enumerate(section.players)
            ),
        )
        for index, section in enumerate(document.sections)
    )
    return replace(document, sections=sections)


def _make_result(
    filed: FiledEvent,
    section: SectionRating,
    rating: SystemRating,
    player: Player,
    trace: PlayerTrace,
) -> MemberResult:
    assert trace.post is not None
    event, day = filed.document.name, section.end_date
    entry = HistoryEntry(
        player.member or "",
        player.name,
        filed.file,
        event,
        day,
        section.section.name,
        rating.system,
        player.number,
        trace.entrant.rating,
        trace.post,
        trace.entrant.m,
    )
    facts = facts_after(player.facts(rating.system), trace, day)
    return MemberResult(
        player, entry, CarriedFacts(facts, event, day, exact=True, name=player.name)
    )


def _store_result(result: MemberResult, ledger: CarryoverLedger) -> MemberResult:
    """Store a member's facts; return the result under the member's key."""
    key = find_ledger_key(ledger, result.player)
    ledger.setdefault(key, {})[result.entry.system] = result.facts
    return (
        result
        if key == result.entry.member
        else result._replace(entry=replace(result.entry, member=key))
    )


def count_rated_again(before: Season, after: Season) -> int:
    """Count the events of a season that could not be taken from the season before."""
    known = {id(event.starts) for event in before.events}
    return sum(id(event.starts) not in known for event in after.events)


def list_changes(before: Season, after: Season) -> tuple[RatingChange, ...]:
    """Return the members whose last ratings differ in two seasons, the largest change first."""
    lasts: list[dict[tuple[str, System], HistoryEntry]] = [
        {
            (entry.member, entry.system): entry
            for history in season.histories.values()
            for entry in history
        }
        for season in (before, after)
    ]
    old, new = lasts
    found = [
        RatingChange(
            *key,
            (new.get(key) or old[key]).name,
            old[key].post if key in old else None,
            new[key].post if key in new else None,
        )
        for key in {**old, **new}
        if key not in old or key not in new or old[key].post != new[key].post
    ]
    return tuple(sorted(found, key=lambda one: (-abs(one.change), one.name)))
