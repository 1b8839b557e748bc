"""Match people: one matcher for linked files, pages of US Chess and rating supplements.

A `Pairing` pairs positions in two lists, in several passes. Each pass says what counts
as evidence (member ID, name, pairing number, games) and how much is needed.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import TypeVar

from uscalc.counted import group_by_key
from uscalc.document.cells import parse_entries
from uscalc.document.model import Player
from uscalc.document.names import rate_similarity

T = TypeVar("T")
Pairs = dict[int, int]
"""Positions in one list by positions in another."""
Candidate = tuple[int, int]
"""Positions in the first and in the second list that may be paired."""


class Pairing:
    """Pairs of positions in two lists; each position is paired at most once."""

    def __init__(self, before: int, after: int) -> None:
        """Begin without pairs; `before` and `after` are the lengths of the lists."""
        self._before, self._after = before, after
        self.pairs: Pairs = {}
        self._taken: set[int] = set()

    @property
    def free_before(self) -> list[int]:
        """The positions in the first list that are not paired yet."""
        return [i for i in range(self._before) if i not in self.pairs]

    @property
    def free_after(self) -> list[int]:
        """The positions in the second list that are not paired yet."""
        return [j for j in range(self._after) if j not in self._taken]

    def is_free(self, i: int, j: int) -> bool:
        """Return whether neither of the two positions is paired yet."""
        return i not in self.pairs and j not in self._taken

    def pair_in_order(
        self,
        candidates: Iterable[Candidate],
        fits: Callable[[int, int], bool] = lambda i, j: True,
    ) -> None:
        """Pair the candidates that fit, in order. Each position is paired only once."""
        for i, j in candidates:
            if self.is_free(i, j) and fits(i, j):
                self.pairs[i] = j
                self._taken.add(j)

    def pair_best(
        self,
        candidates: Iterable[Candidate],
        weigh: Callable[[int, int], float],
        least: float,
        ahead: float | None = None,
    ) -> None:
        """Pair the candidates with a weight of at least `least`, the heaviest first.

        A pair must be `ahead` of every other candidate of its two positions by that
        much. None accepts ties; then the first candidate is paired.
        """
        ranked = sorted(
            (-weigh(i, j), i, j) for i, j in candidates if self.is_free(i, j)
        )
        weights = group_by_key(
            (side, -weight) for weight, i, j in ranked for side in ((0, i), (1, j))
        )

        def is_ahead(weight: float, i: int, j: int) -> bool:
            return ahead is None or not any(
                second > weight - ahead
                for side in ((0, i), (1, j))
                for second in weights[side][1:2]
            )

        self.pair_in_order(
            (i, j)
            for weight, i, j in ranked
            if -weight >= least and is_ahead(-weight, i, j)
        )


def pair_by_key(
    before: Sequence[T],
    after: Sequence[T],
    keys: Callable[[T], Iterable[Hashable | None]],
) -> list[Candidate]:
    """Return the pairs of positions that share a key, in order; None is not a key."""
    places = group_by_key(
        (key, j) for j, value in enumerate(after) for key in keys(value)
    )
    return list(
        dict.fromkeys(
            (i, j)
            for i, value in enumerate(before)
            for key in keys(value)
            if key is not None
            for j in places.get(key, ())
        )
    )


def match_players(before: Sequence[Player], after: Sequence[Player]) -> Pairs:
    """Match the players of two states of one section.

    The evidence is, in this order: member ID, name, and pairing number where a part of
    the name or the games agree.
    """
    pairing = Pairing(len(before), len(after))

    def pair_by(
        key: Callable[[Player], Hashable | None],
        fits: Callable[[int, int], bool] = lambda i, j: True,
    ) -> None:
        pairing.pair_in_order(
            pair_by_key(before, after, lambda player: (key(player),)), fits
        )

    def is_unambiguous(i: int, j: int) -> bool:
        """Return whether both sides have as many players of this name left, and `j` is the next."""
        name = name_key(before[i].name)
        rivals = sum(name_key(before[k].name) == name for k in pairing.free_before)
        fitting = [
            k
            for k in pairing.free_after
            if name_key(after[k].name) == name
            and not have_different_ids(before[i], after[k])
        ]
        return len(fitting) == rivals and fitting[0] == j

    pair_by(lambda p: (p.member, p.number) if p.member else None)
    pair_by(lambda p: (p.member, name_key(p.name)) if p.member else None)
    pair_by(
        lambda p: p.member,
        lambda i, j: may_be_one_person(before[i].name, after[j].name),
    )
    pair_by(lambda p: (name_key(p.name), p.number) if p.name else None)
    pair_by(lambda p: name_key(p.name) or None, is_unambiguous)
    # A new name and a new number at once.
    pair_by(lambda p: p.member)
    pair_by(
        lambda p: p.number, lambda i, j: _is_same_number_holder(before[i], after[j])
    )
    return pairing.pairs


def count_shared(
    players: Sequence[Player],
    others: Sequence[Player],
    key: Callable[[str], object],
    namesake: float = 0.0,
) -> float:
    """Count the players who are also in another list, by member ID or else by name.

    `key` makes names comparable. A player with the same name but another ID counts
    `namesake`.
    """
    ids = {player.member for player in others if player.member}
    named = {key(player.name) for player in others if player.name}
    unnumbered = {key(p.name) for p in others if p.name and not p.member}
    shared = 0.0
    for player in players:
        name = key(player.name)
        if player.member in ids or name in unnumbered:
            shared += 1
        elif name in named:
            shared += namesake if player.member else 1
    return shared


def name_key(name: str) -> str:
    """Return a name without case, commas and extra spaces."""
    return " ".join(name.casefold().replace(",", " ").split())


def make_person_key(player: Player) -> str:
    """Return the member ID, or else the name; empty for an empty row."""
    return player.member or name_key(player.name)


def have_different_ids(one: Player, other: Player) -> bool:
    """Return whether both players have a member ID and the two are different."""
    return bool(one.member and other.member) and one.member != other.member


def may_be_one_person(name: str, other: str) -> bool:
    """Return whether two entries with the same member ID may be one person, by their names."""
    return rate_similarity(name, other) != "different"


def _is_same_number_holder(one: Player, other: Player) -> bool:
    """Return whether two players of one number share a part of the name, or their games."""
    if have_different_ids(one, other):
        return False
    words = set(name_key(one.name).split())
    if words & set(name_key(other.name).split()) or not (one.name or other.name):
        return True
    both = zip(_list_outcomes(one), _list_outcomes(other), strict=False)
    shared = [a == b for a, b in both if a is not None and b is not None]
    return bool(shared) and all(shared)


def _list_outcomes(player: Player) -> list[tuple[str, ...] | None]:
    """Return the outcomes of each round; None for a round without a game."""
    cells = [parse_entries(text) for text in player.results]
    return [
        tuple(entry.outcome for entry in cell)
        if any(entry.is_game for entry in cell)
        else None
        for cell in cells
    ]


def list_positions_left(values: Sequence[object], taken: Collection[int]) -> list[int]:
    """Return the positions in a list that are not in `taken`."""
    return [place for place in range(len(values)) if place not in taken]
