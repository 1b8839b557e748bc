"""Share options, file handling, rating and error messages among the commands."""

import datetime as dt
import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uscalc.engine.inputs import SYSTEMS

if TYPE_CHECKING:
    from uscalc.document.findings import Finding
    from uscalc.document.model import Document
    from uscalc.document.rate.in_system import SystemRating
    from uscalc.document.rate.rated import DocumentRating, SectionRating
    from uscalc.formats import OpenedEvent

DONE, WITH_FINDINGS, FAILED = 0, 1, 2


class CommandError(Exception):
    """A failure of a command; its text is the one line that the user sees."""


def combine_options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return several options as one decorator, in the order of the help."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


CHOICE = combine_options(
    click.option(
        "--section", metavar="NAME", help="Section name or number [default: all]."
    ),
    click.option(
        "--system",
        type=click.Choice(SYSTEMS, case_sensitive=False),
        metavar="SYSTEM",
        help="Rating system: R, Q, B, OR, OQ or OB [default: the section's own].",
    ),
    click.option(
        "--rules",
        metavar="KEY",
        help="Edition of the rating rules, such as 2025 [default: by end date].",
    ),
)
JSON = click.option("--json", "as_json", is_flag=True, help="Output JSON.")
FILE = click.argument("file", type=click.Path(path_type=Path))
SEED = click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Random seed; the same seed gives the same result.",
)


class RenamedOption(click.Option):
    """An option that accepts its former name too; the help shows only the first name."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the help of the first name."""
        names = self.opts
        self.opts = names[:1]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = names


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Data that the user gives because the file does not have it.

    `end_date` and `time_control` apply to files without one; `blanks_unrated` means
    that players without a rating are unrated.
    """

    end_date: dt.date | None = None
    time_control: str | None = None
    blanks_unrated: bool = False


def DATE(text: str) -> dt.date:  # noqa: N802
    """Return the date of an option's text, as a type of click's.

    It may be a US date, an ISO date, or have the month's name. Raise BadParameter.
    """
    from uscalc.document.dates import DateError, parse_date

    try:
        return parse_date(text)
    except DateError as error:
        raise click.BadParameter(f"{error}.") from error


def READING(function: Callable[..., Any]) -> Callable[..., Any]:  # noqa: N802
    """Add the options for missing data, which the command receives as `reading`."""

    @functools.wraps(function)
    def command(
        *args: Any,
        end_date: dt.date | None,
        time_control: str | None,
        blanks_unrated: bool,
        **more: Any,
    ) -> Any:
        return function(
            *args,
            reading=ReadingOptions(end_date, time_control, blanks_unrated),
            **more,
        )

    with_options: Callable[..., Any] = combine_options(
        click.option(
            "--end-date",
            type=DATE,
            metavar="DATE",
            help="End date if the file has none, such as 9/1/2025.",
        ),
        click.option(
            "--time-control",
            metavar="TEXT",
            help="Time control if a section has none, such as G/90;d5.",
        ),
        click.option(
            "--blanks-unrated",
            is_flag=True,
            help="Treat players without a rating as unrated.",
        ),
    )(command)
    return with_options


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn a format's error into the one line that is printed."""
    from uscalc.formats.opened import EndDateNeededError, FormatError

    try:
        yield
    except EndDateNeededError as error:
        raise CommandError(f"{error} Example: --end-date 9/1/2025.") from error
    except FormatError as error:
        raise CommandError(str(error)) from error


def open_file(path: Path, reading: ReadingOptions | None = None) -> "OpenedEvent":
    """Return the event in a file of any readable format. Raise CommandError."""
    from uscalc.formats import open_event
    from uscalc.formats.shared.pairing import BLANK_RATINGS_CODE, mark_blanks_unrated

    reading = reading or ReadingOptions()
    with plain_errors():
        opened = open_event(path, reading.end_date)
    document = opened.document
    if reading.time_control is not None:
        document = _with_time_control(document, reading.time_control)
    if not reading.blanks_unrated:
        return replace(opened, document=document)
    return replace(
        opened,
        document=mark_blanks_unrated(document),
        findings=tuple(f for f in opened.findings if f.code != BLANK_RATINGS_CODE),
    )


