"""Wall sheets laid out on pages: the section's name first, then names and ratings.

Letters are as large as lets a section stand on one page; a section that is too long for
that goes on over pages which all repeat its name, the headings and the footer.
"""

from typing import Final, NamedTuple

from uscalc.engine.pause import Pause, go_on
from uscalc.report.wall_html import Paper
from uscalc.report.wall_model import UNOFFICIAL, WallRow, WallSheet
from uscalc.ui.printing.fit import Fitted, fitted, line_height, wrapped, written
from uscalc.ui.printing.page import (
    INK,
    POINT,
    RULE,
    SOFT_INK,
    Box,
    Face,
    Page,
    Text,
    paper_size,
    width_of,
)
from uscalc.ui.printing.wall_table import (
    Grid,
    grid_of,
    heads,
    roomy,
    row_height,
    row_items,
    row_name,
)

MARGIN: Final = 40 * POINT
ABOVE: Final = 36 * POINT


class Look(NamedTuple):
    """Sizes in points: the smallest letters of rows on one page, and of long sections."""

    largest: int
    long: int
    smallest: int
    title: int
    status: int
    small: int
    systems: int


NORMAL: Final = Look(20, 13, 9, 46, 17, 9, 2)
BIG: Final = Look(34, 26, 14, 64, 24, 12, 1)


class _Row(NamedTuple):
    row: WallRow
    name: Fitted
    height: float


def lay_out(
    sheets: tuple[WallSheet, ...],
    paper: Paper = "letter",
    big: bool = False,
    pause: Pause = go_on,
) -> tuple[Page, ...]:
    """The pages of all sheets, each beginning on a page of its own."""
    pages: list[Page] = []
    for sheet in sheets:
        pause()
        pages += _Sheet(sheet, paper, BIG if big else NORMAL).pages()
    return tuple(pages)


