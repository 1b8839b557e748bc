"""Trace the ripple effect of what-if results: which ratings change, and why.

The stages of the effect are the steps of a rating. In Step 4, the players of the
changed games change; in Step 5, the opponents of players who changed before. Unrated
players are already rated in Step 3, so an effect that starts with them has one more
stage.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.whatif import RatedBase, rerate_changed
from uscalc.engine.inputs import Entrant, RatedGame
from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace, StepTrace
from uscalc.monitor import UNMONITORED, Monitor

Traced = StepTrace | SpecialTrace | None
LAST: Final = 5


class RippleHop(NamedTuple):
    """A game that carries the effect on.

    In the step of the stage, `target` is rated against the opponent `source` at
    `after`; without the change, at `before`.
    """

    source: int
    target: int
    before: float
    after: float


class RippleStage(NamedTuple):
    """A step of the ripple effect: the players reached for the first time, and the games."""

    step: int
    reached: tuple[int, ...]
    hops: tuple[RippleHop, ...]


class RippleEffect(NamedTuple):
    """The ripple effect of some games; each game is a round and two places.

    Places are positions among the entrants. Steps in which no rating changes are left
    out.
    """

    games: tuple[tuple[int, int, int], ...]
    stops: tuple[RippleStage, ...]

    @property
    def places(self) -> frozenset[int]:
        """The players whom the effect reaches, and those of the changed games."""
        players = {place for _, one, other in self.games for place in (one, other)}
        return frozenset(players.union(*(stop.reached for stop in self.stops)))

    def find_arrival_stage(self, place: int) -> int | None:
        """Return the number of the stage, from 1, at which the effect first reaches a place."""
        return next(
            (
                number
                for number, stop in enumerate(self.stops, start=1)
                if place in stop.reached
            ),
            None,
        )


def trace_ripple(
    before: SectionTrace, after: SectionTrace, moved: Collection[int]
) -> RippleEffect:
    """Return the effect of the games that differ on the places whose rating has `moved`.

    Both traces have the same entrants in the same order.
    """
    pairs = tuple(zip(before.players, after.players, strict=True))
    other = [place for place, (one, two) in enumerate(pairs) if one is not two]
    games = set[tuple[int, int, int]]().union(
        *(_list_changed_games(place, *pairs[place]) for place in other)
    )
    reached: set[int] = set()
    stops = []
    for step, of in _STEPS:
        changed = [
            p
            for p in other
            if _get_result(of(pairs[p][0])) != _get_result(of(pairs[p][1]))
        ]
        moving = sorted(moved) if step == LAST else changed
        hops = [hop for p in moving for hop in _list_hops(p, of, *pairs[p])]
        new = [p for p in moving if p not in reached]
        reached.update(new)
        if new or (hops and step == LAST):
            stops.append(RippleStage(step, tuple(new), tuple(hops)))
    return RippleEffect(tuple(sorted(games)), tuple(stops))


_STEPS: Final[tuple[tuple[int, Callable[[PlayerTrace], Traced]], ...]] = (
    (3, lambda player: player.step3),
    (4, lambda player: player.step4),
    (LAST, lambda player: player.step5),
)


def _get_result(step: Traced) -> float | None:
    return None if step is None else step.result


def _list_changed_games(
    place: int, one: PlayerTrace, two: PlayerTrace
) -> set[tuple[int, int, int]]:
    """Return a player's games that differ between the two traces, as round and places."""
    if one.entrant.own == two.entrant.own:
        return set()
    old = {(game.round, game.opponent, game.score) for game in one.entrant.own}
    new = {(game.round, game.opponent, game.score) for game in two.entrant.own}
    return {
        (round_, min(place, opponent), max(place, opponent))
        for round_, opponent, _ in old ^ new
    }


def _list_hops(
    place: int,
    of: Callable[[PlayerTrace], Traced],
    one: PlayerTrace,
    two: PlayerTrace,
) -> list[RippleHop]:
    """Return the opponents who count with a different strength for a place in a step."""
    old, new = _map_strengths(one, of(one)), _map_strengths(two, of(two))
    return [
        RippleHop(source, place, old[source], strength)
        for source, strength in new.items()
        if source in old and old[source] != strength
    ]


def _map_strengths(player: PlayerTrace, step: Traced) -> Mapping[int, float]:
    return (
        {}
        if step is None
        else dict(zip(player.entrant.opponents, step.strengths, strict=True))
    )