def find_files(given: Sequence[Path]) -> list[Path]:
    """Return the readable files among files and folders. Raise CommandError for none."""
    from uscalc.formats.every import find_readable_files

    with plain_errors():
        paths = find_readable_files(list(given))
    if not paths:
        raise CommandError(
            f"{given[0]}: no readable files; choose a file or another folder"
        )
    return paths


def write_output(out: Path, data: bytes) -> None:
    """Write a file, and replace an existing one. Raise CommandError."""
    from uscalc.formats.shared.files import replace_file

    with plain_errors():
        replace_file(out, data)


FORCE = click.option("--force", is_flag=True, help="Overwrite existing files.")
PAPER = click.option(
    "--paper",
    type=click.Choice(["letter", "a4"]),
    default="letter",
    show_default=True,
    help="Paper size.",
)


def must_be_free(out: Path, force: bool, *inputs: Path) -> None:
    """Raise CommandError if `out` would overwrite a file.

    `--force` allows that, except for an input: under its own name, through a link, or
    as a file in an input folder.
    """
    if not os.path.lexists(out):
        return
    for given in inputs:
        if _is_same_file(out, given) or (
            os.path.isdir(given) and _is_same_file(out.parent, given)
        ):
            raise CommandError(
                f"{out}: output is the same as the input; choose another name"
            )
    if os.path.isdir(out):
        raise CommandError(f"{out}: is a folder; name a file in it")
    if not force:
        raise CommandError(
            f"{out}: file already exists; choose another name or use --force"
        )


def no_file_needed(given: Mapping[str, object], reading: ReadingOptions) -> None:
    """Raise CommandError if options describe a file although no file is given.

    `given` are options by their names.
    """
    named = [name for name, value in given.items() if value is not None]
    if named or reading != ReadingOptions():
        which = named[0] if named else "an option for the input file"
        raise CommandError(
            f"{which} applies only with FILE; name FILE before OUT, or remove the option"
        )


