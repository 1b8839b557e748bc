"""Paints what an audit says of a row, so that it is seen without any color.

A row that facts explain has a whole bar at its left edge and a tick before the change;
a row that is left has a broken bar and a cross. Both glow, each in its own color.
"""

from typing import Final

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from uscalc.ui.crosstable.otherwise import BAR, GLOW
from uscalc.ui.session.as_audited import Mark
from uscalc.ui.theme.colours import Colors

PIECES: Final = 3
"""So many pieces a broken bar has."""
PEN: Final = 1.8


def paint_audited(
    painter: QPainter,
    rect: QRect,
    colours: Colors,
    mark: Mark,
    first: bool,
    chosen: bool,
) -> None:
    """The glow of a cell, and the bar in the `first` of a row.

    The chosen row has a ground of its own already, on which another could not be read.
    """
    tone, row = _choose_color(colours, mark), rect.adjusted(0, 0, 0, -1)
    if not chosen:
        glow = QColor(tone)
        glow.setAlphaF(GLOW)
        painter.fillRect(row, glow)
    if not first:
        return
    if mark == "explained":
        painter.fillRect(QRect(row.left(), row.top(), BAR, row.height()), tone)
        return
    high = row.height() // (2 * PIECES - 1)
    for piece in range(PIECES):
        top = row.top() + 2 * piece * high
        painter.fillRect(QRect(row.left(), top, BAR, high), tone)


def paint_mark(painter: QPainter, rect: QRect, colours: Colors, mark: Mark) -> None:
    """A tick or a cross at the left edge of a cell."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(_choose_color(colours, mark), PEN))
    painter.setBrush(Qt.BrushStyle.NoBrush)
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


def _choose_color(colours: Colors, mark: Mark) -> QColor:
    return QColor(colours.gain if mark == "explained" else colours.loss)
