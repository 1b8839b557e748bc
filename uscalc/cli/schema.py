"""uscalc schema: what may stand in an event file, for other programs."""

import click

from uscalc.cli.common import DONE
from uscalc.resources import get_resource_path


@click.command()
def schema() -> int:
    """Prints the JSON Schema of the event file."""
    path = get_resource_path("schema", "event.schema.json")
    click.echo(path.read_text(encoding="utf-8"), nl=False)
    return DONE
