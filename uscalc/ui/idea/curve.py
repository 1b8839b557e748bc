"""Draws expected minus scored over R, as far as the handle has passed."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from uscalc.explain.idea import Bend, Special
from uscalc.ui.charts.labels import Box
from uscalc.ui.idea.hand import Sight
from uscalc.ui.idea.layout import PAD, Layout
from uscalc.ui.idea.strokes import Brush, fill, line, pen_of, text_at


def curve_y(layout: Layout, idea: Special, value: float) -> float:
    """The pixel of a difference between expected and scored."""
    em, box = layout.em, layout.curve
    top, bottom = idea.worth - idea.scored, -idea.scored
    room = box.height - 1.4 * em
    return box.y + 0.7 * em + (top - value) / ((top - bottom) or 1.0) * room


def paint_curve(
    painter: QPainter, layout: Layout, sight: Sight, brush: Brush, scroll: float
) -> None:
    """The level where the sums meet, the passed part of the curve, and its bends."""
    idea = sight.idea
    assert isinstance(idea, Special)
    em, box = layout.em, layout.curve
    zero = curve_y(layout, idea, 0.0)
    if sight.found and idea.curve.zeros.wide:
        start, end = idea.curve.zeros
        left = layout.x0 if start is None else max(layout.x(start), layout.x0)
        right = layout.x1 if end is None else min(layout.x(end), layout.x1)
        top = layout.view.y
        band = Box(left, top, right - left, box.bottom - top)
        fill(painter, brush, band, "gain", 0.12)
    pale = pen_of(brush, "pale", 1.0, True)
    line(painter, pale, layout.x0, zero, layout.x1, zero)
    _words(painter, layout, idea, brush, zero)
    low, high = sight.seen
    for bend in idea.bends:
        if low <= bend.r <= high:
            _drop(painter, layout, idea, brush, bend, scroll)
    if high > low:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = pen_of(brush, "accent", 2.2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        passed = idea.curve.points(low, high)
        painter.drawPolyline(
            [QPointF(layout.x(r), curve_y(layout, idea, f)) for r, f in passed]
        )
    painter.setBrush(brush.look.colour("surface"))
    painter.setPen(pen_of(brush, "accent", 1.4))
    for knot in idea.curve.knots:
        if low <= knot.r <= high:
            at = QPointF(layout.x(knot.r), curve_y(layout, idea, knot.f))
            painter.drawEllipse(at, 0.24 * em, 0.24 * em)
    painter.setPen(QPen(brush.look.colour("surface"), 1.2 * brush.look.scale))
    painter.setBrush(brush.look.colour("accent"))
    here = curve_y(layout, idea, idea.difference(sight.at))
    painter.drawEllipse(QPointF(layout.x(sight.at), here), 0.38 * em, 0.38 * em)


def _words(
    painter: QPainter, layout: Layout, idea: Special, brush: Brush, zero: float
) -> None:
    """What the level is and lies above and below it, beside the axis."""
    x, font = layout.width - PAD * layout.em, brush.small
    text_at(painter, brush, x, zero, "meet", "pale", font, 1)
    ends = ("too much", idea.worth - idea.scored), ("too little", -idea.scored)
    for text, value in ends:
        y = curve_y(layout, idea, value)
        if abs(y - zero) > 1.1 * layout.em:
            text_at(painter, brush, x, y, text, "pale", font, 1)


def _drop(
    painter: QPainter,
    layout: Layout,
    idea: Special,
    brush: Brush,
    bend: Bend,
    scroll: float,
) -> None:
    """A line from the end of the bar that makes a bend down to the curve."""
    view = layout.view
    first = min((*bend.begins, *bend.full), default=0)
    top = layout.places[first].bar.bottom - scroll
    top = min(max(top, view.y), view.bottom)
    x = layout.x(bend.r)
    bottom = curve_y(layout, idea, idea.difference(bend.r))
    line(painter, pen_of(brush, "disabled", 1.0), x, top, x, bottom)
