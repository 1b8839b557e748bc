"""Paint the parts of a slide's picture at one moment of the animation."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QPainter

from uscalc.explain.lesson.model import (
    AxisMark,
    AxisStretch,
    BarChart,
    BarRow,
    LessonGames,
    NumberAxis,
    Part,
)
from uscalc.explain.numbers import format_number, format_rating
from uscalc.ui.charts.labels import PixelBox, spread_apart
from uscalc.ui.charts.scene import nice_ticks
from uscalc.ui.teach.brush import LEADING, SlideBrush
from uscalc.ui.teach.layout import (
    AXIS,
    CELL,
    NAME_GAP,
    BarsLayout,
    find_axis_end,
    game_columns,
    lay_out_bars,
    row_words,
)

RESULT: Final = {0.0: "0", 0.5: "½", 1.0: "1"}
TRACK: Final = 0.9
FILLED: Final = 0.85


def paint_part(
    painter: QPainter,
    part: Part,
    box: PixelBox,
    brush: SlideBrush,
    guesses: tuple[AxisMark, ...],
) -> None:
    """Paint one part of a picture, with the guesses on its axis."""
    if isinstance(part, LessonGames):
        _paint_games(painter, part, box, brush)
    elif isinstance(part, NumberAxis):
        _paint_axis(painter, part, box, brush, guesses)
    else:
        _paint_bars(painter, part, box, brush, guesses)


def _paint_games(
    painter: QPainter, part: LessonGames, box: PixelBox, brush: SlideBrush
) -> None:
    em = brush.em
    columns = game_columns(part, box, brush)
    if not columns:
        for i, line in enumerate(brush.wrap_text(part.words, box.width)):
            brush.write_text(painter, box.x, box.y + (i + 0.5) * LEADING * em, line)
        return
    rows = -(-len(part.rows) // columns)
    wide, high = box.width / columns, min(CELL * em, box.height / rows)
    for i, game in enumerate(part.rows):
        x, y = box.x + i // rows * wide, box.y + (i % rows + 0.5) * high
        brush.draw_disc(painter, x + 0.6 * em, y, RESULT[game.score])
        figure = brush.measure_width(game.rating, "strong")
        name = brush.elide_text(game.name, wide - figure - 2.7 * em)
        used = brush.write_text(painter, x + 1.75 * em, y, name, "soft")
        brush.write_text(
            painter, x + 2.15 * em + used, y, game.rating, "text", "strong"
        )


# An axis


class AxisScale:
    """Convert numbers on an axis to pixels."""

    def __init__(self, low: float, high: float, x0: float, x1: float) -> None:
        self._low, self._per = low, (x1 - x0) / (high - low)
        self._x0 = x0

    def pixel_of(self, value: float) -> float:
        """Return the x of a number."""
        return self._x0 + (value - self._low) * self._per


def _paint_axis(
    painter: QPainter,
    part: NumberAxis,
    box: PixelBox,
    brush: SlideBrush,
    guesses: tuple[AxisMark, ...],
) -> None:
    em = brush.em
    right = find_axis_end(part, box, brush)
    scale = AxisScale(part.low, part.high, box.x, right)
    y = box.y + 2.15 * em
    thick = 0.7
    if box.height > AXIS * em:
        # An axis that is alone on its slide is thick, so that the whole class can see it.
        thick = 1.5
        y += 0.4 * em
    _paint_spans(painter, part.spans, scale, y, thick * em, brush)
    brush.draw_line(painter, (box.x, y), (right, y), "edge", 0.08)
    if part.ticks:
        below = y + (0.75 + thick / 2) * em
        _paint_ticks(painter, (part.low, part.high), scale, y, below, brush, part.name)
    marks = (*part.marks, *guesses)
    _paint_marks(painter, marks, scale, (box.x, right), (box.y + 0.6 * em, y), brush)


def _paint_spans(
    painter: QPainter,
    spans: Sequence[AxisStretch],
    scale: AxisScale,
    y: float,
    thick: float,
    brush: SlideBrush,
) -> None:
    for span in spans:
        left, right = sorted((scale.pixel_of(span.start), scale.pixel_of(span.end)))
        box = PixelBox(left, y - thick / 2, right - left, thick)
        brush.fill_box(painter, box, span.role, span.strength)


def _paint_ticks(
    painter: QPainter,
    ends: tuple[float, float],
    scale: AxisScale,
    y: float,
    below: float,
    brush: SlideBrush,
    name: str = "",
) -> None:
    em = brush.em
    x0, x1 = scale.pixel_of(ends[0]), scale.pixel_of(ends[1])
    most = x1 + (NAME_GAP - 0.4) * em if name else x1
    for tick in nice_ticks(*ends, max(int((x1 - x0) / (4.5 * em)), 2)):
        x = scale.pixel_of(tick.value)
        brush.draw_line(painter, (x, y), (x, y + 0.4 * em), "edge", 0.06)
        half = brush.measure_width(tick.text) / 2
        middle = min(max(x, x0 - 0.4 * em + half), most - half)
        brush.write_text(painter, middle, below, tick.text, "pale", align=0.5)
    if name:
        brush.write_text(painter, x1 + NAME_GAP * em, below, name, "pale")


def _paint_marks(
    painter: QPainter,
    marks: Sequence[AxisMark],
    scale: AxisScale,
    ends: tuple[float, float],
    heights: tuple[float, float],
    brush: SlideBrush,
    bottom: float | None = None,
) -> None:
    """Paint marks at their places, with their texts above them; the texts don't overlap."""
    em, (label_y, y) = brush.em, heights
    shown = [mark for mark in marks if mark.strength > 0.0]
    for mark in shown:
        x = min(max(scale.pixel_of(mark.at), ends[0]), ends[1])
        low = bottom if bottom is not None else y + (0.75 if mark.wall else 0.0) * em
        wide = 0.14 if mark.wall else 0.07
        brush.draw_line(
            painter, (x, label_y + 0.65 * em), (x, low), mark.role, wide, mark.strength
        )
    for mark in shown:
        if not mark.wall and bottom is None:
            x = min(max(scale.pixel_of(mark.at), ends[0]), ends[1])
            brush.draw_dot(painter, x, y, 0.42, mark.role, mark.strength)
    words = sorted((m for m in shown if m.text), key=lambda mark: mark.at)
    sizes = [brush.measure_width(mark.text, "strong") + 0.9 * em for mark in words]
    wanted = [scale.pixel_of(mark.at) for mark in words]
    reach = 0.45 * em
    places = spread_apart(wanted, sizes, ends[0] - reach, ends[1] + reach)
    for mark, x in zip(words, places, strict=True):
        brush.write_text(
            painter,
            x,
            label_y,
            mark.text,
            mark.role,
            "strong",
            0.5,
            strength=mark.strength,
        )


