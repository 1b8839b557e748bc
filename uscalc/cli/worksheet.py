"""uscalc worksheet: exercises on paper for a class, or their answers."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import click

from uscalc.cli.common import (
    CHOICE,
    DONE,
    FORCE,
    READING,
    WITH_FINDINGS,
    CommandError,
    ReadingOptions,
    explain_unrated,
    findings_of,
    must_be_free,
    no_file_needed,
    plain_errors,
    rate_file,
)
from uscalc.cli.output import print_line
from uscalc.cli.sheets import render_pdf

if TYPE_CHECKING:
    from uscalc.document.findings import Finding
    from uscalc.report.wall.html import Paper
    from uscalc.ui.printing.page import PrintedPage
    from uscalc.worksheet.kinds import Kind, Level
    from uscalc.worksheet.model import Worksheet

SUFFIXES: Final = (".pdf", ".html")
ALL: Final = "all"
SPECIAL: Final = "special"
KINDS: Final = (
    *(ALL, "expectation", "k", "bonus", SPECIAL, "special-1", "special-3", "special-7"),
    "two-passes",
)


@click.command()
@click.argument(
    "files", nargs=-1, metavar="[FILE] OUT", type=click.Path(path_type=Path)
)
@click.option(
    "--kind",
    type=click.Choice(KINDS, case_sensitive=False),
    default=ALL,
    show_default=True,
    help="What it is about; special-3 is a walk of three moves, all is one of each.",
)
@click.option(
    "--level",
    type=click.IntRange(1, 3),
    help="1 by hand, in round figures; 2 with a calculator; 3 the whole way. "
    "Without it 2 for a FILE, else 1.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Another number, another sheet; the same one gives it again.",
)
@click.option("--key", is_flag=True, help="The answers, with how each is found.")
@click.option("--paper", type=click.Choice(["letter", "a4"]), default="letter")
@click.option("--big", is_flag=True, help="Larger type.")
@CHOICE
@READING
@FORCE
def worksheet(
    files: tuple[Path, ...],
    kind: str,
    level: int | None,
    seed: int,
    key: bool,
    paper: str,
    big: bool,
    section: str | None,
    system: str | None,
    rules: str | None,
    reading: ReadingOptions,
    force: bool,
) -> int:
    """Writes exercises for a class to OUT, .pdf or .html.

    They are made of the figures of a section of FILE, or without one of invented
    players.
    """
    from uscalc.formats.storage.files import replace_file
    from uscalc.report.worksheets import make_invented_worksheet, make_worksheet_html

    if not 1 <= len(files) <= 2:
        raise CommandError(
            "name the file to be written, after the event if there is one: "
            "uscalc worksheet [FILE] OUT"
        )
    out = files[-1]
    suffix = out.suffix.lower()
    if suffix not in SUFFIXES:
        raise CommandError(
            f"{out}: the name does not say what to write; end it in {', '.join(SUFFIXES)}"
        )
    must_be_free(out, force, *files[:-1])
    kinds = _parse_kinds(kind.lower())
    findings: list[Finding] = []
    if len(files) == 1:
        given = {"--section": section, "--system": system, "--rules": rules}
        no_file_needed(given, reading)
        sheet = make_invented_worksheet(kinds, cast("Level", level or 1), seed)
    else:
        sheet, findings = _of_file(
            files[0],
            kinds,
            cast("Level", level or 2),
            seed,
            section,
            system,
            rules,
            reading,
        )
    size = cast("Paper", paper)
    if suffix == ".html":
        data = make_worksheet_html(sheet, key, size, big).encode("utf-8")
    else:

        def pages() -> "tuple[PrintedPage, ...]":
            from uscalc.ui.printing.worksheet_layout import lay_out_worksheet

            return lay_out_worksheet(sheet, key, size, big)

        data = render_pdf(pages, sheet.title)
    with plain_errors():
        replace_file(out, data)
    for finding in findings:
        print_line(f"{files[0]}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE


def _parse_kinds(kind: str) -> "tuple[Kind, ...]":
    """Return the kinds that one word asks for."""
    from uscalc.worksheet.kinds import KINDS as EVERY

    if kind in EVERY:
        return (kind,)
    return tuple(k for k in EVERY if kind == ALL or k.startswith(SPECIAL))


def _of_file(
    file: Path,
    kinds: "tuple[Kind, ...]",
    level: "Level",
    seed: int,
    section: str | None,
    system: str | None,
    rules: str | None,
    reading: ReadingOptions,
) -> "tuple[Worksheet, list[Finding]]":
    """Return the sheet of the first section that gives one, and that section's findings."""
    from uscalc.report.worksheets import make_section_worksheet

    rated, chosen = rate_file(file, rules, section, system, False, reading)
    stopped = explain_unrated(rated, chosen)
    if stopped is not None:
        raise CommandError(f"{file}: {stopped}")
    for place in chosen:
        where = rated.sections[place]
        for rating in where.ratings:
            sheet = make_section_worksheet(rated, where, rating, kinds, level, seed)
            if sheet is not None:
                return sheet, findings_of(rated, [place])
    asked = (
        "such an exercise" if len(kinds) > 1 else f"an exercise of the kind {kinds[0]}"
    )
    raise CommandError(
        f"{file}: nobody's games give {asked} at level {level}; ask for another --kind or "
        "--level, or leave FILE out for invented players"
    )
