"""Paint the rating explorer's picture: axis, marker, rows and limits."""

from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterStateGuard, QPen

from uscalc.explain.numbers import format_change_fixed
from uscalc.explain.picture import (
    GameBar,
    LimitMark,
    SpecialPicture,
    StandardPicture,
    list_limits,
)
from uscalc.explain.picture_words import (
    describe_trial,
    format_dragged_rating,
    format_score,
    name_limit,
    name_row,
)
from uscalc.explain.scene.scene import Scene
from uscalc.explain.scene.words import list_lit_rows, points_at_marker
from uscalc.ui.charts.chart_look import ChartLook
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.scene import AxisTick, Role, nice_ticks
from uscalc.ui.explorer.guesses import paint_guesses, paint_scale, place_answer
from uscalc.ui.explorer.layout import PAD, ExplorerLayout, RowPlace
from uscalc.ui.explorer.strokes import (
    FILLED,
    MARK,
    TRACK,
    ExplorerBrush,
    draw_arrow,
    draw_circle,
    draw_disc,
    draw_focus_frame,
    draw_line,
    draw_outline,
    elide_text,
    fill_box,
    paint_curve,
    paint_sums,
    pen_of,
    text_at,
)

SHORT: Final = {0.0: "0", 0.5: "½", 1.0: "1"}
DOT: Final = 0.38
"""The radius of an opponent's dot on the axis, in heights of the type."""


def part_of(scene: Scene, row: GameBar) -> float:
    """Return the part of a row's bar that is filled, from 0 to 1: the expected score."""
    picture = scene.picture
    return (
        picture.compute_fill(row, scene.at)
        if isinstance(picture, SpecialPicture)
        else picture.done.expectations[row.game or 0]
    )


def mark_at(row: GameBar, place: RowPlace) -> float:
    """Return the x of a row's result on its bar."""
    return place.bar.x + (row.score / row.worth if row.worth else 0.5) * place.bar.width


def paint_bar(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    brush: ExplorerBrush,
    row: GameBar,
    place: RowPlace,
) -> None:
    """Draw a bar, filled to the expected score; a dashed outline shows an actual rating."""
    bar, special = place.bar, isinstance(scene.picture, SpecialPicture)
    if not special:
        _paint_strip(painter, layout, brush, row, place)
    elif row.rating != row.true_rating:
        ghost = bar._replace(x=layout.pixel_of_rating(row.true_rating) - bar.width / 2)
        draw_outline(painter, pen_of(brush, "pale", 1.0, True), ghost)
    part = part_of(scene, row)
    if row.worth:
        fill_box(painter, brush, bar, "line", TRACK)
        fill_box(painter, brush, bar._replace(width=bar.width * part), "accent", FILLED)
    if row.worth > 1:
        between = pen_of(brush, "surface", 1.0)
        for i in range(1, ceil(row.worth)):
            y = bar.y + bar.height * i / row.worth
            draw_line(painter, between, bar.x, y, bar.right, y)
    dashed = row.is_tried or not row.worth
    role: Role = "warning" if row.is_tried else "pale"
    draw_outline(painter, pen_of(brush, role, 1.0, dashed), bar)
    x, reach = bar.x + bar.width / 2, 0.25 * bar.height
    tick = pen_of(brush, "pale", 1.0)
    draw_line(painter, tick, x, bar.y, x, bar.y + reach)
    draw_line(painter, tick, x, bar.bottom, x, bar.bottom - reach)
    if not special:
        sign: Role = "gain" if row.score >= part else "loss"
        y = bar.bottom + 0.22 * layout.em
        ends = bar.x + part * bar.width, bar.x + row.score * bar.width
        draw_line(painter, pen_of(brush, sign, 3.0), ends[0], y, ends[1], y)


def _paint_strip(
    painter: QPainter,
    layout: ExplorerLayout,
    brush: ExplorerBrush,
    row: GameBar,
    place: RowPlace,
) -> None:
    """Draw an opponent's rating as a dot on the axis; the bar is in its own column."""
    y, radius = place.middle, DOT * layout.em
    draw_line(painter, pen_of(brush, "line", 1.0), layout.x0, y, layout.x1, y)
    role: Role = "soft"
    if row.rating != row.true_rating:
        role = "warning"
        true = QPointF(layout.pixel_of_rating(row.true_rating), y)
        ghost = pen_of(brush, "pale", 1.0, True)
        draw_circle(painter, ghost, Qt.BrushStyle.NoBrush, true, radius)
    here = QPointF(layout.pixel_of_rating(row.rating), y)
    draw_circle(painter, Qt.PenStyle.NoPen, brush.look.color_of(role), here, radius)


