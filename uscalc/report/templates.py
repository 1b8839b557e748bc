"""The templates of pages and tables; every text that goes into one is escaped."""

from functools import cache
from typing import TYPE_CHECKING

from uscalc.resources import resource

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _environment() -> "Environment":
    # A window that saves and copies nothing as HTML has no use for it.
    from jinja2 import Environment, FileSystemLoader

    return Environment(
        loader=FileSystemLoader(resource("templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(name: str, **values: object) -> str:
    """Return a template of resources/templates with these values in it."""
    return _environment().get_template(name).render(values)
