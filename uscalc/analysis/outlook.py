"""What a season comes to: the chance of a target, the fan, and the score it needs."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uscalc.analysis.chances import USUAL_DRAWS, ChanceModel
from uscalc.analysis.forecast_model import StoppedError
from uscalc.analysis.goals import check_target
from uscalc.analysis.season import Paths, Played, Season
from uscalc.analysis.spread import Chance, Spread, Tally
from uscalc.engine.rounding import shown

PATHS: Final = 20_000
BLOCK: Final = 4_000
"""So many paths are played between two questions whether anybody still waits."""
BAD: Final = 0.10
"""A bad event is one that goes as badly or worse in this part of all cases, or more."""

Progress = Callable[[int, int], object]


class BadEvent(NamedTuple):
    """A bad first event, and what it leaves.

    `score` is the least score that, or less, comes in `share` of all cases. `after` is
    the rating with that score. `chance` is that of the target after such an event, and
    `missing` what the rating lacks at the end, in points, of what it is on average.
    """

    score: float
    share: float
    after: float
    chance: Chance
    missing: float


class Need(NamedTuple):
    """The least score over all events that gives the target, spread evenly.

    `rating` is what it gives. Of the score each event has as much as of the next, give
    or take a half point.
    """

    score: float
    rating: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a season comes to for a target.

    `fan` has a spread for every event. `at_end` is the chance to have the target after
    the last one, `on_the_way` to have had it after any. `expected` is the score of all
    events on average. `need` is None where no score is enough.
    """

    season: Season
    target: float
    fan: tuple[Spread, ...]
    at_end: Chance
    on_the_way: Chance
    expected: float
    need: Need | None
    bad: BadEvent
    paths: int

    @property
    def games(self) -> int:
        """Of all events together."""
        return self.season.rounds * len(self.season.rules)

    @property
    def error(self) -> float:
        """The standard error of the average rating after the last event, in points."""
        return self.fan[-1].deviation / sqrt(self.paths)


def outlook(
    season: Season,
    target: float,
    model: ChanceModel,
    draws: float = USUAL_DRAWS,
    paths: int = PATHS,
    seed: int = 1,
    wanted: Callable[[], bool] = lambda: True,
    progress: Progress = lambda done, of: None,
) -> Outlook:
    """Play a season many times.

    Raises BadSettingError, NothingToForecastError, and StoppedError once `wanted` says
    no.
    """
    check_target(target)
    tallies = [Tally() for _ in season.rules]
    firsts, lasts, reached = [], [], []
    total = done = 0
    blocks = -(-paths // BLOCK)
    for block in range(blocks):
        count = min(BLOCK, paths - block * BLOCK)
        ever = np.zeros(count, dtype=bool)
        for place, played in enumerate(
            Paths(season, count).at_random(model, draws, (seed, block))
        ):
            if not wanted():
                raise StoppedError
            tallies[place].add(played.ratings)
            ever |= np.floor(played.ratings + 0.5) >= target
            total += int(played.halves.sum())
            if place == 0:
                firsts.append(played)
            done += 1
            progress(done, blocks * len(tallies))
        lasts.append(played.ratings)
        reached.append(ever)
    fan = tuple(tally.spread(True) for tally in tallies)
    share = float(np.concatenate(reached).mean())
    return Outlook(
        season,
        target,
        fan,
        fan[-1].reaching(target),
        _chance(share, paths),
        total / 2.0 / paths,
        _need(season, target),
        _bad(season, target, firsts, np.concatenate(lasts)),
        paths,
    )


def _chance(share: float, paths: int) -> Chance:
    held = (share * paths + 1.0) / (paths + 2.0)
    return Chance(share, sqrt(held * (1.0 - held) / paths))


def _need(season: Season, target: float) -> Need | None:
    """Return the least score that gives the target, every score tried on a path of its own."""
    events, most = len(season.rules), 2 * season.rounds * len(season.rules)
    scores = np.arange(most + 1)
    ends = np.outer(np.arange(events + 1), scores) // events
    *_, last = Paths(season, most + 1).with_scores(np.diff(ends, axis=0))
    for half, rating in enumerate(last.ratings.tolist()):
        if shown(rating) >= target:
            return Need(half / 2.0, rating)
    return None


def _bad(
    season: Season, target: float, firsts: list[Played], last: NDArray[np.float64]
) -> BadEvent:
    halves = np.concatenate([played.halves for played in firsts])
    at_most = np.cumsum(np.bincount(halves)) / halves.size
    half = int(np.flatnonzero(at_most >= BAD)[0])
    those = last[halves <= half]
    (first, *_) = Paths(season, 1).with_scores(
        np.full((len(season.rules), 1), half, dtype=np.int64)
    )
    reached = float((np.floor(those + 0.5) >= target).mean())
    return BadEvent(
        half / 2.0,
        float(at_most[half]),
        float(first.ratings[0]),
        _chance(reached, those.size),
        float(last.mean() - those.mean()),
    )