class _Sheet:
    """One sheet on its pages."""

    def __init__(self, sheet: WallSheet, paper: Paper, look: Look) -> None:
        self._sheet, self._paper, self._look = sheet, paper, look
        width, self._bottom = paper_size(paper)
        self._left, self._right = float(MARGIN), width - MARGIN
        self._footer = self._footer_lines()

    def pages(self) -> list[Page]:
        """At least one page, the last with what is left."""
        sheet, look = self._sheet, self._look
        places = range(len(sheet.systems))
        tables = [
            tuple(places[first : first + look.systems])
            for first in places[:: look.systems]
        ]
        parts: list[tuple[Grid | None, list[_Row]]] = []
        for systems in tables if sheet.rows else ():
            first = not parts
            grid, rows = self._sized(systems, first)
            while rows:
                room = self._room(grid, first and not parts)
                count = _that_fit(rows, room)
                parts.append((grid, rows[:count]))
                rows = rows[count:]
        if not parts:
            parts.append((None, []))
        return [
            self._page(grid, rows, place, len(parts))
            for place, (grid, rows) in enumerate(parts)
        ]

    def _sized(self, systems: tuple[int, ...], first: bool) -> tuple[Grid, list[_Row]]:
        """The largest letters that take no more pages than those of long sections."""
        look = self._look
        grid = self._grid(systems, look.long * POINT)
        rows = self._rows(grid)
        if not roomy(grid, self._sheet):
            return self._narrow(systems)
        fewest = self._count(grid, rows, first)
        for half in range(2 * look.largest, 2 * look.long, -1):
            larger = self._grid(systems, half * POINT // 2)
            if roomy(larger, self._sheet):
                longer = self._rows(larger)
                if self._count(larger, longer, first) <= fewest:
                    return larger, longer
        return grid, rows

    def _narrow(self, systems: tuple[int, ...]) -> tuple[Grid, list[_Row]]:
        """Letters small enough for the names to have room, or the smallest."""
        sizes = range(self._look.long - 1, self._look.smallest, -1)
        grids = [self._grid(systems, size * POINT) for size in sizes]
        smallest = self._grid(systems, self._look.smallest * POINT)
        grid = next((grid for grid in grids if roomy(grid, self._sheet)), smallest)
        return grid, self._rows(grid)

    def _count(self, grid: Grid, rows: list[_Row], first: bool) -> int:
        """How many pages the rows take."""
        count = 0
        while rows:
            rows = rows[_that_fit(rows, self._room(grid, first and not count)) :]
            count += 1
        return count

    def _grid(self, systems: tuple[int, ...], size: int) -> Grid:
        return grid_of(self._sheet, systems, size, self._left, self._right)

    def _rows(self, grid: Grid) -> list[_Row]:
        rows = []
        for row in self._sheet.rows:
            name = row_name(grid, row)
            rows.append(_Row(row, name, row_height(grid, name)))
        return rows

    def _room(self, grid: Grid, first: bool) -> float:
        """The height that a page has for rows."""
        _, top = self._head(first, 1, 1)
        _, top = heads(grid, self._sheet, top)
        return self._foot_top() - top

    # What stands above

    def _head(
        self, first: bool, place: int, count: int
    ) -> tuple[list[Text | Box], float]:
        """Event, section and what the figures suppose; and where the table begins."""
        sheet, look = self._sheet, self._look
        width = self._right - self._left
        small = Face(look.small * POINT, ink=SOFT_INK)
        items: list[Text | Box] = []
        event = fitted(sheet.event, small, width * 0.7, 0.8)
        lines, top = written(event.lines, event.face, self._left, ABOVE)
        items += lines
        if count > 1:
            said = f"page {place} of {count}"
            x = self._right - width_of(said, small)
            items += written((said,), small, x, ABOVE)[0]
        size = look.title if first else look.title * 0.6
        title = fitted(sheet.section, Face(int(size * POINT), True), width, 0.4)
        lines, top = written(title.lines, title.face, self._left, top)
        items += lines
        status = Face((look.status if first else look.status - 3) * POINT, True)
        said = (
            f"{sheet.condition} \N{EN DASH} {UNOFFICIAL}"
            if sheet.condition
            else UNOFFICIAL
        )
        line = fitted(said, status, width, 0.75)
        lines, top = written(line.lines, line.face, self._left, top)
        items += lines
        plain = Face(int(look.small * 1.25 * POINT), ink=SOFT_INK)
        strong = plain._replace(strong=True, ink=INK)
        below = [(sheet.subtitle, plain)] if sheet.subtitle and first else []
        below += [(line, strong) for line in sheet.problems] if first else []
        for text, face in below:
            lines, top = written(
                tuple(wrapped(text, face, width)), face, self._left, top
            )
            items += lines
        return items, top + 8 * POINT

    # What stands below

    def _footer_lines(self) -> tuple[str, ...]:
        face = self._footer_face()
        width = self._right - self._left
        return tuple(
            line for text in self._sheet.footer for line in wrapped(text, face, width)
        )

    def _footer_face(self) -> Face:
        return Face(self._look.small * POINT, ink=SOFT_INK)

    def _foot_top(self) -> float:
        height = len(self._footer) * line_height(self._footer_face())
        return self._bottom - ABOVE - height - 8 * POINT

    def _foot(self) -> list[Text | Box]:
        if not self._footer:
            return []
        top = self._foot_top() + 6 * POINT
        rule = Box(self._left, top - 2 * POINT, self._right - self._left, 5, RULE)
        lines, _ = written(self._footer, self._footer_face(), self._left, top)
        return [rule, *lines]

    def _page(
        self, grid: Grid | None, rows: list[_Row], place: int, count: int
    ) -> Page:
        items, top = self._head(place == 0, place + 1, count)
        if grid is not None:
            above, top = heads(grid, self._sheet, top)
            items += above
            for line, row in enumerate(rows):
                items += row_items(grid, row.row, row.name, top, line % 2 == 1)
                top += row.height
        items += self._foot()
        about = f"{self._sheet.section}, page {place + 1} of {count}"
        return Page(self._paper, tuple(items), about)


def _that_fit(rows: list[_Row], room: float) -> int:
    """How many rows fit; one always goes, so that every page takes some."""
    used = 0.0
    for count, row in enumerate(rows):
        used += row.height
        if used > room:
            return max(count, 1)
    return len(rows)
