"""Lay out one list on its pages: the section's name first, then names and ratings."""

from typing import Final, NamedTuple

from uscalc.report.wall.model import WallRow, WallSheet
from uscalc.ui.printing.fit import Fitted, line_height, wrapped, written
from uscalc.ui.printing.page import (
    POINT,
    RULE,
    SOFT_INK,
    Box,
    Face,
    Page,
    Sheet,
    Text,
    paper_size,
)
from uscalc.ui.printing.wall.breaks import Rooms, fewest_pages, page_counts
from uscalc.ui.printing.wall.heading import ABOVE, Head, Heading
from uscalc.ui.printing.wall.look import Look
from uscalc.ui.printing.wall.table import (
    Faces,
    Grid,
    faces_of,
    grid_of,
    heads,
    measured,
    roomy,
    row_height,
    row_items,
    row_name,
)

MARGIN: Final = 30 * POINT
BETWEEN: Final = 7
"""The height of the line between groups."""


class _Row(NamedTuple):
    row: WallRow
    name: Fitted
    height: float


class _Part(NamedTuple):
    """Some of the columns, with all rows, on as many pages as `counts` has."""

    grid: Grid
    rows: list[_Row]
    counts: tuple[int, ...]


class SheetPages:
    """A list on paper of one size, in type of any size."""

    def __init__(self, sheet: WallSheet, paper: Sheet, look: Look) -> None:
        self._sheet, self._paper, self._look = sheet, paper, look
        width, self._bottom = paper_size(paper)
        self._span = float(MARGIN), width - MARGIN
        self._width = width - 2 * MARGIN
        self._floor = look.floor()
        self._table = measured(sheet, look)
        self._heading = Heading(sheet, look, self._floor, self._span)
        self._groups = sheet.groups()
        self._footer = self._footer_lines()

    # How much it takes

    def parts(self, size: int) -> list[Grid]:
        """Return the columns, as many side by side as leave room for the names."""
        faces = faces_of(size, self._look, bool(self._sheet.systems))
        return [self._grid(units, faces) for units in self._divided_units(faces)]

    def _divided_units(self, faces: Faces) -> list[list[int]]:
        found: list[list[int]] = []
        here: list[int] = []
        for place in range(len(self._table.units)):
            longer = self._grid([*here, place], faces)
            if here and not roomy(longer, self._table):
                found.append(here)
                here = []
            here.append(place)
        found.append(here)
        points = self._sheet.rounds
        if points and [points] in found:
            # Points alone on a page say little: some of the rounds go with them.
            at = found.index([points])
            rounds = found[at - 1]
            half = (len(rounds) + 1) // 2
            found[at - 1 : at + 1] = [rounds[:half], [*rounds[half:], points]]
        return found

    def at_least(self, size: int) -> int:
        """Return the number of pages if any two rows may be separated."""
        found = 0
        for place, grid in enumerate(self.parts(size)):
            heights = [row.height for row in self._rows(grid)]
            found += fewest_pages(heights, self._rooms(grid, not place))
        return found

    def count(self, size: int) -> int:
        """Return the number of pages."""
        return sum(len(part.counts) for part in self._divided(size))

    def _divided(self, size: int) -> list[_Part]:
        found = []
        for place, grid in enumerate(self.parts(size)):
            rows = self._rows(grid)
            heights = [row.height for row in rows]
            counts = page_counts(heights, self._groups, self._rooms(grid, not place))
            found.append(_Part(grid, rows, counts))
        return found

    def _grid(self, units: list[int], faces: Faces) -> Grid:
        return grid_of(self._table, units, faces, self._span)

    def _rows(self, grid: Grid) -> list[_Row]:
        rows = []
        for row in self._sheet.rows:
            name = row_name(grid, row)
            rows.append(_Row(row, name, row_height(grid, name)))
        return rows

    def _rooms(self, grid: Grid, first: bool) -> Rooms:
        """Return the height that pages have for rows."""
        other = self._room(grid, False)
        return Rooms(self._room(grid, True) if first else other, other)

    def _room(self, grid: Grid, first: bool) -> float:
        _, top = self._head(first, "", grid.size)
        _, top = heads(grid, self._table, top)
        return self._foot_top(first) - top

    # The pages

    def pages(self, size: int) -> list[Page]:
        """Return at least one page, the last with the remaining rows."""
        parts = self._divided(size)
        count = sum(len(part.counts) for part in parts)
        pages: list[Page] = []
        for grid, rows, counts in parts:
            begin = 0
            for number in counts:
                on_page = range(begin, begin + number)
                pages.append(self._page(grid, rows, on_page, len(pages), count))
                begin += number
        return pages

    def _page(
        self, grid: Grid, rows: list[_Row], on_page: range, place: int, count: int
    ) -> Page:
        said = f"page {place + 1} of {count}" if count > 1 else ""
        items, top = self._head(place == 0, said, grid.size)
        titles, top = heads(grid, self._table, top)
        items += titles
        begins = self._begins()
        band = False
        for number in on_page:
            row = rows[number]
            items += row_items(grid, self._table, row.row, row.name, top, band)
            if number in begins and number != on_page.start:
                y = top - BETWEEN / 2
                items.append(Box(grid.left, y, grid.right - grid.left, BETWEEN, RULE))
            top += row.height
            band = not band
        items += self._foot(place == 0)
        about = f"{self._sheet.section}, page {place + 1} of {count}"
        return Page(self._paper, tuple(items), about)

    def _begins(self) -> set[int]:
        """Return the rows at which a new group begins."""
        if self._sheet.order != "score":
            return set()
        found, place = set(), 0
        for count in self._groups:
            found.add(place)
            place += count
        return found

    def _head(self, first: bool, place: str, size: int) -> Head:
        heading = self._heading
        return heading.first(place) if first else heading.further(place, size)

    ## The footer of the first page; other pages have rows there

    def _footer_lines(self) -> tuple[str, ...]:
        face = self._footer_face()
        return tuple(
            line
            for text in self._sheet.footer
            for line in wrapped(text, face, self._width)
        )

    def _footer_face(self) -> Face:
        return Face(self._look.small * POINT, ink=SOFT_INK)

    def _foot_top(self, first: bool) -> float:
        if not (first and self._footer):
            return self._bottom - ABOVE
        height = len(self._footer) * line_height(self._footer_face())
        return self._bottom - ABOVE - height - 8 * POINT

    def _foot(self, first: bool) -> list[Text | Box]:
        if not (first and self._footer):
            return []
        left, top = self._span[0], self._foot_top(first) + 6 * POINT
        rule = Box(left, top - 2 * POINT, self._width, 5, RULE)
        lines, _ = written(self._footer, self._footer_face(), left, top)
        return [rule, *lines]
