"""Which displayed ratings each unknown fact moves, and how far, by arrays."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from uscalc.analysis.alternatives import outcomes, shown_now
from uscalc.analysis.assumptions import Line
from uscalc.analysis.progress import Done, Wanted
from uscalc.analysis.whatif import Base
from uscalc.engine.inputs import Entrant


def moved_by(
    base: Base,
    changes: Sequence[Mapping[int, Entrant]],
    whose: Sequence[int],
    wanted: Wanted,
    done: Done,
) -> list[tuple[int, list[Line]]]:
    """The displayed ratings that change, by whose alternatives change them.

    `whose` says of each change to what unknown fact it belongs, in rising order; facts
    that move nothing are left out.
    """
    now = shown_now(base)
    moved = []
    for found in outcomes(base, changes, wanted, done):
        other = found.shown != now[found.places]
        of = np.array(whose, dtype=np.int64)[found.alternatives[other]]
        moved.append((of, found.places[other], found.shown[other]))
    if not moved:
        return []
    of, places, then = (np.concatenate(column) for column in zip(*moved, strict=True))
    order = np.lexsort((places, of))
    of, places, then = of[order], places[order], then[order]
    first = np.flatnonzero(
        (np.diff(of, prepend=-1) != 0) | (np.diff(places, prepend=-1) != 0)
    )
    if not first.size:
        return []
    of, places = of[first], places[first]
    shown = now[places]
    low = np.minimum(np.minimum.reduceat(then, first), shown)
    high = np.maximum(np.maximum.reduceat(then, first), shown)
    lines = list(zip(*(c.tolist() for c in (places, shown, low, high)), strict=True))
    ends = [*(np.flatnonzero(np.diff(of)) + 1).tolist(), len(lines)]
    return [(int(of[begin]), lines[begin:end]) for begin, end in pairwise([0, *ends])]
