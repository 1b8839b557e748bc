"""The ripple effect of what-if results: which ratings a game moves, when, and why.

The steps of a rating are the stages of the effect. In Step 4 the players of the changed
game move; in Step 5 the opponents of players who moved before. Unrated players are
rated in Step 3 already, so an effect that starts with them takes one step more.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from uscalc.analysis.whatif import Base, rerate
from uscalc.engine.inputs import Entrant, Game
from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace, StepTrace
from uscalc.monitor import UNMONITORED, Monitor

Traced = StepTrace | SpecialTrace | None
LAST: Final = 5


class Hop(NamedTuple):
    """One game that passes the effect on.

    For `target` the opponent `source` counts `after` in the step instead of `before`.
    """

    source: int
    target: int
    before: float
    after: float


class Stop(NamedTuple):
    """A step that the effect reaches: the players reached first, and by which games."""

    step: int
    reached: tuple[int, ...]
    hops: tuple[Hop, ...]


class Wave(NamedTuple):
    """The ripple effect of some games: their rounds and two places each, and its stages.

    Places are those of the entrants; a step in which nobody moves is left out.
    """

    games: tuple[tuple[int, int, int], ...]
    stops: tuple[Stop, ...]

    @property
    def places(self) -> frozenset[int]:
        """All players whom it reaches or who play in its games."""
        players = {place for _, one, other in self.games for place in (one, other)}
        return frozenset(players.union(*(stop.reached for stop in self.stops)))

    def arrival(self, place: int) -> int | None:
        """Return the number of the stage, from 1, at which it first reaches a place."""
        for number, stop in enumerate(self.stops, start=1):
            if place in stop.reached:
                return number
        return None


def wave(before: SectionTrace, after: SectionTrace, moved: Collection[int]) -> Wave:
    """Trace the effect from the games that differ to the places whose new rating `moved`.

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
    """Return the own games that differ between both, by round and places."""
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
    """Return the opponents who count differently for a place in a step."""
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


class Reason(NamedTuple):
    """One cause of a rating's change.

    `kind` "own" is the player's own result or facts. "strength" is an opponent, at
    `place`, who counts `after` in Step 5 instead of `before`.
    """

    kind: Literal["own", "strength"]
    place: int | None = None
    before: float = 0.0
    after: float = 0.0


def reasons(
    before: SectionTrace, after: SectionTrace, place: int
) -> tuple[Reason, ...]:
    """Return the causes of the change at a place, the largest change of an opponent first.

    Both traces are of the same entrants in the same order.
    """
    one, other = before.players[place], after.players[place]
    found: list[Reason] = []
    if one.entrant != other.entrant:
        found.append(Reason("own"))
    moved: dict[int, Reason] = {}
    old = _strengths(one, one.step5)
    for opponent, strength in _strengths(other, other.step5).items():
        known = old.get(opponent)
        if known is not None and known != strength:
            moved[opponent] = Reason("strength", opponent, known, strength)
    found += sorted(moved.values(), key=lambda r: -abs(r.after - r.before))
    return tuple(found)


class Meeting(NamedTuple):
    """One game of the section, seen from its first entrant.

    `place` and `opponent` are places among the entrants, `own` and `mirror` the game's
    index among their own games; `mirror` is None for a game that counts for one side
    only. `score` is the first entrant's, `round` counts from 1.
    """

    place: int
    opponent: int
    own: int
    mirror: int | None
    score: float
    round: int


def meetings(base: Base) -> tuple[Meeting, ...]:
    """Return every rated game once, by round and then by place."""
    players = base.trace.players
    taken: set[tuple[int, int]] = set()
    found = []
    for place, player in enumerate(players):
        for index, game in enumerate(player.entrant.own):
            if (place, index) in taken:
                continue
            mirror = _mirror(players[game.opponent].entrant, place, game, taken)
            if mirror is not None:
                taken.add((game.opponent, mirror))
            found.append(
                Meeting(place, game.opponent, index, mirror, game.score, game.round)
            )
    found.sort(key=lambda meeting: (meeting.round, meeting.place))
    return tuple(found)


def _mirror(
    other: Entrant, place: int, game: Game, taken: set[tuple[int, int]]
) -> int | None:
    """Return the index of the game's other side; None if there is none."""
    for index, own in enumerate(other.own):
        if (
            own.opponent == place
            and own.round == game.round
            and own.score == 1 - game.score
            and (game.opponent, index) not in taken
        ):
            return index
    return None


def with_score(base: Base, meeting: Meeting, score: float) -> dict[int, PlayerTrace]:
    """Return the new traces of all players whom another result of this game reaches."""
    players = base.trace.players
    changed = {
        meeting.place: _scored(players[meeting.place].entrant, meeting.own, score)
    }
    if meeting.mirror is not None:
        other = changed.get(meeting.opponent, players[meeting.opponent].entrant)
        changed[meeting.opponent] = _scored(other, meeting.mirror, 1 - score)
    return rerate(base, changed)


def _scored(entrant: Entrant, index: int, score: float) -> Entrant:
    own = list(entrant.own)
    own[index] = own[index]._replace(score=score)
    return replace(entrant, own=tuple(own))


@dataclass(frozen=True, slots=True)
class Influence:
    """How far each game can move each player.

    `swings` holds, for each meeting, the points between the lowest and the highest
    rating that its three results give, by place; nothing for those it cannot move.
    """

    meetings: tuple[Meeting, ...]
    swings: tuple[Mapping[int, float], ...]

    @property
    def widest(self) -> float:
        """The largest swing, in points; 0 in a section without games."""
        return max((s for swing in self.swings for s in swing.values()), default=0.0)


def influence(
    base: Base,
    monitor: Monitor = UNMONITORED,
) -> Influence | None:
    """Return the effect of every game of the section; None when it was canceled.

    `monitor` is asked before each game; `monitor` receives the numbers finished and in
    total.
    """
    games = meetings(base)
    swings = []
    for count, meeting in enumerate(games):
        if monitor.is_cancelled():
            return None
        monitor.report(count, len(games))
        swings.append(_swing(base, meeting))
    return Influence(games, tuple(swings))


def _swing(base: Base, meeting: Meeting) -> dict[int, float]:
    posts: dict[int, list[float]] = {}
    for score in (0.0, 0.5, 1.0):
        if score == meeting.score:
            continue
        for place, trace in with_score(base, meeting, score).items():
            real = base.trace.players[place].post
            if trace.post is not None and real is not None:
                posts.setdefault(place, [real]).append(trace.post)
    return {
        place: max(values) - min(values)
        for place, values in posts.items()
        if max(values) != min(values)
    }
