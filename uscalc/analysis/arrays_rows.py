"""The standard and the special formula for many players at once, a row for each.

`strengths` has a row of opponents for each player; FAR stands where there is none. What
depends on how the walk of the special formula ends is left to the engine: NaN says so.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from uscalc.engine.special import CAP, MINIMUM, REACH

Figures = NDArray[np.float64]

FAR: Final = 1e5
"""The strength of nobody: it changes no expectancy within reach."""
EXPONENT: Final = float(np.log(10.0) / 400.0)
ZERO: Final = 1e-10
"""Below this f is zero; adding up some hundred terms is a thousandth of it off."""
ON_A_KNOT: Final = 1e-6
NEAR_A_KNOT: Final = 1e-3
"""A walk may end on a knot as near as this to where f is zero, or not."""
MOST_MOVES: Final = 12


def standard_rows(
    r0: Figures, k: Figures, threshold: Figures, score: Figures, strengths: Figures
) -> Figures:
    """K(S - E) and the bonus; a threshold without end gives none."""
    odds = strengths - r0[:, None]
    odds *= EXPONENT
    np.exp(odds, out=odds)
    odds += 1.0
    gain: Figures = score - np.reciprocal(odds, out=odds).sum(axis=1)
    gain *= k
    gain += np.maximum(gain - threshold, 0.0)
    gain += r0
    return np.maximum(gain, MINIMUM, out=gain)


def special_rows(
    prior: Figures,
    n_eff: Figures,
    target: Figures,
    strengths: Figures,
    guess: Figures,
) -> Figures:
    """Where f is zero, from a guess that is near it.

    f rises in straight pieces, so that a few moves along its slope lead there. Where it
    is flat there, only the plateaus of a full and of no score are known; the walk ends
    at their edge, or does not begin.
    """
    # The prior counts as an opponent met N' times.
    people = np.column_stack((strengths, prior))
    weights = np.broadcast_to(1.0, people.shape).copy()
    weights[:, -1] = n_eff
    r = np.where(np.isnan(guess), prior, guess)
    f = _move(r, people, weights, target)
    todo = np.flatnonzero(np.abs(f) > ZERO)
    for _ in range(MOST_MOVES):
        if not todo.size:
            break
        at = r[todo]
        f[todo] = _move(at, people[todo], weights[todo], target[todo])
        r[todo] = at
        todo = todo[np.abs(f[todo]) > ZERO]
    apart = np.abs(r[:, None] - people)
    inside = (weights * (apart < REACH - NEAR_A_KNOT)).sum(axis=1) > 0.5
    from_knot = np.abs(apart - REACH)
    clear = ~((from_knot > ON_A_KNOT) & (from_knot < NEAR_A_KNOT)).any(axis=1)
    sure = (np.abs(f) <= ZERO) & inside & clear
    r[~sure] = np.nan
    most = np.where(people < FAR, weights, 0.0).sum(axis=1)
    for none in (np.abs(target) <= ZERO, np.abs(most - target) <= ZERO):
        if none.any():
            r[none] = _edge(people[none], weights[none], prior[none], target[none])
    r[np.isnan(people).any(axis=1)] = np.nan
    np.minimum(r, CAP, out=r)
    return np.maximum(r, MINIMUM, out=r)


def _move(r: Figures, people: Figures, weights: Figures, target: Figures) -> Figures:
    """f at R; R itself goes along the slope there to where f would be zero."""
    share = r[:, None] - people
    share /= 2.0 * REACH
    share += 0.5
    slope = (weights * ((share > 0.0) & (share < 1.0))).sum(axis=1) / (2.0 * REACH)
    np.clip(share, 0.0, 1.0, out=share)
    share *= weights
    f: Figures = share.sum(axis=1) - target
    with np.errstate(divide="ignore", invalid="ignore"):
        r -= np.where(np.abs(f) > ZERO, f / slope, 0.0)
    return f


def _edge(
    people: Figures, weights: Figures, prior: Figures, target: Figures
) -> Figures:
    """The end of the walk for a score of all or nothing: the next edge, or the prior."""
    counted = (people < FAR) & (weights > 0.0)
    if_none = np.where(counted, people, np.inf).min(axis=1) - REACH
    if_all = np.where(counted, people, -np.inf).max(axis=1) + REACH
    nothing = np.abs(target) <= ZERO
    return np.where(nothing, np.minimum(prior, if_none), np.maximum(prior, if_all))