class RatingChangeReason(NamedTuple):
    """A cause of a rating change.

    `kind` is "own" for the player's own result or data, or "strength" for an opponent
    at `place` whose strength in Step 5 is `after` instead of `before`.
    """

    kind: Literal["own", "strength"]
    place: int | None = None
    before: float = 0.0
    after: float = 0.0


def explain_change(
    before: SectionTrace, after: SectionTrace, place: int
) -> tuple[RatingChangeReason, ...]:
    """Return the causes of the change at a place; among opponents, the largest change comes first.

    Both traces have the same entrants in the same order.
    """
    one, other = before.players[place], after.players[place]
    own = [RatingChangeReason("own")] if one.entrant != other.entrant else []
    old = _map_strengths(one, one.step5)
    moved = [
        RatingChangeReason("strength", opponent, old[opponent], strength)
        for opponent, strength in _map_strengths(other, other.step5).items()
        if old.get(opponent, strength) != strength
    ]
    return (*own, *sorted(moved, key=lambda r: -abs(r.after - r.before)))


class MutualGame(NamedTuple):
    """A game of the section, from the side of its first entrant.

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


def list_mutual_games(base: RatedBase) -> tuple[MutualGame, ...]:
    """Return every rated game once, by round and then by place."""
    players = base.trace.players
    taken: set[tuple[int, int]] = set()
    found = []
    for place, player in enumerate(players):
        for index, game in enumerate(player.entrant.own):
            if (place, index) in taken:
                continue
            mirror = _find_mirror_game(
                players[game.opponent].entrant, place, game, taken
            )
            if mirror is not None:
                taken.add((game.opponent, mirror))
            found.append(
                MutualGame(place, game.opponent, index, mirror, game.score, game.round)
            )
    found.sort(key=lambda meeting: (meeting.round, meeting.place))
    return tuple(found)


def _find_mirror_game(
    other: Entrant, place: int, game: RatedGame, taken: set[tuple[int, int]]
) -> int | None:
    """Return the index of the game's other side; None if there is none."""
    return next(
        (
            index
            for index, own in enumerate(other.own)
            if own.opponent == place
            and own.round == game.round
            and own.score == 1 - game.score
            and (game.opponent, index) not in taken
        ),
        None,
    )


def rerate_with_score(
    base: RatedBase, meeting: MutualGame, score: float
) -> dict[int, PlayerTrace]:
    """Return the new trace of every player whose rating a different result of this game affects."""
    players = base.trace.players
    changed = {
        meeting.place: _with_score(players[meeting.place].entrant, meeting.own, score)
    }
    if meeting.mirror is not None:
        other = changed.get(meeting.opponent, players[meeting.opponent].entrant)
        changed[meeting.opponent] = _with_score(other, meeting.mirror, 1 - score)
    return rerate_changed(base, changed)


def _with_score(entrant: Entrant, index: int, score: float) -> Entrant:
    own = list(entrant.own)
    own[index] = own[index]._replace(score=score)
    return replace(entrant, own=tuple(own))


class GameInfluence(Struct, frozen=True):
    """How much each game can change each player's rating.

    For each meeting, `swings` has the difference in points between the highest and the
    lowest rating for its three results, by place; only for ratings that change.
    """

    meetings: tuple[MutualGame, ...]
    swings: tuple[Mapping[int, float], ...]

    @property
    def widest(self) -> float:
        """The largest swing, in points; 0 in a section without games."""
        return max((s for swing in self.swings for s in swing.values()), default=0.0)


def compute_influence(
    base: RatedBase,
    monitor: Monitor = UNMONITORED,
) -> GameInfluence | None:
    """Return the effect of every game of the section; None if the work is canceled.

    `monitor` is checked before each game and receives the numbers of finished games and
    of all games.
    """
    games = list_mutual_games(base)
    swings = []
    for count, meeting in enumerate(games):
        if monitor.is_canceled():
            return None
        monitor.report(count, len(games))
        swings.append(_compute_swing(base, meeting))
    return GameInfluence(games, tuple(swings))


def _compute_swing(base: RatedBase, meeting: MutualGame) -> dict[int, float]:
    posts: dict[int, list[float]] = {}
    for score in (s for s in (0.0, 0.5, 1.0) if s != meeting.score):
        for place, trace in rerate_with_score(base, meeting, score).items():
            real = base.trace.players[place].post
            if trace.post is not None and real is not None:
                posts.setdefault(place, [real]).append(trace.post)
    return {
        place: max(values) - min(values)
        for place, values in posts.items()
        if max(values) != min(values)
    }