# Rows of bars


def _paint_bars(
    painter: QPainter,
    part: BarChart,
    box: PixelBox,
    brush: SlideBrush,
    guesses: tuple[AxisMark, ...],
) -> None:
    laid = lay_out_bars(part, box, brush)
    scale = AxisScale(part.low, part.high, laid.x0, laid.x1)
    bottom, ends = laid.top + laid.row * len(part.rows), (laid.x0, laid.x1)
    if part.form != "column":
        _paint_ticks(painter, (part.low, part.high), scale, bottom, laid.ticks, brush)
        brush.draw_line(painter, (laid.x0, bottom), (laid.x1, bottom), "edge", 0.06)
    for i, row in enumerate(part.rows):
        middle = laid.row_middle(i)
        if laid.named:
            _paint_name(painter, part, i, laid, brush)
        _paint_row(painter, part, row, laid, scale, middle, brush)
    marks = (*part.marks, *guesses)
    if part.form == "axis":
        label = f"R {format_rating(round(part.r, 2))}"
        marks = (*marks, AxisMark(part.r, label, "accent"))
    _paint_marks(painter, marks, scale, ends, (laid.head, laid.top), brush, bottom)
    if part.form == "axis":
        brush.draw_dot(painter, scale.pixel_of(part.r), laid.top, 0.45, "accent")
    if part.summed:
        _paint_sum(painter, part, laid, brush)


