"""Lay out a chart in pixels: plot, ticks, labels and their leaders."""

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.ui.charts.labels import LabelRoom, PixelBox, find_place, spread_apart
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartArea,
    ChartBand,
    ChartBar,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    ChartStroke,
    Mark,
    Overlay,
    Point,
    nice_ticks,
)

Measure = Callable[[str, bool], tuple[float, float]]
"""Returns the width and height of a text in pixels; the second argument is True for bold."""

GAP: Final = 6.0
COLUMN: Final = 16.0
"""Gaps in pixels: between the plot and a tick's text, and between the plot and a column
of labels."""
WIDEST: Final = 0.4
"""The greatest part of the width that a column of labels may have."""


class PlacedLabel(NamedTuple):
    """A label with its place. `leader` is the line to its point, if the label is away from it."""

    label: ChartLabel
    text: str
    box: PixelBox
    leader: tuple[Point, Point] | None


class TickText(NamedTuple):
    """A tick's text: the pixel of the tick along its axis, and the box of the text."""

    at: float
    text: str
    box: PixelBox


class ChartLayout(Struct, frozen=True):
    """The positions of a chart's parts in pixels; `scale` is the zoom."""

    chart: Chart
    width: float
    height: float
    scale: float
    plot: PixelBox
    x_ticks: tuple[TickText, ...]
    y_ticks: tuple[TickText, ...]
    titles: tuple[tuple[str, PixelBox], ...]
    labels: tuple[PlacedLabel, ...]
    room: LabelRoom

    def x_to_pixel(self, value: float) -> float:
        """Return the x in pixels of a value on the x axis."""
        axis, plot = self.chart.x, self.plot
        return plot.x + (value - axis.low) / (axis.high - axis.low) * plot.width

    def y_to_pixel(self, value: float) -> float:
        """Return the y in pixels of a value on the y axis; pixels are counted downward."""
        axis, plot = self.chart.y, self.plot
        return plot.bottom - (value - axis.low) / (axis.high - axis.low) * plot.height

    def point_to_pixel(self, point: Point) -> Point:
        """Return the pixel of a point."""
        return self.x_to_pixel(point[0]), self.y_to_pixel(point[1])

    def outline_of(
        self, mark: ChartLine | ChartArea | ChartDot | ChartStroke | ChartRule
    ) -> list[Point]:
        """Return the points of a mark in pixels: a line's, around an area, or a dot's center."""
        plot = self.plot
        if isinstance(mark, ChartArea):
            around = (*mark.upper, *reversed(mark.lower))
            return [self.point_to_pixel(point) for point in around]
        if isinstance(mark, ChartLine):
            return [self.point_to_pixel(point) for point in mark.points]
        if isinstance(mark, ChartDot):
            return [self.point_to_pixel((mark.x, mark.y))]
        if mark.x is None:
            y = self.y_to_pixel(mark.y or 0.0)
            return [(plot.x, y), (plot.right, y)]
        x, long = self.x_to_pixel(mark.x), plot.height
        if isinstance(mark, ChartStroke):
            long = mark.length * self.scale
        return [(x, plot.bottom), (x, plot.bottom - long)]

    def box_of(self, mark: ChartBar | ChartBand) -> PixelBox:
        """Return the box of a bar or a band; an edge that is None is the plot's."""
        plot = self.plot
        x0 = plot.x if mark.x0 is None else self.x_to_pixel(mark.x0)
        x1 = plot.right if mark.x1 is None else self.x_to_pixel(mark.x1)
        y0 = plot.bottom if mark.y0 is None else self.y_to_pixel(mark.y0)
        y1 = plot.y if mark.y1 is None else self.y_to_pixel(mark.y1)
        return PixelBox(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    def value_at(self, x: float) -> float:
        """Return the value on the x axis at an x in pixels."""
        axis, plot = self.chart.x, self.plot
        return axis.low + (x - plot.x) / plot.width * (axis.high - axis.low)


def lay_out(
    chart: Chart, width: float, height: float, measure: Measure, scale: float = 1.0
) -> ChartLayout:
    """Return the layout of a chart at this size in pixels."""
    line = measure("0", False)[1]
    gap, column = GAP * scale, COLUMN * scale
    x_axis, y_axis = chart.x, chart.y
    head = line + gap if y_axis.title else line / 2
    foot = line + gap if x_axis.texts or x_axis.title else line / 2
    if x_axis.far and x_axis.texts:
        head, foot = head + line + gap, line / 2
    y_marks = _place_ticks(y_axis, (height - head - foot) / (line * 2.6))
    widest = max((measure(t.text, False)[0] for t in y_marks), default=0.0)
    beside_y = widest + gap if y_axis.texts else 0.0
    lefts, rights = (
        _select_labels(chart.labels, "left"),
        _select_labels(chart.labels, "right"),
    )
    left_wide, right_wide = (
        min(
            width * WIDEST,
            max(measure(label.text, label.strong)[0] for label in labels) + column,
        )
        if labels
        else 0.0
        for labels in (lefts, rights)
    )
    ends = x_axis.ticks or (AxisTick(x_axis.high, f"{x_axis.high:.0f}"),)
    edge = measure(ends[-1].text, False)[0] / 2 + gap / 2
    first = measure(ends[0].text, False)[0] / 2 + gap / 2
    before, after = (0.0, beside_y) if y_axis.far else (beside_y, 0.0)
    left = max(left_wide + before, first)
    right = max(right_wide + after, edge)
    plot = PixelBox(left, head, max(width - left - right, 8.0), 8.0)
    rows_at_top, tops = _place_row_labels(chart, "top", plot, measure, width)
    rows_at_bottom, bottoms = _place_row_labels(chart, "bottom", plot, measure, width)
    head += rows_at_top * line
    foot += rows_at_bottom * line + (gap if rows_at_bottom else 0.0)
    plot = PixelBox(left, head, plot.width, max(height - head - foot, 8.0))

    room = LabelRoom(PixelBox(0.0, 0.0, width, height))
    layout = ChartLayout(chart, width, height, scale, plot, (), (), (), (), room)
    x_texts = tuple(_x_texts(layout, measure, rows_at_bottom * line + gap, room))
    titles = tuple(_place_axis_titles(layout, measure, line, room))
    y_texts = tuple(_y_texts(layout, y_marks, measure, gap, room))
    placed = [
        _place_in_row(label, box, line, plot, gap) for label, box in (*tops, *bottoms)
    ]
    for item in placed:
        room.reserve_box(item.box)
    layout = replace(layout, x_ticks=x_texts, y_ticks=y_texts, titles=titles)
    around = [item.box for item in placed] + [box for _, box in titles]
    around += [tick.box for tick in (*x_texts, *y_texts) if tick.text]
    if lefts:
        column_box = PixelBox(0.0, 0.0, left_wide - column, height)
        placed += _place_column_labels(layout, lefts, column_box, -1, measure, around)
    if rights:
        # Place labels beside their mark, even in the middle of the plot.
        furthest = max(layout.x_to_pixel(label.x) for label in rights)
        x = min(furthest + 2 * column, plot.right + column) + after
        column_box = PixelBox(x, 0.0, max(width - x, right_wide - column), height)
        placed += _place_column_labels(layout, rights, column_box, 1, measure, around)
    for item in placed:
        room.reserve_box(item.box)
    _note_marks(layout, chart.marks, room)
    nears = _select_labels(chart.labels, "near")
    placed += _place_near_labels(layout, nears, measure, room)
    return replace(layout, labels=tuple(placed))


def lay_over(
    layout: ChartLayout, overlay: Overlay, measure: Measure
) -> tuple[PlacedLabel | None, ...]:
    """Return the places of an overlay's labels around the chart's; None for labels without room."""
    room = layout.room.copy_room()
    _note_marks(layout, (*overlay.settled, *overlay.marks), room)
    placed = list(_place_near_labels(layout, overlay.labels, measure, room))
    return tuple(
        next((p for p in placed if p.label is label), None) for label in overlay.labels
    )


def _select_labels(labels: Sequence[ChartLabel], place: str) -> list[ChartLabel]:
    return [label for label in labels if label.place == place]


def _place_ticks(axis: Axis, most: float) -> tuple[AxisTick, ...]:
    return (
        axis.ticks
        if axis.ticks is not None
        else nice_ticks(axis.low, axis.high, max(2, int(most)))
    )


def _place_axis_titles(
    layout: ChartLayout, measure: Measure, line: float, room: LabelRoom
) -> Iterator[tuple[str, PixelBox]]:
    """Return the y title above the texts of its axis, and the x title at the end of its axis.

    If the tick texts leave no room there, the x title is at the top, or left out.
    """
    chart, width = layout.chart, layout.width
    if chart.y.title:
        text = shorten_text(chart.y.title, width, measure)
        wide = measure(text, False)[0]
        box = PixelBox(width - wide if chart.y.far else 0.0, 0.0, wide, line)
        room.reserve_box(box)
        yield (text, box)
    if chart.x.title:
        text = shorten_text(chart.x.title, width / 2, measure)
        wide = measure(text, False)[0]
        foot, head = layout.height - line, 0.0
        for y in (head, foot) if chart.x.far else (foot, head):
            box = PixelBox(width - wide, y, wide, line)
            if room.is_free(box):
                room.reserve_box(box)
                yield (text, box)
                break


def _x_texts(
    layout: ChartLayout, measure: Measure, below: float, room: LabelRoom
) -> Iterator[TickText]:
    axis, plot = layout.chart.x, layout.plot
    for tick in _place_ticks(axis, plot.width / (measure("0000", False)[0] * 1.9)):
        at = layout.x_to_pixel(tick.value)
        wide, high = measure(tick.text, False)
        y = plot.y - GAP * layout.scale - high if axis.far else plot.bottom + below
        box = PixelBox(at - wide / 2, y, wide, high)
        shown = axis.texts and room.is_free(box.grow_by(2.0)._replace(y=y, height=high))
        if shown:
            room.reserve_box(box)
        yield TickText(at, tick.text if shown else "", box)


def _y_texts(
    layout: ChartLayout,
    ticks: Sequence[AxisTick],
    measure: Measure,
    gap: float,
    room: LabelRoom,
) -> Iterator[TickText]:
    axis, plot = layout.chart.y, layout.plot
    for tick in ticks:
        at = layout.y_to_pixel(tick.value)
        wide, high = measure(tick.text, False)
        x = plot.right + gap if axis.far else plot.x - gap - wide
        box = PixelBox(x, at - high / 2, wide, high)
        shown = axis.texts and room.is_free(box)
        if shown:
            room.reserve_box(box)
        yield TickText(at, tick.text if shown else "", box)


def _place_row_labels(
    chart: Chart, place: str, plot: PixelBox, measure: Measure, width: float
) -> tuple[int, list[tuple[ChartLabel, PixelBox]]]:
    """Return the labels above or below the plot, and the number of rows they need.

    The y of a box is the number of its row.
    """
    found: list[tuple[ChartLabel, PixelBox]] = []
    ends: list[list[tuple[float, float]]] = [[] for _ in range(chart.rows)]
    axis = chart.x
    for label in sorted(
        _select_labels(chart.labels, place), key=lambda label: -label.priority
    ):
        wide = measure(label.text, label.strong)[0]
        at = plot.x + (label.x - axis.low) / (axis.high - axis.low) * plot.width
        # Labels stay above or below the plot, because the y axis has its texts beside it.
        low = 0.0 if chart.y.far else plot.x - GAP
        high = plot.right + GAP if chart.y.far else width
        left = max(min(at - wide / 2, high - wide), low)
        for row, taken in enumerate(ends):
            if all(left > end or left + wide < start for start, end in taken):
                space = wide * 0.1 + 2.0
                taken.append((left - space, left + wide + space))
                found.append((label, PixelBox(left, row, wide, 0.0)))
                break
    return sum(bool(taken) for taken in ends), found


def _place_in_row(
    label: ChartLabel, box: PixelBox, line: float, plot: PixelBox, gap: float
) -> PlacedLabel:
    """Return a label above or below the plot; the y of its box is the number of its row."""
    y = (
        plot.y - (box.y + 1) * line
        if label.place == "top"
        else plot.bottom + gap / 2 + box.y * line
    )
    return PlacedLabel(label, label.text, box._replace(y=y, height=line), None)


def _place_column_labels(
    layout: ChartLayout,
    labels: Sequence[ChartLabel],
    column: PixelBox,
    way: int,
    measure: Measure,
    around: Sequence[PixelBox],
) -> Iterator[PlacedLabel]:
    """Return labels in a column beside the plot, moved apart if they would overlap."""
    middle = layout.plot.middle[1]
    inside = [box for box in around if box.overlaps(column)]
    low = max((b.bottom for b in inside if b.middle[1] < middle), default=0.0)
    high = min((b.y for b in inside if b.middle[1] >= middle), default=layout.height)
    chosen: list[ChartLabel] = []
    used = 0.0
    for label in sorted(labels, key=lambda label: (label.optional, -label.priority)):
        tall = measure(label.text, label.strong)[1]
        if used + tall <= high - low:
            chosen.append(label)
            used += tall
    chosen.sort(key=lambda label: layout.y_to_pixel(label.y))
    sizes = [measure(label.text, label.strong)[1] for label in chosen]
    wanted = [layout.y_to_pixel(label.y) for label in chosen]
    places = spread_apart(wanted, sizes, low, high)
    for label, at, tall in zip(chosen, places, sizes, strict=True):
        text = shorten_text(label.text, column.width, measure, label.strong)
        size = measure(text, label.strong)[0]
        x = column.x if way > 0 else column.right - size
        box = PixelBox(x, at - tall / 2, size, tall)
        start = layout.x_to_pixel(label.x) + 3.0 * way, layout.y_to_pixel(label.y)
        end = (box.x - 3.0 if way > 0 else box.right + 3.0), at
        moved = abs(at - layout.y_to_pixel(label.y)) > 1.5
        yield PlacedLabel(label, text, box, (start, end) if moved else None)


def _note_marks(layout: ChartLayout, marks: Sequence[Mark], room: LabelRoom) -> None:
    """Note the marks in the room, so that labels avoid them."""
    for mark in marks:
        if isinstance(mark, ChartBar):
            room.note_mark(layout.box_of(mark))
        elif isinstance(mark, ChartDot):
            middle = PixelBox(*layout.outline_of(mark)[0], 0.0, 0.0)
            room.note_mark(middle.grow_by(mark.size * layout.scale))
        elif not isinstance(mark, ChartBand | ChartStroke):
            room.note_line(layout.outline_of(mark))


def _place_near_labels(
    layout: ChartLayout, labels: Sequence[ChartLabel], measure: Measure, room: LabelRoom
) -> Iterator[PlacedLabel]:
    for label in sorted(labels, key=lambda label: (label.optional, -label.priority)):
        anchor = layout.point_to_pixel((label.x, label.y))
        size = measure(label.text, label.strong)
        gap = label.gap * layout.scale
        box = find_place(room, anchor, size, label.sides, gap, not label.optional)
        if box is None:
            continue
        room.reserve_box(box)
        yield PlacedLabel(label, label.text, box, _draw_leader(anchor, box, gap))


def _draw_leader(
    anchor: Point, box: PixelBox, gap: float
) -> tuple[Point, Point] | None:
    """Return the line from a point to its label; None if the label is beside the point."""
    x, y = anchor
    nearest = (min(max(x, box.x), box.right), min(max(y, box.y), box.bottom))
    away = hypot(nearest[0] - x, nearest[1] - y)
    if away <= gap * 1.5:
        return None
    part = gap * 0.6 / away
    return (x + (nearest[0] - x) * part, y + (nearest[1] - y) * part), nearest


def shorten_text(text: str, wide: float, measure: Measure, strong: bool = False) -> str:
    """Return the text or, if it is wider than `wide` pixels, its beginning with an ellipsis."""
    if measure(text, strong)[0] <= wide:
        return text
    cuts = (f"{text[:end].rstrip()}…" for end in range(len(text) - 1, 0, -1))
    return next((cut for cut in cuts if measure(cut, strong)[0] <= wide), "…")


def in_lines(text: str, wide: float, measure: Measure) -> tuple[str, ...]:
    """Split a bold text between words into lines of at most `wide` pixels."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and measure(joined, True)[0] <= wide:
            lines[-1] = joined
        else:
            lines.append(word)
    return tuple(shorten_text(line, wide, measure, strong=True) for line in lines)
