"""The glossary of the rating system: each term's meaning and a small drawing of it."""

from collections.abc import Mapping
from typing import Final, Literal, cast

from msgspec import Struct

from uscalc.explain.model import Derivation

WIDTH: Final = 240.0
HEIGHT: Final = 96.0
"""The default height of a drawing, in its own units; the origin is at the top left."""
LETTERS: Final = 11.0
"""The height of the letters in a drawing, in its units."""
DOT: Final = 4.0
STROKE: Final = 1.6

Anchor = Literal["start", "middle", "end"]


class SketchStroke(Struct, frozen=True):
    """A solid or dashed line through points; its color is a role, for example "accent"."""

    color: str
    points: tuple[tuple[float, float], ...]
    dashed: bool = False


class SketchBox(Struct, frozen=True):
    """A filled rectangle."""

    color: str
    x: float
    y: float
    width: float
    height: float


class SketchDot(Struct, frozen=True):
    """A filled circle about a point."""

    color: str
    x: float
    y: float


class SketchLabel(Struct, frozen=True):
    """A text on a baseline; `anchor` says which end of the text is at the point."""

    color: str
    anchor: Anchor
    x: float
    y: float
    text: str


Shape = SketchStroke | SketchBox | SketchDot | SketchLabel


class GlossarySketch(Struct, frozen=True):
    """A drawing, and a description of it."""

    shapes: tuple[Shape, ...]
    alt: str
    width: float = WIDTH
    height: float = HEIGHT


def parse_shape(text: str) -> Shape:
    """Return a shape from its line in the data: its type, a color role, and coordinates.

    Raises ValueError for any other text.
    """
    kind, color, *rest = text.split()
    if kind in ("line", "dash"):
        numbers = [float(number) for number in rest]
        return SketchStroke(
            color, tuple(zip(numbers[::2], numbers[1::2], strict=True)), kind == "dash"
        )
    if kind == "box":
        x, y, width, height = map(float, rest)
        return SketchBox(color, x, y, width, height)
    if kind == "dot":
        x, y = map(float, rest)
        return SketchDot(color, x, y)
    if kind == "text":
        anchor, across, down, *words = rest
        if anchor not in ("start", "middle", "end"):
            raise ValueError(f"no anchor: {text}")
        return SketchLabel(
            color, cast(Anchor, anchor), float(across), float(down), " ".join(words)
        )
    raise ValueError(f"no shape: {text}")


class GlossaryEntry(Struct, frozen=True):
    """A term: its key, its text, its meaning, and the drawing."""

    key: str
    word: str
    meaning: str
    sketch: GlossarySketch


Glossary = Mapping[str, GlossaryEntry]


def list_marked_terms(derivation: Derivation) -> tuple[str, ...]:
    """Return the keys of the terms that a derivation marks, in order of first use."""
    terms = (
        term
        for chapter in derivation.chapters
        for sentence in (chapter.words, *(line.words for line in chapter.lines))
        for term in sentence.terms
    )
    return tuple(dict.fromkeys(terms))
