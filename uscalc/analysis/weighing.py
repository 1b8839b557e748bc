"""Which displayed ratings each unknown fact moves, and how far, by arrays."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from uscalc.analysis.alternatives import outcomes, shown_now
from uscalc.analysis.assumptions import Moved
from uscalc.analysis.progress import Done, Wanted
from uscalc.analysis.whatif import Base
from uscalc.engine.inputs import Entrant


def moved_by(
    base: Base,
    changes: Sequence[Mapping[int, Entrant]],
    whose: Sequence[int],
    wanted: Wanted,
    done: Done,
) -> list[tuple[int, tuple[Moved, ...]]]:
    """The displayed ratings that change, by whose alternatives change them.

    `whose` says of each change to what unknown fact it belongs, in rising order; facts
    that move nothing are left out.
    """
    now = shown_now(base)
    of_change = np.array(whose, dtype=np.int64)
    moved = []
    for found in outcomes(base, changes, wanted, done):
        other = np.flatnonzero(found.shown != now[found.places])
        of = of_change[found.alternatives[other]]
        moved.append((of, found.places[other], found.shown[other]))
    if not moved:
        return []
    of, places, then = (np.concatenate(column) for column in zip(*moved, strict=True))
    if not of.size:
        return []
    # Each unknown and place as one number, in the order of both.
    each = of * len(now) + places
    order = np.argsort(each, kind="stable")
    each, then = each[order], then[order]
    first = np.flatnonzero(np.concatenate(([True], each[1:] != each[:-1])))
    of, places = np.divmod(each[first], len(now))
    shown = now[places]
    low = np.minimum(np.minimum.reduceat(then, first), shown)
    high = np.maximum(np.maximum.reduceat(then, first), shown)
    lines = list(map(Moved, *(c.tolist() for c in (places, shown, low, high))))
    begins = np.flatnonzero(np.concatenate(([True], of[1:] != of[:-1])))
    asked, begins = of[begins].tolist(), [*begins.tolist(), len(lines)]
    return [
        (at, tuple(lines[begin:end]))
        for at, (begin, end) in zip(asked, pairwise(begins), strict=True)
    ]
