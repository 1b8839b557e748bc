"""Render the templates of pages and tables, in which every text is escaped."""

from functools import cache
from typing import TYPE_CHECKING

from uscalc.resources import resource

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _environment() -> "Environment":
    # Imported only when HTML is saved or copied.
    from jinja2 import Environment, FileSystemLoader

    return Environment(
        loader=FileSystemLoader(resource("templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(name: str, **values: object) -> str:
    """Render a template of resources/templates with these values."""
    return _environment().get_template(name).render(values)
