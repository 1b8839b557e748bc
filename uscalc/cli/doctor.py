"""uscalc doctor: what this installation is made of, and what is amiss with it."""

import json

import click

from uscalc import __version__
from uscalc.cli.common import DONE, JSON, WITH_FINDINGS
from uscalc.cli.output import print_line


@click.command()
@JSON
def doctor(as_json: bool) -> int:
    """Says what this installation is made of, and what is missing.

    Versions, folders, display, fonts, rating lists and log, and the command that
    installs a library that is missing. It names no player and no file, and can be sent
    to whoever helps.
    """
    from uscalc.ui.storage.folders import Folders
    from uscalc.ui.trouble.doctor import examine_system

    found = examine_system(Folders.find_usual())
    if as_json:
        topics = {topic.lower(): facts for topic, facts in found.topics.items()}
        told = {"version": __version__, "problems": found.problems, **topics}
        print_line(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        print_line(found.format_text().removesuffix("\n"))
    return WITH_FINDINGS if found.problems else DONE
