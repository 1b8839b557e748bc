"""The glossary of the rating system: each term's meaning and a small drawing of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from uscalc.explain.model import Derivation

WIDTH: Final = 240.0
HEIGHT: Final = 96.0
"""The default height of a drawing, in its own units; the origin is at the top left."""
LETTERS: Final = 11.0
"""The height of the letters in a drawing, in its units."""
DOT: Final = 4.0
STROKE: Final = 1.6

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class SketchStroke:
    """A solid or dashed line through points; its color is a role, for example "accent"."""

    color: str
    points: tuple[tuple[float, float], ...]
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class SketchBox:
    """A filled rectangle."""

    color: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class SketchDot:
    """A filled circle about a point."""

    color: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SketchLabel:
    """A text on a baseline; `anchor` says which end of the text is at the point."""

    color: str
    anchor: Anchor
    x: float
    y: float
    text: str


Shape = SketchStroke | SketchBox | SketchDot | SketchLabel


@dataclass(frozen=True, slots=True)
class GlossarySketch:
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


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
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
