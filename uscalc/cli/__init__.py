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
        code = _run(sys.argv[1:] if argv is None else argv)
        _done()
    except KeyboardInterrupt:
        # Also while the modules are still being imported.
        code = stopped()
    sys.exit(code)


def _done() -> None:
    """Ignore Ctrl-C: from here on only the interpreter's end is left."""
    # Not before: until `main` is entered nothing of ours answers.
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def stopped() -> int:
    """Print the one line for Ctrl-C and return its exit code."""
    _done()
    # Python notes an interrupt of a text that it executes, as a dataclass is made, and
    # ends by a signal whatever becomes of it, until it executes another.
    exec("pass")
    print("uscalc: stopped", file=sys.stderr)
    return STOPPED


def _run(args: list[str]) -> int:
    if COMPLETE in os.environ:
        from uscalc.cli.commands import complete

        return complete(os.environ[COMPLETE])
    if opens_window(args):
        # No command is imported before the window is shown.
        from pathlib import Path

        from uscalc.app import run_window

        return run_window(Path(args[0]) if args else None)
    from uscalc.cli.commands import run

    return run(args)


def opens_window(args: list[str]) -> bool:
    """Return whether they surely name no command: nothing at all, or a file with an ending.

    Whatever else may be a file is looked at after the commands.
    """
    if not args:
        return True
    suffix = os.path.splitext(args[0])[1]
    named = suffix not in ("", ".") and not args[0].startswith("-")
    return len(args) == 1 and named and os.path.isfile(args[0])
