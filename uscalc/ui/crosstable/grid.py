"""The view of the crosstable: one table for names, results and ratings."""

from collections.abc import Iterable

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QTableView,
    QToolButton,
    QWidget,
)

from uscalc.ui.crosstable.keys import CrosstableTable
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.plain_table import continue_rows, set_up_table


class CrosstableGrid(QTableView):
    """All columns of the crosstable in one view, so that each row shows one player.

    Rounds without room are hidden columns; the view never scrolls sideways.
    """

    def __init__(
        self, name: str, words: str, theme: Theme, hands: CrosstableTable
    ) -> None:
        super().__init__()
        self._theme = theme
        self._hands = hands
        # Qt's own viewport is not used: the first call of `viewport()` that returns it is
        # slow at a start, because PySide then loads the type of every widget.
        self.setViewport(QWidget())
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self.edges: list[int] = []
        """The columns before which rounds are hidden."""
        set_up_table(self, name, words)
        name_widget(self, name)
        self.setTabKeyNavigation(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        # The scroll bar is always there, so that no column moves when it is needed.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        # An opaque background lets Qt scroll by moving pixels instead of painting them.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        name_widget(self.verticalScrollBar(), f"{name}Down", "Scroll players")
        for header in (self.verticalHeader(), self.horizontalHeader()):
            header.setMinimumSectionSize(8)
        self.horizontalHeader().setSectionsClickable(True)

    def show_only(self, columns: Iterable[int]) -> None:
        """Show only these columns."""
        shown = set(columns)
        for column in range(self.model().columnCount()):
            hidden = column not in shown
            if self.isColumnHidden(column) != hidden:
                self.setColumnHidden(column, hidden)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Paint only the current cell, where Qt would paint all cells.

        The focus comes back here after each edit, when the next rating must appear
        soon.
        """
        current = self.currentIndex()
        if not current.isValid():
            super().focusInEvent(event)
            return
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.viewport().update(self.visualRect(current))

    def update_row(self, row: int, first: int = 0) -> None:
        """Schedule painting a row, from the column `first` on."""
        top, height = self.rowViewportPosition(row), self.rowHeight(row)
        left = self.columnViewportPosition(first)
        port = self.viewport()
        port.update(left, top, port.width() - left, height)

    def rect_of(self, first: int, last: int) -> QRect:
        """Return the rectangle of neighboring columns in the viewport, from top to bottom."""
        left = self.columnViewportPosition(first)
        right = self.columnViewportPosition(last) + self.columnWidth(last)
        return QRect(left, 0, right - left, self.viewport().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, and the background below and beside them."""
        colors, port = self._theme.colors, self.viewport()
        painter = QPainter(port)
        # Cells paint their own background, so fill only the area beside and below them.
        cells = QRect(
            0, 0, self.horizontalHeader().length(), self.verticalHeader().length()
        )
        cells.translate(-self.horizontalOffset(), -self.verticalOffset())
        painter.setClipRegion(event.region().subtracted(QRegion(cells)))
        painter.fillRect(event.rect(), QColor(colors.surface))
        painter.end()
        super().paintEvent(event)
        continue_rows(self, colors, self._hands.chosen_row)
        if self.edges:
            # A line shows that rounds are hidden between these columns.
            with QPainter(port) as painter:
                painter.setPen(QColor(colors.edge))
                for column in self.edges:
                    left = self.columnViewportPosition(column)
                    painter.drawLine(left, 0, left, port.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of the table; leave all others to Qt."""
        if self.state() == QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
        elif not self._hands.handle_key(event):
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                # Beyond the first or last cell, Tab goes to another control.
                self.setTabKeyNavigation(False)
                self.focusNextPrevChild(event.key() == Qt.Key.Key_Tab)
                self.setTabKeyNavigation(True)
            elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Extend the block with Shift; a right-click in the block keeps it."""
        if (
            event.button() == Qt.MouseButton.LeftButton
            and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self._hands.extend_block(event.globalPosition().toPoint())
        elif (
            event.button() == Qt.MouseButton.RightButton
            and self.selectionModel().isSelected(
                self.indexAt(event.position().toPoint())
            )
            and self.state() != QAbstractItemView.State.EditingState
        ):
            # The menu is for the whole block.
            event.accept()
        else:
            super().mousePressEvent(event)
            # Qt wouldn't scroll to a row that is half hidden by the header.
            self.scrollTo(self.currentIndex())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Extend the block while the mouse button is pressed."""
        if (
            event.buttons() & Qt.MouseButton.LeftButton
            and self.state() != QAbstractItemView.State.EditingState
        ):
            self._hands.extend_block(event.globalPosition().toPoint())
        else:
            super().mouseMoveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Show other rounds if the wheel turns sideways, or with Shift."""
        turned = event.angleDelta()
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if abs(turned.x()) > abs(turned.y()) or shift:
            QApplication.sendEvent(self._hands.across, event)
        else:
            super().wheelEvent(event)


class FilterField(QLineEdit):
    """The field that filters players.

    `left` is emitted to return to the table; Esc clears and hides the field.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__(
            placeholderText="Name, number or member ID", clearButtonEnabled=True
        )
        name_widget(self, "filterField", "Filter players")
        for button in self.findChildren(QToolButton):
            name_widget(button, "filterClear", "Clear the filter")
        self.hide()

    def open_field(self) -> None:
        """Show and focus the field."""
        self.show()
        self.setFocus()
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show all players again with Esc; go to the table with Enter or Down."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.hide()
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.left.emit()
        else:
            super().keyPressEvent(event)
