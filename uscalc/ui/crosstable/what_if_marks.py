"""Paint what-if results in the crosstable so that they can be seen without color.

A row whose rating changes has a colored background, a bar at its left edge, and a
triangle, up or down, before the change. A what-if result has a dashed frame. Beside it,
and beside a what-if rating, the actual value is small and struck through.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPolygonF

from uscalc.ui.crosstable.cells import WhatIfCell
from uscalc.ui.session.session import Mark
from uscalc.ui.theme.theme import Colors, Theme
from uscalc.ui.widgets.building import set_ink

SMALL: Final = 0.78
"""The size of a ghost, as a part of the usual type."""
GAP: Final = 4
"""Pixels between a what-if value and the real one."""
FRAME: Final = 4
"""Pixels at the end of a what-if result that belong to its frame."""
GLOW: Final = 0.12
"""The opacity of a highlighted row; low enough that its text can be read."""
BAR: Final = 4
RIM: Final = 2
"""The width of the bar at the left edge (BAR), and of the lines around a row that the
ripple effect has just reached (RIM), in pixels."""


def paint_what_if(
    painter: QPainter,
    rect: QRect,
    colors: Colors,
    cell: WhatIfCell,
    first: bool,
    chosen: bool,
) -> None:
    """Paint the background of a cell and, as needed, the bar at the left edge and the frame."""
    if cell.way:
        tone = QColor(colors.gain if cell.way > 0 else colors.loss)
        row = rect.adjusted(0, 0, 0, -1)
        paint_glow(painter, row, tone, chosen)
        if cell.arrives:
            painter.fillRect(QRect(row.left(), row.top(), row.width(), RIM), tone)
            below = row.bottom() + 1 - RIM
            painter.fillRect(QRect(row.left(), below, row.width(), RIM), tone)
        if first:
            painter.fillRect(QRect(row.left(), row.top(), BAR, row.height()), tone)
    if cell.result:
        pen = QPen(QColor(colors.accent), 1.4)
        pen.setDashPattern([3.0, 2.0])
        set_ink(painter, pen, None)
        painter.drawRect(rect.adjusted(2, 2, -3, -4))


def paint_direction(painter: QPainter, rect: QRect, colors: Colors, way: int) -> None:
    """Paint a triangle at the left edge of a cell: up or down."""
    if not way:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    set_ink(painter, None, QColor(colors.gain if way > 0 else colors.loss))
    half = max(rect.height() / 7, 3.0)
    middle = QPointF(rect.left() + half + 1, rect.center().y())
    corners = [QPointF(-half, half * way), QPointF(half, half * way)]
    painter.drawPolygon(
        QPolygonF([middle + corner for corner in (*corners, QPointF(0, -half * way))])
    )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_small(
    painter: QPainter,
    room: QRect,
    theme: Theme,
    texts: Sequence[str],
    struck: bool = False,
) -> None:
    """Write the first of the texts that fits, in small type at the right of the cell."""
    font = theme.make_font(SMALL)
    metrics = QFontMetrics(font)
    for text in texts:
        width = metrics.horizontalAdvance(text)
        if width <= room.width():
            break
    else:
        return
    left = room.right() + 1 - width
    base = room.top() + (room.height() + metrics.ascent() - metrics.descent()) // 2
    painter.setFont(font)
    painter.setPen(QColor(theme.colors.soft))
    painter.drawText(left, base, text)
    if struck:
        strike = base - metrics.strikeOutPos()
        painter.drawLine(left - 1, strike, left + width, strike)


def paint_glow(painter: QPainter, row: QRect, tone: QColor, chosen: bool) -> None:
    """Paint the colored background of a row.

    The selected row keeps its own background, because its text would become unreadable.
    """
    if not chosen:
        glow = QColor(tone)
        glow.setAlphaF(GLOW)
        painter.fillRect(row, glow)


PIECES: Final = 3
"""The number of pieces of a broken bar."""
PEN: Final = 1.8


def paint_audited(
    painter: QPainter,
    rect: QRect,
    colors: Colors,
    mark: Mark,
    first: bool,
    chosen: bool,
) -> None:
    """Paint the background of a cell, and the bar in the first cell of a row."""
    tone, row = _choose_color(colors, mark), rect.adjusted(0, 0, 0, -1)
    paint_glow(painter, row, tone, chosen)
    if not first:
        return
    pieces = 1 if mark == "explained" else PIECES
    high = row.height() // (2 * pieces - 1)
    for piece in range(pieces):
        top = row.top() + 2 * piece * high
        painter.fillRect(QRect(row.left(), top, BAR, high), tone)


def paint_mark(painter: QPainter, rect: QRect, colors: Colors, mark: Mark) -> None:
    """Draw a tick or a cross at the left edge of a cell."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    set_ink(painter, QPen(_choose_color(colors, mark), PEN), None)
    half = max(rect.height() / 7, 3.0)
    middle = QPointF(rect.left() + half + 2, rect.center().y())
    if mark == "explained":
        painter.drawPolyline(
            [
                middle + QPointF(-half, 0.0),
                middle + QPointF(-half / 3, half * 0.8),
                middle + QPointF(half, -half),
            ]
        )
    else:
        for way in (1, -1):
            painter.drawLine(
                middle + QPointF(-half, -half * way), middle + QPointF(half, half * way)
            )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _choose_color(colors: Colors, mark: Mark) -> QColor:
    return QColor(colors.gain if mark == "explained" else colors.loss)
