"""Which ways through the games to come reach a rating, and the score that is needed.

A rating is reached when the displayed one is: rounded, as people read it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final, Literal

from uscalc.analysis.chances import BadSettingError
from uscalc.analysis.forecast_model import (
    Forecast,
    Line,
    NothingToForecastError,
)
from uscalc.analysis.intervals import Interval, displayed_interval, slack
from uscalc.analysis.one_player import at_strengths, rating_of
from uscalc.analysis.pending import DRAW, LOSS, WIN, decided
from uscalc.analysis.question import Question, neighbourhood
from uscalc.analysis.spread import Chance

LOWEST_TARGET: Final = 100.0
EVEN: Final = 0.5

How = Literal["certain", "likely", "out of reach"]


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether a target is reached.

    "certain": whatever everybody else does and whatever is not known; "likely": with
    `chance`, None where none is told; "out of reach": `lacking` points are missing at
    best.
    """

    how: How
    chance: Chance | None
    lacking: int


@dataclass(frozen=True, slots=True)
class Goal:
    """One line of a forecast, and whether it reaches the target."""

    line: Line
    reach: Reach


@dataclass(frozen=True, slots=True)
class Goals:
    """Everything about one target: every way, every score, and stopping now.

    `certain_score` is the least of the player's own scores with which the target is
    certain in every way, `possible_score` the least with which it can be reached; None
    where there is none; `needed_score` the least with which it is more likely than
    not, or certain where no chance is told. `chance` is that of reaching it at all.
    """

    target: float
    ways: tuple[Goal, ...]
    scores: tuple[Goal, ...]
    stopping: Goal | None
    chance: Chance | None
    certain_score: float | None
    possible_score: float | None
    needed_score: float | None


def check_target(target: float) -> None:
    """Raise BadSettingError for what is no rating to be reached."""
    if not (isfinite(target) and target >= LOWEST_TARGET):
        raise BadSettingError(
            f"a target is a rating of {LOWEST_TARGET:.0f} or more; {target:g} is not"
        )


def reach(line: Line, target: float) -> Reach:
    """Return whether one line of a forecast reaches a target."""
    if line.range.low >= target:
        return Reach("certain", Chance(1.0, 0.0), 0)
    if line.range.high < target:
        lacking = int(-(-target // 1)) - line.range.high
        return Reach("out of reach", Chance(0.0, 0.0), lacking)
    if line.chance is None and line.halves is None:
        # Of the ways to this score it is not known which is the likelier.
        return Reach("likely", None, 0)
    return Reach("likely", line.spread.reaching(target), 0)


def goals(found: Forecast, target: float) -> Goals:
    """Return a target looked for in a forecast. Raises BadSettingError."""
    check_target(target)
    ways = tuple(Goal(line, reach(line, target)) for line in found.ways)
    scores = tuple(Goal(line, reach(line, target)) for line in found.scores)
    stopping = found.stopping
    return Goals(
        target,
        ways,
        scores,
        None if stopping is None else Goal(stopping, reach(stopping, target)),
        found.reaching(target),
        _least(scores, ("certain",)),
        _least(scores, ("certain", "likely")),
        next((goal.line.score for goal in scores if _is_needed(goal.reach)), None),
    )


def _is_needed(reach: Reach) -> bool:
    if reach.how == "likely":
        return reach.chance is not None and reach.chance.share >= EVEN
    return reach.how == "certain"


def _least(scores: Sequence[Goal], kinds: tuple[str, ...]) -> float | None:
    return next((g.line.score for g in scores if g.reach.how in kinds), None)


@dataclass(frozen=True, slots=True)
class ScoreRating:
    """A score over the games to come, and the displayed ratings it can give."""

    score: float
    range: Interval


@dataclass(frozen=True, slots=True)
class Needed:
    """The least score that reaches a target for certain, and the least that can.

    None where no score does. `scores` are all of them, from none to all.
    """

    target: float
    certain: float | None
    possible: float | None
    scores: tuple[ScoreRating, ...]


def score_needed(question: Question, target: float) -> Needed:
    """Return the score a player needs over the games to come, against given opponents.

    For opponents whose strength stays as given, and any number of games. Raises
    BadSettingError, NothingToForecastError, NoRatingError.
    """
    check_target(target)
    scores = ratings_by_score(question)
    certain = [line.score for line in scores if line.range.low >= target]
    possible = [line.score for line in scores if line.range.high >= target]
    return Needed(
        target,
        min(certain, default=None),
        min(possible, default=None),
        scores,
    )


def ratings_by_score(question: Question) -> tuple[ScoreRating, ...]:
    """Return what every score over the games to come gives, from none to all.

    A score can be made with many draws or with few; both are looked at, because the
    floor a player earns depends on it.
    """
    near = neighbourhood(question)
    if not near.pending:
        raise NothingToForecastError(
            "there is no game to come; leave the result of one blank"
        )
    if any(game.mirrored for game in near.pending):
        raise NothingToForecastError(
            "the opponents' ratings move with these games; ask for a forecast instead"
        )
    games = len(near.pending)
    found = []
    for points in range(2 * games + 1):
        low, high = float("inf"), float("-inf")
        for halves in _few_and_many_draws(points, games):
            for best in (False, True):
                levels = {place: ends[best] for place, ends in near.between.items()}
                section = decided(near.section, near.pending, halves)
                section = at_strengths(section, levels)
                rating = rating_of(section, near.rules, near.place)
                open_ = slack(section, near.rules, near.place, near.unknowns)
                low, high = min(low, rating - open_.down), max(high, rating + open_.up)
        found.append(ScoreRating(points / 2, displayed_interval(low, high)))
    return tuple(found)


def _few_and_many_draws(points: int, games: int) -> set[tuple[int, ...]]:
    """Return a score in half points made with as few draws as can be, and with as many."""
    wins, draws = divmod(points, 2)
    few = (WIN,) * wins + (DRAW,) * draws
    drawn = points if points <= games else 2 * games - points
    many = (WIN,) * ((points - drawn) // 2) + (DRAW,) * drawn
    return {half + (LOSS,) * (games - len(half)) for half in (few, many)}
