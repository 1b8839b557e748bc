"""Draws the picture of the idea with any painter: the one drawing of screen and files."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from uscalc.explain.idea import Row, Special, Standard, walls_of
from uscalc.explain.idea_words import (
    place_words,
    row_name,
    score_words,
    wall_name,
)
from uscalc.explain.numbers import rating
from uscalc.ui.charts.labels import Box
from uscalc.ui.charts.look import SMALL, Look
from uscalc.ui.charts.paint import paint_text
from uscalc.ui.charts.scene import Role
from uscalc.ui.charts.ticks import nice_ticks
from uscalc.ui.idea.hand import Sight
from uscalc.ui.idea.layout import Layout, Place

TRACK: Final = 0.9
"""How opaque the empty part of a bar is."""
KNOB: Final = 0.62
MARK: Final = 0.62
"""Radii of the handle and of a result's mark, in the height of the type."""
SHORT: Final = {0.0: "0", 0.5: "½", 1.0: "1"}
Target = tuple[str, int | None]
"""What is held or has the keyboard: the handle, or a row's bar or mark, by game."""


@dataclass(frozen=True, slots=True)
class Brush:
    """A look with the sizes of type that this picture has."""

    look: Look
    body: QFont
    strong: QFont
    small: QFont
    large: QFont

    @staticmethod
    def of(look: Look) -> "Brush":
        """The sizes that go with a look."""
        pixels = em_of(look)
        return Brush(
            look,
            _sized(look.font, pixels),
            _sized(look.strong, pixels),
            _sized(look.font, pixels * 0.85),
            _sized(look.strong, pixels * 1.45),
        )


def em_of(look: Look) -> float:
    """The height of the type, which everything is measured in."""
    return look.font.pixelSize() / SMALL


def _sized(font: QFont, pixels: float) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(max(round(pixels), 1))
    return sized


def paint_idea(
    painter: QPainter,
    layout: Layout,
    sight: Sight,
    look: Look,
    scroll: float = 0.0,
    held: Target | None = None,
    focus: Target | None = None,
) -> None:
    """Axis, rows, sums, and the curve as far as it was passed."""
    brush = Brush.of(look)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_axis(painter, layout, sight, brush)
    if isinstance(sight.idea, Special):
        _paint_curve(painter, layout, sight, brush)
    _paint_walls(painter, layout, sight, brush)
    painter.save()
    view = layout.view
    painter.setClipRect(QRectF(0, view.y, layout.width, view.height))
    painter.translate(0, -scroll)
    for row, place in zip(sight.idea.rows, layout.places, strict=True):
        if place.box.bottom - scroll >= view.y and place.box.y - scroll <= view.bottom:
            _paint_row(painter, layout, sight, brush, row, place)
    painter.restore()
    _paint_line(painter, layout, sight, brush)
    painter.save()
    painter.setClipRect(QRectF(0, view.y, layout.width, view.height))
    painter.translate(0, -scroll)
    for row, place in zip(sight.idea.rows, layout.places, strict=True):
        if place.box.bottom - scroll >= view.y and place.box.y - scroll <= view.bottom:
            _paint_mark(painter, layout, sight, brush, row, place, held)
            if focus is not None and focus == ("row", row.game):
                _frame(painter, brush, place.box, layout.em)
    painter.restore()
    _paint_handle(painter, layout, sight, brush, held, focus)
    _paint_sums(painter, layout, sight, brush)
    if isinstance(sight.idea, Standard):
        _paint_scale(painter, layout, sight.idea, brush)


# Small strokes


def _text(
    painter: QPainter,
    brush: Brush,
    x: float,
    middle: float,
    text: str,
    role: Role,
    font: QFont,
    align: float = 0.0,
    within: tuple[float, float] | None = None,
) -> float:
    """A text around a height; `align` 0 begins at x, 1 ends there. Gives its width."""
    metrics = QFontMetricsF(font)
    wide = metrics.horizontalAdvance(text)
    left = x - align * wide
    if within is not None:
        left = max(min(left, within[1] - wide), within[0])
    box = Box(left, middle - metrics.height() / 2, wide, metrics.height())
    paint_text(painter, brush.look, box, text, role, font=font)
    return wide


