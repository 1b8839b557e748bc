"""Find the combinations of results that reach a target, and the score needed.

A target is reached if the displayed (rounded) rating is at least the target.
"""

from collections.abc import Sequence
from math import isfinite, sqrt
from typing import Final, Literal, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from uscalc.analysis.forecast_model import (
    USUAL_DRAWS,
    BadSettingError,
    ChanceModel,
    Forecast,
    ForecastLine,
)
from uscalc.analysis.season import PlayedEvent, SeasonPaths, SeasonPlan
from uscalc.analysis.spread import EstimatedChance, RatingSpread, ScenarioTally
from uscalc.engine.rounding import round_for_display
from uscalc.monitor import UNMONITORED, Monitor

LOWEST_TARGET: Final = 100.0
EVEN: Final = 0.5

How = Literal["certain", "likely", "out of reach"]


class TargetReach(Struct, frozen=True):
    """The answer to the question: is a target reached?

    `how` is "certain" (for all results of other games and all unknown facts), "likely"
    (with `chance`, None if unknown) or "out of reach" (at best, `lacking` points are
    missing).
    """

    how: How
    chance: EstimatedChance | None
    lacking: int


class GoalLine(Struct, frozen=True):
    """One line of a forecast, and whether it reaches the target."""

    line: ForecastLine
    reach: TargetReach


class GoalForecast(Struct, frozen=True):
    """All results for one target: for every way, for every score, and without more games.

    `certain_score` is the player's lowest score that makes the target certain in every
    way, `possible_score` the lowest that can reach it; None if there is none.
    `needed_score` is the lowest score with a chance above 50%; if no chance is known,
    the lowest that is certain. `chance` is the chance that the target is reached at
    all.
    """

    target: float
    ways: tuple[GoalLine, ...]
    scores: tuple[GoalLine, ...]
    stopping: GoalLine | None
    chance: EstimatedChance | None
    certain_score: float | None
    possible_score: float | None
    needed_score: float | None


def validate_target(target: float) -> None:
    """Raise BadSettingError unless the target is a possible rating."""
    if not (isfinite(target) and target >= LOWEST_TARGET):
        raise BadSettingError(
            f"a target must be a rating of {LOWEST_TARGET:.0f} or more, and {target:g} "
            "isn't"
        )


