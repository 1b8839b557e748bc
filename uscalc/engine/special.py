"""The special rating formula (2009 section 2.2; from 2015 on section 4.1).

f(R) is the sum of provisional winning expectancies minus the score. Its graph is straight
between knots; the special rating is its zero. The search moves from knot to knot exactly
as the documents describe and records each move. The performance rating is the zero
without the player's earlier games.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from math import fsum, inf
from typing import Final, NamedTuple

from uscalc.engine.inputs import Record
from uscalc.engine.rules import CAP as CAP
from uscalc.engine.trace import SpecialTrace, TieBreak, WalkMove

EPSILON: Final = 1e-7
"""The rating documents' tolerance for treating f as zero."""
LANDING: Final = 1e-6
"""A rating this close to a knot, in points, is on the knot: rounding must not decide."""
REACH: Final = 400.0
"""Points from a player's rating to each of the two knots it makes."""
MINIMUM: Final = 100.0


def compute_provisional_expectancy(r: float, opponent: float) -> float:
    """Return PWe, the expected score per game of a player rated r: a straight line from 0 to 1."""
    if r <= opponent - REACH:
        return 0.0
    return 1.0 if r >= opponent + REACH else 0.5 + (r - opponent) / 800.0


def compute_objective(
    r: float, strengths: Sequence[float], prior: float, n_eff: float, target: float
) -> float:
    """Return f(R) at rating r: the expected score minus the adjusted score, in games."""
    return make_objective(strengths, prior, n_eff, target)(r)


def make_objective(
    strengths: Sequence[float], prior: float, n_eff: float, target: float
) -> Callable[[float], float]:
    """Return f as a function, for evaluation at many ratings; see `compute_objective`."""
    reaches = [(x - REACH, x + REACH, x) for x in strengths]

    def f(r: float) -> float:
        # Written out rather than calling provisional_expectancy: nearly all the time
        # of the search is spent here. A share of 0 changes no sum.
        terms = [
            1.0 if r >= high else 0.5 + (r - x) / 800.0
            for low, high, x in reaches
            if r > low
        ]
        if n_eff:
            terms.append(n_eff * compute_provisional_expectancy(r, prior))
        terms.append(-target)
        return fsum(terms)

    return f


def adjust_prior_and_score(
    r0: float, n_eff: float, score: float, record: Record
) -> tuple[float, float]:
    """Return R'0 and S': the prior and the score, adjusted by the record of earlier games."""
    if record == "all_wins":
        return r0 - REACH, score + n_eff
    return (r0 + REACH, score) if record == "all_losses" else (r0, score + n_eff / 2.0)


def find_knots(strengths: Sequence[float], prior: float) -> list[float]:
    """Return the ratings at which f bends, ascending; those within LANDING are joined."""
    people = (prior, *strengths)
    joined: list[float] = []
    last = -inf
    for z in sorted([x - REACH for x in people] + [x + REACH for x in people]):
        if z - last > LANDING:
            joined.append(z)
            last = z
    return joined


def estimate_start(
    strengths: Sequence[float], prior: float, n_eff: float, score: float
) -> float:
    """Return the first estimate as the 2009 to 2020 editions print it (point 1)."""
    m = len(strengths)
    return (fsum(strengths) + n_eff * prior + REACH * (2.0 * score - m)) / (n_eff + m)


class KnotWalk(NamedTuple):
    """The end of the search for the special rating, f at the end, the moves, and the knots."""

    end: float
    f_end: float
    moves: list[WalkMove]
    knots: list[float]


def search_zero(
    strengths: Sequence[float], prior: float, n_eff: float, target: float, start: float
) -> KnotWalk:
    """Search from knot to knot until f is zero."""
    places = find_knots(strengths, prior)
    f = make_objective(strengths, prior, n_eff, target)
    m = start
    value = f(m)
    moves: list[WalkMove] = []
    while abs(value) > EPSILON:
        knot = (
            places[max(bisect_left(places, m - LANDING) - 1, 0)]
            if value > 0.0
            else places[min(bisect_right(places, m + LANDING), len(places) - 1)]
        )
        move = _compute_move(m, value, knot, f(knot))
        moves.append(move)
        if len(moves) > 2 * len(places) + 2:
            raise ArithmeticError("the walk of the special formula does not end")
        m = move.to
        value = move.f_knot if m == knot else f(m)
    return KnotWalk(m, value, moves, places)


