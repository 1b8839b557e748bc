"""Lay out wall charts on pages, all in type of one size."""

from collections.abc import Sequence
from typing import NamedTuple

from uscalc.monitor import UNMONITORED, Monitor
from uscalc.report.wall.html import Paper
from uscalc.report.wall.model import WallSheet
from uscalc.ui.printing.page import PrintedPage
from uscalc.ui.printing.wall.pages import SheetPages
from uscalc.ui.printing.wall.plan import WallPlan, make_plan


class SheetLayout(NamedTuple):
    """A list and its pages."""

    sheet: WallSheet
    pages: tuple[PrintedPage, ...]


def lay_out_sheets(
    sheets: Sequence[WallSheet], plan: WallPlan, monitor: Monitor = UNMONITORED
) -> tuple[SheetLayout, ...]:
    """Return the lists that have rows, each beginning on a new page."""
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
    """Return the pages of all lists, planned together."""
    plan = make_plan(sheets, paper, big, points, monitor)
    return tuple(
        page for one in lay_out_sheets(sheets, plan, monitor) for page in one.pages
    )
