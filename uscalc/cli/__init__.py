"""The command line: rates, explains and converts without a display, or opens the window."""

import sys
from pathlib import Path


def main(argv: list[str] | None = None) -> None:
    """Runs the command line and exits: 0 done, 1 with findings, 2 not done."""
    args = sys.argv[1:] if argv is None else argv
    if opens_window(args):
        # Nothing of the commands is imported before the window stands.
        from uscalc.app import run_window

        sys.exit(run_window(Path(args[0]) if args else None))
    from uscalc.cli.commands import run

    sys.exit(run(args))


def opens_window(args: list[str]) -> bool:
    """Whether they surely name no command: nothing at all, or a file with an ending.

    Whatever else may be a file is looked at after the commands.
    """
    if not args:
        return True
    path = Path(args[0])
    named = path.suffix != "" and not args[0].startswith("-")
    return len(args) == 1 and named and path.is_file()
