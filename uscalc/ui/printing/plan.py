"""Choose the type size of all lists of an event together.

The type is as large as possible on the fewest pages that type of a good size needs. If
the columns are too wide for portrait pages, landscape is used if it takes fewer pages,
or gives much larger type.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from uscalc.counted import count_in_words
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.report.wall.model import WallSheet
from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.heading import BIG, NORMAL, TypeSizes
from uscalc.ui.printing.page import (
    LANDSCAPE,
    PER_INCH,
    POINT,
    PrintedPage,
    SheetSize,
    measure_capital_height,
)
from uscalc.ui.printing.pages import SheetPages

MM_PER_UNIT: Final = 25.4 / PER_INCH
"""Millimeters per tenth of a point."""
MM_PER_FOOT: Final = 0.5
"""Capitals of this height in mm can be read from a foot away: 5 mm from 10 feet (3 m)."""
STEP: Final = POINT // 2
SMALLER: Final = 0.8
"""Portrait is kept if its type size is at least this fraction of the size in landscape."""


class WallPlan(NamedTuple):
    """The type size and paper orientation of all lists.

    `pages` is the number of pages. `larger` is the next larger size and its number of
    pages; None instead of the pages if the columns would not fit side by side.
    `by_itself` is the automatic size, if the user selected another.
    """

    paper: SheetSize
    look: TypeSizes
    size: int
    floor: int
    pages: int
    larger: tuple[int, int | None] | None = None
    by_itself: int | None = None

    @property
    def capitals(self) -> float:
        """The height of the capitals in names and ratings, in millimeters."""
        return measure_capital_height(self.size) * MM_PER_UNIT

    def describe_plan(self) -> str:
        """Return from what distance the lists can be read, and what larger type would need."""
        feet = round(self.capitals / MM_PER_FOOT)
        text = (
            f"{count_in_words(self.pages, 'page')}, readable from about {feet} feet "
            f"({round(feet * 0.3, 1):g} m)."
        )
        if self.by_itself is not None:
            return f"{text} Fit to page: {_format_points(self.by_itself)}."
        if self.larger is None:
            return text
        size, pages = self.larger
        return (
            f"{text} At {_format_points(size)}, the columns don't fit."
            if pages is None
            else f"{text} At {_format_points(size)}: {count_in_words(pages, 'page')}."
        )


def _format_points(size: int) -> str:
    return f"{size / POINT:g} pt"


def make_plan(
    sheets: Sequence[WallSheet],
    paper: Paper = "letter",
    big: bool = False,
    points: float | None = None,
    monitor: Monitor = UNMONITORED,
) -> WallPlan:
    """Return the plan for all lists of an event.

    `points` is the type size that the user selected.
    """
    look = BIG if big else NORMAL
    upright = _SizeSearch(sheets, paper, look, monitor)
    best = upright
    if upright.cramped:
        across = _SizeSearch(sheets, LANDSCAPE[paper], look, monitor)
        if upright.usual < across.usual * SMALLER or across.cost < upright.cost:
            best = across
        elif across.cost == upright.cost:
            much = upright.chosen.size < across.chosen.size * SMALLER
            best = across if much else upright
    fit = best.chosen.size
    size = fit if points is None else max(round(points * 2) * STEP, best.floor)
    return (
        best.chosen if size == fit else best.make_plan_at(size)._replace(by_itself=fit)
    )


class _SizeSearch:
    """Searches for the type size of all lists, on paper in one orientation."""

    def __init__(
        self,
        sheets: Sequence[WallSheet],
        paper: SheetSize,
        look: TypeSizes,
        monitor: Monitor,
    ) -> None:
        self._paper, self._look, self._monitor = paper, look, monitor
        # Round up, so that no size used is smaller than this.
        self.floor = look.compute_floor()
        self._smallest = max(look.smallest * POINT, -(-self.floor // STEP) * STEP)
        self._sheets = [
            SheetPages(sheet, paper, look) for sheet in sheets if sheet.rows
        ]
        self._most = max(self._count_parts(self._smallest), default=0)

    def _count_parts(self, size: int) -> list[int]:
        self._monitor.check()
        return [len(sheet.divide_columns(size)) for sheet in self._sheets]

    @cached_property
    def usual(self) -> int:
        """A good type size, or a smaller one if the columns need it."""
        start = max(self._look.usual * POINT, self._smallest)
        fewest = sum(self._count_parts(self._smallest))
        for size in range(start, self._smallest, -STEP):
            if sum(self._count_parts(size)) <= fewest:
                return size
        # If even the smallest type needs several parts, use the usual size.
        return self._smallest if self._most <= 1 else start

    @cached_property
    def parts(self) -> int:
        """The number of pages over which the columns are divided."""
        return sum(self._count_parts(self.usual))

    @property
    def cramped(self) -> bool:
        """True if the width of the paper limits the type size."""
        if self.parts > len(self._sheets) or self.usual < self._look.usual * POINT:
            return True
        larger = self.chosen.larger
        return larger is not None and larger[1] is None

    @property
    def cost(self) -> tuple[int, int]:
        """The number of pages, and the number of pages over which columns are divided."""
        return self.chosen.pages, self.parts

    @cached_property
    def chosen(self) -> WallPlan:
        """The plan with the largest type on the fewest pages."""
        best, fewest = self.usual, self._count_pages(self.usual)
        larger: tuple[int, int | None] | None = None
        for size in range(self.usual + STEP, self._look.largest * POINT + 1, STEP):
            if sum(self._count_parts(size)) > self.parts:
                larger = larger or (size, None)
                break
            if sum(sheet.count_least_pages(size) for sheet in self._sheets) > fewest:
                larger = larger or (size, self._count_pages(size))
                break
            count = self._count_pages(size)
            if count <= fewest:
                best, fewest, larger = size, count, None
            else:
                larger = larger or (size, count)
        return self.make_plan_at(best, fewest)._replace(larger=larger)

    def make_plan_at(self, size: int, pages: int | None = None) -> WallPlan:
        """Return the plan for a type size."""
        count = self._count_pages(size) if pages is None else pages
        return WallPlan(self._paper, self._look, size, self.floor, count)

    def _count_pages(self, size: int) -> int:
        count = 0
        for sheet in self._sheets:
            self._monitor.check()
            count += sheet.count_pages(size)
        return count


class SheetLayout(NamedTuple):
    """A list with its pages."""

    sheet: WallSheet
    pages: tuple[PrintedPage, ...]


def lay_out_sheets(
    sheets: Sequence[WallSheet], plan: WallPlan, monitor: Monitor = UNMONITORED
) -> tuple[SheetLayout, ...]:
    """Return the lists that have rows; each begins on a new page."""
    found = []
    for sheet in sheets:
        monitor.check()
        if sheet.rows:
            pages = SheetPages(sheet, plan.paper, plan.look).make_pages(plan.size)
            found.append(SheetLayout(sheet, tuple(pages)))
    return tuple(found)


def lay_out(
    sheets: Sequence[WallSheet],
    paper: Paper = "letter",
    big: bool = False,
    points: float | None = None,
    monitor: Monitor = UNMONITORED,
) -> tuple[PrintedPage, ...]:
    """Return the pages of all lists, whose type size is chosen together."""
    plan = make_plan(sheets, paper, big, points, monitor)
    return tuple(
        page for one in lay_out_sheets(sheets, plan, monitor) for page in one.pages
    )
