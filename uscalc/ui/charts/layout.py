"""Lay out a chart in pixels: plot, ticks, labels and their leaders."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, NamedTuple

from uscalc.ui.charts.labels import Box, Room, find_place, spread
from uscalc.ui.charts.scene import (
    Area,
    Axis,
    AxisTick,
    Bar,
    Chart,
    Dot,
    Label,
    Line,
    Mark,
    Overlay,
    Point,
    Rule,
)
from uscalc.ui.charts.ticks import nice_ticks

Measure = Callable[[str, bool], tuple[float, float]]
"""Width and height in pixels of a text, strong or not."""

GAP: Final = 6.0
COLUMN: Final = 16.0
"""Pixels between the plot and a tick's text, and from the plot to a column of labels."""
WIDEST: Final = 0.4
"""The part of the width that a column of labels may have."""


class Placed(NamedTuple):
    """A label with its place; `leader` goes to the point where the label is away from it."""

    label: Label
    text: str
    box: Box
    leader: tuple[Point, Point] | None


class TickText(NamedTuple):
    """The text of an axis at a tick: pixels along the axis, and the box of the text."""

    at: float
    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Layout:
    """A chart in a rectangle of pixels; `scale` is the zoom."""

    chart: Chart
    width: float
    height: float
    scale: float
    plot: Box
    x_ticks: tuple[TickText, ...]
    y_ticks: tuple[TickText, ...]
    titles: tuple[tuple[str, Box], ...]
    labels: tuple[Placed, ...]
    room: Room

    def x(self, value: float) -> float:
        """Return the pixel of a value on the x axis."""
        axis, plot = self.chart.x, self.plot
        return plot.x + (value - axis.low) / (axis.high - axis.low) * plot.width

    def y(self, value: float) -> float:
        """Return the pixel of a value on the y axis, counted downwards."""
        axis, plot = self.chart.y, self.plot
        return plot.bottom - (value - axis.low) / (axis.high - axis.low) * plot.height

    def point(self, point: Point) -> Point:
        """Return the pixel of a point."""
        return self.x(point[0]), self.y(point[1])

    def value_at(self, x: float) -> float:
        """Return the value on the x axis at a pixel."""
        axis, plot = self.chart.x, self.plot
        return axis.low + (x - plot.x) / plot.width * (axis.high - axis.low)


def lay_out(
    chart: Chart, width: float, height: float, measure: Measure, scale: float = 1.0
) -> Layout:
    """Lay a chart out in a number of pixels."""
    line = measure("0", False)[1]
    gap, column = GAP * scale, COLUMN * scale
    x_axis, y_axis = chart.x, chart.y
    head = line + gap if y_axis.title else line / 2
    foot = line + gap if x_axis.texts or x_axis.title else line / 2
    if x_axis.far and x_axis.texts:
        head, foot = head + line + gap, line / 2
    y_marks = _ticks(y_axis, (height - head - foot) / (line * 2.6))
    beside_y = max((measure(t.text, False)[0] for t in y_marks), default=0.0) + gap
    beside_y = beside_y if y_axis.texts else 0.0
    lefts, rights = _of(chart.labels, "left"), _of(chart.labels, "right")
    most = width * WIDEST
    left_wide = min(most, _widest(lefts, measure) + column) if lefts else 0.0
    right_wide = min(most, _widest(rights, measure) + column) if rights else 0.0
    ends = x_axis.ticks or (AxisTick(x_axis.high, f"{x_axis.high:.0f}"),)
    edge = measure(ends[-1].text, False)[0] / 2 + gap / 2
    first = measure(ends[0].text, False)[0] / 2 + gap / 2
    before, after = (0.0, beside_y) if y_axis.far else (beside_y, 0.0)
    left = max(left_wide + before, first)
    right = max(right_wide + after, edge)
    plot = Box(left, head, max(width - left - right, 8.0), 8.0)
    rows_at_top, tops = _rows(chart, "top", plot, measure, width)
    rows_at_bottom, bottoms = _rows(chart, "bottom", plot, measure, width)
    head += rows_at_top * line
    foot += rows_at_bottom * line + (gap if rows_at_bottom else 0.0)
    plot = Box(left, head, plot.width, max(height - head - foot, 8.0))

    bounds = Box(0.0, 0.0, width, height)
    empty = Room(bounds)
    layout = Layout(chart, width, height, scale, plot, (), (), (), (), empty)
    room = Room(bounds)
    x_texts = _x_texts(layout, measure, rows_at_bottom * line + gap, room)
    titles = _titles(layout, measure, line, room)
    y_texts = _y_texts(layout, y_marks, measure, gap, room)
    placed = [
        _in_row(label, text, box, line, plot, rows_at_top, gap)
        for labels in (tops, bottoms)
        for label, text, box in labels
    ]
    for item in placed:
        room.take(item.box)
    layout = Layout(
        chart, width, height, scale, plot, x_texts, y_texts, titles, (), room
    )
    texts = [*x_texts, *y_texts]
    around = [item.box for item in placed] + [box for _, box in titles]
    around += [tick.box for tick in texts if tick.text]
    if lefts:
        column_box = Box(0.0, 0.0, left_wide - column, height)
        placed += _column(layout, lefts, column_box, -1, measure, around)
    if rights:
        # Beside what they name, even where that is in the midst of the plot.
        furthest = max(layout.x(label.x) for label in rights)
        x = min(furthest + 2 * column, plot.right + column) + after
        column_box = Box(x, 0.0, max(width - x, right_wide - column), height)
        placed += _column(layout, rights, column_box, 1, measure, around)
    for item in placed:
        room.take(item.box)
    _stain(layout, chart.marks, room)
    placed += _near(layout, _of(chart.labels, "near"), measure, room)
    return Layout(
        chart,
        width,
        height,
        scale,
        plot,
        x_texts,
        y_texts,
        titles,
        tuple(placed),
        room,
    )


