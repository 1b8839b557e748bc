"""The crosstable, and the bars that come and go at an edge of it.

No row moves when a bar comes or goes: a bar lies at the lower edge and the table ends
above it, or at the upper edge over the table where the lower would hide the current row.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QSize
from PySide6.QtGui import QCursor, QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.ui.crosstable.view import CrosstableView
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_column, name_widget

Span = tuple[int, int]
"""The upper and lower edge of something that should stay in sight."""


def lies_below(high: int, room: int, kept: Sequence[Span]) -> bool:
    """Return whether bars so high lie at the lower edge of the room, and not at the upper.

    The first row kept in sight matters most; where both edges would hide it, the
    lower is taken.
    """
    for top, bottom in kept:
        below, above = bottom > room - high, top < high
        if below != above:
            return above
    return True


def still_reserved(reserved: int, wanted: int, value: int, most: int) -> int:
    """Return how much of the lower edge stays free when `wanted` would do.

    A table that gets higher while it is scrolled to its end moves its rows; it then
    gets only as much as moves none.
    """
    if wanted >= reserved or value == 0:
        return wanted
    return max(wanted, reserved - (most - value))


class TableStage(QWidget):
    """Holds the table, and the bars over it."""

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
        """Take the bars, from above to below."""
        self._shown = tuple(bars)
        for bar in bars:
            bar.setParent(self.bars)
            bar.installEventFilter(self)
        self.place_bars()

    def take_bar(self, bar: QWidget) -> None:
        """Take a bar back that was shown elsewhere meanwhile."""
        hidden = bar.isHidden()
        bar.setParent(self.bars)
        bar.setHidden(hidden)
        self.place_bars()

    def minimumSizeHint(self) -> QSize:
        """Return the table's hint; bars over it do not enlarge the window."""
        return self._table.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bars at their edge."""
        super().resizeEvent(event)
        self.place_bars()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the bars again when they come, go, or say more than before."""
        kinds = QEvent.Type
        if watched is self.bars:
            if event.type() == kinds.LayoutRequest:
                self.place_bars()
        elif event.type() in (kinds.ShowToParent, kinds.HideToParent):
            self.place_bars()
        return False

    def place_bars(self) -> None:
        """Put the bars where they hide nothing that is worked at."""
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
        kept = self._list_kept_rows()
        wanted = sum(heights) + len(heights) * UNIT
        if kept and wanted:
            # A list in a bar is lower rather than over the current row.
            spare = max(kept[0][0], self.height() - kept[0][1])
            least = wanted - sum(heights) + sum(map(self._least_of, shown))
            wanted = min(wanted, max(spare, least))
        high = min(wanted, self.height())
        below = lies_below(high, self.height(), kept)
        top = UNIT if below else 0
        self.bars.setGeometry(
            0, self.height() - high if below else 0, self.width(), high - UNIT + top
        )
        for bar, height in zip(shown, heights, strict=True):
            bar.setGeometry(0, top, self.width(), min(height, high - top))
            top += height + UNIT
        self.bars.raise_()
        self._reserve_edge(high if below else 0)
        self._occupied = bool(shown or self._reserved)
        self._settling = False

    def _height_of(self, bar: QWidget) -> int:
        """Return how high a bar is at this width."""
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
        if kept != self._reserved and room is not None:
            self._reserved = kept
            room.setContentsMargins(0, 0, 0, kept)

    def _list_kept_rows(self) -> list[Span]:
        """Return the current row and the row under the mouse, where they are in sight."""
        table = self._table
        if not self.isAncestorOf(table):
            return []
        view = table.view
        port = view.viewport()
        rows = [table.at.index.row()]
        mouse = port.mapFromGlobal(QCursor.pos())
        if table.rect().contains(table.mapFromGlobal(QCursor.pos())):
            rows.append(view.rowAt(mouse.y()))
        # A bar at the lower edge pushes up what the table has below its rows, too.
        foot = table.height() - port.mapTo(table, QPoint(0, port.height())).y()
        spans = []
        for row in rows:
            place = port.mapTo(self, QPoint(0, view.rowViewportPosition(row))).y()
            end = place + view.rowHeight(row)
            if row >= 0 and end > 0 and place < table.geometry().bottom():
                spans.append((place, end + foot))
        return spans