def _pen(brush: Brush, role: Role, width: float, dashed: bool = False) -> QPen:
    pen = QPen(brush.look.colour(role), width * brush.look.scale)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashed:
        pen.setDashPattern((3.0, 3.0))
    return pen


def _line(
    painter: QPainter, pen: QPen, x0: float, y0: float, x1: float, y1: float
) -> None:
    painter.setPen(pen)
    painter.drawLine(QPointF(x0, y0), QPointF(x1, y1))


def _fill(
    painter: QPainter, brush: Brush, box: Box, role: Role, strength: float = 1.0
) -> None:
    """A filled box, its edges on whole pixels' sides wherever they lie."""
    if box.width > 0:
        painter.fillRect(
            QRectF(box.x, box.y, box.width, box.height),
            brush.look.colour(role, strength),
        )


def _outline(painter: QPainter, pen: QPen, box: Box) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawRect(QRectF(box.x, box.y, box.width, box.height))


def _frame(painter: QPainter, brush: Brush, box: Box, em: float) -> None:
    inner = Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    _outline(painter, _pen(brush, "accent", 1.0), inner)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def elided(font: QFont, text: str, width: float) -> str:
    """The text, cut with dots where it does not fit."""
    return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)


# The axis and its handle


def _paint_axis(painter: QPainter, layout: Layout, sight: Sight, brush: Brush) -> None:
    em, y = layout.em, layout.axis
    end = (layout.curve if isinstance(sight.idea, Special) else layout.view).bottom
    _line(painter, _pen(brush, "pale", 1.0), layout.x0, y, layout.x1, y)
    most = max(int((layout.x1 - layout.x0) / (4.2 * em)), 2)
    for tick in nice_ticks(layout.low, layout.high, most):
        x = layout.x(tick.value)
        _line(painter, _pen(brush, "line", 1.0), x, layout.view.y, x, end)
        _line(painter, _pen(brush, "pale", 1.0), x, y, x, y + 0.3 * em)
        _text(painter, brush, x, y + 0.95 * em, tick.text, "pale", brush.small, 0.5)
    figure = layout.width - 0.9 * em
    if isinstance(sight.idea, Special):
        _text(painter, brush, figure, y + 0.95 * em, "expected", "pale", brush.small, 1)
        return
    for part, text in ((0.0, "0"), (0.5, "½"), (1.0, "1 point")):
        x = layout.c0 + part * (layout.c1 - layout.c0)
        align = 1.0 if part == 1.0 else part
        _text(painter, brush, x, y + 0.95 * em, text, "pale", brush.small, align)
    _text(painter, brush, figure, y + 0.95 * em, "surplus", "pale", brush.small, 1)


def _paint_line(painter: QPainter, layout: Layout, sight: Sight, brush: Brush) -> None:
    """The line from the handle through every bar."""
    end = (layout.curve if isinstance(sight.idea, Special) else layout.view).bottom
    x = layout.x(sight.at)
    pen = _pen(brush, "text", 2.4 if sight.caught else 1.4)
    _line(painter, pen, x, layout.axis, x, end)


