"""The standard and the special formula for many players at once, a column for each.

`strengths` has a column of opponents for each player; FAR stands where there is none. What
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
NEARLY_ZERO: Final = 1e-6
"""Below this the walk may end on a knot, or not: its own tolerance is a tenth of it."""
BESIDE: Final = 1e-3
"""Further from a place than this, in points, f differs by more than NEARLY_ZERO."""
SAME: Final = 1e-6
"""Points that do not matter."""
LINES: Final = 2
"""So many lines are followed; one suffices where no knot is passed."""


def standard_rows(
    r0: Figures, k: Figures, threshold: Figures, score: Figures, strengths: Figures
) -> Figures:
    """Return K(S - E) and the bonus; a threshold without end gives none."""
    odds = strengths - r0
    odds *= EXPONENT
    np.exp(odds, out=odds)
    odds += 1.0
    gain: Figures = score - np.reciprocal(odds, out=odds).sum(axis=0)
    gain *= k
    gain += np.maximum(gain - threshold, 0.0)
    gain += r0
    return np.maximum(gain, MINIMUM, out=gain)


def special_rows(
    prior: Figures, n_eff: Figures, target: Figures, strengths: Figures, near: Figures
) -> Figures:
    """Return where f is zero; `near` are ratings that may be near it.

    Nearly always a line or two from there lead to it. Where they do not, where a knot
    is beside it, or a plateau, all knots are gone through.
    """
    found = _along_lines(prior, n_eff, target, strengths, near)
    left = np.flatnonzero(np.isnan(found))
    if left.size:
        found[left] = _along_knots(
            prior[left], n_eff[left], target[left], strengths[:, left]
        )
    # The walk begins at R'0 and stays there when f is nearly zero.
    apart = np.abs(found - prior)
    found[(apart > SAME) & (apart < BESIDE)] = np.nan
    return found.clip(MINIMUM, CAP)


def _along_lines(
    prior: Figures, n_eff: Figures, target: Figures, strengths: Figures, near: Figures
) -> Figures:
    """Return where f is zero, going as if it were straight; NaN if that does not lead there."""
    # The prior counts as an opponent met N' times.
    at_zero = 0.5 - np.vstack((strengths, prior)) / (2.0 * REACH)
    found = near
    with np.errstate(divide="ignore", invalid="ignore"):
        for line in range(LINES + 1):
            expected = at_zero + found / (2.0 * REACH)
            limited = expected.clip(0.0, 1.0)
            f = limited[:-1].sum(axis=0) + n_eff * limited[-1] - target
            rising = limited == expected
            rise = rising[:-1].sum(axis=0, dtype=np.int16) + n_eff * rising[-1]
            if line < LINES:
                found = found - f * (2.0 * REACH) / rise
    to_knot = np.abs(np.abs(expected - 0.5) - 0.5)
    clear = (to_knot > BESIDE / (2.0 * REACH)).all(axis=0)
    # Where nothing rises it is one place of a plateau, and not yet the nearest to R'0.
    return np.where((np.abs(f) <= ZERO) & clear & (rise > 0), found, np.nan)


def _along_knots(
    prior: Figures, n_eff: Figures, target: Figures, strengths: Figures
) -> Figures:
    """Return where f is zero; on a plateau the place of it that is nearest to R'0.

    The walk begins at R'0 and ends at the first place where f is nearly zero, so it
    cannot end elsewhere, unless f is that near to zero at a knot beside the place.
    """
    people = np.column_stack((strengths.T, prior))
    rise = np.ones_like(people)
    rise[:, -1] = n_eff
    rise /= 2.0 * REACH
    knots = np.concatenate((people - REACH, people + REACH), axis=1)
    order = np.argsort(knots, axis=1)
    lines = np.arange(len(knots))
    knots = knots[lines[:, None], order]
    slopes = np.concatenate((rise, -rise), axis=1)[lines[:, None], order]
    np.cumsum(slopes, axis=1, out=slopes)
    f = np.empty_like(knots)
    f[:, 0] = -target
    np.multiply(slopes[:, :-1], knots[:, 1:] - knots[:, :-1], out=f[:, 1:])
    np.cumsum(f, axis=1, out=f)
    ends = []
    with np.errstate(divide="ignore", invalid="ignore"):
        for below in (f < -ZERO, f <= ZERO):
            last = below.sum(axis=1) - 1
            end = knots[lines, last] - f[lines, last] / slopes[lines, last]
            ends.append((last, end))
    (first, low), (last, high) = ends
    low[first < 0] = -np.inf
    high[last == knots.shape[1] - 1] = np.inf
    found: Figures = np.minimum(np.maximum(prior, low), high)
    apart = np.abs(f)
    doubtful = ((apart > ZERO) & (apart < NEARLY_ZERO)).any(axis=1)
    found[doubtful | np.isnan(f[:, -1])] = np.nan
    return found
