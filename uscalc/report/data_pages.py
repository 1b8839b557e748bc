"""Read the glossary, and draw the picture of the page on chances."""

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from uscalc.explain.glossary import (
    Glossary,
    GlossaryEntry,
    GlossarySketch,
    Shape,
    SketchDot,
    SketchLabel,
    SketchStroke,
    parse_shape,
)
from uscalc.resources import get_resource_path

if TYPE_CHECKING:
    from uscalc.analysis.forecast_model import ChanceModel


CHANCES_PICTURE: Final = "pictures/chances.svg"
WIDTH: Final = 420.0
HEIGHT: Final = 330.0
SIDE: Final = 270.0
"""The length of both axes of the drawing, from 0 to 100 percent."""
LEFT: Final = 44.0
BASE: Final = HEIGHT - 36.0


def make_chances_sketch(model: "ChanceModel") -> GlossarySketch:
    """Return the drawing."""
    whats = "; ".join(held.what for held in model.held)
    alt = f"Dots close to the line on which predictions come true: {whats}"
    return GlossarySketch(tuple(_make_shapes(model)), alt, WIDTH, HEIGHT)


def _make_shapes(model: "ChanceModel") -> Iterator[Shape]:
    for percent in (0, 25, 50, 75, 100):
        x, y = _place_dot(percent, percent)
        yield SketchStroke("line", ((x, BASE), (x, BASE - SIDE)))
        yield SketchStroke("line", ((LEFT, y), (LEFT + SIDE, y)))
        yield SketchLabel("soft", "middle", x, BASE + 15.0, f"{percent}")
        yield SketchLabel("soft", "end", LEFT - 6.0, y + 4.0, f"{percent}")
    yield SketchStroke("pale", (_place_dot(0, 0), _place_dot(100, 100)), dashed=True)
    yield SketchLabel("soft", "end", LEFT + SIDE, BASE + 30.0, "predicted, in percent")
    yield SketchLabel("soft", "start", 2.0, BASE - SIDE - 12.0, "actual, in percent")
    for row, (color, held) in enumerate(
        zip(("accent", "loss", "text"), model.held, strict=False)
    ):
        for predicted, true in held.pairs:
            yield SketchDot(color, *_place_dot(predicted, true))
        # In the empty half below the line, where there are no dots.
        x, y = LEFT + SIDE * 0.42, BASE - 46.0 + 17.0 * row
        yield SketchDot(color, x, y - 4.0)
        yield SketchLabel("text", "start", x + 10.0, y, held.what)


def _place_dot(predicted: float, actual: float) -> tuple[float, float]:
    return LEFT + SIDE * predicted / 100.0, BASE - SIDE * actual / 100.0


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