def _paint_handle(
    painter: QPainter,
    layout: Layout,
    sight: Sight,
    brush: Brush,
    held: Target | None,
    focus: Target | None,
) -> None:
    em, x = layout.em, layout.x(sight.at)
    look = brush.look
    name = "R" if isinstance(sight.idea, Special) else "R0"
    text = f"{name}  {place_words(sight.at)}"
    metrics = QFontMetricsF(brush.large)
    wide, high = metrics.horizontalAdvance(text) + 1.1 * em, 1.85 * em
    left = min(max(x - wide / 2, 1.0), layout.width - wide - 1)
    box = QRectF(left, layout.head.y + 0.15 * em, wide, high)
    strong = sight.caught
    painter.setPen(_pen(brush, "accent", 1.6))
    painter.setBrush(look.colour("accent" if strong else "surface"))
    painter.drawRoundedRect(box, 0.4 * em, 0.4 * em)
    role: Role = "surface" if strong else "text"
    _text(
        painter, brush, box.center().x(), box.center().y(), text, role, brush.large, 0.5
    )
    on = ("handle", None)
    radius = KNOB * em * (1.15 if held == on else 1.0)
    painter.setPen(QPen(look.colour("surface"), 1.5 * look.scale))
    painter.setBrush(look.colour("accent"))
    painter.drawEllipse(QPointF(x, layout.axis), radius, radius)
    if focus == on:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(brush, "accent", 2.0))
        painter.drawEllipse(QPointF(x, layout.axis), radius * 1.4, radius * 1.4)


def _paint_walls(painter: QPainter, layout: Layout, sight: Sight, brush: Brush) -> None:
    """Levels that no rating passes, and what they do to the rating that was found."""
    em, idea = layout.em, sight.idea
    for wall in walls_of(idea):
        if not layout.low < wall.level < layout.high:
            continue
        x = layout.x(wall.level)
        end = layout.view.bottom
        _line(painter, _pen(brush, "warning", 1.4, True), x, layout.axis, x, end)
        after = x < (layout.x0 + layout.x1) / 2
        _text(
            painter,
            brush,
            x + (0.4 * em if after else -0.4 * em),
            layout.axis - 0.75 * em,
            wall_name(wall),
            "warning",
            brush.small,
            0.0 if after else 1.0,
        )
    start = idea.catch if isinstance(idea, Special) else idea.r0
    told = sight.found if isinstance(idea, Special) else True
    if told and abs(idea.result - start) > layout.points:
        role: Role = "warning"
        if isinstance(idea, Standard):
            role = "gain" if idea.result > start else "loss"
        _arrow(
            painter, brush, layout.x(start), layout.x(idea.result), layout.axis, role
        )


def _arrow(
    painter: QPainter, brush: Brush, x0: float, x1: float, y: float, role: Role
) -> None:
    scale = brush.look.scale
    _line(painter, _pen(brush, role, 4.0), x0, y, x1, y)
    side = (-7.0 if x1 > x0 else 7.0) * scale
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush.look.colour(role))
    tip = QPointF(x1, y)
    painter.drawPolygon(
        [tip, tip + QPointF(side, -6 * scale), tip + QPointF(side, 6 * scale)]
    )


# A row


def part_of(sight: Sight, row: Row) -> float:
    """How much of a row's bar is filled, of 1."""
    idea = sight.idea
    if isinstance(idea, Special):
        return idea.part(row, sight.at)
    return idea.done.expectations[row.game or 0]


def mark_at(row: Row, place: Place) -> float:
    """Where along its bar the result is marked."""
    part = row.score / row.worth if row.worth else 0.5
    return place.bar.x + part * place.bar.width


