"""Render the templates of pages and tables, in which every text is escaped."""

from functools import cache
from typing import TYPE_CHECKING

from uscalc.resources import get_resource_path

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _load_environment() -> "Environment":
    # Imported only when HTML is saved or copied.
    from jinja2 import Environment, FileSystemLoader

    return Environment(
        loader=FileSystemLoader(get_resource_path("templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render_template(name: str, **values: object) -> str:
    """Render a template of resources/templates with these values."""
    return _load_environment().get_template(name).render(values)
