"""Lay out one list on pages: the section's name first, then names and ratings."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from uscalc.report.wall.model import WallRow, WallSheet
from uscalc.ui.printing.flow import (
    FittedText,
    ItemList,
    get_line_height,
    wrap_text,
)
from uscalc.ui.printing.heading import TOP_MARGIN, HeadItems, SheetHeading, TypeSizes
from uscalc.ui.printing.page import (
    POINT,
    RULE,
    SOFT_INK,
    BoxItem,
    PrintedPage,
    SheetSize,
    TypeFace,
    get_paper_size,
)
from uscalc.ui.printing.table import (
    TableFaces,
    TableGrid,
    add_heads,
    fit_row_name,
    get_row_height,
    has_room_for_names,
    make_faces,
    make_grid,
    make_row_items,
    measure_table,
)

LEAST_PART: Final = 3
"""Each page except the last has at least 1/LEAST_PART of the rows that fit."""
LONG: Final = 0.5
"""A group that takes more than this part of a page may be divided if this saves a page."""
FEW: Final = 2
"""Each part of a divided group should have more rows than this."""
_LONG_GROUP_COST: Final = 1
_PAGE_COST: Final = 10_000 * _LONG_GROUP_COST
_ORPHAN_COST: Final = 10_000 * _PAGE_COST
_SMALL_GROUP_COST: Final = 10_000 * _ORPHAN_COST
"""The costs of dividing groups and of pages. Each is 10,000 times the one before, so
that no number of cheaper divisions outweighs it."""


class RowRooms(NamedTuple):
    """The height for rows on the first page, and on each other page."""

    first: float
    other: float


def count_fewest_pages(heights: Sequence[float], rooms: RowRooms) -> int:
    """Return the number of pages needed if a page may end after any row."""
    count = begin = 0
    while begin < len(heights):
        begin += _count_fitting(heights, begin, rooms.other if begin else rooms.first)
        count += 1
    return count


def divide_into_pages(
    heights: Sequence[float], groups: Sequence[int], rooms: RowRooms
) -> tuple[int, ...]:
    """Return the number of rows on each page; `groups` are the sizes of groups.

    Each page except the last has at least a third of the rows that fit. Of all such
    divisions, the best one has, in this order: the fewest small groups divided, the
    fewest parts of groups with hardly any rows, the fewest pages, and the fewest
    divided groups that would fit on a page.
    """
    total = len(heights)
    ends = list(accumulate(groups))
    begin_of = [end - count for end, count in zip(ends, groups, strict=True)]
    group_of = [place for place, count in enumerate(groups) for _ in range(count)]
    whole = [0.0, *accumulate(heights)]
    best = [0] * (total + 1)
    chosen = [total] * (total + 1)
    for begin in range(total - 1, -1, -1):
        most = _count_fitting(heights, begin, rooms.other if begin else rooms.first)
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
    """Return the number of rows that fit, from row `begin`; at least one."""
    used = 0.0
    for count, height in enumerate(heights[begin:]):
        used += height
        if used > room:
            return max(count, 1)
    return len(heights) - begin


MARGIN: Final = 30 * POINT
GROUP_LINE_HEIGHT: Final = 7
"""The height of the line between groups."""


class _PageRow(NamedTuple):
    row: WallRow
    name: FittedText
    height: float


class _PagePart(NamedTuple):
    """Some of the columns with all rows; each of its pages has the number of rows in `counts`."""

    grid: TableGrid
    rows: list[_PageRow]
    counts: tuple[int, ...]


class SheetPages:
    """One list on paper of one size; the type may have any size."""

    def __init__(self, sheet: WallSheet, paper: SheetSize, look: TypeSizes) -> None:
        self._sheet, self._paper, self._look = sheet, paper, look
        width, self._bottom = get_paper_size(paper)
        self._span = float(MARGIN), width - MARGIN
        self._width = width - 2 * MARGIN
        self._floor = look.compute_floor()
        self._table = measure_table(sheet, look)
        self._heading = SheetHeading(sheet, look, self._floor, self._span)
        self._groups = sheet.count_groups()
        self._small = TypeFace(look.small * POINT, ink=SOFT_INK)
        self._footer = tuple(
            line
            for text in sheet.footer
            for line in wrap_text(text, self._small, self._width)
        )

    # Measuring

    def divide_columns(self, size: int) -> list[TableGrid]:
        """Divide the columns into parts that fit on a page beside the names."""
        faces = make_faces(size, self._look, bool(self._sheet.systems))
        return [self._make_grid(units, faces) for units in self._divide_units(faces)]

    def _divide_units(self, faces: TableFaces) -> list[list[int]]:
        found: list[list[int]] = []
        here: list[int] = []
        for place in range(len(self._table.units)):
            longer = self._make_grid([*here, place], faces)
            if here and not has_room_for_names(longer, self._table):
                found.append(here)
                here = []
            here.append(place)
        found.append(here)
        points = self._sheet.rounds
        if points and [points] in found:
            # A page with nothing but points says little, so print some rounds beside
            # them.
            at = found.index([points])
            rounds = found[at - 1]
            half = (len(rounds) + 1) // 2
            found[at - 1 : at + 1] = [rounds[:half], [*rounds[half:], points]]
        return found

    def count_least_pages(self, size: int) -> int:
        """Return the number of pages needed if a page may end after any row."""
        return sum(
            count_fewest_pages([row.height for row in rows], rooms)
            for _, rows, rooms in self._measure_parts(size)
        )

    def count_pages(self, size: int) -> int:
        """Return the number of pages at a type size."""
        return sum(len(part.counts) for part in self._divide_rows(size))

    def _divide_rows(self, size: int) -> list[_PagePart]:
        return [
            _PagePart(
                grid,
                rows,
                divide_into_pages([row.height for row in rows], self._groups, rooms),
            )
            for grid, rows, rooms in self._measure_parts(size)
        ]

    def _measure_parts(
        self, size: int
    ) -> Iterator[tuple[TableGrid, list[_PageRow], RowRooms]]:
        """Yield each part: its columns, its rows, and the height for rows on its pages."""
        for place, grid in enumerate(self.divide_columns(size)):
            yield grid, self._make_rows(grid), self._measure_rooms(grid, not place)

    def _make_grid(self, units: list[int], faces: TableFaces) -> TableGrid:
        return make_grid(self._table, units, faces, self._span)

    def _make_rows(self, grid: TableGrid) -> list[_PageRow]:
        names = [fit_row_name(grid, row) for row in self._sheet.rows]
        return [
            _PageRow(row, name, get_row_height(grid, name))
            for row, name in zip(self._sheet.rows, names, strict=True)
        ]

    def _measure_rooms(self, grid: TableGrid, first: bool) -> RowRooms:
        """Return the height for rows on the pages of a part."""
        other = self._measure_room(grid, False)
        return RowRooms(self._measure_room(grid, True) if first else other, other)

    def _measure_room(self, grid: TableGrid, first: bool) -> float:
        items, top = self._make_head(first, "", grid.size)
        return self._find_footer_top(first) - add_heads(items, grid, self._table, top)

    # The pages

    def make_pages(self, size: int) -> list[PrintedPage]:
        """Return the pages, at least one."""
        parts = self._divide_rows(size)
        count = sum(len(part.counts) for part in parts)
        pages: list[PrintedPage] = []
        for grid, rows, counts in parts:
            begin = 0
            for number in counts:
                on_page = range(begin, begin + number)
                pages.append(self._make_page(grid, rows, on_page, len(pages), count))
                begin += number
        return pages

    def _make_page(
        self,
        grid: TableGrid,
        rows: list[_PageRow],
        on_page: range,
        place: int,
        count: int,
    ) -> PrintedPage:
        text = f"page {place + 1} of {count}" if count > 1 else ""
        items, top = self._make_head(place == 0, text, grid.size)
        top = add_heads(items, grid, self._table, top)
        begins = self._find_group_starts()
        for number in on_page:
            row, name, height = rows[number]
            band = (number - on_page.start) % 2 == 1
            items += make_row_items(grid, self._table, row, name, top, band)
            if number in begins and number != on_page.start:
                y, width = top - GROUP_LINE_HEIGHT / 2, grid.right - grid.left
                items.append(BoxItem(grid.left, y, width, GROUP_LINE_HEIGHT, RULE))
            top += height
        items += self._make_footer(place == 0)
        about = f"{self._sheet.section}, page {place + 1} of {count}"
        return PrintedPage(self._paper, tuple(items), about)

    def _find_group_starts(self) -> set[int]:
        """Return the rows that begin a new group."""
        by_score = self._sheet.order == "score"
        return {0, *accumulate(self._groups)} if by_score else set()

    def _make_head(self, first: bool, place: str, size: int) -> HeadItems:
        heading = self._heading
        return heading.make_first(place) if first else heading.make_further(place, size)

    ## The footer of the first page; other pages have rows there

    def _find_footer_top(self, first: bool) -> float:
        if not (first and self._footer):
            return self._bottom - TOP_MARGIN
        height = len(self._footer) * get_line_height(self._small)
        return self._bottom - TOP_MARGIN - height - 8 * POINT

    def _make_footer(self, first: bool) -> ItemList:
        items = ItemList()
        if first and self._footer:
            left, top = self._span[0], self._find_footer_top(first) + 6 * POINT
            items.append(BoxItem(left, top - 2 * POINT, self._width, 5, RULE))
            items.add_lines(self._footer, self._small, left, top)
        return items