def _paint_row(
    painter: QPainter,
    layout: Layout,
    sight: Sight,
    brush: Brush,
    row: Row,
    place: Place,
) -> None:
    em, bar, idea = layout.em, place.bar, sight.idea
    role: Role = "warning" if row.imagined else "text"
    words = row_name(idea, row) + (" (imagined)" if row.imagined else "")
    middle = place.words.y + place.words.height / 2
    font = brush.body if row.game is not None else brush.small
    if row.game is None and not row.imagined:
        role = "soft"
    if layout.wide and QFontMetricsF(font).horizontalAdvance(words) > place.words.width:
        words = _two_lines(painter, layout, brush, row, words, place, role)
    if words:
        shown = elided(font, words, place.words.width)
        _text(painter, brush, place.words.x, middle, shown, role, font)
    if isinstance(idea, Standard):
        y = place.middle
        _line(painter, _pen(brush, "line", 1.0), layout.x0, y, layout.x1, y)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(brush.look.colour(role if row.imagined else "soft"))
        painter.drawEllipse(QPointF(layout.x(row.rating), y), 0.38 * em, 0.38 * em)
    if row.imagined and row.rating != row.true_rating:
        _ghost(painter, layout, brush, row, place, isinstance(idea, Special))
    part = part_of(sight, row)
    empty = not row.worth
    if not empty:
        _fill(painter, brush, bar, "line", TRACK)
        _fill(painter, brush, bar._replace(width=bar.width * part), "accent", 0.85)
    pen = _pen(brush, "warning" if row.imagined else "pale", 1.0, empty or row.imagined)
    if row.worth > 1:
        lines = _pen(brush, "surface", 1.0)
        for i in range(1, int(row.worth) + (row.worth % 1 > 0)):
            y = bar.y + bar.height * i / row.worth
            _line(painter, lines, bar.x, y, bar.right, y)
    _outline(painter, pen, bar)
    middle_x = bar.x + bar.width / 2
    tick = _pen(brush, "pale", 1.0)
    _line(painter, tick, middle_x, bar.y, middle_x, bar.y + 0.25 * bar.height)
    _line(painter, tick, middle_x, bar.bottom, middle_x, bar.bottom - 0.25 * bar.height)
    x = place.figure.right
    if isinstance(idea, Special):
        text = score_words(row.worth * part)
        _text(painter, brush, x, place.middle, text, "accent", brush.strong, 1)
        return
    off = row.score - part
    sign: Role = "gain" if off >= 0 else "loss"
    text = f"{'+' if off >= 0 else '−'}{abs(off):.2f}"
    y = bar.bottom + 0.2 * em
    ends = bar.x + part * bar.width, bar.x + row.score * bar.width
    _line(painter, _pen(brush, sign, 3.0), ends[0], y, ends[1], y)
    _text(painter, brush, x, place.middle, text, sign, brush.strong, 1)


def _two_lines(
    painter: QPainter,
    layout: Layout,
    brush: Brush,
    row: Row,
    words: str,
    place: Place,
    role: Role,
) -> str:
    """Words that are too long for one line in two, if the row is high enough."""
    head, colon, tail = words.partition(": ")
    if not colon or place.box.height < 2.2 * layout.em:
        return words
    middle = place.words.y + place.words.height / 2
    for text, off in ((head + ":", -0.55), (tail, 0.55)):
        shown = elided(brush.small, text, place.words.width)
        y = middle + off * layout.em
        _text(painter, brush, place.words.x, y, shown, role, brush.small)
    return ""


def _ghost(
    painter: QPainter,
    layout: Layout,
    brush: Brush,
    row: Row,
    place: Place,
    special: bool,
) -> None:
    """Where the bar, or the opponent, really is."""
    x = layout.x(row.true_rating)
    pen = _pen(brush, "pale", 1.0, True)
    if special:
        half = place.bar.width / 2
        _outline(painter, pen, place.bar._replace(x=x - half))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        radius = 0.38 * layout.em
        painter.drawEllipse(QPointF(x, place.middle), radius, radius)


def _paint_mark(
    painter: QPainter,
    layout: Layout,
    sight: Sight,
    brush: Brush,
    row: Row,
    place: Place,
    held: Target | None,
) -> None:
    """The result: a disc with the points scored, where they are on the bar."""
    if not row.worth:
        return
    em = layout.em
    if row.score != row.true_score:
        ghost = place.bar.x + row.true_score / row.worth * place.bar.width
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(brush, "pale", 1.2, True))
        painter.drawEllipse(QPointF(ghost, place.middle), MARK * em, MARK * em)
    text = SHORT.get(row.score, score_words(row.score))
    if row.game is None:
        text = score_words(row.score)
    grown = held == ("mark", row.game)
    role: Role = "warning" if row.score != row.true_score else "text"
    _disc(painter, brush, em, mark_at(row, place), place.middle, text, role, grown)


