"""Draws a laid-out chart with any painter: the one drawing of screen and pictures.

Every mark is one call of the painter, so that the marks of a picture can be counted.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.layout import ChartLayout, PlacedLabel
from uscalc.ui.charts.look import ChartLook, write_text
from uscalc.ui.charts.scene import (
    ChartArea,
    ChartBand,
    ChartBar,
    ChartDot,
    ChartLine,
    ChartRule,
    ChartStroke,
    Mark,
    Overlay,
    Role,
)

HAIR = 1.0
HALO = 4.0
"""Pixels of the stroke around letters: half of them lie outside."""
DASHES = (4.0, 4.0)


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
    """Paint the moving parts over a chart that is there already."""
    paint_marks(painter, layout, look, overlay.settled)
    paint_moving(painter, layout, look, overlay, placed)


def paint_moving(
    painter: QPainter,
    layout: ChartLayout,
    look: ChartLook,
    overlay: Overlay,
    placed: Sequence[PlacedLabel | None],
) -> None:
    """Paint the moving parts over settled marks that are there already."""
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
    scale, plot = layout.scale, layout.plot
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if isinstance(mark, ChartLine):
        pen = _make_pen(look, mark.role, mark.width, mark.dashed, mark.strength)
        painter.setPen(pen)
        painter.drawPolyline([QPointF(*layout.point_to_pixel(p)) for p in mark.points])
    elif isinstance(mark, ChartDot):
        color = look.color_of(mark.role, mark.strength)
        painter.setPen(QPen(color, 1.6 * scale))
        painter.setBrush(look.color_of("surface") if mark.hollow else color)
        radius = mark.size * scale
        x, y = layout.point_to_pixel((mark.x, mark.y))
        painter.drawEllipse(QPointF(x, y), radius, radius)
    elif isinstance(mark, ChartBand | ChartBar):
        _make_brush(painter, look, mark.role, mark.strength)
        painter.drawRect(QRectF(*layout.box_of(mark)))
    elif isinstance(mark, ChartArea):
        _make_brush(painter, look, mark.role, mark.strength)
        around = [*mark.upper, *reversed(mark.lower)]
        painter.drawPolygon([QPointF(*layout.point_to_pixel(p)) for p in around])
    elif isinstance(mark, ChartStroke):
        painter.setPen(_make_pen(look, mark.role, mark.width))
        x, bottom = layout.x_to_pixel(mark.x), plot.bottom
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom - mark.length * scale))
    else:
        _paint_rule(painter, layout, look, mark)


def _paint_rule(
    painter: QPainter, layout: ChartLayout, look: ChartLook, mark: ChartRule
) -> None:
    painter.setPen(_make_pen(look, mark.role, mark.width, mark.dashed))
    plot = layout.plot
    if mark.x is not None:
        x = layout.x_to_pixel(mark.x)
        painter.drawLine(QPointF(x, plot.y), QPointF(x, plot.bottom))
    else:
        y = layout.y_to_pixel(mark.y or 0.0)
        painter.drawLine(QPointF(plot.x, y), QPointF(plot.right, y))


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
        _paint_halo(painter, look, placed)
        paint_text(painter, look, placed.box, placed.text, label.role, label.strong)


def _paint_halo(painter: QPainter, look: ChartLook, placed: PlacedLabel) -> None:
    """Clear the ground around letters, so that no line strikes them through."""
    font = look.strong if placed.label.strong else look.font
    box = placed.box
    path = QPainterPath()
    baseline = QPointF(box.x, box.y + QFontMetricsF(font).ascent())
    path.addText(baseline, font, placed.text)
    pen = QPen(look.color_of("surface"), HALO * look.scale)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, pen)


def paint_text(
    painter: QPainter,
    look: ChartLook,
    box: PixelBox,
    text: str,
    role: Role,
    strong: bool = False,
    font: QFont | None = None,
) -> None:
    """Paint a text in its box, as outlines where the look says so."""
    font = font or (look.strong if strong else look.font)
    baseline = QPointF(box.x, box.y + QFontMetricsF(font).ascent())
    write_text(painter, baseline, text, font, look.color_of(role), look.outlined)


def _make_pen(
    look: ChartLook,
    role: Role,
    width: float,
    dashed: bool = False,
    strength: float = 1.0,
) -> QPen:
    pen = QPen(look.color_of(role, strength), width * look.scale)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashed else Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashed:
        pen.setDashPattern(DASHES)
    return pen


def _make_brush(
    painter: QPainter, look: ChartLook, role: Role, strength: float
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.color_of(role, strength))