def paint_words(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    brush: ExplorerBrush,
    row: GameBar,
    place: RowPlace,
) -> None:
    """Draw the opponent's name, and the number at the right end of the row."""
    picture, box = scene.picture, place.words
    role: Role = "soft" if row.game is None else "text"
    font = brush.small if row.game is None else brush.body
    words = name_row(picture, row)
    if row.is_tried:
        words, role = f"{words}{describe_trial(row)}", "warning"
    lines = [words]
    stop = "; " if "; " in words else ", "
    head, colon, tail = words.partition(stop)
    fits = QFontMetricsF(font).horizontalAdvance(words) <= box.width
    if row.game is None and colon and not fits and box.height >= 2.2 * layout.em:
        lines = [head + stop.rstrip(), tail]
    middle = box.y + box.height / 2
    for i, text in enumerate(lines):
        shown = elide_text(font, text, box.width)
        y = middle + (i - (len(lines) - 1) / 2) * 1.1 * layout.em
        if not layout.wide:
            # Cover the lines of the axis behind the words.
            wide = QFontMetricsF(font).horizontalAdvance(shown)
            ground = PixelBox(box.x - 2, box.y, wide + 4, box.height)
            fill_box(painter, brush, ground, "surface")
        text_at(painter, brush, box.x, y, shown, role, font)
    part, x = part_of(scene, row), place.figure.right
    if isinstance(picture, SpecialPicture):
        text = format_score(row.worth * part)
        text_at(painter, brush, x, place.middle, text, "accent", brush.strong, 1)
        return
    off = row.score - part
    text = format_change_fixed(off)
    sign: Role = "gain" if off >= 0 else "loss"
    if not text.strip("0."):
        sign = "soft"
    text_at(painter, brush, x, place.middle, text, sign, brush.strong, 1)


def paint_mark(
    painter: QPainter,
    layout: ExplorerLayout,
    brush: ExplorerBrush,
    row: GameBar,
    place: RowPlace,
    held: bool,
) -> None:
    """Draw the result at its place on the bar, as a disc with the points scored."""
    if not row.worth:
        return
    em = layout.em
    changed = row.score != row.true_score
    if row.true_score is not None and changed:
        ghost = place.bar.x + row.true_score / row.worth * place.bar.width
        draw_circle(
            painter,
            pen_of(brush, "pale", 1.2, True),
            Qt.BrushStyle.NoBrush,
            QPointF(ghost, place.middle),
            MARK * em,
        )
    text = SHORT[row.score] if row.game is not None else format_score(row.score)
    role: Role = "warning" if changed else "text"
    draw_disc(painter, brush, em, mark_at(row, place), place.middle, text, role, held)


KNOB: Final = 0.62
"""The radius of the marker, in heights of the type."""
Target = tuple[str, int | None]
"""A part that can be dragged or focused: ("marker", None), or "row" or "mark" with its game."""
MARKER: Final[Target] = "marker", None


def paint_explorer(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    look: ChartLook,
    scroll: float = 0.0,
    held: Target | None = None,
    focus: Target | None = None,
) -> None:
    """Paint the axis, the rows, the sums, and the part of the curve that R has passed."""
    brush = ExplorerBrush.from_look(look)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    bubble = _marker_bubble(layout, scene, brush)
    _paint_axis(painter, layout, scene, brush)
    if isinstance(scene.picture, SpecialPicture):
        paint_curve(painter, layout, scene, brush, scroll)
    _paint_walls(painter, layout, scene, brush, bubble)
    shown = _visible_rows(layout, scene, scroll)
    # The bars of the selected piece of the curve.
    lit = [scene.picture.rows[i] for i in list_lit_rows(scene)]
    with QPainterStateGuard(painter):
        _clip_to_rows(painter, layout, scroll)
        for row, place in shown:
            paint_bar(painter, layout, scene, brush, row, place)
    _paint_line(painter, layout, scene, brush)
    with QPainterStateGuard(painter):
        _clip_to_rows(painter, layout, scroll)
        for row, place in shown:
            paint_words(painter, layout, scene, brush, row, place)
            if row in lit:
                draw_outline(painter, pen_of(brush, "accent", 2.4), place.bar)
            paint_mark(painter, layout, brush, row, place, held == ("mark", row.game))
            if held == ("row", row.game):
                draw_outline(painter, pen_of(brush, "accent", 1.6), place.bar)
            if focus == ("row", row.game):
                draw_focus_frame(painter, brush, place.box)
    _paint_marker(painter, layout, scene, brush, bubble, held, focus)
    paint_sums(painter, layout, scene, brush)
    if isinstance(scene.picture, StandardPicture):
        paint_scale(painter, layout, scene, scene.picture, brush)
    paint_guesses(painter, layout, scene, brush)