def _disc(
    painter: QPainter,
    brush: Brush,
    em: float,
    x: float,
    y: float,
    text: str,
    role: Role,
    grown: bool = False,
) -> None:
    radius = MARK * em * (1.15 if grown else 1.0)
    font = brush.small
    wide = max(QFontMetricsF(font).horizontalAdvance(text) + 0.6 * em, 2 * radius)
    painter.setPen(QPen(brush.look.colour("surface"), 1.2 * brush.look.scale))
    painter.setBrush(brush.look.colour(role))
    box = QRectF(x - wide / 2, y - radius, wide, 2 * radius)
    painter.drawRoundedRect(box, radius, radius)
    _text(painter, brush, x, y, text, "surface", font, 0.5)


# The curve


def _paint_curve(painter: QPainter, layout: Layout, sight: Sight, brush: Brush) -> None:
    idea = sight.idea
    assert isinstance(idea, Special)
    em, box = layout.em, layout.curve
    top, bottom = idea.worth - idea.scored, -idea.scored
    room = box.height - 1.2 * em

    def y(value: float) -> float:
        return box.y + 0.6 * em + (top - value) / (top - bottom) * room

    zero = y(0.0)
    if sight.found and idea.curve.zeros.wide:
        low, high = idea.curve.zeros.low, idea.curve.zeros.high
        left = layout.x0 if low is None else max(layout.x(low), layout.x0)
        right = layout.x1 if high is None else min(layout.x(high), layout.x1)
        band = Box(left, layout.view.y, right - left, box.bottom - layout.view.y)
        _fill(painter, brush, band, "gain", 0.12)
    _line(painter, _pen(brush, "pale", 1.0, True), layout.x0, zero, layout.x1, zero)
    for text, at in (("too much expected", top), ("too little", bottom)):
        _text(painter, brush, layout.x0, y(at), text, "pale", brush.small)
    figure = layout.width - 0.9 * em
    _text(painter, brush, figure, zero, "meet", "pale", brush.small, 1)
    low, high = sight.seen
    if high > low:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = _pen(brush, "accent", 2.2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(
            [QPointF(layout.x(r), y(f)) for r, f in idea.curve.points(low, high)]
        )
    for knot in idea.curve.knots:
        if low <= knot.r <= high:
            x = layout.x(knot.r)
            _line(painter, _pen(brush, "line", 1.0), x, layout.view.y, x, y(knot.f))
            painter.setPen(_pen(brush, "accent", 1.4))
            painter.setBrush(brush.look.colour("surface"))
            painter.drawEllipse(QPointF(x, y(knot.f)), 0.24 * em, 0.24 * em)
    painter.setPen(QPen(brush.look.colour("surface"), 1.2 * brush.look.scale))
    painter.setBrush(brush.look.colour("accent"))
    here = QPointF(layout.x(sight.at), y(idea.difference(sight.at)))
    painter.drawEllipse(here, 0.38 * em, 0.38 * em)


# The sums


def sums_bar(layout: Layout) -> Box:
    """The bar of all points together."""
    em, box = layout.em, layout.sums
    return Box(box.x, box.y + 2.35 * em, box.width, 1.1 * em)


def expected_of(sight: Sight) -> float:
    """The sum of what is expected."""
    idea = sight.idea
    return idea.expected(sight.at) if isinstance(idea, Special) else idea.done.expected


def _paint_sums(painter: QPainter, layout: Layout, sight: Sight, brush: Brush) -> None:
    em, idea, box = layout.em, sight.idea, layout.sums
    expected, middle = expected_of(sight), box.y + 1.1 * em
    said = f"expected {score_words(expected)}"
    wide = _text(painter, brush, box.x, middle, said, "accent", brush.large)
    x = box.x + wide + 1.2 * em
    scored = f"scored {score_words(idea.scored)}"
    wide = _text(painter, brush, x, middle, scored, "text", brush.large)
    of = f"of {score_words(idea.worth)}"
    if isinstance(idea, Standard):
        of = f"surplus {'+' if idea.surplus >= 0 else '−'}{abs(idea.surplus):.2f}"
    role: Role = "pale"
    font = brush.body
    if isinstance(idea, Standard):
        role, font = ("gain" if idea.surplus >= 0 else "loss"), brush.strong
    room = box.right - (x + wide + 0.8 * em)
    if QFontMetricsF(font).horizontalAdvance(of) <= room:
        _text(painter, brush, box.right, middle, of, role, font, 1)
    bar = sums_bar(layout)
    part = expected / idea.worth if idea.worth else 0.0
    _fill(painter, brush, bar, "line", TRACK)
    _fill(painter, brush, bar._replace(width=bar.width * part), "accent", 0.85)
    _outline(painter, _pen(brush, "pale", 1.0), bar)
    points = _pen(brush, "surface", 1.0)
    for i in range(1, int(idea.worth) + 1):
        at = bar.x + bar.width * i / idea.worth
        _line(painter, points, at, bar.y + 1, at, bar.bottom - 1)
    mark = bar.x + bar.width * (idea.scored / idea.worth if idea.worth else 0.0)
    _line(painter, _pen(brush, "text", 2.4), mark, bar.y - 0.3 * em, mark, bar.bottom)
    middle = bar.y + bar.height / 2
    shown = min(max(mark, bar.x + MARK * em), bar.right - MARK * em)
    _disc(painter, brush, em, shown, middle, score_words(idea.scored), "text")


def _paint_scale(
    painter: QPainter, layout: Layout, idea: Standard, brush: Brush
) -> None:
    """The surplus times K in rating points; what lies beyond the mark once more."""
    em, box, done = layout.em, layout.scale, idea.done
    sign: Role = "gain" if done.gain >= 0 else "loss"
    number = f"{'+' if done.gain >= 0 else '−'}{abs(done.gain):.2f}"
    middle = box.y + 0.8 * em
    text = f"× K {done.k:.2f} = "
    x = box.x + _text(painter, brush, box.x, middle, text, "soft", brush.body)
    x += _text(painter, brush, x, middle, number, sign, brush.strong)
    if done.bonus:
        x += _text(
            painter, brush, x, middle, "  twice beyond the mark ", "soft", brush.body
        )
        x += _text(painter, brush, x, middle, f"+{done.bonus:.2f}", sign, brush.strong)
    low, high = scale_of(idea)
    y = box.y + 2.0 * em

    def at(value: float) -> float:
        return box.x + (value - low) / (high - low) * box.width

    bar = Box(box.x, y, box.width, 1.1 * em)
    _fill(painter, brush, bar, "line", TRACK)
    start, end = sorted((at(0.0), at(done.gain)))
    _fill(painter, brush, bar._replace(x=start, width=end - start), sign, 0.85)
    if done.bonus:
        twice = bar._replace(x=at(done.gain), width=at(idea.change) - at(done.gain))
        _fill(painter, brush, twice, sign, 0.4)
        _outline(painter, _pen(brush, sign, 1.4), twice)
    _outline(painter, _pen(brush, "pale", 1.0), bar)
    _line(painter, _pen(brush, "text", 1.4), at(0), y - 0.25 * em, at(0), bar.bottom)
    below = bar.bottom + 0.75 * em
    within = (box.x, box.right)
    zero = rating(idea.r0)
    _text(painter, brush, at(0), below, zero, "soft", brush.small, 0.5, within)
    if done.threshold is not None:
        x = at(done.threshold)
        pen = _pen(brush, "warning", 2.0)
        _line(painter, pen, x, y - 0.35 * em, x, bar.bottom + 0.15 * em)
        mark = f"bonus mark {done.threshold:.2f}"
        _text(painter, brush, x, below, mark, "warning", brush.small, 0.5, within)


def scale_of(idea: Standard) -> tuple[float, float]:
    """The ends of the scale of changes: nothing, the change and the mark lie on it."""
    high = max(idea.change, idea.done.threshold or 0.0, 1.0)
    low = min(idea.done.gain, 0.0)
    room = 0.06 * (high - low)
    return (low - room if low else 0.0), high + room
