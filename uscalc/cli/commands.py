"""Assemble the commands, run one, and turn its errors into a message and an exit code."""

import os
import pkgutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import click
from click.shell_completion import CompletionItem

from uscalc import __version__
from uscalc.cli import COMPLETE
from uscalc.cli.output import DONE, FAILED, CommandError, clean_text, prepare_output
from uscalc.ending import discard_failed_output, end_now, print_last_line

EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "audit": (
            "uscalc audit crosstable.html",
            "uscalc audit crosstable.html --adopt corrected.uscalc",
            "uscalc audit results --carry --summary",
        ),
        "carry": ("uscalc carry autumn-open.uscalc next.uscalc --end-date 3/1/2026",),
        "convert": (
            "uscalc convert club-april.sjson club-april.uscalc --blanks-unrated",
            "uscalc convert autumn-open.uscalc crosstable.xlsx --order rating",
        ),
        "doctor": ("uscalc doctor",),
        "editions": (
            "uscalc editions",
            "uscalc editions autumn-open.uscalc --section Open",
        ),
        "explain": (
            "uscalc explain autumn-open.uscalc --player 1",
            "uscalc explain autumn-open.uscalc --player 1 --rules 2015",
            "uscalc explain autumn-open.uscalc --player 10 --full",
            "uscalc explain autumn-open.uscalc --player 12 --json",
        ),
        "forecast": (
            "uscalc forecast autumn-open.uscalc",
            "uscalc forecast autumn-open.uscalc --player 3 --target 1660",
        ),
        "guide": ("uscalc guide guide.html",),
        "lesson": (
            "uscalc lesson basics.pdf",
            "uscalc lesson autumn-open.uscalc handout.pdf --player 1 --handout",
        ),
        "list find": ("uscalc list find Knight", "uscalc list find 90000001"),
        "list import": ("uscalc list import supplement.csv --date 11/1/2025",),
        "list show": ("uscalc list show",),
        "plan": (
            "uscalc plan --rating 1780 --target 1800 --by June --against 1700",
            'uscalc plan --rating 1450/7 --target 1500 --by "6 months" '
            "--against 1400-1600",
        ),
        "rate": (
            "uscalc rate autumn-open.uscalc",
            "uscalc rate results --json --jobs 2",
        ),
        "report": (
            "uscalc report autumn-open.uscalc --check",
            "uscalc report autumn-open.uscalc upload --anyway",
        ),
        "schema": ("uscalc schema", "uscalc schema --trace"),
        "season": (
            "uscalc season results",
            "uscalc season results --csv season.csv",
        ),
        "sheets": (
            "uscalc sheets autumn-open.uscalc wall.html",
            "uscalc sheets autumn-open.uscalc wall.csv --order rating",
        ),
        "tour": ("uscalc tour pictures autumn-open.uscalc --size 1280x800",),
        "verify": ("uscalc verify trace.json",),
        "what-if": (
            "uscalc what-if autumn-open.uscalc --set 1:1=L",
            "uscalc what-if autumn-open.uscalc --rating 4=1850",
        ),
        "worksheet": (
            "uscalc worksheet practice.html",
            "uscalc worksheet autumn-open.uscalc answers.html --kind k --key",
        ),
    }
)
"""Command lines by command; tests run each of them."""


def add_examples(command: click.Command, name: str) -> None:
    """Add its examples to the help of a command, or of each command of a group."""
    if isinstance(command, click.Group):
        for inner, part in command.commands.items():
            add_examples(part, f"{name} {inner}")
    else:
        lines = "".join(f"\n  {line}" for line in EXAMPLES[name])
        command.epilog = f"\b\nExamples:{lines}"


COMMANDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "audit": (
            "uscalc.cli.audit:audit",
            "Compare calculated ratings with published ones.",
        ),
        "carry": (
            "uscalc.cli.files:carry",
            "Create the next event, starting from the results of FILE.",
        ),
        "convert": (
            "uscalc.cli.files:convert",
            "Convert FILE to another format, OUT.",
        ),
        "doctor": (
            "uscalc.cli.program:doctor",
            "Check the installation, and name missing libraries.",
        ),
        "editions": (
            "uscalc.cli.explain:editions",
            "Compare the editions of the rating rules.",
        ),
        "explain": (
            "uscalc.cli.explain:explain",
            "Explain one player's rating step by step.",
        ),
        "forecast": (
            "uscalc.cli.forecast:forecast",
            "Show the ratings that unplayed games can lead to.",
        ),
        "guide": (
            "uscalc.cli.program:guide",
            "Write all help pages with their pictures to OUT, one .html file.",
        ),
        "lesson": (
            "uscalc.cli.teaching:lesson",
            "Write lesson slides to OUT, a .pdf file.",
        ),
        "list": (
            "uscalc.cli.ratinglist:rating_list",
            "Import rating supplements, and look up members in them.",
        ),
        "plan": (
            "uscalc.cli.forecast:plan",
            "Show how likely you are to reach a rating by a date.",
        ),
        "rate": (
            "uscalc.cli.rate:rate",
            "Rate files, or every readable file in a folder.",
        ),
        "report": (
            "uscalc.cli.report:report",
            "Check the rating report of FILE, and write it to DIR.",
        ),
        "schema": (
            "uscalc.cli.program:schema",
            "Print the JSON Schema of the event file, or of a trace.",
        ),
        "season": (
            "uscalc.cli.season:season",
            "Rate the events of DIR by date, and show each member's ratings.",
        ),
        "sheets": (
            "uscalc.cli.sheets:sheets",
            "Write the wall charts of FILE to OUT: .pdf, .html, .xlsx or .csv.",
        ),
        "tour": (
            "uscalc.cli.program:tour",
            "Write a PNG of every view and dialog to DIR.",
        ),
        "verify": (
            "uscalc.cli.explain:verify",
            "Recompute every figure of a trace without the rating engine.",
        ),
        "what-if": (
            "uscalc.cli.explain:what_if",
            "Show how other results, ratings, games or floors would change the ratings.",
        ),
        "worksheet": (
            "uscalc.cli.teaching:worksheet",
            "Write exercises for a class to OUT, a .pdf or .html file.",
        ),
    }
)
"""For each command its function, whose module is imported when needed, and its summary."""


class _Group(click.Group):
    """Commands, and a bare FILE that opens the window."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if (
            args
            and not args[0].startswith("-")
            and args[0] not in (*COMMANDS, *self.commands)
        ):
            args = ["open", *args]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; its module is imported now."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            command: click.Command = pkgutil.resolve_name(COMMANDS[cmd_name][0])
            add_examples(command, cmd_name)
            self.add_command(command)
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands but hidden ones."""
        return list(COMMANDS)

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem]:
        """Offer commands and options, or else files."""
        found = [
            CompletionItem(name, help=summary)
            for name, (_, summary) in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        found += click.Command.shell_complete(self, ctx, incomplete)
        return found or [CompletionItem(incomplete, type="file")]

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        # Unlike click's own list, this one never cuts a sentence.
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])
        formatter.write_paragraph()
        formatter.write_text(
            "Run uscalc with no command to open the window, or uscalc FILE to open a file "
            "in it."
        )


def complete_words(instruction: str) -> int:
    """Print the completions of the words typed so far in a shell."""
    from click.shell_completion import shell_complete

    return shell_complete(cli, {}, "uscalc", COMPLETE, instruction)


def run_command_line(args: list[str]) -> int:
    """Run the command line, and return 0 (done), 1 (with findings) or 2 (failed)."""
    prepare_output()
    return _report_failure(
        lambda: _flush_output(_report_failure(lambda: _invoke_command(args)))
    )


def _invoke_command(args: list[str]) -> int:
    # Not with `cli.main`, which handles Ctrl-C and a closed pipe differently.
    try:
        with cli.make_context("uscalc", list(args)) as context:
            code = cli.invoke(context)
    except click.exceptions.Exit as ended:
        code = ended.exit_code
    return code if isinstance(code, int) else DONE


def _flush_output(code: int) -> int:
    """Flush the output, so that an error in writing it is reported here."""
    sys.stdout.flush()
    return code


def _report_failure(do: Callable[[], int]) -> int:
    """Run a function and return its exit code; print one line for an error."""
    try:
        return do()
    except (click.exceptions.Abort, KeyboardInterrupt):
        end_now()
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        command = "uscalc" if context is None else context.command_path
        return _print_failure(f"{error.format_message()} Run {command} --help.")
    except CommandError as error:
        return _print_failure(str(error))
    except BrokenPipeError:
        # The reader of the pipe has closed it, because it needs no more.
        discard_failed_output()
        return DONE
    except OSError as error:
        discard_failed_output()
        reason = (error.strerror or str(error)).lower()
        return _print_failure(
            f"can't write the output: {reason}; choose another output"
        )


def _print_failure(text: str) -> int:
    print_last_line(clean_text(f"uscalc: {' '.join(text.split())}"))
    return FAILED


@click.group(
    cls=_Group,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="uscalc", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> int:
    """Calculate US Chess ratings exactly as the rating rules specify, step by step."""
    return _open_window(None) if ctx.invoked_subcommand is None else DONE


@cli.command("open", hidden=True)
@click.argument("file", type=click.Path(readable=False))
def open_command(file: str) -> int:
    """Open a file in the window."""
    if not os.path.lexists(file):
        named = file or '""'
        raise CommandError(f"{named}: no such file or command; run uscalc --help")
    return _open_window(Path(file))


def _open_window(path: Path | None) -> int:
    from uscalc.app import run_window

    return run_window(path)


def load_commands() -> click.Group:
    """Return the command line with every command imported."""
    with click.Context(cli) as context:
        for name in COMMANDS:
            cli.get_command(context, name)
    return cli