def _visible_rows(
    layout: ExplorerLayout, scene: Scene, scroll: float
) -> list[tuple[GameBar, RowPlace]]:
    """Return the visible rows with their positions."""
    view = layout.view
    return [
        (row, place)
        for row, place in zip(scene.picture.rows, layout.places, strict=True)
        if place.box.bottom - scroll >= view.y and place.box.y - scroll <= view.bottom
    ]


def _clip_to_rows(painter: QPainter, layout: ExplorerLayout, scroll: float) -> None:
    """Clip to the box of the visible rows, and apply the scroll position."""
    painter.setClipRect(QRectF(0, layout.view.y, layout.width, layout.view.height))
    painter.translate(0, -scroll)


# The axis and its marker


def _paint_axis(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    brush: ExplorerBrush,
) -> None:
    em, y = layout.em, layout.axis
    special = isinstance(scene.picture, SpecialPicture)
    end = (layout.curve if special else layout.view).bottom
    draw_line(painter, pen_of(brush, "pale", 1.0), layout.x0, y, layout.x1, y)
    most = max(int((layout.x1 - layout.x0) / (4.2 * em)), 2)
    below = y + 1.0 * em
    walls = (wall.level for wall in list_limits(scene.picture))
    across = [layout.pixel_of_rating(r) for r in (scene.at, *walls)]
    metrics = QFontMetricsF(brush.small)
    answer = place_answer(layout, scene, brush)
    figure = layout.width - PAD * em
    # The heading of the last column is on the line of the tick labels.
    free = figure - metrics.horizontalAdvance("expected") - 0.5 * em

    def is_clear(tick: AxisTick) -> bool:
        # A label under the line of the marker or a limit would be unreadable.
        x, half = (
            layout.pixel_of_rating(tick.value),
            metrics.horizontalAdvance(tick.text) / 2,
        )
        clear = all(abs(x - line) > half + 0.2 * em for line in across)
        if answer is not None:
            far = half + 0.4 * em
            clear &= not answer[1].x - far <= x <= answer[1].right + far
        return clear and (not special or x + half < free)

    ticks = nice_ticks(layout.low, layout.high, most)
    if not any(map(is_clear, ticks)):
        ticks = nice_ticks(layout.low, layout.high, 2 * most)
    for tick in ticks:
        x = layout.pixel_of_rating(tick.value)
        draw_line(painter, pen_of(brush, "line", 1.0), x, layout.view.y, x, end)
        draw_line(painter, pen_of(brush, "pale", 1.0), x, y, x, y + 0.3 * em)
        if is_clear(tick):
            text_at(painter, brush, x, below, tick.text, "pale", brush.small, 0.5)
    if special:
        text_at(painter, brush, figure, below, "expected", "pale", brush.small, 1)
        return
    for part, text in ((0.0, "0"), (0.5, "½"), (1.0, "1")):
        x = layout.c0 + part * (layout.c1 - layout.c0)
        text_at(painter, brush, x, below, text, "pale", brush.small, 0.5)
    text_at(painter, brush, figure, below, "+/\N{MINUS SIGN}", "pale", brush.small, 1)


def _paint_line(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    brush: ExplorerBrush,
) -> None:
    """Draw the line from the marker through every bar."""
    special = isinstance(scene.picture, SpecialPicture)
    end = (layout.curve if special else layout.view).bottom
    x = layout.pixel_of_rating(scene.at)
    pen = pen_of(brush, "text", 2.4 if scene.caught else 1.4)
    draw_line(painter, pen, x, layout.axis, x, end)


