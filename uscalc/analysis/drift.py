"""How far opponents may have moved by games that a player's own sheet does not show.

A rating is made from the opponents' Step 4 ratings, and those from all of their games.
A sheet shows one game of each. The others are taken to be as many as the player's own,
against people of the opponent's own strength.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from uscalc.engine.effective import EFFECTIVE_GAMES, effective_games
from uscalc.engine.rules import Rules
from uscalc.engine.special import MINIMUM
from uscalc.engine.standard import NUMERATOR, bonus_threshold, winning_expectancy


class Drift(NamedTuple):
    """An opponent's Step 4 rating: the lowest, the highest, and what is usual.

    `usual` is the root mean square of its distance from the rating before, in points.
    """

    low: float
    high: float
    usual: float


def drift(
    rating: float,
    player: float,
    score: float | None,
    games: int,
    draw_rate: float,
    rules: Rules,
    n: int | None = None,
) -> Drift:
    """Return how far an opponent rated `rating` may have moved in an event of so many games.

    `player` is the rating of the one whose sheet it is and `score` what the opponent
    made against that player, None where they did not play. `n` is what the rating is
    based on, None an established one. At the ends the opponent lost or won every other
    game; the rating before always lies between them.
    """
    n_star = EFFECTIVE_GAMES[rules.effective_games]
    m = max(1, games)
    k = NUMERATOR / (effective_games(rating, n, n_star).n_eff + m)
    known = 0.0
    if score is not None:
        known = score - winning_expectancy(rating, player)
    others = m - (score is not None)
    threshold = bonus_threshold(m, rules.bonus_multiplier) if m >= 3 else None

    def after(surplus: float) -> float:
        gain = k * surplus
        if threshold is not None and gain > threshold:
            gain += gain - threshold
        return max(MINIMUM, rating + gain)

    spread = sqrt(others * (1.0 - draw_rate) / 4.0)
    usual = sqrt((k * known) ** 2 + (k * spread) ** 2)
    low, high = after(known - others / 2.0), after(known + others / 2.0)
    # An opponent with more games elsewhere may be where the rating was.
    return Drift(min(low, rating), max(high, rating), usual)


def together(effects: Sequence[float]) -> float:
    """Return the standard deviation of what independent effects do together."""
    return sqrt(sum(effect * effect for effect in effects))
