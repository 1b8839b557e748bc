"""The crosstable, with the bars that appear below it.

The table ends above the bars. No row moves when a bar appears or disappears, except
that the current row is scrolled into view if the bar would cover it.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.ui.crosstable.view import CrosstableView
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_column, name_widget

ROWS_KEPT: Final = 2
"""The number of rows that stay visible above a bar."""


def still_reserved(reserved: int, wanted: int, value: int, most: int) -> int:
    """Return how many pixels below the table stay reserved when only `wanted` are needed.

    A table that grows while it is scrolled to its end would move its rows. So it grows
    only as far as no row moves.
    """
    if wanted >= reserved or value == 0:
        return wanted
    return max(wanted, reserved - (most - value))


class TableStage(QWidget):
    """Holds the table, and the bars below it."""

    def __init__(self, table: CrosstableView) -> None:
        super().__init__()
        self._table = table
        self._shown: tuple[QWidget, ...] = ()
        self._reserved = 0
        self._settling = False
        self._occupied = True
        """Whether bars take room, or a place where they were has not been given back."""
        name_widget(self, "stage")
        column = make_column(self, spacing=None)
        column.addWidget(table)
        self.bars = name_widget(QWidget(self), "stageBars")
        self.bars.installEventFilter(self)
        table.at.selection.currentChanged.connect(self.place_bars)
        self._scroll = table.view.verticalScrollBar()
        self._scroll.valueChanged.connect(self.place_bars)
        self.place_bars()

    def add_bars(self, bars: Sequence[QWidget]) -> None:
        """Place the bars, from top to bottom."""
        self._shown = tuple(bars)
        for bar in bars:
            bar.setParent(self.bars)
            bar.installEventFilter(self)
        self.place_bars()

    def take_bar(self, bar: QWidget) -> None:
        """Take back a bar that was shown elsewhere."""
        hidden = bar.isHidden()
        bar.setParent(self.bars)
        bar.setHidden(hidden)
        self.place_bars()

    def minimumSizeHint(self) -> QSize:
        """Return the table's hint; bars over it do not enlarge the window."""
        if self._table.isHidden():
            return QSize(0, 0)
        return self._table.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bars at their edge."""
        super().resizeEvent(event)
        self.place_bars()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the bars again when one appears, disappears, or has another text."""
        kinds = QEvent.Type
        if watched is self.bars:
            if event.type() == kinds.LayoutRequest:
                self.place_bars()
        elif event.type() in (kinds.ShowToParent, kinds.HideToParent):
            self.place_bars()
        return False

    def place_bars(self) -> None:
        """Put the bars at the lower edge, and end the table above them."""
        if self._settling:
            return
        shown = [
            bar
            for bar in self._shown
            if bar.parent() is self.bars and not bar.isHidden()
        ]
        if not (shown or self._occupied):
            return
        self._settling = True
        heights = [self._height_of(bar) for bar in shown]
        # The gap above the first of them parts it from the table.
        wanted = sum(heights) + len(heights) * UNIT
        # A list in a bar is lower rather than over the first rows.
        least = wanted - sum(heights) + sum(map(self._least_of, shown))
        wanted = min(wanted, max(self.height() - self._measure_kept(), least))
        high = min(wanted, self.height())
        self.bars.setGeometry(0, self.height() - high, self.width(), high)
        top = UNIT
        for bar, height in zip(shown, heights, strict=True):
            bar.setGeometry(0, top, self.width(), min(height, high - top))
            top += height + UNIT
        self.bars.raise_()
        self._reserve_edge(high)
        self._occupied = bool(shown or self._reserved)
        self._settling = False

    def _height_of(self, bar: QWidget) -> int:
        """Return the height of a bar at the current width."""
        # It finds the places of its buttons when it gets the width.
        bar.resize(self.width(), bar.height())
        if bar.hasHeightForWidth():
            return bar.heightForWidth(self.width())
        return bar.sizeHint().height()

    def _least_of(self, bar: QWidget) -> int:
        layout = bar.layout()
        if layout is not None and layout.hasHeightForWidth():
            return layout.totalMinimumHeightForWidth(self.width())
        return bar.minimumSizeHint().height()

    def _reserve_edge(self, wanted: int) -> None:
        bar = self._scroll
        kept = still_reserved(self._reserved, wanted, bar.value(), bar.maximum())
        room = self.layout()
        if kept == self._reserved or room is None:
            return
        seen = self._is_current_in_sight()
        self._reserved = kept
        room.setContentsMargins(0, 0, 0, kept)
        room.activate()
        if seen:
            self._table.view.scrollTo(self._table.at.index)

    def _is_current_in_sight(self) -> bool:
        """Return whether the whole current row is in sight."""
        view, index = self._table.view, self._table.at.index
        if not index.isValid():
            return False
        top = view.rowViewportPosition(index.row())
        end = top + view.rowHeight(index.row())
        return top >= 0 and end <= view.viewport().height()

    def _measure_kept(self) -> int:
        """Return the height of the column heads, of the first rows, and of the foot."""
        table = self._table
        if not self.isAncestorOf(table):
            return 0
        view, port = table.view, table.view.viewport()
        head = port.mapTo(table, QPoint(0, 0)).y()
        foot = table.height() - port.mapTo(table, QPoint(0, port.height())).y()
        return head + ROWS_KEPT * view.verticalHeader().defaultSectionSize() + foot
