"""f(R) of the special formula as a curve: its knots, straight pieces and zeros."""

from bisect import bisect_right
from typing import Literal, NamedTuple

from uscalc.engine.inputs import Entrant
from uscalc.engine.special import EPSILON, LANDING, REACH
from uscalc.engine.trace import SpecialTrace

Sign = Literal["minus", "plus"]
MARGIN = 0.06
"""How much of the curve's width is shown beyond its outermost knots."""


class Maker(NamedTuple):
    """Who makes a knot: an opponent's place, None for the player's own prior."""

    place: int | None
    side: Sign


class Knot(NamedTuple):
    """A place where f may bend.

    `makers` are all whose rating plus or minus 400 it is, once each. `deciding` says
    that the zero the walk ends at lies on it or between it and its neighbour.
    """

    r: float
    f: float
    makers: tuple[Maker, ...]
    deciding: bool


class Piece(NamedTuple):
    """f between two neighbouring knots, or beyond the outermost (None: without end).

    Of the games, `zeros` count 0 and `ones` count 1 whatever the rating is here;
    `flat` says that f does not rise.
    """

    low: float | None
    high: float | None
    zeros: int
    ones: int
    flat: bool


class Zeros(NamedTuple):
    """Where f is zero: from `low` to `high`, mostly one point; None: without end."""

    low: float | None
    high: float | None

    @property
    def wide(self) -> bool:
        """Whether it is more than a point."""
        return (
            self.low is None or self.high is None or self.high - self.low > 2 * LANDING
        )


class Curve(NamedTuple):
    """f for one player in one step; knots and pieces ascend."""

    knots: tuple[Knot, ...]
    pieces: tuple[Piece, ...]
    games: int
    zeros: Zeros

    @property
    def low(self) -> float:
        """Where a picture of it begins."""
        return self.knots[0].r - MARGIN * (self.knots[-1].r - self.knots[0].r)

    @property
    def high(self) -> float:
        """Where a picture of it ends."""
        return self.knots[-1].r + MARGIN * (self.knots[-1].r - self.knots[0].r)

    def points(self, low: float, high: float) -> tuple[tuple[float, float], ...]:
        """Return the bends of f between two ratings, and its ends there."""
        inner = [(knot.r, knot.f) for knot in self.knots if low < knot.r < high]
        return ((low, self.f(low)), *inner, (high, self.f(high)))

    def f(self, r: float) -> float:
        """f at a rating, along its straight pieces."""
        i = bisect_right(self.knots, r, key=lambda knot: knot.r)
        if i == 0:
            return self.knots[0].f
        if i == len(self.knots):
            return self.knots[-1].f
        left, right = self.knots[i - 1], self.knots[i]
        return left.f + (right.f - left.f) * (r - left.r) / (right.r - left.r)

    def makers(self, r: float) -> tuple[Maker, ...]:
        """Return who makes the knot at a rating; nobody where there is none."""
        i = bisect_right(self.knots, r + LANDING, key=lambda knot: knot.r) - 1
        near = i >= 0 and abs(self.knots[i].r - r) <= LANDING
        return self.knots[i].makers if near else ()

    def piece(self, r: float) -> Piece:
        """Return the piece that a rating lies on."""
        return self.pieces[bisect_right(self.knots, r, key=lambda knot: knot.r)]


def curve_of(done: SpecialTrace, entrant: Entrant) -> Curve:
    """Return the curve that a step of the special formula walked on.

    Its slope changes at each knot by 1/800 for a game and N'/800 for the prior, so
    all knots together cost no more than sorting them.
    """
    corners: list[tuple[float, float, Maker, int]] = []
    makers = zip(entrant.opponents, done.strengths, strict=True)
    for place, strength in makers:
        corners.append((strength - REACH, 1.0, Maker(place, "minus"), 1))
        corners.append((strength + REACH, -1.0, Maker(place, "plus"), 1))
    corners.append((done.prior - REACH, done.n_eff, Maker(None, "minus"), 0))
    corners.append((done.prior + REACH, -done.n_eff, Maker(None, "plus"), 0))
    corners.sort(key=lambda corner: corner[0])

    knots: list[Knot] = []
    pieces: list[Piece] = []
    zeros, ones, in_reach = len(done.strengths), 0, 0
    slope, f = 0.0, -done.target
    i = 0
    while i < len(corners):
        r = corners[i][0]
        if knots:
            f += slope / (2.0 * REACH) * (r - knots[-1].r)
        before = knots[-1].r if knots else None
        pieces.append(Piece(before, r, zeros, ones, _flat(in_reach, done, r, before)))
        found: list[Maker] = []
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
        knots.append(Knot(r, f, tuple(found), False))
    pieces.append(Piece(knots[-1].r, None, zeros, ones, True))
    level = _zeros(knots)
    return Curve(
        tuple(_decide(knots, done, level)), tuple(pieces), len(done.strengths), level
    )


def _flat(in_reach: int, done: SpecialTrace, high: float, low: float | None) -> bool:
    """Return whether nobody within 400 points makes f rise on a piece."""
    if in_reach or low is None:
        return not in_reach
    middle = (low + high) / 2.0
    return not done.n_eff or abs(middle - done.prior) > REACH


def _zeros(knots: list[Knot]) -> Zeros:
    """Return the level of zero, from the values at the knots; f never falls."""
    low: float | None = None
    high: float | None = None
    if knots[0].f < -EPSILON:
        i = next((i for i, knot in enumerate(knots) if knot.f >= -EPSILON), None)
        low = knots[-1].r if i is None else _crossing(knots[i - 1], knots[i])
    if knots[-1].f > EPSILON:
        i = next(i for i in reversed(range(len(knots))) if knots[i].f <= EPSILON)
        high = _crossing(knots[i], knots[i + 1])
    return Zeros(low, high)


def _crossing(left: Knot, right: Knot) -> float:
    """Return where the straight line between two knots is zero."""
    if abs(left.f) <= EPSILON:
        return left.r
    if abs(right.f) <= EPSILON:
        return right.r
    return left.r - left.f * (right.r - left.r) / (right.f - left.f)


def _decide(knots: list[Knot], done: SpecialTrace, level: Zeros) -> list[Knot]:
    """Mark the knot that the walk ends on, or those around where it ends."""
    on = [i for i, knot in enumerate(knots) if abs(knot.r - done.end) <= 2 * LANDING]
    if level.wide:
        ends = (level.low, level.high)
        on = [
            i
            for i, knot in enumerate(knots)
            if any(end is not None and abs(knot.r - end) <= 2 * LANDING for end in ends)
        ]
    if not on:
        i = bisect_right(knots, done.end, key=lambda knot: knot.r)
        on = [j for j in (i - 1, i) if 0 <= j < len(knots)]
    return [knot._replace(deciding=i in on) for i, knot in enumerate(knots)]
