"""A forecast's settings and answer, and the chances of a loss, draw and win."""

import datetime as dt
from collections.abc import Sequence
from functools import reduce
from math import isfinite, log
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from uscalc.analysis.spread import (
    EstimatedChance,
    RatingInterval,
    RatingSpread,
    compute_joint_chance,
    mix_spreads,
)
from uscalc.engine.inputs import System

Lanes = NDArray[np.float64]

USUAL_DRAWS: Final = 1.0
"""The default draw factor, which doesn't change the model's share of draws."""
MOST_DRAWS: Final = 10.0


class BadSettingError(ValueError):
    """A setting out of range; the message states the range."""


class GameChances(NamedTuple):
    """The chances of a loss, draw and win in one game; they add up to 1."""

    loss: float
    draw: float
    win: float


class RatedSide(NamedTuple):
    """One player of a game: the current rating, and its number of games.

    If `games` is None, there are 26 or more games, or the number is unknown.
    """

    rating: float
    games: int | None = None


class FewGamesWorth(Struct, frozen=True):
    """How much a rating based on few games says: the share a(N), and s(N) in points."""

    up_to: int
    a: float
    s: float


class CalibrationCheck(Struct, frozen=True):
    """A check on games that the fit did not use: predicted and actual results in percent."""

    what: str
    pairs: tuple[tuple[float, float], ...]


class ChanceModel(Struct, frozen=True):
    """The coefficients of a fit, with its date and the source of its data."""

    date: dt.date
    source: str
    middle: float
    span: float
    furthest: float
    weight: tuple[float, float, float]
    drawn: tuple[float, float, float]
    drawn_fall: float
    drawn_fall_to: float
    few_games: tuple[FewGamesWorth, ...]
    held: tuple[CalibrationCheck, ...]

    def compute_worth(self, games: int | None) -> tuple[float, float]:
        """Return a(N) and s(N) of a rating based on a number of games."""
        if games is not None:
            for few in self.few_games:
                if games <= few.up_to:
                    return few.a, few.s
        return 0.0, 0.0

    @property
    def few(self) -> int:
        """The largest number of games of a rating that counts less than an established one."""
        return self.few_games[-1].up_to


def compute_game_chances(
    one: RatedSide, other: RatedSide, model: ChanceModel, draws: float = USUAL_DRAWS
) -> GameChances:
    """Return the chances of `one` against `other`.

    `draws` multiplies the draws, compared with wins and losses. Raises BadSettingError.
    """
    found = compute_game_chance_lanes(
        (np.array([one.rating]), one.games),
        (np.array([other.rating]), other.games),
        model,
        draws,
    )
    return GameChances(*found[:, 0].tolist())


def compute_game_chance_lanes(
    one: tuple[Lanes, int | None],
    other: tuple[Lanes, int | None],
    model: ChanceModel,
    draws: float = USUAL_DRAWS,
) -> Lanes:
    """Return the chances in many scenarios: rows of losses, draws and wins.

    `one` and `other` have a rating for each scenario; see `compute_game_chances`.
    """
    check_draw_factor(draws)
    (r1, n1), (r2, n2) = one, other
    (a1, s1), (a2, s2) = model.compute_worth(n1), model.compute_worth(n2)
    x = ((r1 + r2) / 2.0 - model.middle) / model.span
    x = np.clip(x, -model.furthest, model.furthest)
    k = np.exp(_evaluate_terms(model.weight, x) + a1 + a2)
    d = (r1 + s1) - (r2 + s2)
    z = k * d * (log(10.0) / 400.0)
    fall = model.drawn_fall * np.minimum(np.abs(d), model.drawn_fall_to) / 400.0
    v = draws * np.exp(_evaluate_terms(model.drawn, x) - fall)
    # Divide by the likelier of win and loss, so that no number overflows.
    likelier = np.abs(z) / 2.0
    loss, win = np.exp(-z / 2.0 - likelier), np.exp(z / 2.0 - likelier)
    shares = np.array([loss, v * np.exp(-likelier), win])
    found: Lanes = shares / shares.sum(axis=0)
    return found


def _evaluate_terms(figures: tuple[float, float, float], x: Lanes) -> Lanes:
    found: Lanes = figures[0] + figures[1] * x + figures[2] * x * x
    return found


def check_draw_factor(draws: float) -> None:
    """Raise BadSettingError unless `draws` is a valid draw factor."""
    if not (isfinite(draws) and 0.0 <= draws <= MOST_DRAWS):
        raise BadSettingError(
            f"the draw factor must be from 0 to {MOST_DRAWS:g} (1 is typical), and "
            f"{draws:g} "
            "isn't"
        )


SCENARIOS: Final = 10_000
FEWEST_SCENARIOS: Final = 100
MOST_SCENARIOS: Final = 1_000_000


class NothingToForecastError(ValueError):
    """A forecast is impossible; the message states the reason and the fix."""


