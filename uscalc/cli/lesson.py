"""uscalc lesson: slides for a class, their handout, or the teacher's notes."""

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
    section_with,
)
from uscalc.cli.output import print_line
from uscalc.cli.sheets import render_pdf

if TYPE_CHECKING:
    from uscalc.document.findings import Finding
    from uscalc.explain.lesson.model import Lesson
    from uscalc.report.wall.html import Paper
    from uscalc.ui.printing.lesson_layout import LessonKind
    from uscalc.ui.printing.page import PrintedPage

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
    from uscalc.formats.storage.files import replace_file
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

    data = render_pdf(pages, made.title, "")
    with plain_errors():
        replace_file(out, data)
    for finding in findings:
        print_line(f"{files[0]}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE


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
    stopped = explain_unrated(rated, chosen)
    if stopped is not None:
        raise CommandError(f"{file}: {stopped}")
    where, rating = section_with(file, rated, chosen, player)
    made = prepare_player_lesson(rated.document.name, where.section, rating, player)
    if made is None:
        raise CommandError(
            f"{file}: player {player} has no rated game there; choose another --player"
        )
    return made, findings_of(rated, [where.index])