def compute_special_rating(
    r0: float,
    n_eff: float,
    strengths: tuple[float, ...],
    score: float,
    record: Record = "mixed",
    start: float | None = None,
    cap: float = CAP,
) -> SpecialTrace:
    """Return the special rating of a player, with every move of the search."""
    prior, target = adjust_prior_and_score(r0, n_eff, score, record)
    first = prior if start is None else start
    m, value, moves, places = search_zero(strengths, prior, n_eff, target, first)
    within = REACH + LANDING
    p = sum([abs(m - opponent) <= within for opponent in strengths])
    p += abs(m - prior) <= within
    tie_break = None if p else _find_tie_break(m, r0, places)
    end = m if tie_break is None else tie_break.choose_rating(r0)
    raw = min(end, cap)
    return SpecialTrace(
        strengths=strengths,
        score=score,
        prior=prior,
        n_eff=n_eff,
        target=target,
        start=first,
        moves=tuple(moves),
        end=m,
        f_end=value,
        p=p,
        tie_break=tie_break,
        capped=end > cap,
        raw=raw,
        result=max(MINIMUM, raw),
    )


def _compute_move(m: float, value: float, knot: float, f_knot: float) -> WalkMove:
    """Return the next M: the knot, or the zero of the line up to it."""
    if abs(value - f_knot) < EPSILON:
        return WalkMove(m, value, knot, f_knot, None, "flat", knot)
    root = m - value * ((m - knot) / (value - f_knot))
    beyond = root < knot if value > 0.0 else root > knot
    if beyond:
        return WalkMove(m, value, knot, f_knot, root, "beyond", knot)
    to = knot if abs(root - knot) <= LANDING else root
    return WalkMove(m, value, knot, f_knot, root, "root", to)


def _find_tie_break(m: float, r0: float, places: list[float]) -> TieBreak:
    """Choose a rating by R0 on the plateau between the nearest knots (p = 0)."""
    below = max((z for z in places if z < m), default=float("-inf"))
    above = min((z for z in places if z > m), default=float("inf"))
    if r0 < below:
        return TieBreak(below, above, "below")
    if r0 > above:
        return TieBreak(below, above, "above")
    return TieBreak(below, above, "prior")


class PerformanceRating(NamedTuple):
    """A rating or a bound on it: "=" exactly, ">=" at least, "<=" at most.

    "<" means that the rating would be below 100, the minimum (2025, section 5);
    `rating` is 100 then.
    """

    rating: float
    relation: str

    @property
    def words(self) -> str:
        """Return the performance in words: "1643", "at least 2100"."""
        found = f"{self.rating:.0f}"
        return {">=": "at least ", "<=": "at most ", "<": "below "}.get(
            self.relation, ""
        ) + found

    @property
    def short(self) -> str:
        """Return the performance for a table: "1643", "\u22652100", "<100"."""
        sign = {
            ">=": "\N{GREATER-THAN OR EQUAL TO}",
            "<=": "\N{LESS-THAN OR EQUAL TO}",
        }.get(self.relation, self.relation.strip("="))
        return f"{sign}{self.rating:.0f}"


def compute_performance_rating(
    strengths: Sequence[float], score: float, r0: float
) -> PerformanceRating | None:
    """Return the rating at which the score would be expected; None without a game.

    A perfect score gives a lower bound, a score of zero an upper one. If a range fits, the
    result is the rating in it nearest to `r0`. It is at least 100.
    """
    found = _compute_unbounded_performance(strengths, score, r0)
    if found is not None and found.rating < MINIMUM:
        return PerformanceRating(MINIMUM, "<")
    return found


def _compute_unbounded_performance(
    strengths: Sequence[float], score: float, r0: float
) -> PerformanceRating | None:
    """Return the performance as if ratings had no lower bound."""
    if not strengths:
        return None
    if score >= len(strengths):
        return PerformanceRating(max(strengths) + REACH, ">=")
    if score <= 0.0:
        return PerformanceRating(min(strengths) - REACH, "<=")
    return PerformanceRating(search_zero(strengths, r0, 0.0, score, r0).end, "=")
