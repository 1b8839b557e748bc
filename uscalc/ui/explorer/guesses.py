"""Paint the scale of a rating change, and the dot plot of guesses."""

from statistics import median
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from uscalc.explain.numbers import (
    MINUS,
    choose_equality_sign,
    format_rating,
    format_whole_rating,
    parse_exact,
)
from uscalc.explain.picture import SpecialPicture, StandardPicture
from uscalc.explain.picture_words import format_picture_figures
from uscalc.explain.scene.guesses import find_answer
from uscalc.explain.scene.scene import Scene
from uscalc.explain.scene.words import points_at_change
from uscalc.ui.charts.labels import PixelBox, stack_dots
from uscalc.ui.charts.scene import Role
from uscalc.ui.explorer.layout import ExplorerLayout
from uscalc.ui.explorer.strokes import (
    FILLED,
    TRACK,
    ExplorerBrush,
    draw_circle,
    draw_line,
    draw_outline,
    fill_box,
    pen_of,
    text_at,
)

DOT: Final = 0.32
LEAST_DOT: Final = 0.06
"""The usual and the least radius of a dot, in heights of the type."""
SPAN: Final = 50.0
"""The least rating change to which the scale reaches before the answer is shown."""
ROOM: Final = 0.06
"""The part of the scale that is free at each end."""


def find_scale(scene: Scene, picture: StandardPicture) -> tuple[float, float]:
    """Return the ends of the scale of changes.

    It includes zero, the change, the bonus threshold and the guesses. Before the answer
    is shown, it is as long on both sides, so that it doesn't show the way.
    """
    shown = scene.waits or scene.causes.is_empty
    guessed = [guess - picture.r0 for guess in scene.guesses if shown]
    if scene.waits:
        most = (1.0 + ROOM) * max((SPAN, *map(abs, guessed)))
        return -most, most
    high = max(picture.change, picture.done.threshold or 0.0, 1.0, *guessed)
    low = min(picture.done.gain, 0.0, *guessed)
    room = ROOM * (high - low)
    return (low - room if low else 0.0), high + room


def _is_special(scene: Scene) -> bool:
    return isinstance(scene.picture, SpecialPicture)


def _pixel_of_rating(layout: ExplorerLayout, scene: Scene, rating: float) -> float:
    """Return the x of a rating in the dot plot."""
    picture = scene.picture
    if not isinstance(picture, StandardPicture):
        return layout.pixel_of_rating(rating)
    low, high = find_scale(scene, picture)
    change = min(max(rating - picture.r0, low), high)
    return layout.scale.x + (change - low) / (high - low) * layout.scale.width


def find_guess(
    layout: ExplorerLayout, scene: Scene, x: float, y: float
) -> float | None:
    """Return the guess whose dot is at a position; None if there is none."""
    plot = layout.plot
    if not scene.guesses or not plot.y <= y <= plot.bottom:
        return None

    def measure_distance(guess: float) -> float:
        return abs(_pixel_of_rating(layout, scene, guess) - x)

    nearest = min(scene.guesses, key=measure_distance)
    return nearest if measure_distance(nearest) <= DOT * layout.em else None


def paint_guesses(
    painter: QPainter, layout: ExplorerLayout, scene: Scene, brush: ExplorerBrush
) -> None:
    """Draw a dot for each guess; with the answer, also the median and the answer.

    Values that are tried have another answer; with the standard formula, another scale.
    """
    special, tried = _is_special(scene), not scene.causes.is_empty
    if not scene.guesses or (tried and not special and not scene.waits):
        return
    em, plot = layout.em, layout.plot
    places = [_pixel_of_rating(layout, scene, guess) for guess in scene.guesses]
    radius, dots = stack_dots(places, plot.height, DOT * em, LEAST_DOT * em)
    ground = brush.look.color_of("soft")
    for dot in dots:
        center = QPointF(dot.x, plot.bottom - (2 * dot.level + 1) * radius)
        draw_circle(painter, Qt.PenStyle.NoPen, ground, center, 0.9 * radius)
    if scene.waits or tried:
        return
    if len(scene.guesses) > 1:
        x = _pixel_of_rating(layout, scene, median(scene.guesses))
        pen = pen_of(brush, "warning", 1.6, True)
        draw_line(painter, pen, x, plot.y, x, plot.bottom)
    x = _pixel_of_rating(layout, scene, find_answer(scene))
    draw_line(painter, pen_of(brush, "gain", 2.4), x, plot.y, x, plot.bottom)
    answer = place_answer(layout, scene, brush)
    if answer is not None:
        text, box = answer
        text_at(painter, brush, *box.middle, text, "gain", brush.small, 0.5)


def place_answer(
    layout: ExplorerLayout, scene: Scene, brush: ExplorerBrush
) -> tuple[str, PixelBox] | None:
    """Return the label of the answer below the axis, and its box.

    It is None if there is no dot plot, or if the marker is at the answer. With the
    standard formula, the scale shows the new rating.
    """
    shown = bool(scene.guesses) and not scene.waits and scene.causes.is_empty
    if not shown or not _is_special(scene) or scene.caught:
        return None
    text = f"answer {format_whole_rating(find_answer(scene))}"
    em, metrics = layout.em, QFontMetricsF(brush.small)
    wide, high = metrics.horizontalAdvance(text), metrics.height()
    x = layout.pixel_of_rating(find_answer(scene))
    here, least = layout.pixel_of_rating(scene.at), wide / 2 + 0.3 * em
    if abs(here - x) <= least:
        # Beside the line of the marker, which would cross it.
        x = here + least if here <= x else here - least
    return text, PixelBox(x - wide / 2, layout.axis + em - high / 2, wide, high)


