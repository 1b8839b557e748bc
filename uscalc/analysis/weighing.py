"""Which displayed ratings each unknown fact moves, and how far, by arrays."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from uscalc.analysis.alternatives import outcomes
from uscalc.analysis.assumptions import Case, Moved
from uscalc.analysis.progress import Done, Wanted


def moved_by(
    cases: Sequence[Case], whose: Sequence[int], wanted: Wanted, done: Done
) -> list[tuple[int, tuple[Moved, ...]]]:
    """Return the displayed ratings that change, by whose alternatives change them.

    `whose` says of each change of the cases to what unknown fact it belongs, in rising
    order; facts that move nothing are left out.
    """
    of_change = np.array(whose, dtype=np.int64)
    wide = max((case.wide for case in cases), default=1)
    moved = []
    for found in outcomes(cases, wanted, done):
        other = np.flatnonzero(found.shown != found.now)
        # Each fact and place as one number, in the order of both.
        each = of_change[found.alternatives[other]] * wide + found.places[other]
        moved.append((each, found.shown[other], found.now[other]))
    if not moved:
        return []
    each, then, now = (np.concatenate(column) for column in zip(*moved, strict=True))
    if not each.size:
        return []
    order = np.argsort(each, kind="stable")
    each, then = each[order], then[order]
    first = _begins(each)
    shown = now[order[first]]
    low = np.minimum(np.minimum.reduceat(then, first), shown)
    high = np.maximum(np.maximum.reduceat(then, first), shown)
    of, places = np.divmod(each[first], wide)
    lines = list(map(Moved, *(c.tolist() for c in (places, shown, low, high))))
    begins = _begins(of)
    ends = pairwise((*begins.tolist(), len(lines)))
    return [
        (at, tuple(lines[begin:end]))
        for at, (begin, end) in zip(of[begins].tolist(), ends, strict=True)
    ]


def _begins(ascending: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return where another number begins."""
    other = np.concatenate(([True], ascending[1:] != ascending[:-1]))
    return np.flatnonzero(other)
