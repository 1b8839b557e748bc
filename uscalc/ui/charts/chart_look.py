"""The look of a chart, and its one painter, for the screen and for images.

Every mark is one call of the painter, so that the marks of an image can be counted.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QTextLayout,
)

from uscalc.counted import drop_direction_marks
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.layout import ChartLayout, PlacedLabel
from uscalc.ui.charts.scene import (
    ChartArea,
    ChartBand,
    ChartBar,
    ChartDot,
    ChartLine,
    ChartStroke,
    Mark,
    Overlay,
    Role,
)
from uscalc.ui.theme.theme import LIGHT, Colors, Theme
from uscalc.ui.widgets.building import set_ink

SMALL = 0.9
"""The type size of a chart, as a part of the window's."""


class ChartLook(Struct, frozen=True):
    """The look of a chart; `scale` is the zoom, `outlined` paints letters as shapes."""

    colors: Colors
    font: QFont
    strong: QFont
    scale: float
    outlined: bool = False

    @staticmethod
    def from_theme(
        theme: Theme, light: bool = False, outlined: bool = False
    ) -> "ChartLook":
        """Return the look of the window; if `light` is True, light colors even in a dark window."""
        return ChartLook(
            LIGHT if light else theme.colors,
            in_pixels(theme.make_font(SMALL)),
            in_pixels(theme.make_font(SMALL, strong=True)),
            theme.zoom / 100,
            outlined,
        )

    def color_of(self, role: Role, strength: float = 1.0) -> QColor:
        """Return the color of a role; `strength` is its opacity from 0 to 1."""
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
    """Return the font with its size in pixels, so that it is the same on every device."""
    sized = QFont(font)
    sized.setPixelSize(QFontInfo(font).pixelSize())
    return sized


def set_page_type(font: QFont, pixels: int, strong: bool) -> QFont:
    """Set a font for pages and slides: without hinting, with digits of equal width."""
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(QFont.Tag("tnum"), 1)
    # Some PDF readers can neither search nor copy ligatures.
    for joined in ("liga", "clig", "dlig"):
        font.setFeature(QFont.Tag(joined), 0)
    return font


def write_text(
    painter: QPainter,
    place: QPointF,
    text: str,
    font: QFont,
    color: QColor,
    outlined: bool,
) -> None:
    """Write a text from a point on its baseline; `outlined` paints its letters as shapes."""
    text = drop_direction_marks(text)
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
    """Yield the words of a line, each with the x of its left end.

    Words are drawn without the spaces between them, because in Qt's PDF output the
    space reads as a tab, so that a search for two words would fail. PDF readers take
    the gap for a space.
    """
    text = drop_direction_marks(text)
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    for word in _WORD.finditer(text):
        begin, end = word.span()
        runs = line.glyphRuns(begin, end - begin)
        # In text from right to left, a word's first letter is at its right end.
        yield (
            min((p.x() for run in runs for p in run.positions()), default=0.0),
            word[0],
        )


class ImageKind(Struct, frozen=True):
    """A kind of image file: its menu text, its suffix, and its pixels per screen pixel."""

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
"""The kind of image file for the frames of an animation."""


class ChartImage(Struct, frozen=True):
    """A drawing, its size in pixels, and its title and source.

    `draw` paints the drawing at the origin with a look.
    """

    title: str
    source: str
    description: str
    width: float
    height: float
    look: ChartLook
    draw: Callable[[QPainter, ChartLook], None]


HAIR = 1.0
HALO = 4.0
"""The width of the stroke around letters in pixels; half of it is outside the letters."""


def paint_chart(painter: QPainter, layout: ChartLayout, look: ChartLook) -> None:
    """Paint bands, grid, axis texts, marks and labels, in this order."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    chart = layout.chart
    for band in (mark for mark in chart.marks if isinstance(mark, ChartBand)):
        paint_mark(painter, layout, look, band)
    _paint_grid(painter, layout, look)
    for mark in chart.marks:
        if not isinstance(mark, ChartBand):
            paint_mark(painter, layout, look, mark)
    for tick in (*layout.x_ticks, *layout.y_ticks):
        if tick.text:
            paint_text(painter, look, tick.box, tick.text, "pale")
    for text, box in layout.titles:
        paint_text(painter, look, box, text, "pale")
    _paint_labels(painter, look, layout.labels)


def paint_overlay(
    painter: QPainter,
    layout: ChartLayout,
    look: ChartLook,
    overlay: Overlay,
    placed: Sequence[PlacedLabel | None],
) -> None:
    """Paint an overlay over a chart that is already painted."""
    paint_marks(painter, layout, look, overlay.settled)
    paint_moving(painter, layout, look, overlay, placed)


def paint_moving(
    painter: QPainter,
    layout: ChartLayout,
    look: ChartLook,
    overlay: Overlay,
    placed: Sequence[PlacedLabel | None],
) -> None:
    """Paint the moving marks and the labels of an overlay, over settled marks already painted."""
    paint_marks(painter, layout, look, overlay.marks)
    shown = placed if overlay.upto is None else placed[: overlay.upto]
    _paint_labels(painter, look, [label for label in shown if label is not None])


def paint_marks(
    painter: QPainter, layout: ChartLayout, look: ChartLook, marks: Sequence[Mark]
) -> None:
    """Paint marks in their order."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in marks:
        paint_mark(painter, layout, look, mark)


