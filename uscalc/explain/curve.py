"""Curves as values: f(R) of the special formula with its knots, and the other formulas'
variables, subjects and series.
"""

from bisect import bisect_right
from collections.abc import Mapping
from datetime import date
from math import inf
from typing import Final, Literal, NamedTuple

from uscalc.engine.initial import compute_age
from uscalc.engine.inputs import Entrant
from uscalc.engine.rules import Rules
from uscalc.engine.special import (
    EPSILON,
    LANDING,
    REACH,
    compute_provisional_expectancy,
)
from uscalc.engine.trace import PlayerTrace, SpecialTrace, StandardTrace

MARGIN = 0.06
"""The part of the curve's width that is shown beyond the first and last knot."""


class KnotMaker(NamedTuple):
    """The source of a knot: an opponent, by place, or with None the player's own prior."""

    place: int | None
    side: Literal["minus", "plus"]


class CurveKnot(NamedTuple):
    """A rating at which f may bend.

    `makers` are the players whose rating is 400 points above or below it, each once.
    `deciding` is True if the search ends at this knot, or between it and its neighbor.
    """

    r: float
    f: float
    makers: tuple[KnotMaker, ...]
    deciding: bool


class CurvePiece(NamedTuple):
    """The straight piece of f between two neighboring knots; None is beyond the outermost.

    For every rating on it, `zeros` games count 0 and `ones` games count 1. `flat` is
    True if f does not rise.
    """

    low: float | None
    high: float | None
    zeros: int
    ones: int
    flat: bool


class ZeroRange(NamedTuple):
    """The ratings at which f is zero, from `low` to `high`.

    Usually this is one rating; the ends may be infinite.
    """

    low: float
    high: float

    @property
    def is_range(self) -> bool:
        """True if there is more than one rating."""
        return self.high - self.low > 2 * LANDING


class ObjectiveCurve(NamedTuple):
    """f for one player in one step; knots and pieces are in ascending order."""

    knots: tuple[CurveKnot, ...]
    pieces: tuple[CurvePiece, ...]
    games: int
    zeros: ZeroRange

    @property
    def low(self) -> float:
        """The lowest rating in a picture of the curve."""
        return self.knots[0].r - MARGIN * (self.knots[-1].r - self.knots[0].r)

    @property
    def high(self) -> float:
        """The highest rating in a picture of the curve."""
        return self.knots[-1].r + MARGIN * (self.knots[-1].r - self.knots[0].r)

    def list_points(self, low: float, high: float) -> tuple[tuple[float, float], ...]:
        """Return the knots of f between two ratings, and the points at both ends."""
        inner = [(knot.r, knot.f) for knot in self.knots if low < knot.r < high]
        return ((low, self.compute_f(low)), *inner, (high, self.compute_f(high)))

    def compute_f(self, r: float) -> float:
        """Return f at a rating, along its straight pieces."""
        i = bisect_right(self.knots, r, key=lambda knot: knot.r)
        if i == 0:
            return self.knots[0].f
        if i == len(self.knots):
            return self.knots[-1].f
        left, right = self.knots[i - 1], self.knots[i]
        return left.f + (right.f - left.f) * (r - left.r) / (right.r - left.r)

    def get_makers(self, r: float) -> tuple[KnotMaker, ...]:
        """Return the players whose ratings make the knot at a rating; empty between knots."""
        i = bisect_right(self.knots, r + LANDING, key=lambda knot: knot.r) - 1
        near = i >= 0 and abs(self.knots[i].r - r) <= LANDING
        return self.knots[i].makers if near else ()


def make_objective_curve(done: SpecialTrace, entrant: Entrant) -> ObjectiveCurve:
    """Return the curve that a step of the special formula searched."""
    corners: list[tuple[float, float, KnotMaker, int]] = []
    for place, strength in zip(entrant.opponents, done.strengths, strict=True):
        corners += [
            (strength - REACH, 1.0, KnotMaker(place, "minus"), 1),
            (strength + REACH, -1.0, KnotMaker(place, "plus"), 1),
        ]
    corners += [
        (done.prior - REACH, done.n_eff, KnotMaker(None, "minus"), 0),
        (done.prior + REACH, -done.n_eff, KnotMaker(None, "plus"), 0),
    ]
    corners.sort(key=lambda corner: corner[0])

    knots: list[CurveKnot] = []
    pieces: list[CurvePiece] = []
    zeros, ones, in_reach = len(done.strengths), 0, 0
    slope, f = 0.0, -done.target
    i = 0
    while i < len(corners):
        r = corners[i][0]
        if knots:
            f += slope / (2.0 * REACH) * (r - knots[-1].r)
        before = knots[-1].r if knots else None
        pieces.append(
            CurvePiece(before, r, zeros, ones, _is_flat(in_reach, done, r, before))
        )
        found: list[KnotMaker] = []
        while i < len(corners) and corners[i][0] - r <= LANDING:
            _, bend, maker, game = corners[i]
            slope += bend
            if maker.side == "minus":
                zeros -= game
                in_reach += game
            else:
                ones += game
                in_reach -= game
            if maker not in found:
                found.append(maker)
            i += 1
        knots.append(CurveKnot(r, f, tuple(found), False))
    pieces.append(CurvePiece(knots[-1].r, None, zeros, ones, True))
    level = _find_zero_range(knots)
    return ObjectiveCurve(
        tuple(_mark_deciding_knots(knots, done, level)),
        tuple(pieces),
        len(done.strengths),
        level,
    )


def _is_flat(in_reach: int, done: SpecialTrace, high: float, low: float | None) -> bool:
    """Return whether f is level on a piece, because no opponent is within 400 points."""
    if in_reach or low is None:
        return not in_reach
    return not done.n_eff or abs((low + high) / 2.0 - done.prior) > REACH


