"""How a result imagined otherwise reaches ratings: its two players, then who met them.

The steps of a rating are the beats of the wave. In Step 4 those move who played the
game; in Step 5 those who met somebody that moved before. Newcomers are rated in Step 3
already, so that from them it is a step further.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace, StepTrace

Traced = StepTrace | SpecialTrace | None
LAST: Final = 5


class Hop(NamedTuple):
    """One game that carries the wave on.

    For `target` the opponent `source` counts `after` in the step, and not `before`.
    """

    source: int
    target: int
    before: float
    after: float


class Stop(NamedTuple):
    """A step at which the wave arrives: whom it reaches first, and by which games."""

    step: int
    reached: tuple[int, ...]
    hops: tuple[Hop, ...]


class Wave(NamedTuple):
    """The wave of some games: their rounds and two places each, and the steps it takes.

    Places are those of the entrants; a step in which nobody moves is left out.
    """

    games: tuple[tuple[int, int, int], ...]
    stops: tuple[Stop, ...]

    @property
    def places(self) -> frozenset[int]:
        """Everybody whom it reaches, and who plays in its games."""
        players = {place for _, one, other in self.games for place in (one, other)}
        return frozenset(players.union(*(stop.reached for stop in self.stops)))

    def arrival(self, place: int) -> int | None:
        """Return the number of the stop, from 1, at which it reaches a place first."""
        for number, stop in enumerate(self.stops, start=1):
            if place in stop.reached:
                return number
        return None


def wave(before: SectionTrace, after: SectionTrace, moved: Collection[int]) -> Wave:
    """Return the way from the games that differ to the places whose new rating has `moved`.

    Both traces are of the same entrants in the same order.
    """
    pairs = tuple(zip(before.players, after.players, strict=True))
    other = [place for place, (one, two) in enumerate(pairs) if one is not two]
    games: set[tuple[int, int, int]] = set()
    for place in other:
        games |= _games(place, *pairs[place])
    reached: set[int] = set()
    stops = []
    for step, of in _STEPS:
        moving = [
            p for p in other if _result(of(pairs[p][0])) != _result(of(pairs[p][1]))
        ]
        if step == LAST:
            moving = sorted(moved)
        hops = [hop for p in moving for hop in _hops(p, of, *pairs[p])]
        new = [p for p in moving if p not in reached]
        reached.update(new)
        if new or (hops and step == LAST):
            stops.append(Stop(step, tuple(new), tuple(hops)))
    return Wave(tuple(sorted(games)), tuple(stops))


_STEPS: Final[tuple[tuple[int, Callable[[PlayerTrace], Traced]], ...]] = (
    (3, lambda player: player.step3),
    (4, lambda player: player.step4),
    (LAST, lambda player: player.step5),
)


def _result(step: Traced) -> float | None:
    return None if step is None else step.result


def _games(place: int, one: PlayerTrace, two: PlayerTrace) -> set[tuple[int, int, int]]:
    """Return the own games that are not the same in both, by round and places."""
    if one.entrant.own == two.entrant.own:
        return set()
    old = {(game.round, game.opponent, game.score) for game in one.entrant.own}
    new = {(game.round, game.opponent, game.score) for game in two.entrant.own}
    return {
        (round_, min(place, opponent), max(place, opponent))
        for round_, opponent, _ in old ^ new
    }


def _hops(
    place: int,
    of: Callable[[PlayerTrace], Traced],
    one: PlayerTrace,
    two: PlayerTrace,
) -> list[Hop]:
    """Return the opponents who count otherwise for a place in a step."""
    old, new = _strengths(one, of(one)), _strengths(two, of(two))
    return [
        Hop(source, place, old[source], strength)
        for source, strength in new.items()
        if source in old and old[source] != strength
    ]


def _strengths(player: PlayerTrace, step: Traced) -> Mapping[int, float]:
    if step is None:
        return {}
    return dict(zip(player.entrant.opponents, step.strengths, strict=True))
