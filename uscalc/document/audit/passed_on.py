"""The facts that one event passes on to the next: exact ratings, games and records.

A rating goes on only if it matches the published one. The published figures of the next
event are compared with it: where the two differ, the file's own figure holds, and both
are shown. A member is known by ID, and by name where several people have had the ID.
"""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

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
from uscalc.document.rate.after import facts_after
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.members import find_members
from uscalc.document.rate.rated import SectionRating
from uscalc.engine.floors import is_established
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display

CarriedKey = Literal["rating", "games", "record"]
ESTABLISHED_SOURCES: Final = ("official", "published")
"""Where no number of games is printed for who is established."""
HUNDREDTH: Final = 0.01


@dataclass(frozen=True, slots=True)
class CarriedFacts:
    """The known facts of a member after an event.

    `exact` is True if all decimals of the rating are known; `sure` is False if anything
    else is a guess, or one value of several.
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

    An event with a clearly different name for the ID has no facts of its owner.
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


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A figure of the file that differs from the one after an earlier event.

    None: unrated or established in the file.
    """

    section: int
    number: int
    name: str
    id: str
    system: System
    key: CarriedKey
    said: float | int | WinRecord | None
    passed: float | int | WinRecord | None
    event: str
    day: dt.date


class CarriedEvent(NamedTuple):
    """A document whose section starts from known facts, with the disagreements.

    `members` are the players who start from them, by number and system.
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

    `before` is what was known before the event: a section may start from that as well
    as from an earlier section. Without `unsure` only certain facts are used.
    """
    section = document.sections[index]
    found: list[Disagreement] = []
    entered: set[tuple[int, System]] = set()
    players = []
    for player in section.players:
        told: dict[System, RatingFacts] = {}
        member = player.member or ""
        key_of = find_ledger_key(ledger, player)
        for system, known in ledger.get(key_of, NOTHING).items():
            said = player.facts(system)
            earlier = before.get(key_of, NOTHING).get(system)
            if (
                earlier is not None
                and _list_disagreements(said, known)
                and not _list_disagreements(said, earlier)
            ):
                known = earlier
            found += [
                Disagreement(
                    index,
                    player.number,
                    player.name,
                    member,
                    system,
                    key,
                    getattr(said, key),
                    getattr(known.facts, key),
                    known.event,
                    known.day,
                )
                for key in _list_disagreements(said, known)
            ]
            new = _combine_facts(said, known, unsure)
            if new is not None and new != said:
                told[system] = new
                entered.add((player.number, system))
        if told:
            ratings = {**dict(player.ratings), **told}
            player = replace(player, ratings=tuple(ratings.items()))
        players.append(player)
    if entered:
        section = replace(section, players=tuple(players))
        document = with_section(document, index, section)
    return CarriedEvent(document, frozenset(entered), tuple(found))


def carry_out(
    section: SectionRating,
    rating: SystemRating,
    event: str,
    came_out: frozenset[int],
    unsure: frozenset[int],
    ledger: CarryoverLedger,
) -> None:
    """Note the known facts after a section, rated with its corrections.

    `came_out` are the numbers whose published ratings match; other members with a
    published rating are forgotten. `unsure` are the members with uncertain facts.
    """
    rows = {player.number: player for player in section.section.players}
    exact = _find_exact_ratings(section.section, rating)
    for member in find_members(section.section):
        player = member.player
        trace = rating.find_trace(player.number)
        if player.member is None or trace.formula == "none" or trace.post is None:
            continue
        numbers = member.list_numbers(section.section)
        published = [rows[number].published_in(rating.system) for number in numbers]
        if any(published) and not came_out & set(numbers):
            ledger.get(find_ledger_key(ledger, player), {}).pop(rating.system, None)
            continue
        said = player.facts(rating.system)
        facts = facts_after(said, trace, section.end_date)
        if said.peak is None and said.rating is not None:
            # The highest rating of all is not that of the events at hand.
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


def _list_disagreements(
    said: RatingFacts, known: CarriedFacts
) -> tuple[CarriedKey, ...]:
    """Return the keys in which a file and an earlier event part."""
    facts = known.facts
    if said.unknown:
        return ()
    if said.rating is None or facts.rating is None:
        return () if said.rating is facts.rating else ("rating",)
    if not _is_same_rating(said, facts.rating):
        return ("rating",)
    parts: list[CarriedKey] = []
    if not known.sure:
        return ()
    if facts.games is not None:
        if said.games is None:
            established = said.source in ESTABLISHED_SOURCES
            if established and not is_established(facts.games):
                parts.append("games")
        elif said.games != facts.games:
            parts.append("games")
    if said.record is not None and facts.record not in (None, said.record):
        parts.append("record")
    return tuple(parts)


def _is_same_rating(said: RatingFacts, known: float) -> bool:
    assert said.rating is not None
    if said.rating == int(said.rating) and said.rounded is not False:
        return round_for_display(known) == said.rating
    return abs(known - said.rating) <= HUNDREDTH


def _combine_facts(
    said: RatingFacts, known: CarriedFacts, unsure: bool
) -> RatingFacts | None:
    """Combine the file's facts with known ones; return None if the ratings differ."""
    facts = known.facts
    parts = _list_disagreements(said, known)
    if "rating" in parts:
        return None
    if said.unknown:
        if not known.exact and facts.rating is not None:
            return replace(facts, rating=round_for_display(facts.rating), rounded=None)
        return facts
    new = (
        _add_known(said, facts, "games" not in parts) if known.sure or unsure else said
    )
    if known.exact:
        new = replace(new, rating=facts.rating, rounded=False)
    return new


def _add_known(said: RatingFacts, facts: RatingFacts, games: bool) -> RatingFacts:
    """Return known facts completed by those of the file."""
    return replace(
        said,
        games=facts.games if games and said.games is None else said.games,
        record=said.record or facts.record,
        wins=facts.wins if said.wins is None else said.wins,
        draws=facts.draws if said.draws is None else said.draws,
        events=facts.events if said.events is None else said.events,
        floor=facts.floor if said.floor is None else said.floor,
        peak=facts.peak if said.peak is None else said.peak,
        as_of=said.as_of or facts.as_of,
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


def _find_exact_ratings(section: Section, rating: SystemRating) -> tuple[bool, ...]:
    """Return True if no decimals of a new rating are unknown, by place.

    Whole numbers that stand for what rounds to them make those of the player and of
    the opponents unknown.
    """
    rules = rating.trace.rules
    if rules.has_integer_ratings or rules.had_integer_ratings:
        return (True,) * len(rating.trace.players)
    given = [True] * len(rating.trace.players)
    for place, member in enumerate(find_members(section)):
        facts = member.player.facts(rating.system)
        whole = facts.rating is not None and facts.rating == int(facts.rating)
        given[place] = not whole or facts.rounded is False
    return tuple(
        given[place] and all(given[other] for other in player.entrant.opponents)
        for place, player in enumerate(rating.trace.players)
    )
