"""Align the states of one event by sections and players, or find that they are two events."""

import datetime as dt
from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.merge.differences import TableState
from uscalc.document.merge.facts import MergeLedger
from uscalc.document.merge.people import (
    Pairing,
    Pairs,
    count_shared,
    list_positions_left,
    make_person_key,
    match_players,
    name_key,
    pair_by_key,
)
from uscalc.document.model import Document, Player, Section

SHARE = 0.5
"""The share of players that must be found again in a renamed section, or in a file."""

T = TypeVar("T")


class ThreeWay(NamedTuple):
    """The positions of one section or player: here, in the file before, and in the file now."""

    ours: int | None
    base: int | None
    theirs: int | None

    @property
    def in_file(self) -> int:
        """The position in the file: the new one, or else the one before."""
        return self.theirs if self.theirs is not None else self.base or 0


def align(
    ours: Sequence[T],
    base: Sequence[T],
    theirs: Sequence[T],
    match: Callable[[Sequence[T], Sequence[T]], Pairs],
) -> list[ThreeWay]:
    """Return every section or player of the three states, each once."""
    to_ours, to_theirs = match(base, ours), match(base, theirs)
    together = [
        ThreeWay(to_ours.get(place), place, to_theirs.get(place))
        for place in range(len(base))
    ]
    only_ours = list_positions_left(ours, set(to_ours.values()))
    only_theirs = list_positions_left(theirs, set(to_theirs.values()))
    # The user typed this player before the other program had the entry, so both are the
    # same person.
    both = match([ours[i] for i in only_ours], [theirs[i] for i in only_theirs])
    at = {only_ours[i]: only_theirs[j] for i, j in both.items()}
    together += [ThreeWay(place, None, at.get(place)) for place in only_ours]
    known = set(at.values())
    together += [ThreeWay(None, None, j) for j in only_theirs if j not in known]
    return together


def match_sections_by_name(
    before: Sequence[Section], after: Sequence[Section]
) -> Pairs:
    """Match sections by name; a renamed section by its players."""
    pairing = Pairing(len(before), len(after))
    pairing.pair_in_order(pair_by_key(before, after, lambda s: (s.name,)))

    def share(i: int, j: int) -> float:
        people = (
            [player for player in section.players if make_person_key(player)]
            for section in (before[i], after[j])
        )
        smaller, larger = sorted(people, key=len)
        return (
            count_shared(smaller, larger, name_key) / len(smaller) if smaller else 0.0
        )

    pairing.pair_best(
        [(i, j) for i in pairing.free_before for j in pairing.free_after], share, SHARE
    )
    return pairing.pairs


def merge_order(trios: Sequence[ThreeWay], standing: Container[int]) -> list[int]:
    """Return the kept sections or players in order, by index in `trios`.

    If the file moved something and the user didn't, the file's order is used; otherwise
    ours. A new item comes after the item that it follows in its own list.
    """
    ours = _list_side(trios, 0, standing)
    theirs = _list_side(trios, 2, standing)
    common = set(ours) & set(theirs)
    base = [who for who in _list_side(trios, 1, standing) if who in common]
    known = set(base)
    moved_there = [who for who in theirs if who in known] != base
    moved_here = [who for who in ours if who in known] != base
    return (
        _insert_others(theirs, ours)
        if moved_there and not moved_here
        else _insert_others(ours, theirs)
    )


def _list_side(
    trios: Sequence[ThreeWay], side: int, standing: Container[int]
) -> list[int]:
    placed = [
        (place, who)
        for who, trio in enumerate(trios)
        if (place := trio[side]) is not None and who in standing
    ]
    return [who for _, who in sorted(placed)]


def _insert_others(order: list[int], others: list[int]) -> list[int]:
    """Return an order in which each of the others follows the one it came after."""
    result = list(order)
    standing = set(order)
    before: int | None = None
    for who in others:
        if who not in standing:
            result.insert(0 if before is None else result.index(before) + 1, who)
        before = who
    return result


