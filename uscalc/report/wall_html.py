"""Wall sheets as one web page that prints each section on pages of its own."""

from typing import Final, Literal

from uscalc.report.templates import render
from uscalc.report.wall_model import UNOFFICIAL, WallSheet

Paper = Literal["letter", "a4"]
PAPERS: Final[tuple[Paper, ...]] = ("letter", "a4")


def sheets_html(
    sheets: tuple[WallSheet, ...], paper: Paper = "letter", big: bool = False
) -> str:
    """A page of its own, needing nothing else to be shown or printed."""
    return render(
        "wall.html",
        sheets=sheets,
        event=sheets[0].event if sheets else "",
        unofficial=UNOFFICIAL,
        paper=paper,
        big=big,
    )
