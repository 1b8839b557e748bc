"""The glossary as it is read from its data, and its page in the guide."""

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Final

from uscalc.explain.glossary import Entry, Glossary, Sketch, shape
from uscalc.resources import resource

PAGE: Final = "glossary.md"
PICTURES: Final = "pictures/words"
"""Where the drawings of the page stand, beside it."""
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
"""The colours of a drawing that stands alone in a file."""


@cache
def glossary() -> Glossary:
    """Return every word, in the order of the data."""
    with resource("glossary.toml").open("rb") as file:
        found = tomllib.load(file)
    return {
        key: Entry(
            key,
            entry["word"],
            entry["meaning"],
            Sketch(tuple(map(shape, entry["drawing"])), entry["alt"]),
        )
        for key, entry in found.items()
    }


def picture_name(key: str) -> str:
    """Return the file of a word's drawing, from the page."""
    return f"{PICTURES}/{key}.svg"


def svg(sketch: Sketch) -> str:
    """Return a drawing as a file of its own."""
    from uscalc.report.templates import render

    return render(
        "sketch.svg", sketch=sketch, ink=INK, width=sketch.width, height=sketch.height
    )


def glossary_page() -> str:
    """Return the help page as Markdown: every word with its meaning and drawing."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The words"
    yield ""
    yield (
        "In *Why* these words are underlined with dots: rest the mouse on one, or go to it "
        "with Tab, and its meaning is shown. Made from the glossary; run "
        "`python packaging/help_pages.py` after changing it."
    )
    for entry in glossary().values():
        yield ""
        yield f"## {entry.word}"
        yield ""
        yield entry.meaning
        yield ""
        yield f"![{entry.sketch.alt}]({picture_name(entry.key)})"
