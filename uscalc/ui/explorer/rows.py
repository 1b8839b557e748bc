"""Draws a game as a bar, with the expected score, the result and the opponent."""

from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from uscalc.explain.idea import GameBar, SpecialPicture
from uscalc.explain.idea_words import format_score, name_row
from uscalc.explain.numbers import format_change_fixed
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.charts.scene import Role
from uscalc.ui.explorer.hand import ExplorerScene
from uscalc.ui.explorer.layout import ExplorerLayout, RowPlace
from uscalc.ui.explorer.strokes import (
    FILLED,
    MARK,
    TRACK,
    ExplorerBrush,
    draw_disc,
    draw_line,
    draw_outline,
    elide_text,
    fill_box,
    pen_of,
    text_at,
)

SHORT: Final = {0.0: "0", 0.5: "½", 1.0: "1"}
DOT: Final = 0.38
"""The radius of an opponent on the axis, in the height of the type."""


def part_of(sight: ExplorerScene, row: GameBar) -> float:
    """Return how much of a row's bar is filled, of 1."""
    idea = sight.idea
    if isinstance(idea, SpecialPicture):
        return idea.compute_fill(row, sight.at)
    return idea.done.expectations[row.game or 0]


def mark_at(row: GameBar, place: RowPlace) -> float:
    """Return where along its bar the result is marked."""
    part = row.score / row.worth if row.worth else 0.5
    return place.bar.x + part * place.bar.width


def paint_bar(
    painter: QPainter,
    layout: ExplorerLayout,
    sight: ExplorerScene,
    brush: ExplorerBrush,
    row: GameBar,
    place: RowPlace,
) -> None:
    """Draw the bar, filled to the expected score, with what-if values above the real ones."""
    bar, special = place.bar, isinstance(sight.idea, SpecialPicture)
    if not special:
        _paint_strip(painter, layout, brush, row, place)
    elif row.rating != row.true_rating:
        middle = layout.pixel_of_rating(row.true_rating)
        ghost = bar._replace(x=middle - bar.width / 2)
        draw_outline(painter, pen_of(brush, "pale", 1.0, True), ghost)
    part = part_of(sight, row)
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
    """Draw an opponent's place on the axis where the bar has a column of its own."""
    y, radius = place.middle, DOT * layout.em
    draw_line(painter, pen_of(brush, "line", 1.0), layout.x0, y, layout.x1, y)
    role: Role = "soft"
    if row.rating != row.true_rating:
        role = "warning"
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen_of(brush, "pale", 1.0, True))
        painter.drawEllipse(
            QPointF(layout.pixel_of_rating(row.true_rating), y), radius, radius
        )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush.look.color_of(role))
    painter.drawEllipse(QPointF(layout.pixel_of_rating(row.rating), y), radius, radius)


def paint_words(
    painter: QPainter,
    layout: ExplorerLayout,
    sight: ExplorerScene,
    brush: ExplorerBrush,
    row: GameBar,
    place: RowPlace,
) -> None:
    """Draw the opponent's name, and the figure at the end of the row."""
    idea, box = sight.idea, place.words
    role: Role = "soft" if row.game is None else "text"
    font = brush.small if row.game is None else brush.body
    words = name_row(idea, row)
    if row.is_tried:
        words, role = f"{words} (imagined)", "warning"
    lines = [words]
    stop = ": " if ": " in words else "; "
    head, colon, tail = words.partition(stop)
    fits = QFontMetricsF(font).horizontalAdvance(words) <= box.width
    if colon and not fits and box.height >= 2.2 * layout.em:
        lines = [head + stop.rstrip(), tail]
    middle = box.y + box.height / 2
    for i, text in enumerate(lines):
        shown = elide_text(font, text, box.width)
        y = middle + (i - (len(lines) - 1) / 2) * 1.1 * layout.em
        if not layout.wide:
            # The lines of the axis must not strike the words through.
            wide = QFontMetricsF(font).horizontalAdvance(shown)
            ground = PixelBox(box.x - 2, box.y, wide + 4, box.height)
            fill_box(painter, brush, ground, "surface", 0.85)
        text_at(painter, brush, box.x, y, shown, role, font)
    part, x = part_of(sight, row), place.figure.right
    if isinstance(idea, SpecialPicture):
        text = format_score(row.worth * part)
        text_at(painter, brush, x, place.middle, text, "accent", brush.strong, 1)
        return
    off = row.score - part
    sign: Role = "gain" if off >= 0 else "loss"
    text = format_change_fixed(off)
    text_at(painter, brush, x, place.middle, text, sign, brush.strong, 1)


def paint_mark(
    painter: QPainter,
    layout: ExplorerLayout,
    brush: ExplorerBrush,
    row: GameBar,
    place: RowPlace,
    held: bool,
) -> None:
    """Draw the result: a disc with the points scored, at its place on the bar."""
    if not row.worth:
        return
    em = layout.em
    role: Role = "text"
    if row.score != row.true_score:
        role = "warning"
        ghost = place.bar.x + row.true_score / row.worth * place.bar.width
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen_of(brush, "pale", 1.2, True))
        painter.drawEllipse(QPointF(ghost, place.middle), MARK * em, MARK * em)
    text = format_score(row.score)
    if row.game is not None:
        text = SHORT[row.score]
    draw_disc(painter, brush, em, mark_at(row, place), place.middle, text, role, held)
