"""The special formula for many scenarios at once: one search in parallel lanes."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from uscalc.engine.inputs import Record
from uscalc.engine.special import (
    CAP,
    EPSILON,
    LANDING,
    MINIMUM,
    REACH,
    adjust_prior_and_score,
)

Lanes = NDArray[np.float64]
"""One figure for each scenario."""

_INFINITE: Final = float("inf")


def compute_special_lanes(
    r0: float,
    n_eff: float,
    strengths: Lanes,
    scores: Lanes,
    record: Record = "mixed",
) -> Lanes:
    """Return the special rating in every scenario, as `compute_special_rating` does for one.

    `strengths` holds a row for each opponent and a column for each scenario, `scores`
    S in each scenario; `r0` is the prior of Step 1 and `n_eff` N'.
    """
    prior, _ = adjust_prior_and_score(r0, n_eff, 0.0, record)
    targets = scores + adjust_prior_and_score(r0, n_eff, 0.0, record)[1]
    places = _KnotColumns(strengths, prior)
    m = np.full(strengths.shape[1], prior, dtype=float)
    f = _compute_objective(m, strengths, prior, n_eff, targets)
    walking = np.flatnonzero(np.abs(f) > EPSILON)
    moves = 0
    while walking.size:
        if moves > places.most + 2:
            raise ArithmeticError("the walk of the special formula does not end")
        moves += 1
        near = strengths[:, walking]
        wanted = targets[walking]
        m[walking], f[walking] = _compute_moves(
            m[walking], f[walking], places, walking, near, prior, n_eff, wanted
        )
        walking = walking[np.abs(f[walking]) > EPSILON]
    end = _resolve_ends(m, strengths, prior, r0, places)
    settled: Lanes = np.maximum(MINIMUM, np.minimum(end, CAP))
    return settled


class _KnotColumns:
    """The places where f bends, ascending, one column for each scenario.

    Those within LANDING of one that is kept are joined to it. `up` holds infinity and
    `down` minus infinity where a knot has been joined.
    """

    def __init__(self, strengths: Lanes, prior: float) -> None:
        own = np.full((1, strengths.shape[1]), prior, dtype=float)
        people = np.concatenate((own, strengths))
        places = np.sort(np.concatenate((people - REACH, people + REACH)), axis=0)
        kept = np.empty(places.shape, dtype=bool)
        kept[0] = True
        last = places[0].copy()
        for row in range(1, len(places)):
            kept[row] = places[row] - last > LANDING
            np.copyto(last, places[row], where=kept[row])
        self.up: Lanes = np.where(kept, places, _INFINITE)
        self.down: Lanes = np.where(kept, places, -_INFINITE)
        self.first: Lanes = places[0]
        self.last: Lanes = last
        self.most = 2 * len(places)

    def find_next_above(self, m: Lanes, at: Any, apart: float) -> Lanes:
        """Return the next knot above M, further than `apart`; infinity where there is none."""
        places = self.up[:, at]
        found: Lanes = np.where(places > m + apart, places, _INFINITE).min(axis=0)
        return found

    def find_next_below(self, m: Lanes, at: Any, apart: float) -> Lanes:
        """Return the next knot below M; minus infinity where there is none."""
        places = self.down[:, at]
        found: Lanes = np.where(places < m - apart, places, -_INFINITE).max(axis=0)
        return found


def _compute_objective(
    r: Lanes, strengths: Lanes, prior: float, n_eff: float, targets: Lanes
) -> Lanes:
    """Return f(R) in every scenario."""
    expected = np.clip(0.5 + (r - strengths) / 800.0, 0.0, 1.0).sum(axis=0)
    if n_eff:
        expected += n_eff * np.clip(0.5 + (r - prior) / 800.0, 0.0, 1.0)
    f: Lanes = expected - targets
    return f


def _compute_moves(
    m: Lanes,
    f: Lanes,
    places: _KnotColumns,
    at: NDArray[np.intp],
    strengths: Lanes,
    prior: float,
    n_eff: float,
    targets: Lanes,
) -> tuple[Lanes, Lanes]:
    """Return one move of every unfinished search: the next M, and f there."""
    falling = f > 0.0
    below, above = (
        places.find_next_below(m, at, LANDING),
        places.find_next_above(m, at, LANDING),
    )
    below = np.where(np.isinf(below), places.first[at], below)
    above = np.where(np.isinf(above), places.last[at], above)
    knot = np.where(falling, below, above)
    f_knot = _compute_objective(knot, strengths, prior, n_eff, targets)
    rise = f - f_knot
    flat = np.abs(rise) < EPSILON
    slope = (m - knot) / np.where(flat, 1.0, rise)
    root = m - f * slope
    beyond = np.where(falling, root < knot, root > knot)
    lands = flat | beyond | (np.abs(root - knot) <= LANDING)
    to = np.where(lands, knot, root)
    value = f_knot
    free = np.flatnonzero(~lands)
    if free.size:
        value[free] = _compute_objective(
            to[free], strengths[:, free], prior, n_eff, targets[free]
        )
    return to, value


def _resolve_ends(
    m: Lanes, strengths: Lanes, prior: float, r0: float, places: _KnotColumns
) -> Lanes:
    """Return the ends of the searches: without an opponent in reach, R0 decides on the plateau."""
    within = REACH + LANDING
    near = np.abs(m - prior) <= within
    near |= (np.abs(m - strengths) <= within).any(axis=0)
    if near.all():
        return m
    lonely = np.flatnonzero(~near)
    low = places.find_next_below(m[lonely], lonely, 0.0)
    high = places.find_next_above(m[lonely], lonely, 0.0)
    end = m.copy()
    end[lonely] = np.clip(r0, low, high)
    return end
