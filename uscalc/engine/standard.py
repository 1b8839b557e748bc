"""Effective games and the standard rating formula.

Effective games: 2009 section 2.1; from 2015 on section 3. Formula: 2009 section 2.3; from
2015 on section 4.2.
"""

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Final

from uscalc.engine.rules import NUMERATOR as NUMERATOR
from uscalc.engine.rules import Rules
from uscalc.engine.special import MINIMUM
from uscalc.engine.trace import EffectiveGames, StandardTrace

NStar = Callable[[float], float]


def compute_n_star_2001(r0: float) -> float:
    """Return N*, the maximum effective number of games of a rating (2009, section 2.1)."""
    return 50.0 if r0 > 2200.0 else 50.0 / sqrt(1.0 + (2200.0 - r0) ** 2 / 100000.0)


def compute_n_star_2013(r0: float) -> float:
    """Return N*, the maximum effective number of games of a rating (2015 on, section 3)."""
    return 50.0 if r0 > 2355.0 else 50.0 / sqrt(0.662 + 0.00000739 * (2569.0 - r0) ** 2)


EFFECTIVE_GAMES: Final[Mapping[str, NStar]] = {
    "2001": compute_n_star_2001,
    "2013": compute_n_star_2013,
}


def compute_effective_games(r0: float, n: int | None, variant: NStar) -> EffectiveGames:
    """Return N* and N', the smaller of N and N*; an unknown N is assumed to be large."""
    n_star = variant(r0)
    return EffectiveGames(n_star, n_star if n is None or n >= n_star else float(n))


LEAST_GAMES_FOR_BONUS: Final = 3
LEAST_GAMES_COUNTED: Final = 4


BONUS_REPEATS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "more-than-twice": lambda m, most_meetings: most_meetings > 2,
    "more-than-twice-or-twice-in-three": lambda m, most_meetings: (
        most_meetings > 2 or (m == LEAST_GAMES_FOR_BONUS and most_meetings > 1)
    ),
}
"""Functions that decide whether one opponent was met too often for a bonus (2009 to 2020; 2025)."""


def reduce_numerator_above_2200(r0: float) -> float:
    """Return the numerator of K for Regular in a dual-rated section (from 2015 on)."""
    if r0 <= 2200.0:
        return NUMERATOR
    return 200.0 if r0 >= 2500.0 else NUMERATOR * (6.5 - 0.0025 * r0)


REDUCED_K: Final[Mapping[str, Callable[[float], float]]] = {
    "none": lambda r0: NUMERATOR,
    "above-2200": reduce_numerator_above_2200,
}
"""The functions that give the numerator of K for a rating, by the name in the rules."""


def compute_winning_expectancy(r: float, opponent: float) -> float:
    """Return We, the expected score per game of a player rated r against an opponent."""
    odds: float = 10.0 ** ((opponent - r) / 400.0)
    return 1.0 / (1.0 + odds)


def describe_bonus_obstacle(
    m: int, most_meetings: int, is_match: bool, rules: Rules
) -> str | None:
    """Return why there can be no bonus: "match", "few-games" or "repeats"; else None."""
    if is_match:
        return "match"
    if m < LEAST_GAMES_FOR_BONUS:
        return "few-games"
    return "repeats" if BONUS_REPEATS[rules.bonus_repeats](m, most_meetings) else None


def compute_bonus_threshold(m: int, multiplier: float) -> float:
    """Return B sqrt(m') in points; three games count as four."""
    return multiplier * sqrt(max(m, LEAST_GAMES_COUNTED))


def compute_standard_rating(
    r0: float,
    strengths: tuple[float, ...],
    score: float,
    k: float,
    threshold: float | None,
) -> StandardTrace:
    """Return the standard rating of a player.

    `k` is K; `threshold` is the value that the gain K(S - E) must exceed for a bonus, or None
    if there can be none.
    """
    # Written out rather than calling winning_expectancy: nearly all the time that
    # rating a section takes is spent on this line.
    expectations = tuple(
        [1.0 / (1.0 + 10.0 ** ((opponent - r0) / 400.0)) for opponent in strengths]
    )
    expected = sum(expectations)
    gain = k * (score - expected)
    bonus = 0.0 if threshold is None or gain <= threshold else gain - threshold
    raw = r0 + gain + bonus
    result = raw if raw > MINIMUM else MINIMUM
    # `StandardTrace(...)` is a function of Python, and takes three times as long.
    return tuple.__new__(
        StandardTrace,
        (strengths, expectations, expected, k, gain, threshold, bonus, raw, result),
    )
