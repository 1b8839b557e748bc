"""Lay out lists for a projector, in large type: each page fills the screen."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from uscalc.document.rate.rated import DocumentRating
from uscalc.monitor import Monitor
from uscalc.report.wall.model import (
    ListOrder,
    WallChoices,
    WallContent,
    WallSheet,
    make_wall_sheets,
)
from uscalc.ui.printing.heading import TypeSizes
from uscalc.ui.printing.page import (
    BAND,
    INK,
    POINT,
    RULE,
    SOFT_INK,
    BoxItem,
    PageItem,
    PrintedPage,
    TextItem,
)
from uscalc.ui.printing.pages import SheetPages
from uscalc.ui.printing.table import fit_row_name
from uscalc.ui.theme.theme import Colors

ProjectedList = Literal["standings", "ratings", "pairing"]
PROJECTED_LISTS: Final[dict[ProjectedList, tuple[str, ListOrder, WallContent]]] = {
    "standings": ("Standings, by score", "score", "results"),
    "ratings": ("Ratings, by name", "name", "ratings"),
    "pairing": ("Pairing order, by number", "number", "results"),
}
"""The lists: their words, order and content."""
HEIGHT: Final = 540.0 * POINT
"""The height of a screen, in tenths of a point of its pages."""
LOOK: Final = TypeSizes(34, 18, 14, 30, 17, 13, 0.0, 1.42, 0.7)
STEP: Final = POINT // 2
LONG_NAME: Final = 40
"""Longer names, in letters, may take two lines so that the type can be larger."""


class ProjectorRequest(NamedTuple):
    """The lists, the positions of sections that are left out, and the shape of the screen."""

    rated: DocumentRating
    lists: tuple[ProjectedList, ...]
    left_out: frozenset[int]
    shape: float
    colors: Colors


class Screenful(NamedTuple):
    """A page on the projector: its section, its list, and its number within the list."""

    place: tuple[int, ProjectedList, int]
    page: PrintedPage


def make_screenfuls(
    wanted: ProjectorRequest, monitor: Monitor
) -> tuple[Screenful, ...]:
    """Return the pages: all lists of a section, then those of the next. No row is cut off."""
    found = [
        Screenful((sheet.place, name, number), recolor_page(page, wanted.colors))
        for name, sheet in _list_sheets(wanted)
        for number, page in enumerate(_lay_out_sheet(sheet, wanted.shape, monitor))
    ]
    return tuple(sorted(found, key=lambda one: one.place[0]))


def _list_sheets(
    wanted: ProjectorRequest,
) -> Iterator[tuple[ProjectedList, WallSheet]]:
    for name in wanted.lists:
        _, order, content = PROJECTED_LISTS[name]
        choices = WallChoices((order,), content)
        for sheet in make_wall_sheets(wanted.rated, False, choices):
            if sheet.rows and sheet.place not in wanted.left_out:
                # Leave out the sources of ratings, which are read up close, but keep
                # the key to the results.
                yield name, replace(sheet, footer=() if sheet.systems else sheet.footer)


def _lay_out_sheet(
    sheet: WallSheet, shape: float, monitor: Monitor
) -> list[PrintedPage]:
    pages = SheetPages(sheet, (HEIGHT * shape, HEIGHT), LOOK)
    return pages.make_pages(_find_size(pages, sheet, monitor))


def _find_size(pages: SheetPages, sheet: WallSheet, monitor: Monitor) -> int:
    """Return the largest type on the fewest pages that type of a good size needs.

    It is smaller if names and rounds would not fit side by side. Only names longer than
    `LONG_NAME` may take two lines for larger type.
    """
    smallest = LOOK.smallest * POINT
    rows = [row for row in sheet.rows if len(row.name) <= LONG_NAME]
    fitting = []
    for size in range(LOOK.largest * POINT, smallest, -STEP):
        monitor.check()
        first, *others = pages.divide_columns(size)
        if not others and all(len(fit_row_name(first, row).lines) == 1 for row in rows):
            fitting.append(size)
    usual = next((size for size in fitting if size <= LOOK.usual * POINT), smallest)
    fewest = pages.count_pages(usual)
    for size in fitting:
        monitor.check()
        if size > usual and pages.count_pages(size) <= fewest:
            return size
    return usual


def recolor_page(page: PrintedPage, colors: Colors) -> PrintedPage:
    """Return a page in the colors of the window, dark or light."""
    inks = {
        INK: colors.text,
        SOFT_INK: colors.soft,
        RULE: colors.edge,
        BAND: colors.raised,
    }

    def recolor(item: PageItem) -> PageItem:
        if isinstance(item, BoxItem):
            return item._replace(ink=inks.get(item.ink, item.ink))
        if isinstance(item, TextItem):
            ink = inks.get(item.face.ink, item.face.ink)
            return item._replace(face=item.face._replace(ink=ink))
        return item

    return page._replace(items=tuple(map(recolor, page.items)))