def _paint_name(
    painter: QPainter, part: BarChart, place: int, layout: BarsLayout, brush: SlideBrush
) -> None:
    """Write the name of a row; if it is too long, shorten the name, not the rating."""
    x, wide, y = layout.names.x, layout.names.width, layout.row_middle(place)
    name, level = row_words(part, place)
    if part.form == "range":
        x, wide = x + 0.6 * brush.em, wide - 1.2 * brush.em
    room = wide - (brush.measure_width(f" {level}", "strong") if level else 0.0)
    used = brush.write_text(painter, x, y, brush.elide_text(name, room), "soft")
    if level:
        space = brush.measure_width(" ")
        brush.write_text(painter, x + used + space, y, level, "text", "strong")


def _paint_row(
    painter: QPainter,
    part: BarChart,
    row: BarRow,
    layout: BarsLayout,
    scale: AxisScale,
    middle: float,
    brush: SlideBrush,
) -> None:
    em = brush.em
    high = min(0.62 * layout.row, 0.95 * em)
    if part.form == "dots":
        brush.draw_line(painter, (layout.x0, middle), (layout.x1, middle), "line", 0.05)
        radius = min(0.4, 0.4 * layout.row / em)
        brush.draw_dot(painter, scale.pixel_of(row.at), middle, radius, "soft")
        return
    if part.form == "range":
        left, right = scale.pixel_of(row.start), scale.pixel_of(row.end)
        bar = PixelBox(left, middle - high / 2, max(right - left, 0.16 * em), high)
        brush.fill_box(painter, bar, row.role, FILLED)
        return
    left, right = layout.x0, layout.x1
    if part.form == "axis":
        left, right = scale.pixel_of(row.at - 400.0), scale.pixel_of(row.at + 400.0)
    bar = PixelBox(left, middle - high / 2, right - left, high)
    filled = part.compute_fill(row)
    brush.fill_box(painter, bar, "line", TRACK)
    brush.fill_box(painter, bar._replace(width=bar.width * filled), "accent", FILLED)
    brush.draw_line(painter, (bar.x, bar.y), (bar.x, bar.bottom), "edge", 0.05)
    brush.draw_line(painter, (bar.right, bar.y), (bar.right, bar.bottom), "edge", 0.05)
    if not layout.named:
        return
    reach = 0.56 * em
    at = left + (row.score / row.worth if row.worth else 0.5) * (right - left)
    if part.form == "column":
        at = min(max(at, left + reach), right - reach)
        if filled:
            figure = format_number(filled, 2)
            brush.write_text(
                painter, layout.figure, middle, figure, "accent", "strong", 1
            )
    text = (
        RESULT.get(row.score, format_number(row.score, 2)) if row.worth == 1.0 else ""
    )
    brush.draw_disc(painter, at, middle, text or format_number(row.score, 2))


def _paint_sum(
    painter: QPainter, part: BarChart, layout: BarsLayout, brush: SlideBrush
) -> None:
    """Draw the sum of all bars, and the score."""
    em, box = brush.em, layout.total
    held, worth = part.expected_points, part.worth
    middle = box.y + 0.8 * em
    said = f"expected {format_number(held, 2)}" if held else "expected"
    # Reserve room for the longest text, so that nothing moves during a drag.
    room = brush.measure_width("expected 00.00 ", "strong")
    brush.write_text(painter, box.x, middle, said, "accent", "strong")
    scored = f"scored {format_number(part.scored, 2)} of {format_number(worth, 2)}"
    used = brush.write_text(painter, box.right, middle, scored, "text", "strong", 1)
    bar = PixelBox(
        box.x + room, middle - 0.42 * em, box.width - room - used - 0.7 * em, 0.84 * em
    )
    if bar.width < 4 * em or not worth:
        return
    brush.fill_box(painter, bar, "line", TRACK)
    share = min(held / worth, 1.0)
    brush.fill_box(painter, bar._replace(width=bar.width * share), "accent", FILLED)
    x = bar.x + bar.width * part.scored / worth
    brush.draw_line(
        painter, (x, bar.y - 0.25 * em), (x, bar.bottom + 0.25 * em), "text", 0.16
    )
