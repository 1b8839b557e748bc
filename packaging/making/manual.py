"""The manual page, made of what the command line says of itself."""

import datetime as dt
from collections.abc import Iterator

import click

from uscalc import __version__
from uscalc.cli.commands import load_commands


def manual(day: dt.date) -> str:
    """The page uscalc(1)."""
    cli = load_commands()
    context = click.Context(cli, info_name="uscalc")
    lines = [
        f'.TH USCALC 1 {day.isoformat()} "uscalc {__version__}" "User Commands"',
        ".SH NAME",
        f"uscalc \\- {_plain(_first(cli))}",
        ".SH SYNOPSIS",
        ".B uscalc",
        "[\\fIFILE\\fR]",
        ".br",
        ".B uscalc",
        "\\fICOMMAND\\fR [\\fIARGUMENT\\fR]...",
        ".SH DESCRIPTION",
        _plain(cli.help or ""),
        "Without a command, uscalc opens the window. Commands need no display.",
        ".SH COMMANDS",
        *(line for command in _commands(context) for line in command),
        ".SH EXIT STATUS",
        ".TP\n.B 0\nDone.",
        ".TP\n.B 1\nDone, with findings that need attention.",
        ".TP\n.B 2\nFailed; one line on standard error gives the reason and a fix.",
        ".SH ENVIRONMENT",
        ".TP\n.B USCALC_STATE\nOne folder for settings, unsaved work, rating supplements and log.",
        ".SH FILES",
        ".TP\n.I ~/.local/state/uscalc\nUnsaved work, earlier versions, and the log.",
        ".TP\n.I ~/.config/uscalc\nSettings of the window.",
        ".TP\n.I ~/.local/share/uscalc\nImported rating supplements.",
    ]
    return "\n".join(lines) + "\n"


def _commands(context: click.Context) -> Iterator[list[str]]:
    group = context.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(context):
        command = group.commands[name]
        if command.hidden:
            continue
        inner = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from _commands(inner)
        else:
            yield list(_command(inner))


def _command(context: click.Context) -> Iterator[str]:
    usage = " ".join(context.command.collect_usage_pieces(context))
    yield f".SS {_plain(context.command_path)} {_plain(usage)}"
    paragraphs = (context.command.help or "").split("\n\n")
    for place, paragraph in enumerate(paragraphs):
        if place:
            yield ".PP"
        yield _plain(" ".join(paragraph.split()))
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        # An argument stands in the usage already, and --help in every command.
        if (
            record is not None
            and record[0].startswith("--")
            and ("--help" not in record[0])
        ):
            yield f".TP\n\\fB{_plain(record[0])}\\fR\n{_plain(record[1])}"


def _first(command: click.Command) -> str:
    """Its one line, as pages of manuals have it: without an end."""
    line = (command.help or "").split("\n")[0].rstrip(".")
    return line[:1].upper() + line[1:]


def _plain(text: str) -> str:
    """A text that means to the formatter what it says."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return escaped if not escaped.startswith(".") else f"\\&{escaped}"
