"""Rate many alternatives of sections, each with a few changed entrants.

The arrays compute what `whatif.rerate_changed` computes for one alternative. They take
the alternatives of several sections together, because a call on a small array takes
about as long as a call on a large one.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uscalc.analysis.arrays.engine import STORED
from uscalc.analysis.arrays.sections import (
    AlternativeOutcomes,
    SectionArrays,
    make_outcomes,
)
from uscalc.analysis.whatif import (
    AlternativesCase,
    MovedRating,
    RatedBase,
    rerate_changed,
)
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import ONE_PASS
from uscalc.monitor import UNMONITORED, Monitor

FIGURES_AT_ONCE: Final = 1 << 18
"""The approximate number of opponents' ratings held in memory at once in a step."""


def rate_alternatives(
    cases: Sequence[AlternativesCase], monitor: Monitor = UNMONITORED
) -> Iterator[AlternativeOutcomes]:
    """Yield the new ratings of the alternatives, block by block, as `rerate_changed` gives them.

    The alternatives are numbered through all cases; a block may contain those of
    several cases, in order. Entrants without a rating before or after are left out. The
    conditions of `rerate_changed` apply. `monitor` receives the number of finished
    alternatives after each block; the iteration ends early once `monitor` is canceled.
    """
    counts = [len(case.changes) for case in cases]
    firsts = [0, *accumulate(counts)]
    count = 0
    for at in _pack_cases(cases):
        pack = [cases[i] for i in at]
        most = max([counts[i] for i in at])
        if len(pack) == 1:
            most = min(most, max(1, FIGURES_AT_ONCE // pack[0].wide))
        by_arrays = _is_for_arrays(pack[0])
        if by_arrays:
            sections = SectionArrays(
                [case.base for case in pack], [min(most, counts[i]) for i in at]
            )
        for begin in range(0, max([counts[i] for i in at]), most):
            block = [case.changes[begin : begin + most] for case in pack]
            if monitor.is_canceled():
                return
            found = (
                sections.rate_block(block)
                if by_arrays
                else _rate_by_engine(pack[0].base, block[0], monitor)
            )
            if found is None:
                return
            numbers = np.concatenate(
                [
                    np.arange(firsts[i] + begin, firsts[i] + begin + len(changes))
                    for i, changes in zip(at, block, strict=True)
                ]
            )
            yield found._replace(alternatives=numbers[found.alternatives])
            count += len(numbers)
            monitor.report(count, firsts[-1])


def _pack_cases(cases: Sequence[AlternativesCase]) -> Iterator[list[int]]:
    """Yield groups of cases that are rated together, by their indexes."""
    packs: dict[tuple[bool, str], tuple[list[int], int]] = {}
    for at, case in enumerate(cases):
        if not case.changes:
            continue
        if not _is_for_arrays(case):
            yield [at]
            continue
        trace = case.base.trace
        kind = trace.section.kind in ONE_PASS, trace.rules.storage
        pack, figures = packs.get(kind, ([], 0))
        more = len(case.changes) * case.wide
        if pack and figures + more > FIGURES_AT_ONCE:
            yield pack
            pack, figures = [], 0
        packs[kind] = [*pack, at], figures + more
    yield from (pack for pack, _ in packs.values())


def _is_for_arrays(case: AlternativesCase) -> bool:
    """Return whether arrays can rate the case.

    They can if the section isn't a match, all entrants keep their games, and the
    constants are those of the rating documents.
    """
    base, now = case.base, case.base.trace.section.entrants
    rules = base.trace.rules
    if rules.storage not in STORED or rules.has_changed_constants or base.is_match:
        return False
    return all(
        entrant.own is now[place].own or entrant.own == now[place].own
        for change in case.changes
        for place, entrant in change.items()
    )


def _rate_by_engine(
    base: RatedBase, block: Sequence[Mapping[int, Entrant]], monitor: Monitor
) -> AlternativeOutcomes | None:
    """Return what `SectionArrays.rate_block` returns for one section, rated by the engine."""
    players = base.trace.players
    lines = []
    for at, change in enumerate(block):
        if at and monitor.is_canceled():
            return None
        for place, player in sorted(rerate_changed(base, change).items()):
            before = players[place].post
            if player.post is not None and before is not None:
                lines.append((at, place, player.post, before))
    return make_outcomes(lines)


def find_moved_ratings(
    cases: Sequence[AlternativesCase], unknown_of: Sequence[int], monitor: Monitor
) -> list[tuple[int, tuple[MovedRating, ...]]]:
    """Return, for each unknown fact that changes any, the displayed ratings that change.

    `unknown_of` has the number of the unknown fact of each change, in ascending order.
    """
    of_change = np.array(unknown_of, dtype=np.int64)
    wide = max((case.wide for case in cases), default=1)
    moved = []
    for found in rate_alternatives(cases, monitor):
        other = np.flatnonzero(found.shown != found.now)
        # Combine fact and place into one number, which sorts by fact and then by place.
        each = of_change[found.alternatives[other]] * wide + found.places[other]
        moved.append((each, found.shown[other], found.now[other]))
    if not moved:
        return []
    each, then, now = (np.concatenate(column) for column in zip(*moved, strict=True))
    if not each.size:
        return []
    order = np.argsort(each, kind="stable")
    each, then = each[order], then[order]
    first = _find_group_starts(each)
    shown = now[order[first]]
    low = np.minimum(np.minimum.reduceat(then, first), shown)
    high = np.maximum(np.maximum.reduceat(then, first), shown)
    of, places = np.divmod(each[first], wide)
    columns = zip(*(c.tolist() for c in (places, shown, low, high)), strict=True)
    # A section has thousands of lines, and `MovedRating` itself is three times as slow.
    lines = list(map(partial(tuple.__new__, MovedRating), columns))
    begins = _find_group_starts(of)
    ends = pairwise((*begins.tolist(), len(lines)))
    return [
        (at, tuple(lines[begin:end]))
        for at, (begin, end) in zip(of[begins].tolist(), ends, strict=True)
    ]


def _find_group_starts(ascending: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return the indices at which a new number begins."""
    return np.flatnonzero(np.concatenate(([True], ascending[1:] != ascending[:-1])))
