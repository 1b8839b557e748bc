"""Draws the parts of a slide's picture as they stand at one moment."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QPainter

from uscalc.explain.lesson.model import Axis, Bars, Games, Mark, Part, Row, Span
from uscalc.explain.numbers import number, rating
from uscalc.ui.charts.labels import Box, spread
from uscalc.ui.charts.ticks import nice_ticks
from uscalc.ui.slides.brush import LEADING, Brush
from uscalc.ui.slides.layout import (
    AXIS,
    CELL,
    BarsLayout,
    game_columns,
    lay_out_bars,
    row_words,
)

RESULT: Final = {0.0: "0", 0.5: "½", 1.0: "1"}
TRACK: Final = 0.9
FILLED: Final = 0.85


def paint_part(
    painter: QPainter, part: Part, box: Box, brush: Brush, guess: Mark | None
) -> None:
    """One part, with the guess on its axis."""
    if isinstance(part, Games):
        _games(painter, part, box, brush)
    elif isinstance(part, Axis):
        _axis(painter, part, box, brush, guess)
    else:
        _bars(painter, part, box, brush, guess)


def _games(painter: QPainter, part: Games, box: Box, brush: Brush) -> None:
    em = brush.em
    columns = game_columns(part, box, brush)
    if not columns:
        lines = brush.wrapped(part.words, box.width)
        for i, line in enumerate(lines):
            brush.write(painter, box.x, box.y + (i + 0.5) * LEADING * em, line)
        return
    rows = -(-len(part.rows) // columns)
    wide, high = box.width / columns, min(CELL * em, box.height / rows)
    for i, game in enumerate(part.rows):
        x, y = box.x + i // rows * wide, box.y + (i % rows + 0.5) * high
        brush.disc(painter, x + 0.6 * em, y, RESULT[game.score])
        figure = brush.width(game.rating, "strong")
        name = brush.elided(game.name, wide - figure - 2.7 * em)
        used = brush.write(painter, x + 1.75 * em, y, name, "soft")
        brush.write(painter, x + 2.15 * em + used, y, game.rating, "text", "strong")


# A line of numbers


class Scale:
    """From numbers to pixels."""

    def __init__(self, low: float, high: float, x0: float, x1: float) -> None:
        self._low, self._per = low, (x1 - x0) / (high - low)
        self._x0 = x0

    def x(self, value: float) -> float:
        """Return the pixel of a number."""
        return self._x0 + (value - self._low) * self._per


def _axis(
    painter: QPainter, part: Axis, box: Box, brush: Brush, guess: Mark | None
) -> None:
    em = brush.em
    scale = Scale(part.low, part.high, box.x, box.right)
    y = box.y + 2.15 * em
    thick = 0.7
    if box.height > AXIS * em:
        # Alone on its slide, it may be seen from the last row.
        thick = 1.5
        y += 0.4 * em
    _spans(painter, part.spans, scale, y, thick * em, brush)
    brush.line(painter, (box.x, y), (box.right, y), "edge", 0.08)
    if part.ticks:
        below = y + (0.75 + thick / 2) * em
        _ticks(painter, (part.low, part.high), scale, y, below, brush, part.name)
    marks = (*part.marks, *((guess,) if guess else ()))
    _marks(painter, marks, scale, (box.x, box.right), (box.y + 0.6 * em, y), brush)


def _spans(
    painter: QPainter,
    spans: Sequence[Span],
    scale: Scale,
    y: float,
    thick: float,
    brush: Brush,
) -> None:
    for span in spans:
        left, right = sorted((scale.x(span.start), scale.x(span.end)))
        box = Box(left, y - thick / 2, right - left, thick)
        brush.fill(painter, box, span.role, span.strength)


def _ticks(
    painter: QPainter,
    ends: tuple[float, float],
    scale: Scale,
    y: float,
    below: float,
    brush: Brush,
    name: str = "",
) -> None:
    em = brush.em
    x0, x1 = scale.x(ends[0]), scale.x(ends[1])
    unit = brush.width(name) + 0.6 * em if name else 0.0
    for tick in nice_ticks(*ends, max(int((x1 - x0) / (4.5 * em)), 2)):
        x = scale.x(tick.value)
        brush.line(painter, (x, y), (x, y + 0.4 * em), "edge", 0.06)
        half = brush.width(tick.text) / 2
        left = min(max(x, x0 - 0.4 * em + half), x1 - half)
        if left + half <= x1 - unit:
            brush.write(painter, left, below, tick.text, "pale", align=0.5)
    if name:
        brush.write(painter, x1, below, name, "pale", align=1)


def _marks(
    painter: QPainter,
    marks: Sequence[Mark],
    scale: Scale,
    ends: tuple[float, float],
    heights: tuple[float, float],
    brush: Brush,
    bottom: float | None = None,
) -> None:
    """Mark at their places, their words above them, beside each other."""
    em, (label_y, y) = brush.em, heights
    shown = [mark for mark in marks if mark.strength > 0.0]
    for mark in shown:
        x = min(max(scale.x(mark.at), ends[0]), ends[1])
        low = bottom if bottom is not None else y + (0.75 if mark.wall else 0.0) * em
        wide = 0.14 if mark.wall else 0.07
        start = (x, label_y + 0.65 * em)
        brush.line(painter, start, (x, low), mark.role, wide, mark.strength)
    for mark in shown:
        if not mark.wall and bottom is None:
            x = min(max(scale.x(mark.at), ends[0]), ends[1])
            brush.dot(painter, x, y, 0.42, mark.role, mark.strength)
    words = sorted((m for m in shown if m.text), key=lambda mark: mark.at)
    sizes = [brush.width(mark.text, "strong") + 0.9 * em for mark in words]
    wanted = [scale.x(mark.at) for mark in words]
    reach = 0.45 * em
    places = spread(wanted, sizes, ends[0] - reach, ends[1] + reach)
    for mark, x in zip(words, places, strict=True):
        brush.write(
            *(painter, x, label_y, mark.text, mark.role, "strong", 0.5),
            strength=mark.strength,
        )


# Rows of bars


def _bars(
    painter: QPainter, part: Bars, box: Box, brush: Brush, guess: Mark | None
) -> None:
    laid = lay_out_bars(part, box, brush)
    scale = Scale(part.low, part.high, laid.x0, laid.x1)
    bottom = laid.top + laid.row * len(part.rows)
    ends = laid.x0, laid.x1
    if part.form != "column":
        _ticks(painter, (part.low, part.high), scale, bottom, laid.ticks, brush)
        brush.line(painter, (laid.x0, bottom), (laid.x1, bottom), "edge", 0.06)
    for i, row in enumerate(part.rows):
        middle = laid.middle(i)
        if laid.named:
            _name(painter, part, i, laid, brush)
        _row(painter, part, row, laid, scale, middle, brush)
    marks = (*part.marks, *((guess,) if guess else ()))
    if part.form == "axis":
        handle = Mark(part.r, f"R {rating(round(part.r, 2))}", "accent")
        marks = (*part.marks, *((guess,) if guess else ()), handle)
    heights = laid.head, laid.top
    _marks(painter, marks, scale, ends, heights, brush, bottom)
    if part.form == "axis":
        brush.dot(painter, scale.x(part.r), laid.top, 0.45, "accent")
    if part.summed:
        _sum(painter, part, laid, brush)


def _name(
    painter: QPainter, part: Bars, place: int, laid: BarsLayout, brush: Brush
) -> None:
    """Whose row it is; a name is cut before a rating is."""
    x, wide, y = laid.names.x, laid.names.width, laid.middle(place)
    name, level = row_words(part, place)
    if part.form == "range":
        x, wide = x + 0.6 * brush.em, wide - 1.2 * brush.em
    room = wide - (brush.width(f" {level}", "strong") if level else 0.0)
    used = brush.write(painter, x, y, brush.elided(name, room), "soft")
    if level:
        space = brush.width(" ")
        brush.write(painter, x + used + space, y, level, "text", "strong")


def _row(
    painter: QPainter,
    part: Bars,
    row: Row,
    laid: BarsLayout,
    scale: Scale,
    middle: float,
    brush: Brush,
) -> None:
    em = brush.em
    high = min(0.62 * laid.row, 0.95 * em)
    if part.form == "dots":
        brush.line(painter, (laid.x0, middle), (laid.x1, middle), "line", 0.05)
        radius = min(0.4, 0.4 * laid.row / em)
        brush.dot(painter, scale.x(row.at), middle, radius, "soft")
        return
    if part.form == "range":
        left, right = scale.x(row.start), scale.x(row.end)
        bar = Box(left, middle - high / 2, max(right - left, 0.16 * em), high)
        brush.fill(painter, bar, row.role, FILLED)
        return
    left, right = laid.x0, laid.x1
    if part.form == "axis":
        left, right = scale.x(row.at - 400.0), scale.x(row.at + 400.0)
    bar = Box(left, middle - high / 2, right - left, high)
    filled = part.part(row)
    brush.fill(painter, bar, "line", TRACK)
    brush.fill(painter, bar._replace(width=bar.width * filled), "accent", FILLED)
    brush.line(painter, (bar.x, bar.y), (bar.x, bar.bottom), "edge", 0.05)
    brush.line(painter, (bar.right, bar.y), (bar.right, bar.bottom), "edge", 0.05)
    if not laid.named:
        return
    reach = 0.56 * em
    at = left + (row.score / row.worth if row.worth else 0.5) * (right - left)
    if part.form == "column":
        at = min(max(at, left + reach), right - reach)
        if filled:
            figure = number(filled, 2)
            brush.write(painter, laid.figure, middle, figure, "accent", "strong", 1)
    text = RESULT.get(row.score, number(row.score, 2)) if row.worth == 1.0 else ""
    brush.disc(painter, at, middle, text or number(row.score, 2))


def _sum(painter: QPainter, part: Bars, laid: BarsLayout, brush: Brush) -> None:
    """What all bars hold, beside what was scored."""
    em, box = brush.em, laid.total
    held, worth = part.held, part.worth
    middle = box.y + 0.8 * em
    said = f"expected {number(held, 2)}" if held else "expected"
    # So wide whatever is said, that nothing moves under the hand.
    room = brush.width("expected 00.00 ", "strong")
    brush.write(painter, box.x, middle, said, "accent", "strong")
    scored = f"scored {number(part.scored, 2)} of {number(worth, 2)}"
    used = brush.write(painter, box.right, middle, scored, "text", "strong", 1)
    bar = Box(
        box.x + room, middle - 0.42 * em, box.width - room - used - 0.7 * em, 0.84 * em
    )
    if bar.width < 4 * em or not worth:
        return
    brush.fill(painter, bar, "line", TRACK)
    share = min(held / worth, 1.0)
    brush.fill(painter, bar._replace(width=bar.width * share), "accent", FILLED)
    x = bar.x + bar.width * part.scored / worth
    brush.line(
        painter, (x, bar.y - 0.25 * em), (x, bar.bottom + 0.25 * em), "text", 0.16
    )
