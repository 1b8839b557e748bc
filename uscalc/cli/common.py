"""Share options, file handling, rating and error messages among the commands."""

import datetime as dt
import functools
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from uscalc.cli.output import CommandError, require
from uscalc.document.dates import DateError, parse_date
from uscalc.ending import hold_interrupts, ignore_interrupts
from uscalc.engine.inputs import SYSTEMS
from uscalc.formats.opened import EndDateNeededError, FormatError
from uscalc.formats.shared.files import replace_file


def combine_options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return several options as one decorator, in the order of the help."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


class _PathType(click.Path):
    """A path; an empty one would be the current folder."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if not os.fspath(value):
            self.fail("it's empty; give a file or a folder.", param, ctx)
        return super().convert(value, param, ctx)


PATH = _PathType(readable=False, path_type=Path)

_SECTION = combine_options(
    click.option(
        "--section", metavar="NAME", help="Section name or number [default: all]."
    ),
    click.option(
        "--system",
        type=click.Choice(SYSTEMS, case_sensitive=False),
        metavar="SYSTEM",
        help="Rating system: R, Q, B, OR, OQ or OB [default: the section's own].",
    ),
)
CHOICE = combine_options(
    _SECTION,
    click.option(
        "--rules",
        metavar="KEY",
        help="Edition of the rating rules, for example 2025 [default: by end date].",
    ),
)
CHOICE_OR_FILE = combine_options(
    _SECTION,
    click.option(
        "--rules",
        metavar="KEY",
        help="Edition of the rating rules, or a file of changed rules (.toml) "
        "[default: by end date].",
    ),
)
JSON = click.option("--json", "as_json", is_flag=True, help="Output JSON.")
FILE = click.argument("file", type=PATH)
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


class ReadingOptions(Struct, frozen=True):
    """Data that the user gives because the file does not have it.

    `end_date` and `time_control` apply to files without one; with `blanks_unrated`,
    players without a rating are unrated.
    """

    end_date: dt.date | None = None
    time_control: str | None = None
    blanks_unrated: bool = False


def DATE(text: str) -> dt.date:  # noqa: N802
    """Return the date of an option's text, as a parameter type of click.

    It may be a US date, an ISO date, or have the month's name. Raise BadParameter.
    """

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
            help="End date if the file has none, for example 9/1/2025.",
        ),
        click.option(
            "--time-control",
            metavar="TEXT",
            help="Time control if a section has none, for example G/90;d5.",
        ),
        click.option(
            "--blanks-unrated",
            is_flag=True,
            help="Treat players without a rating as unrated.",
        ),
    )(command)
    return with_options


@contextmanager
def convert_format_errors() -> Iterator[None]:
    """Turn a FormatError into a CommandError with a message of one line."""

    try:
        yield
    except EndDateNeededError as error:
        raise CommandError(f"{error} Example: --end-date 9/1/2025.") from error
    except FormatError as error:
        raise CommandError(str(error)) from error


@contextmanager
def write_last() -> Iterator[None]:
    """Ignore Ctrl-C once the only output of a command is written. Raise CommandError.

    Thus a command that says that it was stopped has written nothing.
    """
    with convert_format_errors(), hold_interrupts():
        yield
        ignore_interrupts()


def write_output(out: Path, data: bytes) -> None:
    """Write a file, and replace an existing one. Raise CommandError."""

    with write_last():
        replace_file(out, data)


FORCE = click.option("--force", is_flag=True, help="Overwrite existing files.")
PAPER = click.option(
    "--paper",
    type=click.Choice(["letter", "a4"]),
    default="letter",
    show_default=True,
    help="Paper size.",
)


def require_free_path(out: Path, force: bool, *inputs: Path) -> None:
    """Raise CommandError if writing to `out` would overwrite a file.

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
    require(not os.path.isdir(out), f"{out}: this is a folder; name a file in it")
    require(force, f"{out}: file already exists; choose another name or use --force")


def reject_options_without_file(
    given: Mapping[str, object], reading: ReadingOptions
) -> None:
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
