"""Performance rating: where f is zero with no weight on the player's own rating."""

from collections.abc import Sequence
from typing import NamedTuple

from uscalc.engine.special import MINIMUM, REACH, walk


class Performance(NamedTuple):
    """A rating, or only a bound on it: "=" exactly, ">=" at least, "<=" at most.

    "<" says that it would be below 100, which no rating is (2025, section 5); `rating`
    is 100 then.
    """

    rating: float
    relation: str

    @property
    def words(self) -> str:
        """Return the performance as a person reads it: "1643", "at least 2100"."""
        found = f"{self.rating:.0f}"
        return {">=": "at least ", "<=": "at most ", "<": "below "}.get(
            self.relation, ""
        ) + found


def performance(
    strengths: Sequence[float], score: float, r0: float
) -> Performance | None:
    """Return the rating at which the score would be expected; None without a game.

    A perfect score gives a lower bound, no point an upper one. Where a whole range
    fits, the rating in it that is nearest to `r0`. It is never below 100.
    """
    found = _unbounded(strengths, score, r0)
    if found is not None and found.rating < MINIMUM:
        return Performance(MINIMUM, "<")
    return found


def _unbounded(
    strengths: Sequence[float], score: float, r0: float
) -> Performance | None:
    """Return the performance as if ratings had no lower bound."""
    if not strengths:
        return None
    if score >= len(strengths):
        return Performance(max(strengths) + REACH, ">=")
    if score <= 0.0:
        return Performance(min(strengths) - REACH, "<=")
    return Performance(walk(strengths, r0, 0.0, score, r0).end, "=")
