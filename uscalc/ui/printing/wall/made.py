"""Make the pages and the files of wall charts, in the background."""

from collections.abc import Mapping
from typing import NamedTuple

from uscalc.monitor import Monitor
from uscalc.report.wall.csv import csv_bytes
from uscalc.report.wall.html import Paper, sheets_html
from uscalc.report.wall.hung import (
    Hanging,
    Hung,
    changed_pages,
    mark_of,
    mark_of_sheet,
    names_of,
)
from uscalc.report.wall.model import WallSheet
from uscalc.report.wall.xlsx import sheets_xlsx
from uscalc.ui.printing.output import Made
from uscalc.ui.printing.page import Page, Text, pdf_of
from uscalc.ui.printing.wall.layout import laid_out
from uscalc.ui.printing.wall.plan import Plan, plan_of


class Wanted(NamedTuple):
    """All lists of the event, the positions of those to be printed, and their look.

    `only_changed` are the lists on the wall if only changes are to be printed.
    """

    sheets: tuple[WallSheet, ...]
    chosen: frozenset[int]
    paper: Paper
    big: bool
    points: float | None
    only_changed: Hanging | None


class WallPages(NamedTuple):
    """The plan of the pages, and the lists on the wall once they are printed."""

    plan: Plan
    hung: Mapping[str, Hung]


def made_of(wanted: Wanted, monitor: Monitor) -> Made:
    """Return the pages to be printed, all in the type size chosen for the event."""
    sheets, chosen, paper, big, points, only = wanted
    plan = plan_of(sheets, paper, big, points, monitor)
    names = dict(zip(map(id, sheets), names_of(sheets), strict=True))
    printed = tuple(sheet for place, sheet in enumerate(sheets) if place in chosen)
    pages: list[Page] = []
    hung: dict[str, Hung] = {}
    for sheet, own in laid_out(printed, plan, monitor):
        marks = tuple(_mark(page) for page in own)
        name = names[id(sheet)]
        hung[name] = Hung(mark_of_sheet(sheet), marks)
        if only is None:
            pages += own
        else:
            pages += [own[n] for n in changed_pages(marks, only.get(name))]
    title = f"{sheets[0].event}: wall sheets"
    to_print = tuple(pages)
    return Made(
        to_print,
        title,
        {
            ".pdf": lambda monitor: pdf_of(to_print, title, monitor),
            ".html": lambda _: sheets_html(printed, paper, big, points).encode("utf-8"),
            ".xlsx": lambda _: sheets_xlsx(printed, paper, big),
            ".csv": lambda _: csv_bytes(printed),
        },
        WallPages(plan, hung),
    )


def _mark(page: Page) -> str:
    """Return the mark of a page's texts, in whatever type."""
    return mark_of(tuple(item.text for item in page.items if isinstance(item, Text)))
