"""A drawing that can be copied and saved, and the kinds of files for it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QPainter

from uscalc.ui.charts.look import ChartLook


@dataclass(frozen=True, slots=True)
class ImageKind:
    """A kind of picture: what the menu says, the file's suffix, pixels to one."""

    name: str
    words: str
    suffix: str
    times: int = 1
    outlined: bool = False


KINDS: Final = (
    *(
        ImageKind(f"png{n}", f"PNG, {n}× the pixels" if n > 1 else "PNG", "png", n)
        for n in (1, 2, 3, 4)
    ),
    ImageKind("svg", "SVG", "svg", outlined=True),
    ImageKind("svgText", "SVG with text to edit", "svg"),
    ImageKind("pdf", "PDF", "pdf"),
)
FRAME: Final = ImageKind("frame", "PNG", "png", 2)
"""What each picture of an animation is written as."""


@dataclass(frozen=True, slots=True)
class ChartImage:
    """A drawing of a number of pixels with its texts above and below it.

    `draw` paints the drawing at the origin with a look.
    """

    title: str
    source: str
    description: str
    width: float
    height: float
    look: ChartLook
    draw: Callable[[QPainter, ChartLook], None]
