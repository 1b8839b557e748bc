"""uscalc sheets: the wall sheets of an event in a file, or one player's page."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import click

from uscalc.cli.common import (
    DONE,
    FILE,
    FORCE,
    READING,
    WITH_FINDINGS,
    CannotError,
    Reading,
    cannot,
    findings_of,
    must_be_free,
    plain_errors,
    rate_file,
)
from uscalc.cli.output import say

if TYPE_CHECKING:
    from uscalc.document.rate.rating import DocumentRating
    from uscalc.report.wall_html import Paper
    from uscalc.ui.printing.page import Page

SUFFIXES: Final = (".pdf", ".html", ".xlsx", ".csv")
PLAYER_SUFFIXES: Final = (".pdf", ".html")


@click.command()
@FILE
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--section", metavar="NAME", help="Only the section of this name, or place."
)
@click.option(
    "--player", type=int, metavar="N", help="One player's page, with the derivation."
)
@click.option("--paper", type=click.Choice(["letter", "a4"]), default="letter")
@click.option("--big", is_flag=True, help="Type to be read from afar.")
@click.option(
    "--more-rounds",
    is_flag=True,
    help="Rounds are to come that nobody is paired for yet.",
)
@click.option("--rules", metavar="KEY", help="An edition's rules, such as 2025.")
@READING
@FORCE
def sheets(
    file: Path,
    out: Path,
    section: str | None,
    player: int | None,
    paper: str,
    big: bool,
    more_rounds: bool,
    rules: str | None,
    reading: Reading,
    force: bool,
) -> int:
    """Writes the wall sheets of FILE to OUT: .pdf, .html, .xlsx or .csv."""
    from uscalc.formats.storage.files import replace_file

    suffix = out.suffix.lower()
    known = SUFFIXES if player is None else PLAYER_SUFFIXES
    if suffix not in known:
        raise CannotError(
            f"{out}: the name does not say what to write; end it in {', '.join(known)}"
        )
    must_be_free(out, force, file)
    rated, chosen = rate_file(file, rules, section, None, False, reading)
    stopped = cannot(rated, chosen)
    if stopped is not None:
        raise CannotError(f"{file}: {stopped}")
    size = cast("Paper", paper)
    if player is None:
        data = _sheets(rated, chosen, suffix, size, big, more_rounds)
    else:
        data = _player(file, rated, chosen, player, suffix, size, big, more_rounds)
    with plain_errors():
        replace_file(out, data)
    findings = findings_of(rated, chosen)
    for finding in findings:
        say(f"{file}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE


def _sheets(
    rated: "DocumentRating",
    chosen: list[int],
    suffix: str,
    paper: "Paper",
    big: bool,
    more_rounds: bool,
) -> bytes:
    from uscalc.report.wall_csv import csv_bytes
    from uscalc.report.wall_html import sheets_html
    from uscalc.report.wall_model import wall_sheets
    from uscalc.report.wall_xlsx import sheets_xlsx

    wall = tuple(s for s in wall_sheets(rated, more_rounds) if s.place in chosen)
    if not wall:
        raise CannotError("there is no section to print; none of them is rated")
    if suffix == ".html":
        return sheets_html(wall, paper, big).encode("utf-8")
    if suffix == ".csv":
        return csv_bytes(wall)
    if suffix == ".xlsx":
        return sheets_xlsx(wall, paper, big)

    def pages() -> "tuple[Page, ...]":
        from uscalc.ui.printing.wall_layout import lay_out

        return lay_out(wall, paper, big)

    return pdf(pages, f"{wall[0].event}: wall sheets")


def _player(
    file: Path,
    rated: "DocumentRating",
    chosen: list[int],
    number: int,
    suffix: str,
    paper: "Paper",
    big: bool,
    more_rounds: bool,
) -> bytes:
    from uscalc.report.player_page import player_html, player_page

    found = [
        page
        for place in chosen
        if (page := player_page(rated, place, number, more_rounds)) is not None
    ]
    if not found:
        raise CannotError(
            f"{file}: no rated section has a player {number}; "
            "give a pairing number of the crosstable, or --section"
        )
    if len(found) > 1:
        names = ", ".join(f'"{page.section}"' for page in found)
        raise CannotError(
            f"{file}: several sections have a player {number}; say which with "
            f"--section: {names}"
        )
    page = found[0]
    if suffix == ".html":
        return player_html(page, paper, big).encode("utf-8")

    def pages() -> "tuple[Page, ...]":
        from uscalc.ui.printing.player_layout import lay_out_player

        return lay_out_player(page, paper, big)

    return pdf(pages, f"{page.name}: {page.event}")


OTHERWISE: Final = " Or write .html, which needs none of this."


def pdf(
    pages: "Callable[[], tuple[Page, ...]]", title: str, otherwise: str = OTHERWISE
) -> bytes:
    """The bytes of a PDF, which needs the fonts of a window, but none of its screens.

    `otherwise` is what can be done where there is nothing of a window.
    """
    from uscalc.ui.display import display_problem, import_problem

    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # Qt puts the fonts into a PDF as they lie in a table whose order is drawn by lot.
    os.environ["QT_HASH_SEED"] = "0"
    problem = display_problem(os.environ)
    if problem is not None:
        raise CannotError(f"{problem}{otherwise}")
    try:
        from PySide6.QtGui import QGuiApplication

        from uscalc.ui.printing.page import pdf_of
    except ImportError as error:
        raise CannotError(f"{import_problem(error)}{otherwise}") from error
    # The application must outlive the painting, though nothing else asks for it.
    _kept = QGuiApplication.instance() or QGuiApplication(["uscalc"])
    data = pdf_of(pages(), title)
    del _kept
    return data
