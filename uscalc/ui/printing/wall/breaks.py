"""Where the pages of a list end: equals stay together, and no page is nearly empty."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

LEAST_PART: Final = 3
"""A page but the last holds at least one row in so many that would fit."""
LONG: Final = 0.5
"""A group of more than this part of a page may be divided, if that saves a page."""
FEW: Final = 2
"""Of a divided group more rows than these should stand on each side."""
_LONG: Final = 1
_PAGE: Final = 10_000 * _LONG
_APART: Final = 10_000 * _PAGE
_SMALL: Final = 10_000 * _APART
"""What divisions and pages cost: the dearer is never chosen to save cheaper ones."""


class Rooms(NamedTuple):
    """The height for rows on the first page, and on every other."""

    first: float
    other: float


def fewest_pages(heights: Sequence[float], rooms: Rooms) -> int:
    """Return how many pages the rows take if any two of them may be parted."""
    count = begin = 0
    while begin < len(heights):
        room = rooms.other if begin else rooms.first
        begin += _that_fit(heights, begin, room)
        count += 1
    return count


def page_counts(
    heights: Sequence[float], groups: Sequence[int], rooms: Rooms
) -> tuple[int, ...]:
    """Return how many rows stand on each page; `groups` says how many belong together.

    Of all ways that leave no page but the last with less than a third of its rows, that
    which divides the fewest small groups; of those the one that leaves the fewest rows of
    a divided group nearly alone; of those the one with the fewest pages; and of those the
    one that divides the fewest long groups that a page could hold.
    """
    total = len(heights)
    ends = list(accumulate(groups))
    begin_of = [end - count for end, count in zip(ends, groups, strict=True)]
    group_of = [place for place, count in enumerate(groups) for _ in range(count)]
    whole = [0.0, *accumulate(heights)]
    best = [0] * (total + 1)
    chosen = [total] * (total + 1)
    for begin in range(total - 1, -1, -1):
        room = rooms.other if begin else rooms.first
        most = _that_fit(heights, begin, room)
        least = -(-most // LEAST_PART)
        cheapest: int | None = None
        for end in range(begin + most, begin, -1):
            if end - begin < least and end < total:
                break
            cost = _PAGE + best[end]
            if end < total and group_of[end - 1] == group_of[end]:
                group = group_of[end]
                first, last = begin_of[group], ends[group]
                height = whole[last] - whole[first]
                if height <= rooms.other * LONG:
                    cost += _SMALL
                elif height <= rooms.other:
                    cost += _LONG
                if min(end - first, last - end) <= FEW:
                    cost += _APART
            if cheapest is None or cost < cheapest:
                cheapest, chosen[begin] = cost, end
        assert cheapest is not None
        best[begin] = cheapest
    counts = []
    begin = 0
    while begin < total:
        counts.append(chosen[begin] - begin)
        begin = chosen[begin]
    return tuple(counts)


def _that_fit(heights: Sequence[float], begin: int, room: float) -> int:
    """Return how many rows fit from there on; one always goes."""
    used = 0.0
    for count, height in enumerate(heights[begin:]):
        used += height
        if used > room:
            return max(count, 1)
    return len(heights) - begin