def paint_mark(
    painter: QPainter, layout: ChartLayout, look: ChartLook, mark: Mark
) -> None:
    """Paint one mark."""
    if isinstance(mark, ChartBand | ChartBar | ChartArea):
        set_ink(painter, None, look.color_of(mark.role, mark.strength))
        if isinstance(mark, ChartArea):
            painter.drawPolygon([QPointF(*p) for p in layout.outline_of(mark)])
        else:
            painter.drawRect(QRectF(*layout.box_of(mark)))
        return
    points = [QPointF(*point) for point in layout.outline_of(mark)]
    if isinstance(mark, ChartDot):
        color, radius = (
            look.color_of(mark.role, mark.strength),
            mark.size * layout.scale,
        )
        set_ink(
            painter,
            QPen(color, 1.6 * layout.scale),
            look.color_of("surface") if mark.hollow else color,
        )
        painter.drawEllipse(points[0], radius, radius)
        return
    dashed = not isinstance(mark, ChartStroke) and mark.dashed
    strength = mark.strength if isinstance(mark, ChartLine) else 1.0
    set_ink(painter, _make_pen(look, mark.role, mark.width, dashed, strength), None)
    painter.drawPolyline(points)


def _paint_grid(painter: QPainter, layout: ChartLayout, look: ChartLook) -> None:
    plot = layout.plot
    painter.setPen(QPen(look.color_of("line"), HAIR))
    if layout.chart.x.grid:
        for tick in layout.x_ticks:
            painter.drawLine(QPointF(tick.at, plot.y), QPointF(tick.at, plot.bottom))
    if layout.chart.y.grid:
        for tick in layout.y_ticks:
            painter.drawLine(QPointF(plot.x, tick.at), QPointF(plot.right, tick.at))


def _paint_labels(
    painter: QPainter, look: ChartLook, labels: Sequence[PlacedLabel]
) -> None:
    for placed in labels:
        label = placed.label
        if placed.leader is not None:
            painter.setPen(QPen(look.color_of(label.role, 0.45), HAIR))
            start, end = placed.leader
            painter.drawLine(QPointF(*start), QPointF(*end))
        if not label.bare:
            _paint_halo(painter, look, placed)
        paint_text(painter, look, placed.box, placed.text, label.role, label.strong)


def _paint_halo(painter: QPainter, look: ChartLook, placed: PlacedLabel) -> None:
    """Clear the background around letters, so that no line crosses them."""
    font = look.strong if placed.label.strong else look.font
    path = QPainterPath()
    path.addText(_find_baseline(placed.box, font), font, placed.text)
    color, width = look.color_of("surface"), HALO * look.scale
    painter.strokePath(path, QPen(color, width, j=Qt.PenJoinStyle.RoundJoin))


def _find_baseline(box: PixelBox, font: QFont) -> QPointF:
    return QPointF(box.x, box.y + QFontMetricsF(font).ascent())


def paint_text(
    painter: QPainter,
    look: ChartLook,
    box: PixelBox,
    text: str,
    role: Role,
    strong: bool = False,
    font: QFont | None = None,
) -> None:
    """Paint a text in its box, as shapes if the look asks for it."""
    font = font or (look.strong if strong else look.font)
    color = look.color_of(role)
    write_text(painter, _find_baseline(box, font), text, font, color, look.outlined)


def _make_pen(
    look: ChartLook,
    role: Role,
    width: float,
    dashed: bool = False,
    strength: float = 1.0,
) -> QPen:
    pen = QPen(
        look.color_of(role, strength),
        width * look.scale,
        c=Qt.PenCapStyle.FlatCap if dashed else Qt.PenCapStyle.RoundCap,
        j=Qt.PenJoinStyle.RoundJoin,
    )
    if dashed:
        pen.setDashPattern((4.0, 4.0))
    return pen
