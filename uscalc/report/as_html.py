"""Results as HTML; every text is escaped by the template engine."""

from jinja2 import Environment, FileSystemLoader

from uscalc.explain.model import Derivation
from uscalc.resources import resource


def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(resource("templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def derivation_html(derivation: Derivation) -> str:
    """A derivation as a page of its own."""
    template = _environment().get_template("derivation.html")
    return template.render(derivation=derivation)
