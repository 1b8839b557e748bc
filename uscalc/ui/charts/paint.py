"""Draws a laid-out chart with any painter: the one drawing of screen and pictures.

Every mark is one call of the painter, so that the marks of a picture can be counted.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from uscalc.ui.charts.labels import Box
from uscalc.ui.charts.layout import Layout, Placed
from uscalc.ui.charts.look import Look
from uscalc.ui.charts.scene import (
    Area,
    Band,
    Bar,
    Dot,
    Line,
    Mark,
    Overlay,
    Role,
    Rule,
    Stroke,
)

HAIR = 1.0
HALO = 4.0
"""Pixels of the stroke around letters: half of them lie outside."""
DASHES = (4.0, 4.0)


def paint_chart(painter: QPainter, layout: Layout, look: Look) -> None:
    """Paint bands, grid, axis texts, marks and labels, in this order."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    chart = layout.chart
    behind = [mark for mark in chart.marks if isinstance(mark, Band)]
    for band in behind:
        paint_mark(painter, layout, look, band)
    _paint_grid(painter, layout, look)
    for mark in chart.marks:
        if not isinstance(mark, Band):
            paint_mark(painter, layout, look, mark)
    for tick in (*layout.x_ticks, *layout.y_ticks):
        if tick.text:
            paint_text(painter, look, tick.box, tick.text, "pale")
    for text, box in layout.titles:
        paint_text(painter, look, box, text, "pale")
    _paint_labels(painter, look, layout.labels)


def paint_overlay(
    painter: QPainter,
    layout: Layout,
    look: Look,
    overlay: Overlay,
    placed: Sequence[Placed | None],
) -> None:
    """Paint the moving parts over a chart that is there already."""
    paint_marks(painter, layout, look, overlay.settled)
    paint_moving(painter, layout, look, overlay, placed)


def paint_moving(
    painter: QPainter,
    layout: Layout,
    look: Look,
    overlay: Overlay,
    placed: Sequence[Placed | None],
) -> None:
    """Paint the moving parts over settled marks that are there already."""
    paint_marks(painter, layout, look, overlay.marks)
    shown = placed if overlay.upto is None else placed[: overlay.upto]
    _paint_labels(painter, look, [label for label in shown if label is not None])


def paint_marks(
    painter: QPainter, layout: Layout, look: Look, marks: Sequence[Mark]
) -> None:
    """Mark in their order."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in marks:
        paint_mark(painter, layout, look, mark)


def paint_mark(painter: QPainter, layout: Layout, look: Look, mark: Mark) -> None:
    """Paint one mark."""
    scale, plot = layout.scale, layout.plot
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if isinstance(mark, Line):
        pen = _pen(look, mark.role, mark.width, mark.dashed, mark.strength)
        painter.setPen(pen)
        painter.drawPolyline([QPointF(*layout.point(p)) for p in mark.points])
    elif isinstance(mark, Dot):
        colour = look.colour(mark.role, mark.strength)
        painter.setPen(QPen(colour, 1.6 * scale))
        painter.setBrush(look.colour("surface") if mark.hollow else colour)
        radius = mark.size * scale
        x, y = layout.point((mark.x, mark.y))
        painter.drawEllipse(QPointF(x, y), radius, radius)
    elif isinstance(mark, Band):
        left = plot.x if mark.x0 is None else layout.x(mark.x0)
        right = plot.right if mark.x1 is None else layout.x(mark.x1)
        low = plot.bottom if mark.y0 is None else layout.y(mark.y0)
        high = plot.y if mark.y1 is None else layout.y(mark.y1)
        _fill(painter, look, mark.role, mark.strength)
        painter.drawRect(QRectF(QPointF(left, high), QPointF(right, low)).normalized())
    elif isinstance(mark, Bar):
        corner = QPointF(*layout.point((mark.x0, mark.y0)))
        other = QPointF(*layout.point((mark.x1, mark.y1)))
        _fill(painter, look, mark.role, mark.strength)
        painter.drawRect(QRectF(corner, other).normalized())
    elif isinstance(mark, Area):
        _fill(painter, look, mark.role, mark.strength)
        around = [*mark.upper, *reversed(mark.lower)]
        painter.drawPolygon([QPointF(*layout.point(p)) for p in around])
    elif isinstance(mark, Stroke):
        painter.setPen(_pen(look, mark.role, mark.width))
        x, bottom = layout.x(mark.x), plot.bottom
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom - mark.length * scale))
    else:
        _paint_rule(painter, layout, look, mark)


def _paint_rule(painter: QPainter, layout: Layout, look: Look, mark: Rule) -> None:
    painter.setPen(_pen(look, mark.role, mark.width, mark.dashed))
    plot = layout.plot
    if mark.x is not None:
        x = layout.x(mark.x)
        painter.drawLine(QPointF(x, plot.y), QPointF(x, plot.bottom))
    else:
        y = layout.y(mark.y or 0.0)
        painter.drawLine(QPointF(plot.x, y), QPointF(plot.right, y))


def _paint_grid(painter: QPainter, layout: Layout, look: Look) -> None:
    plot = layout.plot
    painter.setPen(QPen(look.colour("line"), HAIR))
    if layout.chart.x.grid:
        for tick in layout.x_ticks:
            painter.drawLine(QPointF(tick.at, plot.y), QPointF(tick.at, plot.bottom))
    if layout.chart.y.grid:
        for tick in layout.y_ticks:
            painter.drawLine(QPointF(plot.x, tick.at), QPointF(plot.right, tick.at))


def _paint_labels(painter: QPainter, look: Look, labels: Sequence[Placed]) -> None:
    for placed in labels:
        label = placed.label
        if placed.leader is not None:
            painter.setPen(QPen(look.colour(label.role, 0.45), HAIR))
            start, end = placed.leader
            painter.drawLine(QPointF(*start), QPointF(*end))
        _paint_halo(painter, look, placed)
        paint_text(painter, look, placed.box, placed.text, label.role, label.strong)


def _paint_halo(painter: QPainter, look: Look, placed: Placed) -> None:
    """Clear the ground around letters, so that no line strikes them through."""
    font = look.strong if placed.label.strong else look.font
    box = placed.box
    path = QPainterPath()
    baseline = QPointF(box.x, box.y + QFontMetricsF(font).ascent())
    path.addText(baseline, font, placed.text)
    pen = QPen(look.colour("surface"), HALO * look.scale)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, pen)


def paint_text(
    painter: QPainter,
    look: Look,
    box: Box,
    text: str,
    role: Role,
    strong: bool = False,
    font: QFont | None = None,
) -> None:
    """Paint a text in its box, as outlines where the look says so."""
    font = font or (look.strong if strong else look.font)
    baseline = QPointF(box.x, box.y + QFontMetricsF(font).ascent())
    colour = look.colour(role)
    if look.outlined:
        path = QPainterPath()
        path.addText(baseline, font, text)
        painter.fillPath(path, colour)
    else:
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(baseline, text)


def _pen(
    look: Look,
    role: Role,
    width: float,
    dashed: bool = False,
    strength: float = 1.0,
) -> QPen:
    pen = QPen(look.colour(role, strength), width * look.scale)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashed else Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashed:
        pen.setDashPattern(DASHES)
    return pen


def _fill(painter: QPainter, look: Look, role: Role, strength: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour(role, strength))
