"""The commands lesson and worksheet: slides, handouts, speaker notes and exercises."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import click

from uscalc.cli.common import (
    CHOICE,
    FORCE,
    PAPER,
    PATH,
    READING,
    ReadingOptions,
    reject_options_without_file,
    require_free_path,
    write_output,
)
from uscalc.cli.events import (
    collect_findings,
    find_player_section,
    print_findings,
    rate_file,
)
from uscalc.cli.output import CommandError, require
from uscalc.cli.sheets import render_pdf
from uscalc.document.findings import Finding
from uscalc.explain.lesson.model import Lesson
from uscalc.report.lessons import (
    make_invented_worksheet,
    make_section_worksheet,
    make_worksheet_html,
    prepare_basics_lesson,
    prepare_player_lesson,
)
from uscalc.report.wall.outputs import Paper
from uscalc.worksheet.kinds import KINDS as EVERY
from uscalc.worksheet.kinds import Kind, Level
from uscalc.worksheet.model import Worksheet

if TYPE_CHECKING:
    from uscalc.ui.printing.lesson_layout import LessonKind
    from uscalc.ui.printing.page import PrintedPage


SUFFIX: Final = ".pdf"


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE] OUT", type=PATH)
@click.option(
    "--player", type=int, metavar="N", help="Pairing number of the player in FILE."
)
@click.option(
    "--handout", is_flag=True, help="Handout with the questions, without answers."
)
@click.option("--notes", is_flag=True, help="Speaker notes with the answers.")
@click.option(
    "--paper",
    type=click.Choice(["letter", "a4"]),
    help="Paper size for handout or notes [default: letter].",
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
    """Write lesson slides to OUT, a .pdf file.

    With FILE and --player, the lesson is about that player's rating; without them, it
    is about how ratings work. Each question is a page, and its answer is the next page.
    """

    require(
        1 <= len(files) <= 2,
        "give the output file, after the event file if there is one: uscalc "
        "lesson [FILE] OUT",
    )
    out = files[-1]
    require(
        out.suffix.lower() == SUFFIX,
        f"{out}: the file type is unknown; end the name in .pdf",
    )
    require(
        not (handout and notes),
        "use --handout or --notes, not both; run uscalc lesson twice",
    )
    if paper is not None and not (handout or notes):
        raise CommandError("--paper applies only with --handout or --notes")
    require_free_path(out, force, *files[:-1])
    findings: list[Finding] = []
    if len(files) == 1:
        given = {
            "--player": player,
            "--section": section,
            "--system": system,
            "--rules": rules,
        }
        reject_options_without_file(given, reading)
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
) -> tuple[Lesson, list[Finding]]:
    """Return the lesson on a player, in the first system in which the section is rated."""

    if player is None:
        raise CommandError(
            f"{file}: no player given; use --player with a pairing number"
        )
    rated, chosen = rate_file(
        file, rules, section, system, False, reading, needs_ratings=True
    )
    section_rating, rating = find_player_section(file, rated, chosen, player)
    made = prepare_player_lesson(
        rated.document.name, section_rating.section, rating, player
    )
    if made is None:
        raise CommandError(
            f"{file}: player {player} has no rated game there; use another --player"
        )
    return made, collect_findings(rated, [section_rating.index])


SUFFIXES: Final = (".pdf", ".html")
ALL: Final = "all"
SPECIAL: Final = "special"
KINDS: Final = (
    *(ALL, "expectation", "k", "bonus", SPECIAL, "special-1", "special-3", "special-7"),
    "two-passes",
)


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE] OUT", type=PATH)
@click.option(
    "--kind",
    type=click.Choice(KINDS, case_sensitive=False),
    default=ALL,
    show_default=True,
    help="Exercise type: all has one exercise of each type; special-3 has a search with "
    "three moves.",
)
@click.option(
    "--level",
    type=click.IntRange(1, 3),
    help="1 = by hand, 2 = calculator, 3 = full calculation [default: 2 with FILE, "
    "otherwise 1].",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Version of the worksheet: the same number gives the same problems.",
)
@click.option("--key", is_flag=True, help="Answer key with the work shown.")
@PAPER
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
    """Write exercises for a class to OUT, a .pdf or .html file.

    With FILE, they use the ratings of a section; without it, made-up players.
    """

    require(
        1 <= len(files) <= 2,
        "give the output file, after the event file if there is one: uscalc "
        "worksheet [FILE] OUT",
    )
    out = files[-1]
    suffix = out.suffix.lower()
    require(
        suffix in SUFFIXES,
        f"{out}: the file type is unknown; end the name in {' or '.join(SUFFIXES)}",
    )
    require_free_path(out, force, *files[:-1])
    kinds = _parse_kinds(kind.lower())
    findings: list[Finding] = []
    if len(files) == 1:
        reject_options_without_file(
            {"--section": section, "--system": system, "--rules": rules}, reading
        )
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


def _parse_kinds(kind: str) -> tuple[Kind, ...]:
    """Return the types of exercises that the value of --kind stands for."""

    return (
        (kind,)
        if kind in EVERY
        else tuple(k for k in EVERY if kind == ALL or k.startswith(SPECIAL))
    )


def _of_file_worksheet(
    file: Path,
    kinds: tuple[Kind, ...],
    level: Level,
    seed: int,
    section: str | None,
    system: str | None,
    rules: str | None,
    reading: ReadingOptions,
) -> tuple[Worksheet, list[Finding]]:
    """Return the worksheet of the first suitable section, and that section's findings."""

    rated, chosen = rate_file(
        file, rules, section, system, False, reading, needs_ratings=True
    )
    for place in chosen:
        section_rating = rated.sections[place]
        for rating in section_rating.ratings:
            sheet = make_section_worksheet(
                rated, section_rating, rating, kinds, level, seed
            )
            if sheet is not None:
                return sheet, collect_findings(rated, [place])
    asked = "these exercises" if len(kinds) > 1 else f"an exercise of type {kinds[0]}"
    raise CommandError(
        f"{file}: no player's games are suitable for {asked} at level {level}; use "
        "another --kind or --level, or omit FILE for made-up players"
    )
