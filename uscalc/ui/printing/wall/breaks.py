"""Divide a list into pages: equal scores stay together, and no page is nearly empty."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

LEAST_PART: Final = 3
"""Each page but the last has at least one of this many rows that would fit."""
LONG: Final = 0.5
"""A group larger than this part of a page may be divided if that saves a page."""
FEW: Final = 2
"""Each side of a divided group should have more rows than this."""
_LONG_GROUP_COST: Final = 1
_PAGE_COST: Final = 10_000 * _LONG_GROUP_COST
_ORPHAN_COST: Final = 10_000 * _PAGE_COST
_SMALL_GROUP_COST: Final = 10_000 * _ORPHAN_COST
"""The costs of divisions and pages; cheaper ones never outweigh a dearer one."""


class RowRooms(NamedTuple):
    """The height for rows on the first page, and on every other page."""

    first: float
    other: float


def count_fewest_pages(heights: Sequence[float], rooms: RowRooms) -> int:
    """Return the number of pages if any two rows may be separated."""
    count = begin = 0
    while begin < len(heights):
        room = rooms.other if begin else rooms.first
        begin += _count_fitting(heights, begin, room)
        count += 1
    return count


def divide_into_pages(
    heights: Sequence[float], groups: Sequence[int], rooms: RowRooms
) -> tuple[int, ...]:
    """Return the number of rows on each page; `groups` are the sizes of groups.

    Each page but the last has at least a third of the rows that fit. Among all such
    divisions the order of importance is: the fewest small groups divided, the fewest
    rows of a divided group nearly alone, the fewest pages, and the fewest divided
    groups that would fit on a page.
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
        most = _count_fitting(heights, begin, room)
        least = -(-most // LEAST_PART)
        cheapest: int | None = None
        for end in range(begin + most, begin, -1):
            if end - begin < least and end < total:
                break
            cost = _PAGE_COST + best[end]
            if end < total and group_of[end - 1] == group_of[end]:
                group = group_of[end]
                first, last = begin_of[group], ends[group]
                height = whole[last] - whole[first]
                if height <= rooms.other * LONG:
                    cost += _SMALL_GROUP_COST
                elif height <= rooms.other:
                    cost += _LONG_GROUP_COST
                if min(end - first, last - end) <= FEW:
                    cost += _ORPHAN_COST
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


def _count_fitting(heights: Sequence[float], begin: int, room: float) -> int:
    """Return how many rows fit from `begin`, at least one."""
    used = 0.0
    for count, height in enumerate(heights[begin:]):
        used += height
        if used > room:
            return max(count, 1)
    return len(heights) - begin
