"""Audit events by date, each with the facts of its members known from earlier events.

Exact ratings, games and records are carried from one event to the next. A rating is
carried only if it matches the published one. If the next event's file has a different
figure, the file's figure is used, and both are shown. Members are identified by ID, and
also by name if several people have had the ID.
"""

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.audit.result import RatingAudit, apply_facts, measure_difference
from uscalc.document.merge.people import may_be_one_person
from uscalc.document.model import (
    Document,
    Player,
    PublishedRating,
    RatingFacts,
    Section,
    WinRecord,
    with_section,
)
from uscalc.document.rate import whole
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.incremental import rate_whole_section
from uscalc.document.rate.members import find_members
from uscalc.document.rate.people import find_people
from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.document.rate.whole import (
    Carryover,
    facts_after,
    order_by_chain,
    rate_document,
)
from uscalc.engine.floors import is_established
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display

CarriedKey = Literal["rating", "games", "record"]
ESTABLISHED_SOURCES: Final = ("official", "published")
"""Sources that print no number of games for established ratings."""
HUNDREDTH: Final = 0.01


class CarriedFacts(Struct, frozen=True):
    """The known facts of a member after an event.

    `exact` is True if all decimals of the rating are known; `sure` is False if any
    other fact is uncertain.
    """

    facts: RatingFacts
    event: str
    day: dt.date
    exact: bool
    sure: bool = True
    name: str = ""


CarryoverLedger = dict[str, dict[System, CarriedFacts]]
"""Known facts of members, by ID and system.

The key of a second person with the ID is the ID and a 2.
"""
NOTHING: Final[Mapping[System, CarriedFacts]] = {}


def find_ledger_key(ledger: CarryoverLedger, player: Player) -> str:
    """Return the key of a player in the ledger; empty without a member ID.

    An ID with a clearly different name gets a key of its own.
    """
    if player.member is None:
        return ""
    key, count = player.member, 1
    while key in ledger and any(
        not may_be_one_person(known.name, player.name) for known in ledger[key].values()
    ):
        count += 1
        key = f"{player.member} {count}"
    return key


class Disagreement(Struct, frozen=True):
    """A figure in the file that differs from the member's figure after an earlier event.

    `filed` is the file's figure and `carried` the earlier event's. None means unrated, or
    an established rating in the file.
    """

    section: int
    number: int
    name: str
    id: str
    system: System
    key: CarriedKey
    filed: float | int | WinRecord | None
    carried: float | int | WinRecord | None
    event: str
    day: dt.date


def list_disagreements(
    index: int, player: Player, system: System, known: CarriedFacts
) -> list[Disagreement]:
    """Return the figures of a player's file that differ from an earlier event's."""
    filed = player.facts(system)
    return [
        Disagreement(
            index,
            player.number,
            player.name,
            player.member or "",
            system,
            key,
            getattr(filed, key),
            getattr(known.facts, key),
            known.event,
            known.day,
        )
        for key in _find_differing_keys(filed, known)
    ]


class CarriedEvent(NamedTuple):
    """A document whose section starts from known facts, with the disagreements.

    `members` are the players with known facts, by pairing number and system.
    """

    document: Document
    members: frozenset[tuple[int, System]]
    disagreements: tuple[Disagreement, ...]