def lay_over(
    layout: Layout, overlay: Overlay, measure: Measure
) -> tuple[Placed | None, ...]:
    """Return places for an overlay's labels, around what the chart has; None: no room."""
    room = layout.room.copy()
    _stain(layout, (*overlay.settled, *overlay.marks), room)
    placed = list(_near(layout, overlay.labels, measure, room))
    return tuple(
        next((p for p in placed if p.label is label), None) for label in overlay.labels
    )


def _of(labels: Sequence[Label], place: str) -> list[Label]:
    return [label for label in labels if label.place == place]


def _widest(labels: Sequence[Label], measure: Measure) -> float:
    return max(measure(label.text, label.strong)[0] for label in labels)


def _ticks(axis: Axis, most: float) -> tuple[AxisTick, ...]:
    if axis.ticks is not None:
        return axis.ticks
    return nice_ticks(axis.low, axis.high, max(2, int(most)))


def _titles(
    layout: Layout, measure: Measure, line: float, room: Room
) -> tuple[tuple[str, Box], ...]:
    """Return the y axis's title above its texts, the x axis's at the end of its own.

    Where the ticks leave no room there, the x axis's is at the top, or nowhere.
    """
    found = []
    chart, width = layout.chart, layout.width
    if chart.y.title:
        text = shorten(chart.y.title, width, measure)
        wide = measure(text, False)[0]
        box = Box(width - wide if chart.y.far else 0.0, 0.0, wide, line)
        room.take(box)
        found.append((text, box))
    if chart.x.title:
        text = shorten(chart.x.title, width / 2, measure)
        wide = measure(text, False)[0]
        foot, head = layout.height - line, 0.0
        for y in (head, foot) if chart.x.far else (foot, head):
            box = Box(width - wide, y, wide, line)
            if room.free(box):
                room.take(box)
                found.append((text, box))
                break
    return tuple(found)


def _x_texts(
    layout: Layout, measure: Measure, below: float, room: Room
) -> tuple[TickText, ...]:
    axis, plot = layout.chart.x, layout.plot
    widest = measure("0000", False)[0]
    found = []
    for tick in _ticks(axis, plot.width / (widest * 1.9)):
        at = layout.x(tick.value)
        wide, high = measure(tick.text, False)
        y = plot.y - GAP * layout.scale - high if axis.far else plot.bottom + below
        box = Box(at - wide / 2, y, wide, high)
        shown = axis.texts and room.free(box.grown(2.0)._replace(y=y, height=high))
        if shown:
            room.take(box)
        found.append(TickText(at, tick.text if shown else "", box))
    return tuple(found)


def _y_texts(
    layout: Layout,
    ticks: Sequence[AxisTick],
    measure: Measure,
    gap: float,
    room: Room,
) -> tuple[TickText, ...]:
    axis, plot = layout.chart.y, layout.plot
    found = []
    for tick in ticks:
        at = layout.y(tick.value)
        wide, high = measure(tick.text, False)
        x = plot.right + gap if axis.far else plot.x - gap - wide
        box = Box(x, at - high / 2, wide, high)
        shown = axis.texts and room.free(box)
        if shown:
            room.take(box)
        found.append(TickText(at, tick.text if shown else "", box))
    return tuple(found)


def _rows(
    chart: Chart, place: str, plot: Box, measure: Measure, width: float
) -> tuple[int, list[tuple[Label, str, Box]]]:
    """Return labels in rows above or below the plot; a box's y is the number of its row."""
    found: list[tuple[Label, str, Box]] = []
    ends: list[list[tuple[float, float]]] = [[] for _ in range(chart.rows)]
    axis = chart.x
    for label in sorted(_of(chart.labels, place), key=lambda label: -label.priority):
        wide = measure(label.text, label.strong)[0]
        at = plot.x + (label.x - axis.low) / (axis.high - axis.low) * plot.width
        # Not beside the plot, where the y axis has its texts.
        low = 0.0 if chart.y.far else plot.x - GAP
        high = plot.right + GAP if chart.y.far else width
        left = max(min(at - wide / 2, high - wide), low)
        for row, taken in enumerate(ends):
            if all(left > end or left + wide < start for start, end in taken):
                space = wide * 0.1 + 2.0
                taken.append((left - space, left + wide + space))
                found.append((label, label.text, Box(left, row, wide, 0.0)))
                break
    used = sum(bool(taken) for taken in ends)
    return used, found


