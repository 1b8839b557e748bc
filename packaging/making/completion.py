"""What teaches a shell to complete the commands, made by the command line's own library."""

from typing import Final

from click.shell_completion import BashComplete, FishComplete, ZshComplete

from uscalc.cli import COMPLETE
from uscalc.cli.commands import cli

PLACES: Final = {
    "share/bash-completion/completions/uscalc": BashComplete,
    "share/fish/vendor_completions.d/uscalc.fish": FishComplete,
    "share/zsh/vendor-completions/_uscalc": ZshComplete,
}
"""Where each shell looks."""


def completions() -> dict[str, str]:
    """Every file, by its place."""
    made = {}
    for place, kind in PLACES.items():
        shell = kind(cli, {}, "uscalc", COMPLETE)
        # Not `source()`, which asks for the shell of this machine.
        made[place] = shell.source_template % shell.source_vars()
    return made
