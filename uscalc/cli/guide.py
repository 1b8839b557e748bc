"""uscalc guide: the guide as one file for a browser or for paper."""

from pathlib import Path

import click

from uscalc.cli.common import DONE, FORCE, CommandError, must_be_free, plain_errors


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@FORCE
def guide(out: Path, force: bool) -> int:
    """Writes the guide with its pictures to OUT, one .html file."""
    from uscalc.formats.storage.files import replace_file
    from uscalc.report.help.guide_page import make_guide_html

    if out.suffix.lower() != ".html":
        raise CommandError(f"{out}: the guide is a web page; end its name in .html")
    must_be_free(out, force)
    with plain_errors():
        replace_file(out, make_guide_html().encode("utf-8"))
    return DONE