def _in_row(
    label: Label, text: str, box: Box, line: float, plot: Box, tops: int, gap: float
) -> Placed:
    row = box.y
    below = plot.bottom + gap / 2 + row * line
    y = plot.y - (row + 1) * line if label.place == "top" else below
    return Placed(label, text, Box(box.x, y, box.width, line), None)


def _column(
    layout: Layout,
    labels: Sequence[Label],
    column: Box,
    way: int,
    measure: Measure,
    around: Sequence[Box],
) -> list[Placed]:
    """Return labels in a column beside the plot, moved apart where they would overlap."""
    middle = layout.plot.middle[1]
    inside = [box for box in around if box.meets(column)]
    low = max((b.bottom for b in inside if b.middle[1] < middle), default=0.0)
    high = min((b.y for b in inside if b.middle[1] >= middle), default=layout.height)
    chosen: list[Label] = []
    used = 0.0
    for label in sorted(labels, key=lambda label: (label.optional, -label.priority)):
        tall = measure(label.text, label.strong)[1]
        if used + tall <= high - low:
            chosen.append(label)
            used += tall
    chosen.sort(key=lambda label: layout.y(label.y))
    sizes = [measure(label.text, label.strong)[1] for label in chosen]
    wanted = [layout.y(label.y) for label in chosen]
    found = []
    places = spread(wanted, sizes, low, high)
    for label, at, tall in zip(chosen, places, sizes, strict=True):
        text = shorten(label.text, column.width, measure, label.strong)
        size = measure(text, label.strong)[0]
        x = column.x if way > 0 else column.right - size
        box = Box(x, at - tall / 2, size, tall)
        start = layout.x(label.x) + 3.0 * way, layout.y(label.y)
        end = (box.x - 3.0 if way > 0 else box.right + 3.0), at
        moved = abs(at - layout.y(label.y)) > 1.5
        found.append(Placed(label, text, box, (start, end) if moved else None))
    return found


def _stain(layout: Layout, marks: Sequence[Mark], room: Room) -> None:
    """Tell the room where the marks are."""
    for mark in marks:
        if isinstance(mark, Line):
            room.draw([layout.point(point) for point in mark.points])
        elif isinstance(mark, Area):
            room.draw([layout.point(point) for point in mark.upper])
            room.draw([layout.point(point) for point in mark.lower])
        elif isinstance(mark, Dot):
            x, y = layout.point((mark.x, mark.y))
            room.stain(Box(x, y, 0.0, 0.0).grown(mark.size * layout.scale))
        elif isinstance(mark, Rule) and mark.x is not None:
            x, plot = layout.x(mark.x), layout.plot
            room.draw([(x, plot.y), (x, plot.bottom)])
        elif isinstance(mark, Bar):
            (x0, y0), (x1, y1) = (
                layout.point((mark.x0, mark.y0)),
                layout.point((mark.x1, mark.y1)),
            )
            room.stain(Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)))


def _near(
    layout: Layout, labels: Sequence[Label], measure: Measure, room: Room
) -> list[Placed]:
    found = []
    for label in sorted(labels, key=lambda label: (label.optional, -label.priority)):
        anchor = layout.point((label.x, label.y))
        size = measure(label.text, label.strong)
        gap = label.gap * layout.scale
        box = find_place(room, anchor, size, label.sides, gap, not label.optional)
        if box is None:
            continue
        room.take(box)
        found.append(Placed(label, label.text, box, _leader(anchor, box, gap)))
    return found


def _leader(anchor: Point, box: Box, gap: float) -> tuple[Point, Point] | None:
    """Return a line from the point to a label that is away from it."""
    x, y = anchor
    nearest = (min(max(x, box.x), box.right), min(max(y, box.y), box.bottom))
    away = hypot(nearest[0] - x, nearest[1] - y)
    if away <= gap * 1.5:
        return None
    part = gap * 0.6 / away
    start = (x + (nearest[0] - x) * part, y + (nearest[1] - y) * part)
    return start, nearest


def shorten(text: str, wide: float, measure: Measure, strong: bool = False) -> str:
    """Return the text, cut with three dots to a number of pixels."""
    if measure(text, strong)[0] <= wide:
        return text
    for end in range(len(text) - 1, 0, -1):
        cut = f"{text[:end].rstrip()}…"
        if measure(cut, strong)[0] <= wide:
            return cut
    return "…"


def in_lines(text: str, wide: float, measure: Measure) -> tuple[str, ...]:
    """Return a strong text broken between words into lines of a number of pixels."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and measure(joined, True)[0] <= wide:
            lines[-1] = joined
        else:
            lines.append(word)
    return tuple(shorten(line, wide, measure, strong=True) for line in lines)
