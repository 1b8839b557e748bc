"""Draw basic shapes of the rating explorer's picture, and its sums, scale and curve."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from uscalc.explain.picture import BarKnot, SpecialPicture, StandardPicture
from uscalc.explain.picture_words import SAME, format_picture_figures, format_score
from uscalc.explain.scene.scene import Scene
from uscalc.ui.charts.chart_look import SMALL, ChartLook, paint_text
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.scene import Role
from uscalc.ui.explorer.layout import PAD, ExplorerLayout

TRACK: Final = 0.9
FILLED: Final = 0.85
"""The opacity of a bar, and of its filled part."""
MARK: Final = 0.62
"""The radius of a result's disc, in heights of the type."""


class ExplorerBrush(Struct, frozen=True):
    """A look, with the fonts of the picture in four sizes."""

    look: ChartLook
    body: QFont
    strong: QFont
    small: QFont
    large: QFont

    @staticmethod
    def from_look(look: ChartLook) -> "ExplorerBrush":
        """Make the fonts from a look."""
        pixels = em_of(look)
        return ExplorerBrush(
            look,
            _with_pixel_size(look.font, pixels),
            _with_pixel_size(look.strong, pixels),
            _with_pixel_size(look.font, pixels * 0.85),
            _with_pixel_size(look.strong, pixels * 1.45),
        )


def em_of(look: ChartLook) -> float:
    """Return the height of the type in pixels; all other lengths are multiples of it."""
    return look.font.pixelSize() / SMALL


