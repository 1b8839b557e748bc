"""Render wall charts as one web page that prints each list on its own pages."""

from collections.abc import Iterator
from typing import Final, Literal

from uscalc.report.templates import render_template
from uscalc.report.wall.model import WallRow, WallSheet

Paper = Literal["letter", "a4"]
PAPERS: Final[tuple[Paper, ...]] = ("letter", "a4")
SIZES: Final = {False: ("17px", "13px"), True: ("30px", "29px")}
"""Sizes of names and ratings, and of secondary text, for normal and big type.

Big type is 5 mm high in all fonts that browsers include.
"""
SECOND: Final = 0.76
ACROSS: Final = 9
"""A page with this number of columns or more is printed in landscape."""
KEPT: Final = 12
"""Most rows of equal scores that stay on one page, so that no page is left half empty.
"""


def make_wall_html(
    sheets: tuple[WallSheet, ...],
    paper: Paper = "letter",
    big: bool = False,
    size: float | None = None,
) -> str:
    """Render a complete page that needs no other file to be shown or printed.

    `size` is the type size in points, if a person selected one.
    """
    sheets = tuple(sheet for sheet in sheets if sheet.rows)
    first, second = SIZES[big]
    if size is not None:
        first, second = f"{size:g}pt", f"{size if big else size * SECOND:g}pt"
    columns = max((s.rounds + 3 * len(s.systems) for s in sheets), default=0)
    return render_template(
        "wall.html",
        sheets=sheets,
        event=sheets[0].event if sheets else "",
        paper=paper,
        big=big,
        first=first,
        second=second,
        wide=columns >= ACROSS,
        grouped=_group_rows,
        kept=KEPT,
    )


def _group_rows(sheet: WallSheet) -> Iterator[tuple[WallRow, ...]]:
    """Yield the rows that no page break shall divide: equal scores, or all rows."""
    if sheet.order != "score":
        yield sheet.rows
        return
    begin = 0
    for count in sheet.count_groups():
        yield sheet.rows[begin : begin + count]
        begin += count
