"""One part of the crosstable: some of its columns, moved with the other parts."""

from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QScrollBar,
    QTableView,
    QWidget,
)

from uscalc.ui.row_ground import continue_rows
from uscalc.ui.theme import Theme


class Hands(Protocol):
    """What a part hands on to the whole table."""

    def key(self, event: QKeyEvent) -> bool:
        """Does what a key means; false where it means nothing here."""

    def drag(self, place: QPoint) -> None:
        """Extends the block to the cell at a place of the screen."""

    def chosen_row(self) -> int | None:
        """The row of the chosen player."""


class Pane(QTableView):
    """A table view of some columns; keys and the mouse act on the whole table."""

    def __init__(
        self,
        name: str,
        words: str,
        theme: Theme,
        hands: Hands,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._hands = hands
        self.setObjectName(name)
        self.setAccessibleName(words)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        # What scrolls is then moved on the screen instead of being painted anew.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        rows = self.verticalHeader()
        rows.setObjectName(f"{name}Rows")
        rows.setAccessibleName(f"{words}: rows")
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(8)
        header = self.horizontalHeader()
        header.setObjectName(f"{name}Header")
        header.setAccessibleName(f"{words}: headings")
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(8)
        header.setHighlightSections(False)
        header.setSectionsClickable(True)

    def show_columns(self, columns: Iterable[int]) -> None:
        """Hides all other columns."""
        shown = set(columns)
        for column in range(self.model().columnCount()):
            self.setColumnHidden(column, column not in shown)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt would paint every cell anew; only the current one looks otherwise.

        It comes back here after each edit, with the next rating to be painted.
        """
        current = self.currentIndex()
        if not current.isValid():
            super().focusInEvent(event)
            return
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.viewport().update(self.visualRect(current))

    def update_row(self, row: int) -> None:
        """Has one row painted again, all across."""
        top, height = self.rowViewportPosition(row), self.rowHeight(row)
        port = self.viewport()
        port.update(0, top, port.width(), height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ground, the cells, and the rows drawn on where the columns end."""
        colours, bar = self._theme.colours, self.horizontalScrollBar()
        painter = QPainter(self.viewport())
        painter.setClipRegion(event.region())
        painter.fillRect(event.rect(), QColor(colours.surface))
        painter.end()
        super().paintEvent(event)
        continue_rows(self, colours, self._hands.chosen_row())
        # A line says that columns go on below the frozen ones.
        painter = QPainter(self.viewport())
        painter.setPen(QColor(colours.disabled))
        rect = self.viewport().rect()
        if bar.value() > bar.minimum():
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        if bar.value() < bar.maximum():
            painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves across the parts; everything else is Qt's."""
        editing = self.state() == QAbstractItemView.State.EditingState
        if editing:
            super().keyPressEvent(event)
        elif not self._hands.key(event):
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self._leave(event)
            elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """With Shift the block reaches here; a right click on a block keeps it."""
        if (
            event.button() == Qt.MouseButton.LeftButton
            and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self._hands.drag(event.globalPosition().toPoint())
        elif (
            event.button() == Qt.MouseButton.RightButton
            and self.selectionModel().isSelected(
                self.indexAt(event.position().toPoint())
            )
            and self.state() != QAbstractItemView.State.EditingState
        ):
            # Its menu is for the whole block.
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A held button drags the block, into the other parts too."""
        if (
            event.buttons() & Qt.MouseButton.LeftButton
            and self.state() != QAbstractItemView.State.EditingState
        ):
            self._hands.drag(event.globalPosition().toPoint())
        else:
            super().mouseMoveEvent(event)

    def _leave(self, event: QKeyEvent) -> None:
        """Beyond the first or last cell Tab goes on to the next control."""
        self.setTabKeyNavigation(False)
        if event.key() == Qt.Key.Key_Tab:
            self.focusNextChild()
        elif event.key() == Qt.Key.Key_Backtab:
            self.focusPreviousChild()
        self.setTabKeyNavigation(True)


class FollowingBar(QScrollBar):
    """A scroll bar beside the parts that stands for one hidden inside a view.

    The parts keep the same height and width whether it is needed or not.
    """

    def __init__(self, inner: QScrollBar, name: str, words: str, parent: QWidget):
        super().__init__(inner.orientation(), parent)
        self._inner = inner
        self.setObjectName(name)
        self.setAccessibleName(words)
        inner.rangeChanged.connect(self._follow)
        inner.valueChanged.connect(self.setValue)
        self.valueChanged.connect(inner.setValue)
        self._follow(inner.minimum(), inner.maximum())

    def _follow(self, least: int, most: int) -> None:
        self.setRange(least, most)
        self.setPageStep(self._inner.pageStep())
        self.setSingleStep(self._inner.singleStep())
        self.setValue(self._inner.value())
        self.setEnabled(most > least)
