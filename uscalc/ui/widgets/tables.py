"""Set up tables, and paint the backgrounds of their rows."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QRect
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from uscalc.ui.theme.colours import Colors
from uscalc.ui.widgets.building import name_widget


def set_up_table(table: QTableView, name: str, words: str, whole: str = "") -> None:
    """Give a table and its headers their names, one chosen cell and smooth scrolling.

    `name` begins the objectNames, `words` the names that are read aloud; `whole` is
    what the table itself is called, if that is something else.
    """
    name_widget(table, f"{name}Table", whole or words)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    rows = name_widget(table.verticalHeader(), f"{name}Rows", f"{words}: rows")
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header = name_widget(
        table.horizontalHeader(), f"{name}Header", f"{words}: headings"
    )
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header.setHighlightSections(False)
    header.setSectionsClickable(False)


MEASURED: Final = 300
"""Rows that are measured: a crowd's names are hardly longer than those of its first."""


def measure_widest_text(
    model: QAbstractItemModel,
    column: int,
    metrics: QFontMetrics,
    strong: Callable[[QModelIndex], QFontMetrics | None] = lambda _index: None,
) -> int:
    """Return pixels of the longest text in a column; `strong` gives what is measured else."""
    rows = range(min(model.rowCount(), MEASURED))
    places = [model.index(row, column) for row in rows]
    widths = [
        (strong(place) or metrics).horizontalAdvance(str(place.data() or ""))
        for place in places
    ]
    # Letters may reach beyond where they end.
    return max(widths, default=0) + 2


def paint_background(
    painter: QPainter, rect: QRect, colours: Colors, chosen: bool
) -> None:
    """Paint the background and the line below it; the selected player's row is highlighted."""
    painter.fillRect(rect, QColor(colours.selected if chosen else colours.surface))
    painter.setPen(QColor(colours.line))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())


def continue_rows(view: QTableView, colours: Colors, chosen: int | None) -> None:
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