def _is_same_file(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _with_time_control(document: "Document", text: str) -> "Document":
    """Return the document with a time control in every section that has none."""
    return replace(
        document,
        sections=tuple(
            section if section.time_control else replace(section, time_control=text)
            for section in document.sections
        ),
    )


def with_rules(document: "Document", key: str | None) -> "Document":
    """Return the document with every section under one edition, if the user chose one."""
    from uscalc.document.model import RulesChoice
    from uscalc.rules.resolve import load_rule_table

    if key is None:
        return document
    if key not in load_rule_table().editions:
        known = ", ".join(load_rule_table().editions)
        raise CommandError(f"no rules for {key}; available: {known}")
    return replace(
        document,
        sections=tuple(
            replace(section, rules=RulesChoice(key, section.rules.overrides))
            for section in document.sections
        ),
    )


def chosen_sections(path: Path, document: "Document", name: str | None) -> list[int]:
    """Return the positions of the sections with a name, or of all. Raise CommandError."""
    if name is None:
        return list(range(len(document.sections)))
    names = [section.name for section in document.sections]
    chosen = [i for i, known in enumerate(names) if known == name] or [
        i for i, known in enumerate(names) if known.casefold() == name.casefold()
    ]
    if not chosen and name.isdigit() and 1 <= int(name) <= len(names):
        chosen = [int(name) - 1]
    if not chosen:
        known = ", ".join(f'"{section.name}"' for section in document.sections)
        raise CommandError(f'{path}: no section named "{name}". Sections: {known}')
    return chosen


def rate_file(
    path: Path,
    rules: str | None,
    section: str | None,
    system: str | None,
    lenient: bool,
    reading: ReadingOptions | None = None,
) -> tuple["DocumentRating", list[int]]:
    """Return a file's rated event, and the positions of the selected sections.

    The reader's findings are added to the findings of the sections. Raise CommandError.
    """
    from uscalc.document.rate.whole import rate_document
    from uscalc.rules.resolve import resolve_rules

    opened = open_file(path, reading)
    document = with_rules(opened.document, rules)
    chosen = chosen_sections(path, document, section)
    wanted = set(chosen)
    rated = rate_document(
        document,
        resolve_rules,
        lenient,
        lambda index, of: (
            (document.chain_sections or index in wanted)
            and (system is None or of == system.upper())
        ),
    )
    return _with_readers_findings(rated, opened.findings), chosen


def _with_readers_findings(
    rated: "DocumentRating", found: tuple["Finding", ...]
) -> "DocumentRating":
    """Add each of the reader's findings to its section, or to the first one."""
    if not found:
        return rated
    return replace(
        rated,
        sections=tuple(
            replace(
                section,
                findings=(
                    *(f for f in found if (f.section or 0) == section.index),
                    *section.findings,
                ),
            )
            for section in rated.sections
        ),
    )


def findings_of(rated: "DocumentRating", chosen: list[int]) -> list["Finding"]:
    """Return the findings of the selected sections."""
    return [finding for i in chosen for finding in rated.sections[i].findings]


def print_findings(file: Path, findings: "Iterable[Finding]") -> int:
    """Print findings; return the exit code."""
    from uscalc.cli.output import print_line

    code = DONE
    for finding in findings:
        print_line(f"{file}: {finding}", err=True)
        code = WITH_FINDINGS
    return code


def print_errors(file: Path, findings: "Iterable[Finding]") -> int:
    """Print the errors among findings; return the exit code."""
    return print_findings(file, (f for f in findings if f.severity == "stops"))


def require_ratings(file: Path, rated: "DocumentRating", chosen: list[int]) -> None:
    """Raise CommandError if a section should have ratings and none has."""
    sections = [rated.sections[i] for i in chosen]
    if not sections:
        raise CommandError(f"{file}: the event has no sections; add one with players")
    kinds = {section.section.kind for section in sections}
    if kinds == {"unrated"} or any(section.ratings for section in sections):
        return
    stopping = [f for f in findings_of(rated, chosen) if f.stops_rating]
    if not stopping:
        raise CommandError(
            f"{file}: no section is rated in this system; change --system, or leave it out"
        )
    more = f" (and {len(stopping) - 1} more)" if len(stopping) > 1 else ""
    raise CommandError(f"{file}: {stopping[0]}{more}")


def section_with(
    file: Path, rated: "DocumentRating", chosen: list[int], player: int
) -> tuple["SectionRating", "SystemRating"]:
    """Return the only section with a player, in its first system. Raise CommandError."""
    found = [
        (rated.sections[i], rating)
        for i in chosen
        for rating in rated.sections[i].ratings[:1]
        if player in rating.places
    ]
    if not found:
        raise CommandError(
            f"{file}: no rated section has player {player}; use a pairing number "
            "from the crosstable, or another --section"
        )
    if len(found) > 1:
        names = ", ".join(f'{s.index + 1} "{s.section.name}"' for s, _ in found)
        raise CommandError(
            f"{file}: several sections have player {player}; select one with "
            f"--section: {names}"
        )
    return found[0]


def print_sections(rated: "DocumentRating", chosen: list[int]) -> None:
    """Print a table for each selected section and system."""
    from uscalc.report.as_text import make_section_tables

    for i in chosen:
        print_parts(*make_section_tables(rated.sections[i]))


def make_console() -> Any:
    """Return a console for standard output."""
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            # Rich would end the program with exit code 1, but this isn't a failure.
            raise BrokenPipeError

    if sys.stdout is None:
        raise OSError("it is closed")
    # A pipe has no width; tables must not wrap as they would in a terminal.
    return Plain(width=None if sys.stdout.isatty() else 160, soft_wrap=False)


def print_parts(*parts: Any) -> None:
    """Print tables and texts."""
    from uscalc.report.as_text import print_to

    print_to(make_console(), *parts)
