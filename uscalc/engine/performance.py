"""Performance rating: where f is zero with no weight on the player's own rating."""

from collections.abc import Sequence
from typing import NamedTuple

from uscalc.engine.special import REACH, walk


class Performance(NamedTuple):
    """A rating, or only a bound on it: "=" exactly, ">=" at least, "<=" at most."""

    rating: float
    relation: str


def performance(
    strengths: Sequence[float], score: float, r0: float
) -> Performance | None:
    """The rating at which the score was to be expected; None without a game.

    A perfect score gives a lower bound, no point an upper one. Where a whole range
    fits, the rating in it that is nearest to `r0`.
    """
    if not strengths:
        return None
    if score >= len(strengths):
        return Performance(max(strengths) + REACH, ">=")
    if score <= 0.0:
        return Performance(min(strengths) - REACH, "<=")
    return Performance(walk(strengths, r0, 0.0, score, r0).end, "=")
