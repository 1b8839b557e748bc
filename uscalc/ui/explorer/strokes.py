"""The small strokes that the picture is made of, in its sizes of type."""

from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.look import SMALL, ChartLook
from uscalc.ui.charts.paint import paint_text
from uscalc.ui.charts.scene import Role

TRACK: Final = 0.9
FILLED: Final = 0.85
"""How opaque the whole of a bar is, and its filled part."""
MARK: Final = 0.62
"""The radius of a result's mark, in the height of the type."""


@dataclass(frozen=True, slots=True)
class ExplorerBrush:
    """A look with the sizes of type that this picture has."""

    look: ChartLook
    body: QFont
    strong: QFont
    small: QFont
    large: QFont

    @staticmethod
    def from_look(look: ChartLook) -> "ExplorerBrush":
        """Return the sizes that go with a look."""
        pixels = em_of(look)
        return ExplorerBrush(
            look,
            _with_pixel_size(look.font, pixels),
            _with_pixel_size(look.strong, pixels),
            _with_pixel_size(look.font, pixels * 0.85),
            _with_pixel_size(look.strong, pixels * 1.45),
        )


def em_of(look: ChartLook) -> float:
    """Return the height of the type, which everything is measured in."""
    return look.font.pixelSize() / SMALL


def enlarge_type(look: ChartLook, times: float) -> ChartLook:
    """Return the same look in larger type."""
    if times == 1.0:
        return look
    return replace(
        look,
        font=_with_pixel_size(look.font, look.font.pixelSize() * times),
        strong=_with_pixel_size(look.strong, look.strong.pixelSize() * times),
        scale=look.scale * times,
    )


def _with_pixel_size(font: QFont, pixels: float) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(max(round(pixels), 1))
    return sized


def text_at(
    painter: QPainter,
    brush: ExplorerBrush,
    x: float,
    middle: float,
    text: str,
    role: Role,
    font: QFont,
    align: float = 0.0,
    within: tuple[float, float] | None = None,
) -> float:
    """Return a text around a height; `align` 0 begins at x, 1 ends there. Gives its width."""
    metrics = QFontMetricsF(font)
    wide = metrics.horizontalAdvance(text)
    left = x - align * wide
    if within is not None:
        left = max(min(left, within[1] - wide), within[0])
    box = PixelBox(left, middle - metrics.height() / 2, wide, metrics.height())
    paint_text(painter, brush.look, box, text, role, font=font)
    return wide


def pen_of(
    brush: ExplorerBrush, role: Role, width: float, dashed: bool = False
) -> QPen:
    """Return a pen in a role's color; `width` is its width at 100 percent."""
    pen = QPen(brush.look.color_of(role), width * brush.look.scale)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashed:
        pen.setDashPattern((3.0, 3.0))
    return pen


def draw_line(
    painter: QPainter, pen: QPen, x0: float, y0: float, x1: float, y1: float
) -> None:
    """Draw a straight line."""
    painter.setPen(pen)
    painter.drawLine(QPointF(x0, y0), QPointF(x1, y1))


def fill_box(
    painter: QPainter,
    brush: ExplorerBrush,
    box: PixelBox,
    role: Role,
    strength: float = 1.0,
) -> None:
    """Fill a box, its edges rounded to whole pixels."""
    if box.width > 0:
        painter.fillRect(
            QRectF(box.x, box.y, box.width, box.height),
            brush.look.color_of(role, strength),
        )


def draw_outline(painter: QPainter, pen: QPen, box: PixelBox) -> None:
    """Draw a box's edge."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawRect(QRectF(box.x, box.y, box.width, box.height))


def draw_focus_frame(painter: QPainter, brush: ExplorerBrush, box: PixelBox) -> None:
    """Draw the frame of the focused part; without smoothing, which would take longer."""
    inner = PixelBox(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    draw_outline(painter, pen_of(brush, "accent", 1.0), inner)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def elide_text(font: QFont, text: str, width: float) -> str:
    """Return the text, cut with dots where it does not fit."""
    return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)


def draw_arrow(
    painter: QPainter, brush: ExplorerBrush, x0: float, x1: float, y: float, role: Role
) -> None:
    """Draw an arrow along the axis."""
    scale = brush.look.scale
    draw_line(painter, pen_of(brush, role, 4.0), x0, y, x1, y)
    side = (-7.0 if x1 > x0 else 7.0) * scale
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush.look.color_of(role))
    tip = QPointF(x1, y)
    painter.drawPolygon(
        [tip, tip + QPointF(side, -6 * scale), tip + QPointF(side, 6 * scale)]
    )


def draw_disc(
    painter: QPainter,
    brush: ExplorerBrush,
    em: float,
    x: float,
    y: float,
    text: str,
    role: Role,
    grown: bool = False,
) -> None:
    """Draw a disc with a text, or a pill if the text is longer."""
    radius = MARK * em * (1.15 if grown else 1.0)
    font = brush.small
    wide = max(QFontMetricsF(font).horizontalAdvance(text) + 0.6 * em, 2 * radius)
    painter.setPen(QPen(brush.look.color_of("surface"), 1.2 * brush.look.scale))
    painter.setBrush(brush.look.color_of(role))
    box = QRectF(x - wide / 2, y - radius, wide, 2 * radius)
    painter.drawRoundedRect(box, radius, radius)
    text_at(painter, brush, x, y, text, "surface", font, 0.5)
