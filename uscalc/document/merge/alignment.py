"""Align three states of one event: sections and players found again."""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple, TypeVar

from uscalc.document.merge.differences import TableState
from uscalc.document.merge.facts import MergeLedger
from uscalc.document.merge.people import (
    Pairing,
    Pairs,
    candidates_by_key,
    count_shared,
    name_key,
    person_key,
    positions_left,
)
from uscalc.document.model import Section

SHARE = 0.5
"""The share of a renamed section's players that must be found again."""

T = TypeVar("T")


class ThreeWay(NamedTuple):
    """One section or player: its positions here, in the file before, in the file."""

    ours: int | None
    base: int | None
    theirs: int | None


def align(
    ours: Sequence[T],
    base: Sequence[T],
    theirs: Sequence[T],
    match: Callable[[Sequence[T], Sequence[T]], Pairs],
) -> list[ThreeWay]:
    """Return every section or player that is in any of the three states, each once."""
    to_ours, to_theirs = match(base, ours), match(base, theirs)
    together = [
        ThreeWay(to_ours.get(place), place, to_theirs.get(place))
        for place in range(len(base))
    ]
    only_ours = positions_left(ours, set(to_ours.values()))
    only_theirs = positions_left(theirs, set(to_theirs.values()))
    # Typed here before the other program had it: one and the same.
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
    pairing.pair_in_order(candidates_by_key(before, after, lambda s: (s.name,)))

    def share(i: int, j: int) -> float:
        people = (
            [player for player in section.players if person_key(player)]
            for section in (before[i], after[j])
        )
        smaller, larger = sorted(people, key=len)
        return (
            count_shared(smaller, larger, name_key) / len(smaller) if smaller else 0.0
        )

    left = [(i, j) for i in pairing.free_before for j in pairing.free_after]
    pairing.pair_best(left, share, SHARE)
    return pairing.pairs


def merge_order(trios: Sequence[ThreeWay], standing: Container[int]) -> list[int]:
    """Return the kept sections or players, by index in `trios`.

    If the file moved something and the user didn't, the file's order is used; otherwise
    ours. A new one follows its predecessor on its own side.
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
    """Return an order, and each of the others after the one that it followed."""
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
    """Return each person's number: a typed one first, then the file's, then ours.

    A number is only a label: a number typed here stays without a finding.
    """
    typed: dict[int, int] = {}
    said: dict[int, int] = {}
    own: dict[int, int] = {}
    for who in people:
        ledger.monitor.check()
        here, now = ours.players.get(who), theirs.players.get(who)
        if now is None:
            assert here is not None
            own[who] = here.number
        elif here is None:
            said[who] = now.number
        else:
            before = base.players.get(who, here).number
            renumbered = here.number not in (before, now.number)
            keep = renumbered and not ledger.take_theirs
            (typed if keep else said)[who] = (here if keep else now).number
    numbers = dict(typed)
    free = max([0, *typed.values(), *said.values(), *own.values()])
    for wanted in (said, own):
        taken = set(numbers.values())
        for who, number in wanted.items():
            if number in taken:
                free += 1
                number = free
            numbers[who] = number
    return numbers


def number_as_in_file(base: TableState, theirs: TableState) -> dict[int, int]:
    """Return the file's numbers, and free ones for those that it no longer has."""
    numbers = {who: p.number for who, p in theirs.players.items()}
    taken = set(numbers.values())
    for who, player in base.players.items():
        if who not in numbers:
            free = player.number not in taken
            numbers[who] = player.number if free else max(taken) + 1
            taken.add(numbers[who])
    return numbers
