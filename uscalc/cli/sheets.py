"""The command sheets: write the wall charts of an event, or one player's page."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import click

from uscalc.cli.common import (
    FILE,
    FORCE,
    PAPER,
    PATH,
    READING,
    ReadingOptions,
    require_free_path,
    write_output,
)
from uscalc.cli.events import (
    collect_findings,
    print_findings,
    rate_file,
)
from uscalc.cli.output import CommandError, require
from uscalc.document.rate.rated import DocumentRating
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.report.player_page import make_player_html, make_player_page
from uscalc.report.wall.model import (
    CONTENTS,
    LARGEST,
    ORDERS,
    SMALLEST,
    USUAL_CHOICES,
    ListOrder,
    WallChoices,
    WallContent,
    make_wall_sheets,
)
from uscalc.report.wall.outputs import (
    Paper,
    make_csv_bytes,
    make_wall_html,
    make_workbook,
)
from uscalc.ui.diagnostics.display import display_problem, import_problem

if TYPE_CHECKING:
    from uscalc.ui.printing.page import PrintedPage

SUFFIXES: Final = (".pdf", ".html", ".xlsx", ".csv")


@click.command()
@FILE
@click.argument("out", type=PATH)
@click.option(
    "--section", metavar="NAME", help="Section name or number [default: all sections]."
)
@click.option(
    "--player",
    type=int,
    metavar="N",
    help="Pairing number; prints only this player's page, with the derivation.",
)
@PAPER
@click.option("--big", is_flag=True, help="Large type, readable from 10 feet (3 m).")
@click.option(
    "--type",
    "size",
    type=click.FloatRange(SMALLEST, LARGEST),
    metavar="POINTS",
    help=f"Type size in points, {SMALLEST} to {LARGEST} [default: as large as the "
    "pages allow].",
)
@click.option(
    "--order",
    "lists",
    type=click.Choice(ORDERS),
    multiple=True,
    help="Order of the list; repeat it for more lists.",
)
@click.option(
    "--show",
    "content",
    type=click.Choice(CONTENTS),
    default="ratings",
    show_default=True,
    help="Ratings, round results (a wall chart), or both.",
)
@click.option(
    "--system",
    "systems",
    type=click.Choice(SYSTEMS),
    multiple=True,
    help="Rating system; repeat it for several [default: all].",
)
@click.option(
    "--performance", is_flag=True, help="Show performance ratings with the ratings."
)
@click.option(
    "--more-rounds",
    is_flag=True,
    help="More rounds will be played; needed only if FILE doesn't give the number of rounds.",
)
@click.option(
    "--rules",
    metavar="KEY",
    help="Edition of the rating rules, for example 2025 [default: by end date].",
)
@READING
@FORCE
def sheets(
    file: Path,
    out: Path,
    section: str | None,
    player: int | None,
    paper: str,
    big: bool,
    size: float | None,
    lists: tuple[ListOrder, ...],
    content: WallContent,
    systems: tuple[System, ...],
    performance: bool,
    more_rounds: bool,
    rules: str | None,
    reading: ReadingOptions,
    force: bool,
) -> int:
    """Write the wall charts of FILE to OUT: .pdf, .html, .xlsx or .csv."""
    suffix = out.suffix.lower()
    known = SUFFIXES if player is None else (".pdf", ".html")
    require(
        suffix in known,
        f"{out}: the file type is unknown; end the name in {', '.join(known)}",
    )
    require_free_path(out, force, file)
    rated, chosen = rate_file(
        file, rules, section, None, False, reading, needs_ratings=True
    )
    sheet = cast("Paper", paper)
    if player is None:
        orders = tuple(dict.fromkeys(lists)) or USUAL_CHOICES.lists
        choices = WallChoices(orders, content, systems, performance)
        data = _make_sheets(
            rated, chosen, suffix, SheetLook(sheet, big, size), more_rounds, choices
        )
    elif lists or systems or size or performance or content != USUAL_CHOICES.content:
        raise CommandError(
            "--order, --show, --system, --type and --performance apply only to wall "
            "charts, not to --player"
        )
    else:
        data = _find_player(
            file, rated, chosen, player, suffix, sheet, big, more_rounds
        )
    write_output(out, data)
    return print_findings(file, collect_findings(rated, chosen))


class SheetLook(NamedTuple):
    """The paper, whether large type is selected, and the type size if one is given."""

    paper: Paper
    big: bool
    size: float | None


def _make_sheets(
    rated: DocumentRating,
    chosen: list[int],
    suffix: str,
    look: SheetLook,
    more_rounds: bool,
    choices: WallChoices,
) -> bytes:

    every = make_wall_sheets(rated, more_rounds, choices)
    wall = tuple(s for s in every if s.place in chosen and s.rows)
    first_lists = [
        s for s in every if s.place in chosen and s.order == choices.lists[0]
    ]
    problems = [f"{s.section}: {line}" for s in first_lists for line in s.problems]
    if not wall:
        reason = f": {problems[0]}" if problems else "; no section is rated"
        raise CommandError(f"there is no section to print{reason}")
    paper, big, size = look
    if suffix == ".html":
        return make_wall_html(wall, paper, big, size).encode("utf-8")
    if suffix == ".csv":
        return make_csv_bytes(wall)
    if suffix == ".xlsx":
        return make_workbook(wall, paper, big)

    def pages() -> "tuple[PrintedPage, ...]":
        from uscalc.ui.printing.plan import lay_out_sheets, make_plan

        plan = make_plan(every, paper, big, size)
        return tuple(page for one in lay_out_sheets(wall, plan) for page in one.pages)

    return render_pdf(pages, f"{wall[0].event}: wall charts")


def _find_player(
    file: Path,
    rated: DocumentRating,
    chosen: list[int],
    number: int,
    suffix: str,
    paper: Paper,
    big: bool,
    more_rounds: bool,
) -> bytes:

    found = [
        page
        for place in chosen
        if (page := make_player_page(rated, place, number, more_rounds)) is not None
    ]
    require(
        found,
        f"{file}: no rated section has a player {number}; use a pairing number "
        "from the crosstable",
    )
    if len(found) > 1:
        names = ", ".join(f'"{page.section}"' for page in found)
        raise CommandError(
            f"{file}: several sections have a player {number}; select one with "
            f"--section: {names}"
        )
    page = found[0]
    if suffix == ".html":
        return make_player_html(page, paper, big).encode("utf-8")

    def pages() -> "tuple[PrintedPage, ...]":
        from uscalc.ui.printing.player_layout import lay_out_player

        return lay_out_player(page, paper, big)

    return render_pdf(pages, f"{page.name}: {page.event}")


def render_pdf(
    pages: "Callable[[], tuple[PrintedPage, ...]]",
    title: str,
    otherwise: str = " Or write .html, which doesn't need it.",
) -> bytes:
    """Return the bytes of a PDF; this needs Qt and its fonts, but no screen.

    If Qt isn't available, the error ends with `otherwise`, another way to get the
    output.
    """

    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # Without a fixed seed, Qt embeds fonts in a random order, and no two PDFs are equal.
    os.environ["QT_HASH_SEED"] = "0"
    problem = display_problem(os.environ)
    if problem is not None:
        raise CommandError(f"{problem}{otherwise}")
    try:
        from PySide6.QtGui import QGuiApplication

        from uscalc.ui.printing.page import make_pdf
    except ImportError as error:
        raise CommandError(f"{import_problem(error)}{otherwise}") from error
    # The application must outlive the painting, though nothing else refers to it.
    _kept = QGuiApplication.instance() or QGuiApplication(["uscalc"])
    data = make_pdf(pages(), title)
    del _kept
    return data