def paint_scale(
    painter: QPainter,
    layout: ExplorerLayout,
    scene: Scene,
    picture: StandardPicture,
    brush: ExplorerBrush,
) -> None:
    """Draw the points above expected times K as rating points, with the bonus.

    Before the answer is shown, it is only the scale of the guesses.
    """
    em, box = layout.em, layout.scale
    bar = PixelBox(box.x, box.y + 2.0 * em + layout.plot.height, box.width, 1.1 * em)
    low, high = find_scale(scene, picture)

    def at(value: float) -> float:
        return box.x + (value - low) / (high - low) * box.width

    fill_box(painter, brush, bar, "line", TRACK)
    if not scene.waits:
        _paint_change(painter, layout, picture, brush, bar, (at(0.0), low, high))
        if points_at_change(scene):
            draw_outline(painter, pen_of(brush, "accent", 2.4), bar)
        return
    draw_outline(painter, pen_of(brush, "pale", 1.0), bar)
    middle = box.y + 0.8 * em
    text_at(painter, brush, box.x, middle, "× K = ?", "soft", brush.body)
    becomes = f"{format_rating(picture.r0)} → ?"
    text_at(painter, brush, box.right, middle, becomes, "text", brush.strong, 1)
    below, edges = bar.bottom + 0.75 * em, (box.x, box.right)
    for change in (low / (1 + ROOM), 0.0, high / (1 + ROOM)):
        x, rating = at(change), format_whole_rating(picture.r0 + change)
        role: Role = "pale" if change else "soft"
        pen = pen_of(brush, "pale" if change else "text", 1.4)
        draw_line(painter, pen, x, bar.y - 0.25 * em, x, bar.bottom)
        text_at(painter, brush, x, below, rating, role, brush.small, 0.5, edges)


def _paint_change(
    painter: QPainter,
    layout: ExplorerLayout,
    picture: StandardPicture,
    brush: ExplorerBrush,
    bar: PixelBox,
    scale: tuple[float, float, float],
) -> None:
    """Draw the change on its bar, with its figures; `scale` is the zero's x and the ends."""
    em, box, done = layout.em, layout.scale, picture.done
    origin, low, high = scale

    def at(value: float) -> float:
        return origin + value / (high - low) * box.width

    sign: Role = "gain" if done.gain >= 0 else "loss"
    figures = format_picture_figures(picture)
    number = f"{'+' if done.gain >= 0 else MINUS}{figures.gain}"
    middle = box.y + 0.8 * em
    worked = parse_exact(figures.surplus) * parse_exact(figures.k)
    text = f"× K {figures.k} {choose_equality_sign(worked, figures.gain)} "
    pieces: list[tuple[str, Role]] = [(text, "soft"), (number, sign)]
    if parse_exact(figures.bonus):
        pieces += [("  and bonus ", "soft"), (f"+{figures.bonus}", sign)]
    whole = "".join(text for text, _ in pieces)
    fits = QFontMetricsF(brush.strong).horizontalAdvance(whole) <= box.width
    x = box.x
    for text, role in pieces:
        plain = brush.body if role == "soft" else brush.strong
        font = plain if fits else brush.small
        x += text_at(painter, brush, x, middle, text, role, font)
    becomes = f"{format_rating(picture.r0)} → {format_rating(done.raw)}"
    needed = QFontMetricsF(brush.strong).horizontalAdvance(becomes) + 0.8 * em
    heights = [middle] if needed <= box.right - x else []
    start, end = sorted((origin, at(done.gain)))
    fill_box(painter, brush, bar._replace(x=start, width=end - start), sign, FILLED)
    if done.bonus:
        twice = bar._replace(x=at(done.gain), width=at(picture.change) - at(done.gain))
        fill_box(painter, brush, twice, sign, 0.4)
        draw_outline(painter, pen_of(brush, sign, 1.4), twice)
    draw_outline(painter, pen_of(brush, "pale", 1.0), bar)
    pen = pen_of(brush, "text", 1.4)
    draw_line(painter, pen, origin, bar.y - 0.25 * em, origin, bar.bottom)
    below = bar.bottom + 0.75 * em
    zero, font = format_rating(picture.r0), brush.small
    wide = QFontMetricsF(font).horizontalAdvance(zero)
    left = min(max(origin - wide / 2, box.x), box.right - wide)
    text_at(painter, brush, left, below, zero, "soft", font)
    end = left + wide
    if done.threshold is not None:
        x = at(done.threshold)
        pen = pen_of(brush, "warning", 2.0)
        draw_line(painter, pen, x, bar.y - 0.35 * em, x, bar.bottom + 0.15 * em)
        mark = f"bonus threshold {done.threshold:.2f}"
        # Near zero, this label would cover the label of R0.
        within = (left + wide + 0.8 * em, box.right)
        if within[1] - within[0] < QFontMetricsF(font).horizontalAdvance(mark):
            within = (box.x, left - 0.8 * em)
            x = within[1]
        text_at(painter, brush, x, below, mark, "warning", font, 0.5, within)
        size = QFontMetricsF(font).horizontalAdvance(mark)
        end = max(end, max(min(x - size / 2, within[1] - size), within[0]) + size)
    if needed <= box.right - end:
        heights.append(below)
    for height in heights[:1]:
        text_at(painter, brush, box.right, height, becomes, "text", brush.strong, 1)