def enlarge_type(look: ChartLook, times: float) -> ChartLook:
    """Return the same look with its type `times` larger."""
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
    """Draw a text around the height `middle`, and return its width.

    The text begins at `x` if `align` is 0, and ends there if it is 1. `within` are the
    least and greatest x that it may cover.
    """
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
    color, scale = brush.look.color_of(role), brush.look.scale
    pen = QPen(color, width * scale, c=Qt.PenCapStyle.FlatCap)
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
    """Fill a box whose edges are rounded to whole pixels."""
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
    """Draw the frame of the focused part, without antialiasing, which would be slow."""
    inner = PixelBox(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    draw_outline(painter, pen_of(brush, "accent", 1.0), inner)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def draw_circle(
    painter: QPainter,
    pen: QPen | Qt.PenStyle,
    ground: QColor | Qt.BrushStyle,
    center: QPointF,
    radius: float,
) -> None:
    """Draw a circle, filled with `ground`."""
    painter.setPen(pen)
    painter.setBrush(ground)
    painter.drawEllipse(center, radius, radius)


def elide_text(font: QFont, text: str, width: float) -> str:
    """Return the text, shortened with an ellipsis if it is wider than `width`."""
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
    painter.drawRoundedRect(
        QRectF(x - wide / 2, y - radius, wide, 2 * radius), radius, radius
    )
    text_at(painter, brush, x, y, text, "surface", font, 0.5)


def sums_bar(layout: ExplorerLayout) -> PixelBox:
    """Return the box of the bar of all points."""
    em, box = layout.em, layout.sums
    return PixelBox(box.x, box.y + 2.35 * em, box.width, 1.1 * em)


def paint_sums(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    brush: ExplorerBrush,
) -> None:
    """Paint the expected and the actual score in large type, and the bar of all points."""
    em, picture, box = layout.em, scene.picture, layout.sums
    expected = (
        picture.compute_expected(scene.at)
        if isinstance(picture, SpecialPicture)
        else picture.done.expected
    )
    middle = box.y + 1.1 * em
    digits, of, font = 2, f"of {format_score(picture.worth)}", brush.body
    role: Role = "pale"
    if isinstance(picture, StandardPicture):
        surplus = format_picture_figures(picture).surplus
        digits, font = len(surplus.partition(".")[2]), brush.strong
        side, role = (
            ("above", "gain") if picture.above_expected >= 0 else ("below", "loss")
        )
        of = f"{surplus} points {side} expected"
    said = f"expected {format_score(expected, digits)}"
    scored = f"scored {format_score(picture.scored)}"
    # In a narrow picture, the large type has no room.
    metrics = QFontMetricsF(brush.large)
    same = abs(expected - picture.scored) <= SAME
    needed = metrics.horizontalAdvance(f"{said}{'=' * same}{scored}") + 1.2 * em
    large = brush.large if needed <= box.width else brush.strong
    wide = text_at(painter, brush, box.x, middle, said, "accent", large)
    x = box.x + wide + 1.2 * em
    if same:
        x = box.x + wide + 0.5 * em
        x += text_at(painter, brush, x, middle, "=", "text", large) + 0.5 * em
    wide = text_at(painter, brush, x, middle, scored, "text", large)
    if QFontMetricsF(font).horizontalAdvance(of) <= box.right - (x + wide + 0.8 * em):
        text_at(painter, brush, box.right, middle, of, role, font, 1)
    bar = sums_bar(layout)
    part = expected / picture.worth if picture.worth else 0.0
    fill_box(painter, brush, bar, "line", TRACK)
    fill_box(painter, brush, bar._replace(width=bar.width * part), "accent", FILLED)
    draw_outline(painter, pen_of(brush, "pale", 1.0), bar)
    points = pen_of(brush, "surface", 1.0)
    for i in range(1, int(picture.worth) + 1):
        at = bar.x + bar.width * i / picture.worth
        draw_line(painter, points, at, bar.y + 1, at, bar.bottom - 1)
    mark = bar.x + bar.width * (
        picture.scored / picture.worth if picture.worth else 0.0
    )
    middle = bar.y + bar.height / 2
    shown = min(max(mark, bar.x + MARK * em), bar.right - MARK * em)
    draw_disc(painter, brush, em, shown, middle, format_score(picture.scored), "text")


RING: Final[tuple[tuple[Role, float], ...]] = (("accent", 0.6), ("surface", 0.38))
"""A knot is a ring: a dot of the first color with a smaller one on it; sizes are in
type heights."""


def curve_y(layout: ExplorerLayout, picture: SpecialPicture, value: float) -> float:
    """Return the y of a difference between expected and actual score."""
    em, box = layout.em, layout.curve
    top, bottom = picture.worth - picture.scored, -picture.scored
    room = box.height - 0.9 * em
    return box.y + 0.45 * em + (top - value) / ((top - bottom) or 1.0) * room


def paint_curve(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    brush: ExplorerBrush,
    scroll: float,
) -> None:
    """Draw f = 0, the part of the curve that R has passed, and the knots on it."""
    picture = scene.picture
    assert isinstance(picture, SpecialPicture)
    em, box = layout.em, layout.curve
    zero = curve_y(layout, picture, 0.0)
    if scene.found and picture.curve.zeros.is_range:
        start, end = picture.curve.zeros
        left = max(layout.pixel_of_rating(start), layout.x0)
        right = min(layout.pixel_of_rating(end), layout.x1)
        top = layout.view.y
        band = PixelBox(left, top, right - left, box.bottom - top)
        fill_box(painter, brush, band, "gain", 0.12)
    draw_line(
        painter, pen_of(brush, "pale", 1.0, True), layout.x0, zero, layout.x1, zero
    )
    _write_labels(painter, layout, picture, brush, zero)
    low, high = max(scene.seen[0], layout.low), min(scene.seen[1], layout.high)
    passed = [
        (bend, layout.pixel_of_rating(bend.r), curve_y(layout, picture, knot.f))
        for bend, knot in zip(picture.bends, picture.curve.knots, strict=True)
        if low <= bend.r <= high
    ]
    painter.setPen(pen_of(brush, "edge", 1.0))
    # A line from the end of the bar that makes the knot down to the curve.
    painter.drawLines(
        [QLineF(x, _bar_bottom(layout, bend, scroll), x, y) for bend, x, y in passed]
    )
    if high > low:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = pen_of(brush, "accent", 2.2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(
            [
                QPointF(layout.pixel_of_rating(r), curve_y(layout, picture, f))
                for r, f in picture.curve.list_points(low, high)
            ]
        )
    bends = [QPointF(x, y) for _, x, y in passed]
    for role, size in RING:
        # Drawn together, because a hundred single rings would take too long for a frame.
        color = brush.look.color_of(role)
        painter.setPen(QPen(color, size * em, c=Qt.PenCapStyle.RoundCap))
        painter.drawPoints(bends)
    here = curve_y(layout, picture, picture.compute_difference(scene.at))
    draw_circle(
        painter,
        QPen(brush.look.color_of("surface"), 1.2 * brush.look.scale),
        brush.look.color_of("accent"),
        QPointF(layout.pixel_of_rating(scene.at), here),
        0.38 * em,
    )


def _write_labels(
    painter: QPainter,
    layout: ExplorerLayout,
    picture: SpecialPicture,
    brush: ExplorerBrush,
    zero: float,
) -> None:
    """Write "f(R) = 0", "too high" and "too low" at the right edge."""
    x, font = layout.width - PAD * layout.em, brush.small
    text_at(painter, brush, x, zero, "f(R) = 0", "pale", font, 1)
    for text, value in (
        ("too high", picture.worth - picture.scored),
        ("too low", -picture.scored),
    ):
        y = curve_y(layout, picture, value)
        if abs(y - zero) > 1.1 * layout.em:
            text_at(painter, brush, x, y, text, "pale", font, 1)


def _bar_bottom(layout: ExplorerLayout, bend: BarKnot, scroll: float) -> float:
    """Return the lower edge of the first bar that makes a knot, within the visible rows."""
    view, first = layout.view, min((*bend.begins, *bend.full))
    return min(max(layout.places[first].bar.bottom - scroll, view.y), view.bottom)
