"""Lay out wall charts on pages, all in type of one size."""

from collections.abc import Sequence
from typing import NamedTuple

from uscalc.monitor import UNMONITORED, Monitor
from uscalc.report.wall.html import Paper
from uscalc.report.wall.model import WallSheet
from uscalc.ui.printing.page import Page
from uscalc.ui.printing.wall.pages import SheetPages
from uscalc.ui.printing.wall.plan import Plan, plan_of


class LaidOut(NamedTuple):
    """A list and its pages."""

    sheet: WallSheet
    pages: tuple[Page, ...]


def laid_out(
    sheets: Sequence[WallSheet], plan: Plan, monitor: Monitor = UNMONITORED
) -> tuple[LaidOut, ...]:
    """Return the lists that have rows, each beginning on a new page."""
    found = []
    for sheet in sheets:
        monitor.check()
        if sheet.rows:
            pages = SheetPages(sheet, plan.paper, plan.look).pages(plan.size)
            found.append(LaidOut(sheet, tuple(pages)))
    return tuple(found)


def lay_out(
    sheets: Sequence[WallSheet],
    paper: Paper = "letter",
    big: bool = False,
    points: float | None = None,
    monitor: Monitor = UNMONITORED,
) -> tuple[Page, ...]:
    """Return the pages of all lists, planned together."""
    plan = plan_of(sheets, paper, big, points, monitor)
    return tuple(page for one in laid_out(sheets, plan, monitor) for page in one.pages)
