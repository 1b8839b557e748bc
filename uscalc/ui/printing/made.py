"""Make the pages and the files of wall charts, in the background."""

from collections.abc import Mapping
from typing import NamedTuple

from uscalc.monitor import Monitor
from uscalc.report.wall.hung import (
    HangingList,
    HangingLists,
    find_changed_pages,
    make_mark,
    make_sheet_mark,
    name_lists,
)
from uscalc.report.wall.model import WallSheet
from uscalc.report.wall.outputs import (
    Paper,
    make_csv_bytes,
    make_wall_html,
    make_workbook,
)
from uscalc.ui.printing.output import PrintJob
from uscalc.ui.printing.page import PrintedPage, TextItem, make_pdf
from uscalc.ui.printing.plan import WallPlan, lay_out_sheets, make_plan


class WallRequest(NamedTuple):
    """All lists of the event, the positions of those to be printed, and their look.

    `only_changed` are the lists on the wall if only changes are to be printed.
    """

    sheets: tuple[WallSheet, ...]
    chosen: frozenset[int]
    paper: Paper
    big: bool
    points: float | None
    only_changed: HangingLists | None


class WallPages(NamedTuple):
    """The plan of the pages, and the lists on the wall once they are printed."""

    plan: WallPlan
    hung: Mapping[str, HangingList]


def make_wall_pages(wanted: WallRequest, monitor: Monitor) -> PrintJob:
    """Return the pages to be printed, all in the type size chosen for the event."""
    sheets, chosen, paper, big, points, only = wanted
    plan = make_plan(sheets, paper, big, points, monitor)
    names = dict(zip(map(id, sheets), name_lists(sheets), strict=True))
    printed = tuple(sheet for place, sheet in enumerate(sheets) if place in chosen)
    pages: list[PrintedPage] = []
    hung: dict[str, HangingList] = {}
    for sheet, own in lay_out_sheets(printed, plan, monitor):
        marks = tuple(_make_page_mark(page) for page in own)
        name = names[id(sheet)]
        hung[name] = HangingList(make_sheet_mark(sheet), marks)
        if only is None:
            pages += own
        else:
            pages += [own[n] for n in find_changed_pages(marks, only.get(name))]
    title = f"{sheets[0].event}: wall sheets"
    to_print = tuple(pages)
    return PrintJob(
        to_print,
        title,
        {
            ".pdf": lambda monitor: make_pdf(to_print, title, monitor),
            ".html": lambda _: make_wall_html(printed, paper, big, points).encode(
                "utf-8"
            ),
            ".xlsx": lambda _: make_workbook(printed, paper, big),
            ".csv": lambda _: make_csv_bytes(printed),
        },
        WallPages(plan, hung),
    )


def _make_page_mark(page: PrintedPage) -> str:
    """Return the mark of a page's texts, in whatever type."""
    return make_mark(
        tuple(item.text for item in page.items if isinstance(item, TextItem))
    )
