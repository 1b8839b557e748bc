"""The command line: rates, explains and converts without a display, or opens the window."""

import os
import sys

STOPPED = 2
COMPLETE = "_USCALC_COMPLETE"
"""The environment variable by which a shell asks for completions."""


def main(argv: list[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 with findings, 2 not done."""
    try:
        if getattr(sys, "frozen", False):
            # A program of one file starts itself for a process beside it.
            from multiprocessing import freeze_support

            freeze_support()
        code = _run_command(sys.argv[1:] if argv is None else argv)
        _ignore_interrupts()
    except KeyboardInterrupt:
        # Also while the modules are still being imported.
        code = report_interrupt()
    sys.exit(code)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C: from here on only the interpreter's end is left."""
    # Not before: until `main` is entered nothing of ours answers.
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def report_interrupt() -> int:
    """Print the one line for Ctrl-C and return its exit code."""
    _ignore_interrupts()
    # Python notes an interrupt of a text that it executes, as a dataclass is made, and
    # ends by a signal whatever becomes of it, until it executes another.
    exec("pass")
    print("uscalc: stopped", file=sys.stderr)
    return STOPPED


def _run_command(args: list[str]) -> int:
    if COMPLETE in os.environ:
        from uscalc.cli.commands import complete_words

        return complete_words(os.environ[COMPLETE])
    if names_window_file(args):
        # No command is imported before the window is shown.
        from pathlib import Path

        from uscalc.app import run_window

        return run_window(Path(args[0]) if args else None)
    from uscalc.cli.commands import run_command_line

    return run_command_line(args)


def names_window_file(args: list[str]) -> bool:
    """Return whether they surely name no command: nothing at all, or a file with an ending.

    Whatever else may be a file is looked at after the commands.
    """
    if not args:
        return True
    suffix = os.path.splitext(args[0])[1]
    named = suffix not in ("", ".") and not args[0].startswith("-")
    return len(args) == 1 and named and os.path.isfile(args[0])