class ForecastParameters(Struct, frozen=True):
    """The settings of a forecast.

    `model` gives the chances of results, and `draws` multiplies its draws. `scenarios`
    are drawn at random from `seed`; if there are at most as many combinations of
    results, all of them are rated instead, unless `always_random` is True.
    """

    model: ChanceModel
    draws: float = USUAL_DRAWS
    scenarios: int = SCENARIOS
    seed: int = 1
    always_random: bool = False

    def validate(self) -> None:
        """Validate the settings. Raises BadSettingError."""
        check_draw_factor(self.draws)
        if not FEWEST_SCENARIOS <= self.scenarios <= MOST_SCENARIOS:
            raise BadSettingError(
                f"the number of scenarios must be from {FEWEST_SCENARIOS} to "
                f"{MOST_SCENARIOS}, and {self.scenarios} isn't"
            )
        if self.seed < 0:
            raise BadSettingError(f"the seed must be 0 or more, and {self.seed} isn't")


class OwnPendingGame(Struct, frozen=True):
    """One of the player's unplayed games.

    `opponent` is a place among the entrants. `strength` is the opponent's current
    strength and `games` the number of games it is based on, None for many or unknown.
    `between` is the range of an opponent known only by a range of ratings. `chances`
    are averaged over all results of earlier games; an unrated opponent without a game
    has no strength and no chances. `drawn` is the model's share of draws at current
    strengths.
    """

    round: int
    opponent: int
    strength: float | None
    games: int | None
    between: tuple[float, float] | None
    chances: GameChances | None
    drawn: float | None = None


class ForecastLine(Struct, frozen=True):
    """One way through the player's own games, or all ways to one score.

    `halves` are the half points of each game, None for a score. `chance` is the chance
    of the line, None if unknown, and `error` its standard error. `open` is the range of
    ratings that the other players' games leave, `range` includes unknown facts. If
    `reached` is True, the ends of `open` can occur; otherwise they are only bounds.
    """

    halves: tuple[int, ...] | None
    score: float
    chance: float | None
    spread: RatingSpread
    open: RatingInterval
    range: RatingInterval
    reached: bool
    error: float = 0.0

    @property
    def value(self) -> float:
        """The expected rating, unrounded."""
        return self.spread.mean


class Forecast(Struct, frozen=True):
    """The answer to a question about unplayed games.

    `ways` are sorted by score, then game by game. `without_strength` are the places of
    unrated players without a game on whom the chances depend; if there are any, there
    are no chances. `assumed_equal` are such players in other games, whose results are
    assumed to be equally likely. `stopping` is the rating if no own game is played;
    None without such a rating. `others` is the number of other players' games that
    matter. `samples` is the number of scenarios drawn for each way, None if all were
    rated. `reason` says why scenarios were rated one by one, None if they were rated
    together.
    """

    place: int
    own: tuple[OwnPendingGame, ...]
    ways: tuple[ForecastLine, ...]
    scores: tuple[ForecastLine, ...]
    stopping: ForecastLine | None
    settings: ForecastParameters
    others: int
    samples: int | None
    reason: str | None
    without_strength: tuple[int, ...] = ()
    assumed_equal: tuple[int, ...] = ()
    system: System = "R"

    @property
    def drawn(self) -> float | None:
        """The model's average share of draws in the own games, without the draw factor, or None."""
        known = [game.drawn for game in self.own if game.drawn is not None]
        return sum(known) / len(known) if known else None

    @property
    def has_probabilities(self) -> bool:
        """True if the chances are known."""
        return not self.without_strength

    @property
    def spread(self) -> RatingSpread:
        """The distribution over all ways, weighted by their chances or equally if unknown."""
        return mix_spreads([(_get_weight(way), way.spread) for way in self.ways])

    @property
    def range(self) -> RatingInterval:
        """The ratings from the lowest to the highest of all ways."""
        return reduce(RatingInterval.join, [way.range for way in self.ways])

    def with_ways(
        self, ways: tuple[ForecastLine, ...], stopping: ForecastLine | None
    ) -> "Forecast":
        """Return the same forecast with more detailed ways."""
        return replace(self, ways=ways, scores=group_by_score(ways), stopping=stopping)

    def compute_chance_of(self, target: float) -> EstimatedChance | None:
        """Return the chance that the displayed rating is `target` or more; None if unknown."""
        parts = [
            (EstimatedChance(way.chance, way.error), way.spread)
            for way in self.ways
            if way.chance is not None
        ]
        known = len(parts) == len(self.ways)
        return compute_joint_chance(parts, target) if known else None


def _get_weight(line: ForecastLine) -> float:
    return 1.0 if line.chance is None else line.chance


def group_by_score(ways: Sequence[ForecastLine]) -> tuple[ForecastLine, ...]:
    """Return the ways grouped by the player's own score."""
    found = []
    for score in sorted({way.score for way in ways}):
        same = [way for way in ways if way.score == score]
        found.append(
            ForecastLine(
                None,
                score,
                _add_chances([way.chance for way in same]),
                mix_spreads([(_get_weight(way), way.spread) for way in same]),
                reduce(RatingInterval.join, [way.open for way in same]),
                reduce(RatingInterval.join, [way.range for way in same]),
                all(way.reached for way in same),
                sum(way.error for way in same),
            )
        )
    return tuple(found)


def _add_chances(chances: Sequence[float | None]) -> float | None:
    """Return the sum of the chances; None if one of them is unknown."""
    known = [chance for chance in chances if chance is not None]
    return sum(known) if len(known) == len(chances) else None
