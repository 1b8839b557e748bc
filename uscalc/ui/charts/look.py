"""The colors, fonts and strokes that a chart is drawn with, and a chart as a picture."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QTextLayout,
)

from uscalc.ui.charts.scene import Role
from uscalc.ui.theme.theme import LIGHT, Colors, Theme

SMALL = 0.9
"""The size of a chart's writing, as a part of the window's."""


@dataclass(frozen=True, slots=True)
class ChartLook:
    """How a chart is drawn; `scale` is the zoom, `outlined` turns letters into shapes."""

    colors: Colors
    font: QFont
    strong: QFont
    scale: float
    outlined: bool = False

    @staticmethod
    def from_theme(
        theme: Theme, light: bool = False, outlined: bool = False
    ) -> "ChartLook":
        """Return the look of the window; `light` takes light colors whatever it has."""
        return ChartLook(
            LIGHT if light else theme.colors,
            in_pixels(theme.make_font(SMALL)),
            in_pixels(theme.make_font(SMALL, strong=True)),
            theme.zoom / 100,
            outlined,
        )

    def color_of(self, role: Role, strength: float = 1.0) -> QColor:
        """Return a role's color at an opacity."""
        return _make_color(getattr(self.colors, role), strength)

    def measure_text(self, text: str, strong: bool) -> tuple[float, float]:
        """Return the width and height of a text in pixels."""
        metrics = QFontMetricsF(self.strong if strong else self.font)
        return metrics.horizontalAdvance(text), metrics.height()


@lru_cache(maxsize=256)
def _make_color(name: str, strength: float) -> QColor:
    color = QColor(name)
    color.setAlphaF(min(max(strength, 0.0), 1.0))
    return color


def in_pixels(font: QFont) -> QFont:
    """Return the font with its size in pixels, so that no device's own grid changes it."""
    sized = QFont(font)
    sized.setPixelSize(QFontInfo(font).pixelSize())
    return sized


def write_text(
    painter: QPainter,
    place: QPointF,
    text: str,
    font: QFont,
    color: QColor,
    outlined: bool,
) -> None:
    """Write a text from a point on its baseline; `outlined` makes its letters shapes."""
    if outlined:
        path = QPainterPath()
        path.addText(place, font, text)
        painter.fillPath(path, color)
    else:
        painter.setFont(font)
        painter.setPen(color)
        painter.drawText(place, text)


_WORD: Final = re.compile("[^ \t\N{NO-BREAK SPACE}]+")


def words_of(text: str, font: QFont) -> Iterator[tuple[float, str]]:
    """Yield the words of a line, each with the place of its left end.

    They are drawn without what is between them: in a PDF, Qt names a letter after the
    first that has its glyph, which for the empty one is the tab, and who looks for two
    words there would not find them. Readers take a gap for a space.
    """
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    for word in _WORD.finditer(text):
        begin, end = word.span()
        runs = line.glyphRuns(begin, end - begin)
        # From right to left a word's first letter is at its right end.
        yield (
            min((p.x() for run in runs for p in run.positions()), default=0.0),
            word[0],
        )


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
        ImageKind(f"png{n}", f"PNG ({n}× resolution)" if n > 1 else "PNG", "png", n)
        for n in (1, 2, 3, 4)
    ),
    ImageKind("svg", "SVG", "svg", outlined=True),
    ImageKind("svgText", "SVG with editable text", "svg"),
    ImageKind("pdf", "PDF", "pdf"),
)
FRAME: Final = ImageKind("frame", "PNG", "png", 2)
"""The file format of each image of an animation."""


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
