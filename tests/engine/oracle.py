"""The exact set of zeros of the special formula's f, with rational numbers.

It uses only the documents' definition of f: f is evaluated at its sorted knots, and
between two neighbors it is a straight line.
"""

from bisect import bisect_right
from fractions import Fraction
from typing import NamedTuple

Q = Fraction
REACH = 400
ZERO = Q(0)


class Problem(NamedTuple):
    """The input of f as exact numbers: opponents' ratings, R'0, N' and S'."""

    opponents: tuple[Q, ...]
    prior: Q
    weight: Q
    target: Q

    def value_at(self, r: Q) -> Q:
        """Return f(r)."""
        terms = [_pwe(r, opponent) for opponent in self.opponents]
        return self.weight * _pwe(r, self.prior) + sum(terms, Q(0)) - self.target


def _pwe(r: Q, opponent: Q) -> Q:
    return min(Q(1), max(Q(0), Q(1, 2) + (r - opponent) / (2 * REACH)))


def problem(r0, n_eff, opponents, score, history="mixed") -> Problem:
    """Return a player's problem: R'0 and S' follow from the record of earlier games."""
    exact = tuple(Q(opponent) for opponent in opponents)
    prior, weight, target = Q(r0), Q(n_eff), Q(score)
    if history == "all_wins":
        return Problem(exact, prior - REACH, weight, target + weight)
    if history == "all_losses":
        return Problem(exact, prior + REACH, weight, target)
    return Problem(exact, prior, weight, target + weight / 2)


class Level(NamedTuple):
    """The range from `low` to `high` in which f has a value; None means no end on that side."""

    low: Q | None
    high: Q | None

    def clamp(self, r: Q) -> Q:
        """Return the nearest value in the range."""
        if self.low is not None and r < self.low:
            return self.low
        if self.high is not None and r > self.high:
            return self.high
        return r

    def holds(self, r: Q, slack: Q) -> bool:
        """Return whether r is in the range, or at most `slack` outside."""
        return abs(self.clamp(r) - r) <= slack


def roots(f: Problem, low_value: Q = ZERO, high_value: Q = ZERO) -> Level:
    """Return every r with low_value <= f(r) <= high_value; f must reach that range."""
    knots = sorted(
        {x + side for x in (f.prior, *f.opponents) for side in (-REACH, REACH)}
    )
    values = [f.value_at(knot) for knot in knots]
    low: Q | None = None
    if values[0] < low_value:
        i = next(i for i, value in enumerate(values) if value >= low_value)
        low = _crossing(knots, values, i, low_value)
    high: Q | None = None
    if values[-1] > high_value:
        i = bisect_right(values, high_value)
        high = _crossing(knots, values, i, high_value)
    return Level(low, high)


def _crossing(knots: list[Q], values: list[Q], i: int, value: Q) -> Q:
    """Return where f takes a value between the knots i - 1 and i."""
    share = (value - values[i - 1]) / (values[i] - values[i - 1])
    return knots[i - 1] + share * (knots[i] - knots[i - 1])
