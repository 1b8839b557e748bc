"""Read the glossary from its data, and make its page in the guide."""

import tomllib
from functools import cache
from typing import Final

from uscalc.explain.glossary import Glossary, GlossaryEntry, GlossarySketch, parse_shape
from uscalc.resources import get_resource_path

GLOSSARY_PAGE: Final = "glossary.md"
PICTURES: Final = "pictures/words"
"""The folder of the page's drawings, beside the page."""
INK: Final = {
    "text": "#111827",
    "soft": "#4b5563",
    "pale": "#6b7280",
    "line": "#c8ced8",
    "accent": "#1d5fd6",
    "selected": "#c9dcfb",
    "gain": "#1d4ed8",
    "loss": "#b84307",
    "ground": "#ffffff",
}
"""The colors of a drawing in a file of its own."""


@cache
def read_glossary() -> Glossary:
    """Return every entry, in the order of the data."""
    with get_resource_path("glossary.toml").open("rb") as file:
        found = tomllib.load(file)
    return {
        key: GlossaryEntry(
            key,
            entry["word"],
            entry["meaning"],
            GlossarySketch(tuple(map(parse_shape, entry["drawing"])), entry["alt"]),
        )
        for key, entry in found.items()
    }


def make_picture_name(key: str) -> str:
    """Return the file of an entry's drawing, relative to the page."""
    return f"{PICTURES}/{key}.svg"


def make_svg(sketch: GlossarySketch) -> str:
    """Render a drawing as an SVG file."""
    from uscalc.report.tables import render_template

    return render_template(
        "sketch.svg", sketch=sketch, ink=INK, width=sketch.width, height=sketch.height
    )


def make_glossary_page() -> str:
    """Return the page as Markdown: every word with its meaning and drawing."""
    intro = (
        "In *Why* these words are underlined with dots: rest the mouse on one, or go to it "
        "with Tab, and its meaning is shown. Made from the glossary; run "
        "`python packaging/help_pages.py` after changing it."
    )
    entries = (
        f"## {entry.word}\n\n{entry.meaning}\n\n"
        f"![{entry.sketch.alt}]({make_picture_name(entry.key)})"
        for entry in read_glossary().values()
    )
    return "\n\n".join(("# The words", intro, *entries)) + "\n"
