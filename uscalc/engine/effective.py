"""Step 2: the effective number of games (2009 section 2.1; from 2015 on section 3)."""

from collections.abc import Callable
from math import sqrt

from uscalc.engine.trace import Effective
from uscalc.engine.variants import Variants

NStar = Callable[[float], float]

EFFECTIVE_GAMES: Variants[NStar] = Variants()


@EFFECTIVE_GAMES.named("2001")
def n_star_2001(r0: float) -> float:
    """N* of a rating: the most games it can be worth (2009, section 2.1)."""
    if r0 > 2200.0:
        return 50.0
    return 50.0 / sqrt(1.0 + (2200.0 - r0) ** 2 / 100000.0)


@EFFECTIVE_GAMES.named("2013")
def n_star_2013(r0: float) -> float:
    """N* of a rating: the most games it can be worth (2015 on, section 3)."""
    if r0 > 2355.0:
        return 50.0
    return 50.0 / sqrt(0.662 + 0.00000739 * (2569.0 - r0) ** 2)


def effective_games(r0: float, n: int | None, variant: NStar) -> Effective:
    """Return N* and N', the smaller of N and N*; an unknown N is taken as large."""
    n_star = variant(r0)
    if n is None or n >= n_star:
        return Effective(n_star, n_star)
    return Effective(n_star, float(n))