def _marker_text(scene: Scene) -> str:
    name = "R" if isinstance(scene.picture, SpecialPicture) else "R0"
    return f"{name}  {format_dragged_rating(scene.at)}"


def _marker_bubble(
    layout: ExplorerLayout, scene: Scene, brush: ExplorerBrush
) -> PixelBox:
    """Return the box of the marker's rating."""
    em = layout.em
    wide = QFontMetricsF(brush.large).horizontalAdvance(_marker_text(scene)) + 1.1 * em
    left = layout.pixel_of_rating(scene.at) - wide / 2
    left = min(max(left, 1.0), layout.width - wide - 1)
    return PixelBox(left, layout.head.y + 0.15 * em, wide, 1.85 * em)


def _paint_marker(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    brush: ExplorerBrush,
    bubble: PixelBox,
    held: Target | None,
    focus: Target | None,
) -> None:
    em, look = layout.em, brush.look
    if layout.plot.height and isinstance(scene.picture, SpecialPicture):
        # The dot plot is between the marker and its rating.
        x = layout.pixel_of_rating(scene.at)
        pen = pen_of(brush, "accent", 1.4)
        draw_line(painter, pen, x, bubble.bottom, x, layout.axis)
    painter.setPen(pen_of(brush, "accent", 1.6))
    painter.setBrush(look.color_of("accent" if scene.caught else "surface"))
    painter.drawRoundedRect(QRectF(*bubble), 0.4 * em, 0.4 * em)
    role: Role = "surface" if scene.caught else "text"
    text_at(painter, brush, *bubble.middle, _marker_text(scene), role, brush.large, 0.5)
    radius = KNOB * em * (1.15 if held == MARKER else 1.0)
    center = QPointF(layout.pixel_of_rating(scene.at), layout.axis)
    edge = QPen(look.color_of("surface"), 1.5 * look.scale)
    draw_circle(painter, edge, look.color_of("accent"), center, radius)
    if focus == MARKER or points_at_marker(scene):
        ring = pen_of(brush, "accent", 2.0)
        draw_circle(painter, ring, Qt.BrushStyle.NoBrush, center, radius * 1.4)


# Limits


def _paint_walls(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    brush: ExplorerBrush,
    bubble: PixelBox,
) -> None:
    """Draw the cap, floor and ceiling, and an arrow from the marker to the final rating."""
    picture = scene.picture
    for wall in list_limits(picture):
        if layout.low < wall.level < layout.high:
            _paint_wall(painter, layout, brush, wall, bubble)
    special = isinstance(picture, SpecialPicture)
    start = picture.catch_rating if isinstance(picture, SpecialPicture) else picture.r0
    if scene.shows_result and abs(picture.result - start) > layout.points:
        role: Role = "warning"
        if not special:
            role = "gain" if picture.result > start else "loss"
        ends = layout.pixel_of_rating(start), layout.pixel_of_rating(picture.result)
        draw_arrow(painter, brush, *ends, layout.axis, role)


def _paint_wall(
    painter: QPainter,
    layout: ExplorerLayout,
    brush: ExplorerBrush,
    wall: LimitMark,
    bubble: PixelBox,
) -> None:
    em, x = layout.em, layout.pixel_of_rating(wall.level)
    pen = pen_of(brush, "warning", 1.4, True)
    draw_line(painter, pen, x, layout.axis, x, layout.view.bottom)
    text, y = name_limit(wall), layout.axis - 0.75 * em
    wide = QFontMetricsF(brush.small).horizontalAdvance(text)
    gap = 0.3 * em
    # Right or left of the limit or, if the marker's rating is there, beside that.
    beside = [bubble.x - 2 * gap - wide, bubble.right + 2 * gap]
    beside.sort(key=lambda left: abs(left + wide / 2 - x))
    for left in (x + gap, x - gap - wide, *beside):
        right = left + wide
        inside = left > 0 and right < layout.width
        if inside and (right < bubble.x - gap or left > bubble.right + gap):
            text_at(painter, brush, left, y, text, "warning", brush.small)
            return
