"""The chances of a loss, draw and win, fitted to the results of played games.

The winning expectancy of the rating documents is part of the rating's arithmetic and
not a probability: it overrates the favorite. The coefficients of this model are data,
and are passed in.
"""

import datetime as dt
from dataclasses import dataclass
from math import isfinite, log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Lanes = NDArray[np.float64]

USUAL_DRAWS: Final = 1.0
"""The factor on draws where nobody says: the model's own draws."""
MOST_DRAWS: Final = 10.0


class BadSettingError(ValueError):
    """A setting out of range; the message states the range."""


class GameChances(NamedTuple):
    """The chances of one game; they add up to 1."""

    loss: float
    draw: float
    win: float


class RatedSide(NamedTuple):
    """One player of a game: the rating at that moment and its number of games.

    `games` None means 26 or more, or unknown.
    """

    rating: float
    games: int | None = None


@dataclass(frozen=True, slots=True)
class FewGamesWorth:
    """The worth of ratings based on few games: a(N), and s(N) in points."""

    up_to: int
    a: float
    s: float


@dataclass(frozen=True, slots=True)
class CalibrationCheck:
    """A check on games that the fit did not use: predicted and actual results in percent."""

    what: str
    told: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ChanceModel:
    """The coefficients of a fit, its date, and its data source."""

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
        """The most games at which a rating is worth less than one based on many games."""
        return self.few_games[-1].up_to


def compute_game_chances(
    one: RatedSide, other: RatedSide, model: ChanceModel, draws: float = USUAL_DRAWS
) -> GameChances:
    """Return the chances of `one` against `other`.

    `draws` scales the draws against wins and losses. Raises BadSettingError.
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
    """Return the same for ratings in many scenarios: rows of losses, draws and wins."""
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
    # As shares of the likelier of win and loss, so that nothing grows without end.
    likelier = np.abs(z) / 2.0
    loss, win = np.exp(-z / 2.0 - likelier), np.exp(z / 2.0 - likelier)
    shares = np.array([loss, v * np.exp(-likelier), win])
    found: Lanes = shares / shares.sum(axis=0)
    return found


def _evaluate_terms(figures: tuple[float, float, float], x: Lanes) -> Lanes:
    found: Lanes = figures[0] + figures[1] * x + figures[2] * x * x
    return found


def check_draw_factor(draws: float) -> None:
    """Raise BadSettingError unless `draws` is a valid factor on draws."""
    if not (isfinite(draws) and 0.0 <= draws <= MOST_DRAWS):
        raise BadSettingError(
            f"the factor on draws is from 0 to {MOST_DRAWS:g}, where 1 is usual; "
            f"{draws:g} is not"
        )
