"""How likely a game is to be lost, drawn and won."""

from math import isfinite
from typing import Final, NamedTuple

from uscalc.engine.standard import winning_expectancy

DRAW_RATE: Final = 0.2
"""How many games between equals are drawn, where nobody says."""


class BadSettingError(ValueError):
    """A setting outside what it can be; its text says what it can be."""


class Outcomes(NamedTuple):
    """The chances of one game; they add up to 1."""

    loss: float
    draw: float
    win: float


def outcome_chances(rating: float, opponent: float, draw_rate: float) -> Outcomes:
    """The chances of a player rated `rating` against `opponent`.

    The expected score is the winning expectancy We of the standard formula. Between
    equals `draw_rate` of the games are drawn. Between unequals no more are drawn than
    leave the weaker player's expected score to come from draws alone: twice that score
    at most, so that no chance is ever negative. Raises BadSettingError.
    """
    check_draw_rate(draw_rate)
    expected = winning_expectancy(rating, opponent)
    weaker = min(expected, 1.0 - expected)
    draw = min(draw_rate, 2.0 * weaker)
    loss = max(0.0, 1.0 - expected - draw / 2.0)
    return Outcomes(loss, draw, max(0.0, 1.0 - loss - draw))


def check_draw_rate(draw_rate: float) -> None:
    """Raises BadSettingError for what is no share of games."""
    if not (isfinite(draw_rate) and 0.0 <= draw_rate <= 1.0):
        raise BadSettingError(
            f"a draw rate is a share of the games, from 0 to 1; {draw_rate:g} is not"
        )