def number_players(
    people: Iterable[int],
    ours: TableState,
    base: TableState,
    theirs: TableState,
    ledger: MergeLedger,
) -> dict[int, int]:
    """Return each person's pairing number: a typed one first, then the file's, then ours.

    A number is only a label, so different numbers make no finding.
    """
    typed: dict[int, int] = {}
    typed_numbers: dict[int, int] = {}
    own: dict[int, int] = {}
    for who in ledger.monitor.watch(people):
        here, now = ours.players.get(who), theirs.players.get(who)
        if now is None:
            assert here is not None
            own[who] = here.number
        elif here is None:
            typed_numbers[who] = now.number
        else:
            before = base.players.get(who, here).number
            keep = here.number not in (before, now.number) and not ledger.take_theirs
            (typed if keep else typed_numbers)[who] = (here if keep else now).number
    numbers = dict(typed)
    free = max([0, *typed.values(), *typed_numbers.values(), *own.values()])
    for wanted in (typed_numbers, own):
        taken = set(numbers.values())
        for who, number in wanted.items():
            if number in taken:
                free += 1
                number = free
            numbers[who] = number
    return numbers


def number_as_in_file(base: TableState, theirs: TableState) -> dict[int, int]:
    """Return the file's numbers, and free numbers for players who are no longer in it."""
    numbers = {who: p.number for who, p in theirs.players.items()}
    taken = set(numbers.values())
    for who, player in base.players.items():
        if who not in numbers:
            free = player.number not in taken
            numbers[who] = player.number if free else max(taken) + 1
            taken.add(numbers[who])
    return numbers


class EventComparison(Struct, frozen=True):
    """A comparison of two states of a file: `found` of the `members` are in both.

    `known` is False if nothing was read before; then any content is accepted. `title`
    and `dates` are True if they agree.
    """

    known: bool
    title: bool
    dates: bool
    members: int
    found: int

    @property
    def same(self) -> bool:
        """True if both states are one tournament.

        At least half of the known members must be in the new file, and the title or the
        dates must agree. The share is of the known members, not of the shorter list: a
        tournament keeps its players, while a small event may share two guests with
        another. Without known members, title or dates decide alone.
        """
        return not self.known or (
            (self.title or self.dates) and self.found >= SHARE * self.members
        )


def get_last_known(document: Document) -> Document:
    """Return the last merged state of a linked file.

    Before the first merge, this is the event itself, if it has players.
    """
    if document.link is not None and document.link.base.sections:
        return document.link.base
    return document if _list_members(document) else replace(document, sections=())


def compare_events(before: Document, now: Document) -> EventComparison:
    """Compare the tournament that the file had before with the tournament that it has now."""
    known, there = _list_members(before), _list_members(now)
    return EventComparison(
        bool(before.sections),
        name_key(before.name) == name_key(now.name),
        _find_first_and_last_day(before) == _find_first_and_last_day(now),
        len(known),
        # A player may have received an ID since, or lost it.
        int(count_shared(known, there, name_key)),
    )


def _find_first_and_last_day(document: Document) -> tuple[dt.date, dt.date]:
    """Return the first and the last day of an event."""
    last = max((document.end_date_of(s) for s in document.sections), default=None)
    end = max(last or document.end_date, document.end_date)
    starts = (section.start_date or end for section in document.sections)
    return min(starts, default=end), end


def _list_members(document: Document) -> Sequence[Player]:
    """Return the players, each once: by member ID, else by name."""
    people = {
        make_person_key(player): player
        for section in document.sections
        for player in section.players
    }
    return [player for person, player in people.items() if person]


def restore_identities(fresh: Document, before: Document) -> Document:
    """Return `fresh` with the identities of the players and sections of `before`.

    They are matched as in a linked file: by name, member ID and number. Parts that an
    edit left unchanged already have their identity.
    """
    here = {section.identity for section in fresh.sections}
    old = [section for section in before.sections if section.identity not in here]
    known = {section.identity for section in before.sections}
    new = [section for section in fresh.sections if section.identity not in known]
    found = {
        new[j].identity: old[i] for i, j in match_sections_by_name(old, new).items()
    }
    found |= {section.identity: section for section in before.sections}
    sections = tuple(
        _restore_section(section, found[section.identity])
        if section.identity in found
        else section
        for section in fresh.sections
    )
    return replace(fresh, sections=sections)


def _restore_section(fresh: Section, before: Section) -> Section:
    if fresh is before:
        return fresh
    players = _restore_players(fresh.players, before.players)
    return replace(fresh, players=players, identity=before.identity)


def _restore_players(
    fresh: Sequence[Player], before: Sequence[Player]
) -> tuple[Player, ...]:
    here = {player.identity for player in fresh}
    known = {player.identity for player in before}
    old = [player for player in before if player.identity not in here]
    places = [at for at, player in enumerate(fresh) if player.identity not in known]
    players = list(fresh)
    for i, j in match_players(old, [fresh[at] for at in places]).items():
        at = places[j]
        players[at] = replace(players[at], identity=old[i].identity)
    return tuple(players)
