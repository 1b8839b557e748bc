"""Who is who in two states of one event: sections and players found again."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Player, Section
from uscalc.document.spelling import likeness

SHARE = 0.5
"""Of a renamed section's players, how many must be found again."""

T = TypeVar("T")
Pairs = dict[int, int]
"""Positions in one list by positions in another."""


class Trio(NamedTuple):
    """One section or player: its positions here, in the file before, in the file."""

    ours: int | None
    base: int | None
    theirs: int | None


def trios(
    ours: Sequence[T],
    base: Sequence[T],
    theirs: Sequence[T],
    found_again: Callable[[Sequence[T], Sequence[T]], Pairs],
) -> list[Trio]:
    """Return everything that stands in any of three states, each once."""
    to_ours, to_theirs = found_again(base, ours), found_again(base, theirs)
    together = [
        Trio(to_ours.get(place), place, to_theirs.get(place))
        for place in range(len(base))
    ]
    only_ours = _left(ours, to_ours.values())
    only_theirs = _left(theirs, to_theirs.values())
    # Typed here before the other program had it: one and the same.
    both = found_again([ours[i] for i in only_ours], [theirs[i] for i in only_theirs])
    at = {only_ours[i]: only_theirs[j] for i, j in both.items()}
    together += [Trio(place, None, at.get(place)) for place in only_ours]
    known = set(at.values())
    together += [Trio(None, None, j) for j in only_theirs if j not in known]
    return together


def same_sections(before: Sequence[Section], after: Sequence[Section]) -> Pairs:
    """Return sections by name; a renamed one by those who play in it."""
    pairs = _by_key(before, after, lambda section: section.name, {})
    shares = []
    for i in _left(before, pairs):
        for j in _left(after, pairs.values()):
            one, other = _who(before[i]), _who(after[j])
            smaller = min(len(one), len(other))
            share = (one & other).total() / smaller if smaller else 0.0
            if share >= SHARE:
                shares.append((-share, i, j))
    for _, i, j in sorted(shares):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def same_players(before: Sequence[Player], after: Sequence[Player]) -> Pairs:
    """Return players by member id, then by name; then by number, where more agrees."""
    pairs: Pairs = {}

    def by(
        key: Callable[[Player], Hashable | None],
        fits: Callable[[Player, Player], bool] = lambda one, other: True,
    ) -> None:
        _by_key(before, after, key, pairs, fits)

    by(lambda p: (p.member, p.number) if p.member else None)
    by(lambda p: (p.member, plain_name(p.name)) if p.member else None)
    by(lambda p: p.member or None, _one_person)
    by(lambda p: (plain_name(p.name), p.number) if p.name else None)
    for i in _left(before, pairs):
        alike = [
            j
            for j in _left(after, pairs.values())
            if _same_name(before[i], after[j]) and not _other_id(before[i], after[j])
        ]
        rivals = [
            k
            for k in _left(before, pairs)
            if alike and _same_name(before[k], before[i])
        ]
        if alike and len(alike) == len(rivals):
            pairs[i] = alike[0]
    # A new name and a new number at once.
    by(lambda p: p.member or None)
    numbers = {after[j].number: j for j in _left(after, pairs.values())}
    for i in _left(before, pairs):
        j = numbers.get(before[i].number)
        if j is not None and j not in pairs.values() and _alike(before[i], after[j]):
            pairs[i] = j
    return pairs


def _by_key(
    before: Sequence[T],
    after: Sequence[T],
    key: Callable[[T], Hashable | None],
    pairs: Pairs,
    fits: Callable[[T, T], bool] = lambda one, other: True,
) -> Pairs:
    """Add those of equal keys that fit, in order, but for keys of None."""
    waiting: dict[Hashable, list[int]] = {}
    for j in _left(after, pairs.values()):
        if (of := key(after[j])) is not None:
            waiting.setdefault(of, []).append(j)
    for i in _left(before, pairs):
        of = key(before[i])
        fitting = [
            j
            for j in (waiting.get(of, ()) if of is not None else ())
            if fits(before[i], after[j])
        ]
        if fitting and of is not None:
            pairs[i] = fitting[0]
            waiting[of].remove(fitting[0])
    return pairs


def _one_person(one: Player, other: Player) -> bool:
    """Return whether two players with one member ID can be one person, by the names."""
    return likeness(one.name, other.name) != "different"


def _left(values: Sequence[object], taken: Iterable[int]) -> list[int]:
    gone = set(taken)
    return [place for place in range(len(values)) if place not in gone]


def _who(section: Section) -> Counter[str]:
    return Counter(filter(None, map(person_of, section.players)))


def person_of(player: Player) -> str:
    """Return what tells a person in an event: the member ID, else the name; nothing of nobody."""
    return player.member or plain_name(player.name)


def plain_name(name: str) -> str:
    """Return a name without what may be written otherwise: case, commas, spaces."""
    return " ".join(name.casefold().replace(",", " ").split())


def _same_name(one: Player, other: Player) -> bool:
    return bool(one.name) and plain_name(one.name) == plain_name(other.name)


def _other_id(one: Player, other: Player) -> bool:
    return bool(one.member and other.member) and one.member != other.member


def _alike(one: Player, other: Player) -> bool:
    """Return whether two of the same number are one: a part of the name, or their games."""
    if _other_id(one, other):
        return False
    if set(plain_name(one.name).split()) & set(plain_name(other.name).split()):
        return True
    if not one.name and not other.name:
        return True
    games = [_outcomes(player) for player in (one, other)]
    shared = [
        a == b for a, b in zip(*games, strict=False) if a is not None and b is not None
    ]
    return bool(shared) and all(shared)


def _outcomes(player: Player) -> list[tuple[str, ...] | None]:
    """Return what came of each round that was played; None of one that was not."""
    cells = [parse_cell(text) for text in player.results]
    return [
        None
        if isinstance(cell, BadCell) or not any(entry.is_game for entry in cell)
        else tuple(entry.outcome for entry in cell)
        for cell in cells
    ]
