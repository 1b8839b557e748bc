"""uscalc lesson: slides for a class, their handout, or the teacher's notes."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import click

from uscalc.cli.common import (
    CHOICE,
    FORCE,
    READING,
    CommandError,
    ReadingOptions,
    findings_of,
    must_be_free,
    no_file_needed,
    print_findings,
    rate_file,
    require_ratings,
    section_with,
    write_output,
)
from uscalc.cli.sheets import render_pdf

if TYPE_CHECKING:
    from uscalc.document.findings import Finding
    from uscalc.explain.lesson.model import Lesson
    from uscalc.report.wall.outputs import Paper
    from uscalc.ui.printing.lesson_layout import LessonKind
    from uscalc.ui.printing.page import PrintedPage
    from uscalc.worksheet.kinds import Kind, Level
    from uscalc.worksheet.model import Worksheet


SUFFIX: Final = ".pdf"


@click.command()
@click.argument(
    "files", nargs=-1, metavar="[FILE] OUT", type=click.Path(path_type=Path)
)
@click.option("--player", type=int, metavar="N", help="Whose rating it is, in FILE.")
@click.option("--handout", is_flag=True, help="The questions on paper, no answers.")
@click.option("--notes", is_flag=True, help="The teacher's notes, with the answers.")
@click.option(
    "--paper",
    type=click.Choice(["letter", "a4"]),
    help="What handout or notes are printed on; else letter.",
)
@CHOICE
@READING
@FORCE
def lesson(
    files: tuple[Path, ...],
    player: int | None,
    handout: bool,
    notes: bool,
    paper: str | None,
    section: str | None,
    system: str | None,
    rules: str | None,
    reading: ReadingOptions,
    force: bool,
) -> int:
    """Writes the slides of a lesson to OUT, a .pdf.

    With FILE and --player it is about that player's rating, without them about how
    ratings work. Each question is a page, and each answer the next one.
    """
    from uscalc.report.lessons import prepare_basics_lesson

    if not 1 <= len(files) <= 2:
        raise CommandError(
            "name the file to be written, after the event if there is one: "
            "uscalc lesson [FILE] OUT"
        )
    out = files[-1]
    if out.suffix.lower() != SUFFIX:
        raise CommandError(
            f"{out}: the name does not say what to write; end it in .pdf"
        )
    if handout and notes:
        raise CommandError("--handout or --notes, one at a time; write two files")
    if paper is not None and not (handout or notes):
        raise CommandError(
            "--paper is for --handout or --notes; slides are as wide as a screen"
        )
    must_be_free(out, force, *files[:-1])
    findings: list[Finding] = []
    if len(files) == 1:
        given = {
            "--player": player,
            "--section": section,
            "--system": system,
            "--rules": rules,
        }
        no_file_needed(given, reading)
        made = prepare_basics_lesson()
    else:
        made, findings = _of_file(files[0], player, section, system, rules, reading)

    def pages() -> "tuple[PrintedPage, ...]":
        from uscalc.ui.printing.lesson_layout import lay_out_lesson

        what: LessonKind = "handout" if handout else "notes" if notes else "slides"
        return lay_out_lesson(made, what, cast("Paper", paper or "letter"))

    write_output(out, render_pdf(pages, made.title, ""))
    return print_findings(files[0], findings)


def _of_file(
    file: Path,
    player: int | None,
    section: str | None,
    system: str | None,
    rules: str | None,
    reading: ReadingOptions,
) -> "tuple[Lesson, list[Finding]]":
    """Return the lesson on a player, in the first system that rates the section."""
    from uscalc.report.lessons import prepare_player_lesson

    if player is None:
        raise CommandError(
            f"{file}: say whose rating with --player, a pairing number of the crosstable"
        )
    rated, chosen = rate_file(file, rules, section, system, False, reading)
    require_ratings(file, rated, chosen)
    where, rating = section_with(file, rated, chosen, player)
    made = prepare_player_lesson(rated.document.name, where.section, rating, player)
    if made is None:
        raise CommandError(
            f"{file}: player {player} has no rated game there; choose another --player"
        )
    return made, findings_of(rated, [where.index])


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
    from uscalc.report.lessons import make_invented_worksheet, make_worksheet_html

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
        sheet, findings = _of_file_worksheet(
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
    write_output(out, data)
    return print_findings(files[0], findings)


def _parse_kinds(kind: str) -> "tuple[Kind, ...]":
    """Return the kinds that one word asks for."""
    from uscalc.worksheet.kinds import KINDS as EVERY

    if kind in EVERY:
        return (kind,)
    return tuple(k for k in EVERY if kind == ALL or k.startswith(SPECIAL))


def _of_file_worksheet(
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
    from uscalc.report.lessons import make_section_worksheet

    rated, chosen = rate_file(file, rules, section, system, False, reading)
    require_ratings(file, rated, chosen)
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
