"""Draws expected minus scored over R, as far as the handle has passed."""

from typing import Final

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from uscalc.explain.idea import BarKnot, SpecialPicture
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.scene import Role
from uscalc.ui.idea.hand import ExplorerScene
from uscalc.ui.idea.layout import PAD, ExplorerLayout
from uscalc.ui.idea.strokes import ExplorerBrush, draw_line, fill_box, pen_of, text_at

RING: Final[tuple[tuple[Role, float], ...]] = (("accent", 0.6), ("surface", 0.38))
"""A bend's ring: two round points, one in the other, in the height of the type."""


def curve_y(layout: ExplorerLayout, idea: SpecialPicture, value: float) -> float:
    """Return the pixel of a difference between expected and scored."""
    em, box = layout.em, layout.curve
    top, bottom = idea.worth - idea.scored, -idea.scored
    room = box.height - 1.4 * em
    return box.y + 0.7 * em + (top - value) / ((top - bottom) or 1.0) * room


def paint_curve(
    painter: QPainter,
    layout: ExplorerLayout,
    sight: ExplorerScene,
    brush: ExplorerBrush,
    scroll: float,
) -> None:
    """The level where the sums meet, the passed part of the curve, and its bends."""
    idea = sight.idea
    assert isinstance(idea, SpecialPicture)
    em, box = layout.em, layout.curve
    zero = curve_y(layout, idea, 0.0)
    if sight.found and idea.curve.zeros.is_range:
        start, end = idea.curve.zeros
        left = (
            layout.x0
            if start is None
            else max(layout.pixel_of_rating(start), layout.x0)
        )
        right = (
            layout.x1 if end is None else min(layout.pixel_of_rating(end), layout.x1)
        )
        top = layout.view.y
        band = PixelBox(left, top, right - left, box.bottom - top)
        fill_box(painter, brush, band, "gain", 0.12)
    pale = pen_of(brush, "pale", 1.0, True)
    draw_line(painter, pale, layout.x0, zero, layout.x1, zero)
    _write_labels(painter, layout, idea, brush, zero)
    low, high = sight.seen
    passed = [
        (bend, layout.pixel_of_rating(bend.r), curve_y(layout, idea, knot.f))
        for bend, knot in zip(idea.bends, idea.curve.knots, strict=True)
        if low <= bend.r <= high
    ]
    painter.setPen(pen_of(brush, "edge", 1.0))
    # From the end of the bar that makes the bend down to the curve.
    painter.drawLines(
        [QLineF(x, _bar_bottom(layout, bend, scroll), x, y) for bend, x, y in passed]
    )
    if high > low:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = pen_of(brush, "accent", 2.2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        points = idea.curve.list_points(low, high)
        painter.drawPolyline(
            [
                QPointF(layout.pixel_of_rating(r), curve_y(layout, idea, f))
                for r, f in points
            ]
        )
    bends = [QPointF(x, y) for _, x, y in passed]
    for role, size in RING:
        # All at once: a hundred rings would take a frame's time.
        pen = QPen(brush.look.color_of(role), size * em)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPoints(bends)
    painter.setPen(QPen(brush.look.color_of("surface"), 1.2 * brush.look.scale))
    painter.setBrush(brush.look.color_of("accent"))
    here = curve_y(layout, idea, idea.compute_difference(sight.at))
    painter.drawEllipse(
        QPointF(layout.pixel_of_rating(sight.at), here), 0.38 * em, 0.38 * em
    )


def _write_labels(
    painter: QPainter,
    layout: ExplorerLayout,
    idea: SpecialPicture,
    brush: ExplorerBrush,
    zero: float,
) -> None:
    """What the level is and lies above and below it, beside the axis."""
    x, font = layout.width - PAD * layout.em, brush.small
    text_at(painter, brush, x, zero, "meet", "pale", font, 1)
    ends = ("too much", idea.worth - idea.scored), ("too little", -idea.scored)
    for text, value in ends:
        y = curve_y(layout, idea, value)
        if abs(y - zero) > 1.1 * layout.em:
            text_at(painter, brush, x, y, text, "pale", font, 1)


def _bar_bottom(layout: ExplorerLayout, bend: BarKnot, scroll: float) -> float:
    """Return the lower edge of the first bar that makes a bend, or of the room for rows."""
    view, first = layout.view, min((*bend.begins, *bend.full))
    return min(max(layout.places[first].bar.bottom - scroll, view.y), view.bottom)
