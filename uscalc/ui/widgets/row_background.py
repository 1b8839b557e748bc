"""The background of a table's row, in its cells and beyond its last column."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QTableView

from uscalc.ui.theme.colours import Colours


def paint_background(
    painter: QPainter, rect: QRect, colours: Colours, chosen: bool
) -> None:
    """Paint the background and the line below it; the selected player's row is highlighted."""
    painter.fillRect(rect, QColor(colours.selected if chosen else colours.surface))
    painter.setPen(QColor(colours.line))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())


def continue_rows(view: QTableView, colours: Colours, chosen: int | None) -> None:
    """Draw the rows on to the right of the last column, so that the eye can follow."""
    header, port = view.horizontalHeader(), view.viewport()
    start = header.length() - header.offset()
    if start >= port.width():
        return
    painter = QPainter(port)
    first, last = view.rowAt(0), view.rowAt(port.height() - 1)
    end = last if last >= 0 else view.model().rowCount() - 1
    for row in range(max(first, 0), end + 1):
        top, height = view.rowViewportPosition(row), view.rowHeight(row)
        rect = QRect(start, top, port.width() - start, height)
        paint_background(painter, rect, colours, row == chosen)
    painter.end()
