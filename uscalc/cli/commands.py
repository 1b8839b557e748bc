"""Assemble the commands, run one, and turn its errors into one line and a code."""

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from uscalc import __version__
from uscalc.cli import COMPLETE, report_interrupt
from uscalc.cli.audit import audit
from uscalc.cli.common import DONE, FAILED, CommandError
from uscalc.cli.examples import add_examples
from uscalc.cli.explain import editions, explain, what_if
from uscalc.cli.files import carry, convert
from uscalc.cli.forecast import forecast, plan
from uscalc.cli.output import prepare_output, print_line
from uscalc.cli.program import doctor, guide, schema, tour
from uscalc.cli.rate import rate
from uscalc.cli.ratinglist import rating_list
from uscalc.cli.report import report
from uscalc.cli.sheets import sheets
from uscalc.cli.teaching import lesson, worksheet


class _Group(click.Group):
    """Commands, and a bare FILE that opens the window."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["open", *args]
        return super().parse_args(ctx, args)

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem]:
        """Offer files if no command matches."""
        return super().shell_complete(ctx, incomplete) or [
            CompletionItem(incomplete, type="file")
        ]

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        # Unlike click's own list, this one never cuts a sentence.
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, self.commands[name].get_short_help_str(limit=200))
                    for name in self.list_commands(ctx)
                    if not self.commands[name].hidden
                ]
            )
        formatter.write_paragraph()
        formatter.write_text(
            "Run uscalc with no command to open the window, or uscalc FILE to open a file "
            "in it."
        )


def complete_words(instruction: str) -> int:
    """Print the completions that a shell offers for the words typed so far."""
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
    if sys.stdout is not None:
        sys.stdout.flush()
    return code


def _report_failure(do: Callable[[], int]) -> int:
    """Run a function and return its exit code; print one line for an error."""
    try:
        return do()
    except (click.exceptions.Abort, KeyboardInterrupt):
        return report_interrupt()
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        command = "uscalc" if context is None else context.command_path
        return _print_failure(f"{error.format_message()} Run {command} --help.")
    except CommandError as error:
        return _print_failure(str(error))
    except BrokenPipeError:
        # The reader of the pipe has closed it, because it needs no more.
        _discard_output()
        return DONE
    except OSError as error:
        _discard_output()
        reason = (error.strerror or str(error)).lower()
        return _print_failure(
            f"can't write the output: {reason}; choose another output"
        )


def _discard_output() -> None:
    """Discard all further output, including that of the interpreter as it exits."""
    if sys.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_failure(text: str) -> int:
    print_line(f"uscalc: {' '.join(text.split())}", err=True)
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
@click.argument("file", type=click.Path(path_type=Path))
def open_command(file: Path) -> int:
    """Open a file in the window."""
    if not os.path.lexists(file):
        raise CommandError(f"{file}: no such file or command; run uscalc --help")
    return _open_window(file)


def _open_window(path: Path | None) -> int:
    from uscalc.app import run_window

    return run_window(path)


for _command in (
    rate,
    explain,
    editions,
    what_if,
    forecast,
    audit,
    sheets,
    worksheet,
    lesson,
    plan,
    convert,
    carry,
    report,
    rating_list,
    schema,
    tour,
    guide,
    doctor,
):
    cli.add_command(_command)
add_examples(cli)
