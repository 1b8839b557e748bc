"""Where pages end: no other division keeps more groups, and no page is nearly empty."""

from itertools import accumulate, product

from hypothesis import given
from hypothesis import strategies as st

from tests.often import often
from uscalc.ui.printing.pages import RowRooms, count_fewest_pages, divide_into_pages

ROW = 10.0


def capacity(rooms: RowRooms, begin: int) -> int:
    """How many rows of one height a page takes."""
    return int((rooms.other if begin else rooms.first) // ROW)


def worth(
    counts: tuple[int, ...], groups: list[int], rooms: RowRooms
) -> tuple[int, int, int, int]:
    """How good a division is: the divided small groups, the rows that stand nearly alone,
    the pages, and the divided groups that a page could hold.
    """
    ends = list(accumulate(counts))
    small = apart = long = begin = 0
    for size in groups:
        inside = [end for end in ends if begin < end < begin + size]
        small += len(inside) if size * ROW <= rooms.other / 2 else 0
        long += len(inside) if rooms.other / 2 < size * ROW <= rooms.other else 0
        apart += sum(min(end - begin, begin + size - end) <= 2 for end in inside)
        begin += size
    return small, apart, len(counts), long


def filled(counts: tuple[int, ...], rooms: RowRooms) -> bool:
    begins = [0, *accumulate(counts)]
    return all(
        count * 3 >= capacity(rooms, begin)
        for count, begin in zip(counts[:-1], begins, strict=False)
    )


def every_division(total: int, rooms: RowRooms) -> list[tuple[int, ...]]:
    """All ways to put so many rows on pages that hold them."""
    found = []
    for cuts in product((False, True), repeat=max(total - 1, 0)):
        counts, here = [], 1
        for cut in cuts:
            if cut:
                counts.append(here)
                here = 0
            here += 1
        counts.append(here)
        begins = [0, *accumulate(counts)]
        fits = all(
            count <= capacity(rooms, begin)
            for count, begin in zip(counts, begins, strict=False)
        )
        if fits:
            found.append(tuple(counts))
    return found


@often(200)
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=5).filter(lambda g: sum(g) <= 12),
    st.integers(1, 6),
    st.integers(0, 4),
)
def test_no_division_keeps_more_small_groups_or_takes_fewer_pages(groups, first, more):
    rooms = RowRooms(first * ROW, (first + more) * ROW)
    total = sum(groups)
    counts = divide_into_pages([ROW] * total, groups, rooms)
    assert sum(counts) == total
    assert filled(counts, rooms)
    allowed = [c for c in every_division(total, rooms) if filled(c, rooms)]
    assert counts in allowed
    best = min(worth(c, groups, rooms) for c in allowed)
    assert worth(counts, groups, rooms) == best


@often(100)
@given(
    st.lists(st.integers(1, 90), min_size=1, max_size=20),
    st.integers(3, 40),
    st.integers(0, 5),
)
def test_pages_hold_what_fits_and_never_less_than_a_third(groups, first, more):
    rooms = RowRooms(first * ROW, (first + more) * ROW)
    counts = divide_into_pages([ROW] * sum(groups), groups, rooms)
    assert sum(counts) == sum(groups)
    assert filled(counts, rooms)
    begins = [0, *accumulate(counts)]
    for count, begin in zip(counts, begins, strict=False):
        assert 1 <= count <= capacity(rooms, begin)


def test_rows_fill_pages_and_large_groups_leave_no_row_alone():
    heights = [ROW] * 400
    rooms = RowRooms(25 * ROW, 28 * ROW)
    counts = divide_into_pages(heights, [1] * 400, rooms)
    assert counts == (25, *[28] * 13, 11)
    assert len(counts) == count_fewest_pages(heights, rooms)
    rooms = RowRooms(100, 100)
    assert divide_into_pages([ROW] * 24, [3, 21], rooms) == (10, 10, 4)
    # Two rows of it at the end would be few: they take company.
    counts = divide_into_pages([ROW] * 27, [5, 17, 5], rooms)
    assert counts[0] == 10
    ends = list(accumulate(counts))
    assert all(not 0 < 22 - end <= 2 for end in ends)
    assert divide_into_pages([300.0, 300.0], [1, 1], RowRooms(100, 100)) == (1, 1)