def evaluate_target(line: ForecastLine, target: float) -> TargetReach:
    """Return whether one line of a forecast reaches a target."""
    if line.range.low >= target:
        return TargetReach("certain", EstimatedChance(1.0, 0.0), 0)
    if line.range.high < target:
        lacking = int(-(-target // 1)) - line.range.high
        return TargetReach("out of reach", EstimatedChance(0.0, 0.0), lacking)
    if line.chance is None and line.halves is None:
        # The chances of the combinations that give this score are unknown.
        return TargetReach("likely", None, 0)
    return TargetReach("likely", line.spread.compute_chance_of(target), 0)


def find_goals(found: Forecast, target: float) -> GoalForecast:
    """Return, for each way and score of a forecast, whether it reaches a target.

    Raises BadSettingError if the target is out of range.
    """
    validate_target(target)
    ways = tuple(GoalLine(line, evaluate_target(line, target)) for line in found.ways)
    scores = tuple(
        GoalLine(line, evaluate_target(line, target)) for line in found.scores
    )
    stopping = found.stopping
    return GoalForecast(
        target,
        ways,
        scores,
        None
        if stopping is None
        else GoalLine(stopping, evaluate_target(stopping, target)),
        found.compute_chance_of(target),
        _find_least_score(scores, ("certain",)),
        _find_least_score(scores, ("certain", "likely")),
        next(
            (
                goal.line.score
                for goal in scores
                if _is_reached_more_likely_than_not(goal.reach)
            ),
            None,
        ),
    )


def _is_reached_more_likely_than_not(reach: TargetReach) -> bool:
    return (
        reach.chance is not None and reach.chance.share >= EVEN
        if reach.how == "likely"
        else reach.how == "certain"
    )


def _find_least_score(
    scores: Sequence[GoalLine], kinds: tuple[str, ...]
) -> float | None:
    return next((g.line.score for g in scores if g.reach.how in kinds), None)


PATHS: Final = 20_000
PATHS_PER_BLOCK: Final = 4_000
"""The number of paths that are computed between two checks for cancellation."""
BAD: Final = 0.10
"""A bad event has the lowest score for which at least this share of cases scored that or less."""


class BadStart(NamedTuple):
    """A bad first event and its consequences.

    A score of `score` or less has the chance `share`. `after` is the rating after this
    score. `chance` is the chance of reaching the target after such an event, and
    `missing` the number of points by which the average final rating is lower.
    """

    score: float
    share: float
    after: float
    chance: EstimatedChance
    missing: float


class NeededSeasonScore(NamedTuple):
    """The lowest total score, spread evenly over all games, that gives the target."""

    score: float
    rating: float


class SeasonOutlook(Struct, frozen=True):
    """The outlook of a season for a target; `fan` has the chances of ratings after each event.

    `at_end` is the chance of having the target rating after the last event,
    `on_the_way` after any event. `expected` is the average score of all events. `need`
    is None if no score is enough.
    """

    season: SeasonPlan
    target: float
    fan: tuple[RatingSpread, ...]
    at_end: EstimatedChance
    on_the_way: EstimatedChance
    expected: float
    need: NeededSeasonScore | None
    bad: BadStart
    paths: int

    @property
    def games(self) -> int:
        """The number of games of all events."""
        return self.season.rounds * len(self.season.rules)

    @property
    def error(self) -> float:
        """The standard error of the average rating after the last event, in points."""
        return self.fan[-1].deviation / sqrt(self.paths)


def compute_outlook(
    season: SeasonPlan,
    target: float,
    model: ChanceModel,
    draws: float = USUAL_DRAWS,
    paths: int = PATHS,
    seed: int = 1,
    monitor: Monitor = UNMONITORED,
) -> SeasonOutlook:
    """Simulate a season `paths` times, and return its outlook for a target."""
    validate_target(target)
    tallies = [ScenarioTally() for _ in season.rules]
    firsts, lasts, reached = [], [], []
    total = done = 0
    blocks = -(-paths // PATHS_PER_BLOCK)
    for block in range(blocks):
        count = min(PATHS_PER_BLOCK, paths - block * PATHS_PER_BLOCK)
        ever = np.zeros(count, dtype=bool)
        for place, played in enumerate(
            SeasonPaths(season, count).play_at_random(model, draws, (seed, block))
        ):
            monitor.check()
            tallies[place].add_ratings(played.ratings)
            ever |= np.floor(played.ratings + 0.5) >= target
            total += int(played.halves.sum())
            if place == 0:
                firsts.append(played)
            done += 1
            monitor.report(done, blocks * len(tallies))
        lasts.append(played.ratings)
        reached.append(ever)
    fan = tuple(tally.make_spread(True) for tally in tallies)
    share = float(np.concatenate(reached).mean())
    return SeasonOutlook(
        season,
        target,
        fan,
        fan[-1].compute_chance_of(target),
        _make_chance(share, paths),
        total / 2.0 / paths,
        _find_needed_score(season, target),
        _describe_bad_start(season, target, firsts, np.concatenate(lasts)),
        paths,
    )


def _make_chance(share: float, paths: int) -> EstimatedChance:
    held = (share * paths + 1.0) / (paths + 2.0)
    return EstimatedChance(share, sqrt(held * (1.0 - held) / paths))


def _find_needed_score(season: SeasonPlan, target: float) -> NeededSeasonScore | None:
    """Return the lowest score that gives the target, from one path for each score."""
    events, most = len(season.rules), 2 * season.rounds * len(season.rules)
    ends = np.outer(np.arange(events + 1), np.arange(most + 1)) // events
    *_, last = SeasonPaths(season, most + 1).play_with_scores(np.diff(ends, axis=0))
    return next(
        (
            NeededSeasonScore(half / 2.0, rating)
            for half, rating in enumerate(last.ratings.tolist())
            if round_for_display(rating) >= target
        ),
        None,
    )


def _describe_bad_start(
    season: SeasonPlan,
    target: float,
    firsts: list[PlayedEvent],
    last: NDArray[np.float64],
) -> BadStart:
    halves = np.concatenate([played.halves for played in firsts])
    at_most = np.cumsum(np.bincount(halves)) / halves.size
    half = int(np.flatnonzero(at_most >= BAD)[0])
    those = last[halves <= half]
    (first, *_) = SeasonPaths(season, 1).play_with_scores(
        np.full((len(season.rules), 1), half, dtype=np.int64)
    )
    reached = float((np.floor(those + 0.5) >= target).mean())
    return BadStart(
        half / 2.0,
        float(at_most[half]),
        float(first.ratings[0]),
        _make_chance(reached, those.size),
        float(last.mean() - those.mean()),
    )
