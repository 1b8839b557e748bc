"""Find the mark or label of a chart at a place."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import hypot
from typing import Final

from uscalc.ui.charts.layout import ChartLayout, PlacedLabel
from uscalc.ui.charts.scene import (
    ChartArea,
    ChartBand,
    ChartBar,
    ChartDot,
    ChartLabel,
    ChartLine,
    Mark,
    Point,
)

NEAR: Final = 10.0
"""Pixels from a mark within which it is meant."""
Found = Mark | ChartLabel


def find_nearest(
    layout: ChartLayout,
    marks: Iterable[Mark],
    labels: Iterable[PlacedLabel],
    place: Point,
    wanted: Callable[[Found], bool],
) -> Found | None:
    """Return the wanted label under a place, or the wanted mark nearest to it.

    A shaded ground is meant only where nothing else is.
    """
    x, y = place
    for placed in labels:
        box = placed.box
        inside = box.x <= x <= box.right and box.y <= y <= box.bottom
        if inside and wanted(placed.label):
            return placed.label
    best: tuple[float, Mark] | None = None
    ground: Mark | None = None
    for mark in marks:
        if not wanted(mark):
            continue
        away = _measure_distance(layout, mark, place)
        if isinstance(mark, ChartBand | ChartArea):
            ground = mark if away == 0.0 else ground
        elif away <= NEAR * layout.scale and (best is None or away <= best[0]):
            best = away, mark
    return ground if best is None else best[1]


def _measure_distance(layout: ChartLayout, mark: Mark, place: Point) -> float:
    x, y = place
    plot = layout.plot
    if isinstance(mark, ChartDot):
        at = layout.point_to_pixel((mark.x, mark.y))
        return max(0.0, hypot(at[0] - x, at[1] - y) - mark.size * layout.scale)
    if isinstance(mark, ChartLine):
        points = [layout.point_to_pixel(point) for point in mark.points]
        pairs = pairwise(points)
        return min((_to_piece(x, y, a, b) for a, b in pairs), default=float("inf"))
    if isinstance(mark, ChartBar | ChartBand):
        box = layout.box_of(mark)
        return hypot(
            max(box.x - x, x - box.right, 0.0), max(box.y - y, y - box.bottom, 0.0)
        )
    if isinstance(mark, ChartArea):
        return 0.0 if _is_within_area(layout, mark, place) else float("inf")
    if mark.x is not None:
        off = abs(layout.x_to_pixel(mark.x) - x)
        length = getattr(mark, "length", None)
        top = plot.y if length is None else plot.bottom - length * layout.scale
        return hypot(off, max(top - y, y - plot.bottom, 0.0))
    return abs(layout.y_to_pixel(mark.y or 0.0) - y)


def _to_piece(x: float, y: float, a: Point, b: Point) -> float:
    wide, high = b[0] - a[0], b[1] - a[1]
    length = wide * wide + high * high
    part = 0.0
    if length:
        part = min(1.0, max(0.0, ((x - a[0]) * wide + (y - a[1]) * high) / length))
    return hypot(a[0] + part * wide - x, a[1] + part * high - y)


def _is_within_area(layout: ChartLayout, area: ChartArea, place: Point) -> bool:
    """Return whether a place is between the two lines of an area."""
    x, y = place
    low, high = (
        _interpolate_height(layout, area.lower, x),
        _interpolate_height(layout, area.upper, x),
    )
    if low is None or high is None:
        return False
    return min(low, high) <= y <= max(low, high)


def _interpolate_height(
    layout: ChartLayout, points: tuple[Point, ...], x: float
) -> float | None:
    placed = [layout.point_to_pixel(point) for point in points]
    for (x0, y0), (x1, y1) in pairwise(placed):
        if min(x0, x1) <= x <= max(x0, x1):
            return y0 if x1 == x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return None
