"""The crosstable, with the bars that appear below it.

The table ends above the bars. When a bar appears or disappears, no row moves, unless
the bar would cover the current row.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.ui.crosstable.view import CrosstableView
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_column, name_widget

ROWS_KEPT: Final = 2
"""The number of rows that are always visible above the bars."""


def still_reserved(reserved: int, wanted: int, value: int, most: int) -> int:
    """Return the height below the table that stays reserved if only `wanted` is needed, in pixels.

    If a table grows while it is scrolled to its end, its rows move. So it grows only as
    far as no row moves. `value` and `most` are the position and the end of its scroll
    bar.
    """
    return (
        wanted
        if wanted >= reserved or value == 0
        else max(wanted, reserved - (most - value))
    )


class TableStage(QWidget):
    """The table with the bars below it."""

    def __init__(self, table: CrosstableView) -> None:
        super().__init__()
        self._table = table
        self._shown: tuple[QWidget, ...] = ()
        self._reserved = 0
        self._settling = False
        self._occupied = True
        """True if bars are shown, or the room of earlier bars is still reserved."""
        name_widget(self, "stage")
        add_parts(make_column(self, spacing=None), table)
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
        """Return the table's hint, because bars don't enlarge the window."""
        return QSize(0, 0) if self._table.isHidden() else self._table.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the bars at the edge again."""
        super().resizeEvent(event)
        self.place_bars()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the bars again if one appears, disappears, or gets another text."""
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
        # Leave a gap between the table and the first bar.
        wanted = sum(heights) + len(heights) * UNIT
        # Make a list in a bar lower, so that it doesn't cover the first rows.
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
        # The bar arranges its buttons when it gets the width.
        bar.resize(self.width(), bar.height())
        return (
            bar.heightForWidth(self.width())
            if bar.hasHeightForWidth()
            else bar.sizeHint().height()
        )

    def _least_of(self, bar: QWidget) -> int:
        layout = bar.layout()
        return (
            layout.totalMinimumHeightForWidth(self.width())
            if layout is not None and layout.hasHeightForWidth()
            else bar.minimumSizeHint().height()
        )

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
        """Return whether the current row is completely visible."""
        view, index = self._table.view, self._table.at.index
        if not index.isValid():
            return False
        top = view.rowViewportPosition(index.row())
        end = top + view.rowHeight(index.row())
        return top >= 0 and end <= view.viewport().height()

    def _measure_kept(self) -> int:
        """Return the height that bars never cover: the headings, the first rows and the foot."""
        table = self._table
        if not self.isAncestorOf(table):
            return 0
        view, port = table.view, table.view.viewport()
        head = port.mapTo(table, QPoint(0, 0)).y()
        foot = table.height() - port.mapTo(table, QPoint(0, port.height())).y()
        return head + ROWS_KEPT * view.verticalHeader().defaultSectionSize() + foot