def carry_in(
    document: Document,
    index: int,
    ledger: CarryoverLedger,
    before: CarryoverLedger,
    unsure: bool = True,
) -> CarriedEvent:
    """Return the document with the known facts of a section's members.

    `before` has the facts known before the event, because a section may start from
    those as well as from an earlier section. Without `unsure`, only certain facts are
    used.
    """
    section = document.sections[index]
    found: list[Disagreement] = []
    entered: set[tuple[int, System]] = set()
    players = []
    for player in section.players:
        new_ratings: dict[System, RatingFacts] = {}
        key_of = find_ledger_key(ledger, player)
        for system, known in ledger.get(key_of, NOTHING).items():
            filed = player.facts(system)
            earlier = before.get(key_of, NOTHING).get(system)
            if (
                earlier is not None
                and _find_differing_keys(filed, known)
                and not _find_differing_keys(filed, earlier)
            ):
                known = earlier
            found += list_disagreements(index, player, system, known)
            new = _combine_facts(filed, known, unsure)
            if new is not None and new != filed:
                new_ratings[system] = new
                entered.add((player.number, system))
        if new_ratings:
            player = replace(
                player, ratings=tuple({**dict(player.ratings), **new_ratings}.items())
            )
        players.append(player)
    if entered:
        section = replace(section, players=tuple(players))
        document = with_section(document, index, section)
    return CarriedEvent(document, frozenset(entered), tuple(found))


def carry_out(
    section: SectionRating,
    rating: SystemRating,
    event: str,
    matching: frozenset[int],
    unsure: frozenset[int],
    ledger: CarryoverLedger,
) -> None:
    """Store the known facts after a section that was rated with its corrections.

    `matching` are the numbers whose published ratings match; the facts of other members
    with a published rating are removed. `unsure` are the members with uncertain facts.
    """
    rows = {player.number: player for player in section.section.players}
    exact = _know_all_decimals(section.section, rating)
    for member in find_members(section.section):
        player = member.player
        trace = rating.find_trace(player.number)
        if player.member is None or trace.formula == "none" or trace.post is None:
            continue
        numbers = member.list_numbers(section.section)
        published = [rows[number].published_in(rating.system) for number in numbers]
        if any(published) and not matching & set(numbers):
            ledger.get(find_ledger_key(ledger, player), {}).pop(rating.system, None)
            continue
        filed = player.facts(rating.system)
        facts = facts_after(filed, trace, section.end_date)
        if filed.peak is None and filed.rating is not None:
            # The highest rating in these events may not be the highest ever, so don't keep it.
            facts = replace(facts, peak=None)
        decimals = _get_decimals(published)
        if decimals is not None and not exact[rating.places[player.number]]:
            facts = replace(facts, rating=decimals)
        ledger.setdefault(find_ledger_key(ledger, player), {})[rating.system] = (
            CarriedFacts(
                facts,
                event,
                section.end_date,
                decimals is not None or exact[rating.places[player.number]],
                unsure.isdisjoint(numbers),
                player.name,
            )
        )


def _find_differing_keys(
    filed: RatingFacts, known: CarriedFacts
) -> tuple[CarriedKey, ...]:
    """Return the keys for which a file and an earlier event have different figures."""
    facts = known.facts
    if filed.unknown:
        return ()
    if filed.rating is None or facts.rating is None:
        return () if filed.rating is facts.rating else ("rating",)
    is_same_rating = (
        round_for_display(facts.rating) == filed.rating
        if _is_rounded(filed)
        else abs(facts.rating - filed.rating) <= HUNDREDTH
    )
    if not is_same_rating:
        return ("rating",)
    if not known.sure:
        return ()
    parts: list[CarriedKey] = []
    if facts.games is not None and (
        filed.source in ESTABLISHED_SOURCES and not is_established(facts.games)
        if filed.games is None
        else filed.games != facts.games
    ):
        parts.append("games")
    if filed.record is not None and facts.record not in (None, filed.record):
        parts.append("record")
    return tuple(parts)


def _is_rounded(facts: RatingFacts) -> bool:
    """Return whether a rating may have lost its decimals."""
    return (
        facts.rating is not None
        and facts.rating == int(facts.rating)
        and facts.rounded is not False
    )


