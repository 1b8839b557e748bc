"""Align three states of one event: sections and players found again."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from uscalc.document.compare.people import (
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