def _find_zero_range(knots: list[CurveKnot]) -> ZeroRange:
    """Return the ratings at which f is zero, from its values at the knots; f never falls."""
    low, high = -inf, inf
    if knots[0].f < -EPSILON:
        i = next((i for i, knot in enumerate(knots) if knot.f >= -EPSILON), None)
        low = knots[-1].r if i is None else _interpolate_zero(knots[i - 1], knots[i])
    if knots[-1].f > EPSILON:
        i = next(i for i in reversed(range(len(knots))) if knots[i].f <= EPSILON)
        high = _interpolate_zero(knots[i], knots[i + 1])
    return ZeroRange(low, high)


def _interpolate_zero(left: CurveKnot, right: CurveKnot) -> float:
    """Return the rating at which the line between two knots is zero."""
    if abs(left.f) <= EPSILON:
        return left.r
    return (
        right.r
        if abs(right.f) <= EPSILON
        else left.r - left.f * (right.r - left.r) / (right.f - left.f)
    )


def _mark_deciding_knots(
    knots: list[CurveKnot], done: SpecialTrace, level: ZeroRange
) -> list[CurveKnot]:
    """Mark the knot at the search's end, or those around it."""
    on = [i for i, knot in enumerate(knots) if abs(knot.r - done.end) <= 2 * LANDING]
    if level.is_range:
        on = [
            i
            for i, knot in enumerate(knots)
            if any(abs(knot.r - end) <= 2 * LANDING for end in level)
        ]
    if not on:
        i = bisect_right(knots, done.end, key=lambda knot: knot.r)
        on = [j for j in (i - 1, i) if 0 <= j < len(knots)]
    return [knot._replace(deciding=i in on) for i, knot in enumerate(knots)]


Values = Mapping[str, float]
Point = tuple[float, float]
MOST_GAMES: Final = 60
MOST_PLAYED: Final = 20
OLDEST: Final = 40.0


class CurveVariable(NamedTuple):
    """A variable that the user can change, its bounds, and its initial value."""

    key: str
    words: str
    low: float
    high: float
    step: float
    decimals: int
    usual: float


VARIABLES: Final = (
    CurveVariable("rating", "Rating R", 100, 3000, 1, 0, 1500),
    CurveVariable("games", "Earlier games N", 0, MOST_GAMES, 1, 0, 12),
    CurveVariable("m", "Games m", 1, MOST_PLAYED, 1, 0, 5),
    CurveVariable("opponent", "Opponent's rating", 100, 3000, 1, 0, 1600),
    CurveVariable("multiplier", "Multiplier B", 4, 16, 1, 0, 10),
    CurveVariable("gain", "Gain K(S − E)", 0, 200, 0.5, 1, 40),
    CurveVariable("age", "Age in years", 0, OLDEST, 0.5, 1, 12),
)


class CurveSubject(NamedTuple):
    """The numbers of a player that a curve can mark; None if one is missing."""

    name: str
    rating: float | None = None
    n: int | None = None
    n_eff: float | None = None
    m: int | None = None
    k: float | None = None
    gain: float | None = None
    age: float | None = None
    start: float | None = None
    games: tuple[Point, ...] = ()


class CurveSeries(NamedTuple):
    """A line of a chart. `strong` is True for the rules in force, False for others."""

    name: str
    points: tuple[Point, ...]
    strong: bool


class CurvePoint(NamedTuple):
    """A marked point; `own` is True at the player's own values, False at changed ones."""

    x: float
    y: float
    text: str
    own: bool


class FormulaCurve(NamedTuple):
    """The chart of a formula: bounds, lines, marked points, and a sentence about them."""

    key: str
    title: str
    x_title: str
    y_title: str
    x: Point
    y: Point
    series: tuple[CurveSeries, ...]
    spots: tuple[CurvePoint, ...]
    sentence: str
    section: str


def make_subject(name: str, player: PlayerTrace, event_end: date) -> CurveSubject:
    """Return the numbers of a player that the curves mark."""
    born = player.entrant.start.birth_date
    age = None if born is None else compute_age(event_end, born)
    start = player.start.r0 if player.start.how == "age" else None
    if player.formula == "none" or player.step5 is None:
        return CurveSubject(name, player.start.r0, player.start.n, age=age, start=start)
    step = player.step5
    k: float | None = None
    gain: float | None = None
    if isinstance(step, StandardTrace):
        expected, k, gain = step.expectations, step.k, step.gain
    else:
        expected = tuple(
            compute_provisional_expectancy(player.start.r0, strength)
            for strength in step.strengths
        )
    return CurveSubject(
        name,
        player.start.r0,
        player.start.n,
        player.effective.n_eff,
        player.entrant.m,
        k,
        gain,
        age,
        start,
        tuple(zip(step.strengths, expected, strict=True)),
    )


def make_variable_values(subject: CurveSubject, rules: Rules) -> dict[str, float]:
    """Return the player's values of the variables; missing ones have usual values."""
    games = list(subject.games)
    found = {
        "rating": subject.rating,
        "games": subject.n,
        "m": subject.m,
        "opponent": games[0][0] if games else None,
        "multiplier": rules.bonus_multiplier,
        "gain": subject.gain,
        "age": subject.age,
    }
    values = {}
    for variable in VARIABLES:
        value = found[variable.key]
        value = variable.usual if value is None else round(value, variable.decimals)
        values[variable.key] = min(max(float(value), variable.low), variable.high)
    if subject.rating is not None and subject.n is None:
        # An unknown number of games is assumed to be large.
        values["games"] = float(MOST_GAMES)
    return values
