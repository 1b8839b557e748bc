"""uscalc schema: what may stand in an event file, for other programs."""

import click

from uscalc.cli.common import DONE
from uscalc.resources import resource


@click.command()
def schema() -> int:
    """Prints the JSON Schema of the event file."""
    path = resource("schema", "event.schema.json")
    click.echo(path.read_text(encoding="utf-8"), nl=False)
    return DONE
