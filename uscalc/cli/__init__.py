"""Run the command line, which needs no display, or open the window."""

import os
import sys

COMPLETE = "_USCALC_COMPLETE"
"""The environment variable with which a shell asks for completions."""


def main(argv: list[str] | None = None) -> None:
    """Run the command line; exit with 0 (done), 1 (with findings) or 2 (failed)."""
    # NumPy's threads are for large matrices; here they would only wait, and use
    # processor time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        # Imported here, because Python's own Ctrl-C handler is active until then.
        from uscalc.ending import end_at_interrupt, ignore_interrupts

        end_at_interrupt()
        if getattr(sys, "frozen", False):
            # A frozen program starts itself again for each worker process.
            from multiprocessing import freeze_support

            freeze_support()
        code = _run_command(sys.argv[1:] if argv is None else argv)
        # From here on, Ctrl-C must not interrupt the interpreter while it exits.
        ignore_interrupts()
    except KeyboardInterrupt:
        # Ctrl-C was pressed before our handler was installed.
        from uscalc.ending import end_now

        end_now()
    sys.exit(code)


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
    """Return whether the arguments are empty, or one existing file with an extension.

    A file without an extension could be a command, so it doesn't count here.
    """
    if not args:
        return True
    suffix = os.path.splitext(args[0])[1]
    named = suffix not in ("", ".") and not args[0].startswith("-")
    return len(args) == 1 and named and os.path.isfile(args[0])
