"""Wall sheets as one web page that prints each list on pages of its own."""

from collections.abc import Iterator
from typing import Final, Literal

from uscalc.report.templates import render
from uscalc.report.wall.model import WallRow, WallSheet

Paper = Literal["letter", "a4"]
PAPERS: Final[tuple[Paper, ...]] = ("letter", "a4")
SIZES: Final = {False: ("17px", "13px"), True: ("30px", "29px")}
"""Of names and ratings, and of what is read second. A letter of big type is 5 mm high
in every font that browsers bring."""
SECOND: Final = 0.76
ACROSS: Final = 9
"""Columns of results and ratings from which a page is printed across."""
KEPT: Final = 12
"""Rows of equals that stay on a page: of more, much of a page could be left empty."""


def sheets_html(
    sheets: tuple[WallSheet, ...],
    paper: Paper = "letter",
    big: bool = False,
    size: float | None = None,
) -> str:
    """Return a page of its own, needing nothing else to be shown or printed.

    `size` is that of the letters in points where a person chose it.
    """
    sheets = tuple(sheet for sheet in sheets if sheet.rows)
    first, second = SIZES[big]
    if size is not None:
        first, second = f"{size:g}pt", f"{size if big else size * SECOND:g}pt"
    columns = max((s.rounds + 3 * len(s.systems) for s in sheets), default=0)
    return render(
        "wall.html",
        sheets=sheets,
        event=sheets[0].event if sheets else "",
        paper=paper,
        big=big,
        first=first,
        second=second,
        wide=columns >= ACROSS,
        grouped=_grouped,
        kept=KEPT,
    )


def _grouped(sheet: WallSheet) -> Iterator[tuple[WallRow, ...]]:
    """Yield the rows that no page shall divide: equals in score, and elsewhere all."""
    if sheet.order != "score":
        yield sheet.rows
        return
    begin = 0
    for count in sheet.groups():
        yield sheet.rows[begin : begin + count]
        begin += count
