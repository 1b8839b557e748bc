"""Wall sheets as one web page that prints each section on pages of its own."""

from typing import TYPE_CHECKING, Final, Literal

from uscalc.report.wall_model import UNOFFICIAL, WallSheet
from uscalc.resources import resource

if TYPE_CHECKING:
    from jinja2 import Environment

Paper = Literal["letter", "a4"]
PAPERS: Final[tuple[Paper, ...]] = ("letter", "a4")


def environment() -> "Environment":
    """The templates; every text that goes into one is escaped."""
    # A window that shows pages without saving them as HTML has no use for it.
    from jinja2 import Environment, FileSystemLoader

    return Environment(
        loader=FileSystemLoader(resource("templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def sheets_html(
    sheets: tuple[WallSheet, ...], paper: Paper = "letter", big: bool = False
) -> str:
    """A page of its own, needing nothing else to be shown or printed."""
    template = environment().get_template("wall.html")
    return template.render(
        sheets=sheets,
        event=sheets[0].event if sheets else "",
        unofficial=UNOFFICIAL,
        paper=paper,
        big=big,
    )
