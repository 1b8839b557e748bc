"""The fonts and basic shapes of a slide, whose type is a twentieth of its height."""

import threading
from functools import lru_cache
from math import ceil
from typing import Final, Literal

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from uscalc.explain.lesson.model import Role
from uscalc.ui.charts.chart_look import set_page_type, words_of
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.theme.theme import Colors

LINES: Final = 20
"""The height of a slide, in heights of its type."""
LEADING: Final = 1.25
"""The distance between two lines of text, in heights of the type."""
Face = Literal["body", "strong", "question"]
SIZES: Final[dict[Face, float]] = {"body": 1.0, "strong": 1.0, "question": 1.2}
MARK: Final = 0.56
"""The radius of a result's disc, in heights of the type."""
MOST_FONTS: Final = 64
Ink = Role | Literal["line", "surface", "edge", "on_accent", "raised", "selected"]


class SlideBrush(Struct, frozen=True):
    """The pens, colors and fonts of a slide; `em` is the height of its type."""

    colors: Colors
    em: float
    family: str

    @staticmethod
    def from_colors(colors: Colors, height: float, family: QFont) -> "SlideBrush":
        """Return the brush of a slide of this height."""
        return SlideBrush(colors, float(ceil(height / LINES)), family.toString())

    def make_font(self, face: Face) -> QFont:
        """Return the font of a type face: body, strong or question, for example."""
        pixels = round(self.em * SIZES[face])
        return _make_font(self.family, face, pixels, threading.get_ident())

    def make_color(self, ink: Ink, strength: float = 1.0) -> QColor:
        """Return the color of an ink; `strength` is its opacity from 0 to 1."""
        color = QColor(getattr(self.colors, ink))
        color.setAlphaF(min(max(strength, 0.0), 1.0))
        return color

    # Writing

    def measure_width(self, text: str, face: Face = "body") -> float:
        """Return the width of a text."""
        return QFontMetricsF(self.make_font(face)).horizontalAdvance(text)

    def wrap_text(
        self, text: str, width: float, face: Face = "body", first: float = 0.0
    ) -> list[str]:
        """Split a text into lines of at most `width`; indent the first line by `first`."""
        metrics = QFontMetricsF(self.make_font(face))
        lines, line, room = [], "", width - first
        for word in text.split():
            longer = f"{line} {word}" if line else word
            if metrics.horizontalAdvance(longer) <= room or not (line or first):
                line = longer
                continue
            lines.append(line)
            line, room, first = word, width, 0.0
        return [*lines, line]

    def write_text(
        self,
        painter: QPainter,
        x: float,
        middle: float,
        text: str,
        ink: Ink = "text",
        face: Face = "body",
        align: float = 0.0,
        strength: float = 1.0,
    ) -> float:
        """Write a text around the height `middle`, and return its width.

        The text begins at `x` if `align` is 0, and ends there if it is 1.
        """
        font = self.make_font(face)
        metrics = QFontMetricsF(font)
        wide = metrics.horizontalAdvance(text)
        painter.setFont(font)
        painter.setPen(self.make_color(ink, strength))
        base = middle + (metrics.capHeight() or 0.7 * font.pixelSize()) / 2
        for place, word in words_of(text, font):
            painter.drawText(QPointF(x - align * wide + place, base), word)
        return wide

    def elide_text(self, text: str, width: float, face: Face = "body") -> str:
        """Return the text, shortened with an ellipsis if it is too long."""
        metrics = QFontMetricsF(self.make_font(face))
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)

    # Strokes

    def draw_line(
        self,
        painter: QPainter,
        start: tuple[float, float],
        end: tuple[float, float],
        ink: Ink,
        width: float = 0.06,
        strength: float = 1.0,
    ) -> None:
        """Draw a straight line; `width` is in heights of the type."""
        color, thick = self.make_color(ink, strength), width * self.em
        painter.setPen(QPen(color, thick, c=Qt.PenCapStyle.FlatCap))
        painter.drawLine(QPointF(*start), QPointF(*end))

    def fill_box(
        self, painter: QPainter, box: PixelBox, ink: Ink, strength: float = 1.0
    ) -> None:
        """Fill a box."""
        if box.width > 0 and strength > 0:
            painter.fillRect(QRectF(*box), self.make_color(ink, strength))

    def draw_frame(
        self,
        painter: QPainter,
        box: PixelBox,
        ink: Ink,
        width: float = 0.06,
        ground: Ink | None = None,
    ) -> None:
        """Draw the outline of a box with rounded corners."""
        painter.setPen(QPen(self.make_color(ink), width * self.em))
        painter.setBrush(
            Qt.BrushStyle.NoBrush if ground is None else self.make_color(ground)
        )
        painter.drawRoundedRect(QRectF(*box), 0.25 * self.em, 0.25 * self.em)

    def draw_dot(
        self,
        painter: QPainter,
        x: float,
        y: float,
        radius: float,
        ink: Ink,
        strength: float = 1.0,
        hollow: bool = False,
    ) -> None:
        """Draw a dot, or a ring if `hollow` is True."""
        if strength <= 0:
            return
        inks: tuple[Ink, Ink] = (ink, "surface") if hollow else ("surface", ink)
        ring, ground = inks
        painter.setPen(QPen(self.make_color(ring, strength), 0.1 * self.em))
        painter.setBrush(self.make_color(ground, strength))
        painter.drawEllipse(QPointF(x, y), radius * self.em, radius * self.em)

    def draw_disc(self, painter: QPainter, x: float, y: float, text: str) -> None:
        """Draw a disc with a text, or a pill if the text is longer."""
        wide = max(
            self.measure_width(text, "strong") + 0.5 * self.em, 2 * MARK * self.em
        )
        high = 2 * MARK * self.em
        painter.setPen(QPen(self.make_color("surface"), 0.06 * self.em))
        painter.setBrush(self.make_color("text"))
        painter.drawRoundedRect(
            QRectF(x - wide / 2, y - high / 2, wide, high), high / 2, high / 2
        )
        self.write_text(painter, x, y, text, "surface", "strong", 0.5)


@lru_cache(MOST_FONTS)
def _make_font(key: str, face: Face, pixels: int, _thread: int) -> QFont:
    """Return a font for one thread, because Qt doesn't allow two threads to share a font."""
    font = QFont()
    font.fromString(key)
    return set_page_type(font, max(pixels, 1), face != "body")