def _combine_facts(
    filed: RatingFacts, known: CarriedFacts, unsure: bool
) -> RatingFacts | None:
    """Combine the file's facts with known ones; return None if the ratings differ."""
    facts = known.facts
    parts = _find_differing_keys(filed, known)
    if "rating" in parts:
        return None
    if filed.unknown:
        return (
            replace(facts, rating=round_for_display(facts.rating), rounded=None)
            if not known.exact and facts.rating is not None
            else facts
        )
    new = (
        _add_known(filed, facts, "games" not in parts)
        if known.sure or unsure
        else filed
    )
    if known.exact:
        new = replace(new, rating=facts.rating, rounded=False)
    return new


def _add_known(filed: RatingFacts, facts: RatingFacts, games: bool) -> RatingFacts:
    """Return known facts completed by those of the file."""
    return replace(
        filed,
        games=facts.games if games and filed.games is None else filed.games,
        record=filed.record or facts.record,
        wins=facts.wins if filed.wins is None else filed.wins,
        draws=facts.draws if filed.draws is None else filed.draws,
        events=facts.events if filed.events is None else filed.events,
        floor=facts.floor if filed.floor is None else filed.floor,
        peak=facts.peak if filed.peak is None else filed.peak,
        as_of=filed.as_of or facts.as_of,
    )


def _get_decimals(published: Collection[PublishedRating | None]) -> float | None:
    """Return the published rating if it has decimals."""
    return next(
        (
            one.rating
            for one in published
            if one is not None and one.rating != int(one.rating)
        ),
        None,
    )


def _know_all_decimals(section: Section, rating: SystemRating) -> tuple[bool, ...]:
    """Return, for each place, whether all decimals of the new rating are known.

    A rounded pre-event rating makes the new ratings of the player and of the opponents
    inexact.
    """
    rules = rating.trace.rules
    if rules.has_integer_ratings or rules.had_integer_ratings:
        return (True,) * len(rating.trace.players)
    rounded = {
        place
        for place, member in enumerate(find_members(section))
        if _is_rounded(member.player.facts(rating.system))
    }
    return tuple(
        rounded.isdisjoint((place, *player.entrant.opponents))
        for place, player in enumerate(rating.trace.players)
    )


Audited = tuple[Sequence[RatingAudit], Document]
Search = Callable[[DocumentRating, Collection[int]], Audited | None]
"""The audit of some sections, which applies the likeliest corrections."""
Rate = Callable[[Document], DocumentRating]
"""The rating of a document as far as the audited section needs it."""


class CarriedAudit(Struct, frozen=True):
    """An event audited with the facts of earlier events.

    `rated` is the event with those facts, `adopted` also has the best corrections;
    `members` counts, in each system, the members with known facts.
    """

    rated: DocumentRating
    adopted: Document
    audits: tuple[RatingAudit, ...]
    disagreements: tuple[Disagreement, ...]
    members: int


def audit_next_event(
    document: Document,
    ledger: CarryoverLedger,
    rulebook: RuleBook,
    search: Search,
    system: System | None = None,
) -> CarriedAudit | None:
    """Audit the next event by date, and store the facts of its members in the ledger.

    Sections are audited in the order of their end dates, in all systems or one. The
    best corrections are applied before the results are stored. An uncertain fact is
    used in the next event only if more ratings match with it. Return None if the search
    is canceled.
    """
    members = {
        find_ledger_key(ledger, player)
        for section in document.sections
        for player in section.players
    }
    before: CarryoverLedger = {
        one: dict(ledger[one]) for one in members if one in ledger
    }
    of_section: dict[int, Sequence[RatingAudit]] = {}
    found: list[Disagreement] = []
    known = 0
    ends = [(document.end_date_of(one), at) for at, one in enumerate(document.sections)]
    chain = _Chain(document, rulebook, system)
    for _, index in sorted(ends):
        rate = partial(chain.rate_section, index)
        entered = _choose_carried_facts(document, index, ledger, before, rate)
        document = entered.document
        chain.carry_section(document, index)
        known += len(entered.members)
        found += entered.disagreements
        audited = search(rate(document), [index])
        if audited is None:
            return None
        of_section[index] = audited[0]
        _note_members(document, index, of_section[index], rate, ledger)
    audits = [audit for index in sorted(of_section) for audit in of_section[index]]
    there = document
    for audit in audits:
        if audit.best is not None:
            there = apply_facts(there, audit.section, audit.best.facts)
    rated = rate_document(
        document, rulebook, only=lambda _, of: system is None or of == system
    )
    return CarriedAudit(rated, there, tuple(audits), tuple(found), known)


