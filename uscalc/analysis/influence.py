"""What each game of a rated section weighs: whom it moves, and how far.

Every game is set to a loss, a draw and a win, one game at a time, and what that reaches
is rated again; see `whatif`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from uscalc.analysis.whatif import Base, rerate
from uscalc.engine.inputs import Entrant, Game
from uscalc.engine.trace import PlayerTrace


class Meeting(NamedTuple):
    """One game as the section has it, seen from the entrant who stands first.

    `place` and `opponent` are places among the entrants, `own` and `mirror` where the
    game stands among their own games; `mirror` is None for a game that counts for one
    side only. `score` is the first one's, `round` counts from 1.
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
    """Return where the other side of a game stands; None where there is none."""
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
    """Return the new traces of everybody whom another result of this game reaches."""
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
    wanted: Callable[[], bool] = lambda: True,
    done: Callable[[int, int], object] = lambda _done, _all: None,
) -> Influence | None:
    """Return what every game of the section weighs; None when it was cancelled.

    `wanted` is asked before each game; `done` is told how many of how many are done.
    """
    games = meetings(base)
    swings = []
    for count, meeting in enumerate(games):
        if not wanted():
            return None
        done(count, len(games))
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