class _Chain:
    """Rates the sections of an event, one after the other, each from the earlier ones."""

    def __init__(
        self, document: Document, rulebook: RuleBook, system: System | None
    ) -> None:
        self._rulebook, self._system = rulebook, system
        self._carried: Carryover = {}
        self._people = (
            find_people(document, order_by_chain(document))
            if document.chain_sections
            else None
        )

    def rate_section(self, index: int, document: Document) -> DocumentRating:
        """Rate the next section of a document; the others have no ratings."""
        given = document
        if self._people is not None:
            section = whole.carry_in(
                document.sections[index], index, self._people, self._carried
            )
            given = with_section(document, index, section)
        sections = [
            SectionRating(at, one, document.end_date_of(one), (), ())
            for at, one in enumerate(document.sections)
        ]
        sections[index] = rate_whole_section(
            given, index, self._rulebook, lambda _, of: self._system in (None, of)
        ).rating
        return DocumentRating(document, tuple(sections))

    def carry_section(self, document: Document, index: int) -> None:
        """Let later sections start from this one."""
        if self._people is not None:
            rated = self.rate_section(index, document).sections[index]
            whole.carry_out(rated, self._people, self._carried)


def _choose_carried_facts(
    document: Document,
    index: int,
    ledger: CarryoverLedger,
    before: CarryoverLedger,
    rate: Rate,
) -> CarriedEvent:
    """Return the document with known facts; uncertain ones only if fewer ratings mismatch."""
    sure = carry_in(document, index, ledger, before, unsure=False)
    every = carry_in(document, index, ledger, before)
    if every.document == sure.document:
        return sure
    return min(
        (every, sure),
        key=lambda one: _count_mismatched_ratings(rate(one.document).sections[index]),
    )


def _count_mismatched_ratings(section: SectionRating) -> int:
    """Count the published ratings of a section that don't match."""
    pairs = (
        (rating.find_trace(player.number).post, player.published_in(rating.system))
        for rating in section.ratings
        for player in section.section.players
    )
    return sum(
        measure_difference(post, published.rating) != 0.0
        for post, published in pairs
        if post is not None and published is not None
    )


def _note_members(
    document: Document,
    index: int,
    audits: Sequence[RatingAudit],
    rate: Rate,
    ledger: CarryoverLedger,
) -> None:
    """Store the facts of a section's members, with the corrections applied."""
    best = [audit.best for audit in audits if audit.best is not None]
    facts = [fact for one in best for fact in one.facts]
    section = rate(apply_facts(document, index, facts)).sections[index]
    unsure = {
        fact.number
        for one in best
        for fact in one.facts
        if fact.number is not None
        and (
            one.guess or (fact.range is not None and fact.range.low != fact.range.high)
        )
    }
    # Facts that were uncertain before this event stay uncertain.
    unsure |= {
        player.number
        for player in section.section.players
        for one in ledger.get(find_ledger_key(ledger, player), {}).values()
        if not one.sure
    }
    for audit in audits:
        rating = section.in_system(audit.system)
        if rating is None:
            continue
        matching = {
            *audit.exact,
            *(one.number for one in audit.compared if one.rounding),
        }
        if audit.best is not None:
            matching.update(audit.best.explained, audit.best.rounding)
            matching.difference_update(audit.best.left)
        name = document.name
        carry_out(section, rating, name, frozenset(matching), frozenset(unsure), ledger)
