"""Steps: the five steps as a table, linked with the crosstable."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.following import following
from uscalc.ui.row_ground import continue_rows, paint_ground
from uscalc.ui.session import Session
from uscalc.ui.steps_model import CHANGE, COLUMNS, NAME, SIGN, STRONG, StepsModel
from uscalc.ui.theme import UNIT, Theme

Index = QModelIndex | QPersistentModelIndex
DIGITS = {0: 3, NAME: 14, 3: 3, 4: 5, 5: 8, 9: 4, 10: 5}
PADDING = UNIT - 2
SOFT = (0, 3, 5, 9)
SOON = 20
"""Milliseconds after which the figures follow the crosstable, which is painted first."""
NOT_RATED = "This section is not rated yet; the findings say what is missing."


class StepsView(QWidget):
    """The table, and above it a line where its figures are not the last word."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self.setObjectName("stepsView")
        self.setAccessibleName("Steps")
        self.setProperty("page", True)
        self.note = QLabel()
        self.note.setObjectName("stepsNote")
        self.note.setProperty("role", "label")
        self.note.setWordWrap(True)
        self.note.setContentsMargins(UNIT, UNIT // 2, UNIT, UNIT // 2)
        self.table = StepsTable(session, theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.note)
        column.addWidget(self.table, 1)
        self.setFocusProxy(self.table)
        self._following = following(
            self,
            self.refresh,
            *(session.opened, session.rated, session.stale, session.selected),
            wait=SOON,
        )
        self.refresh()

    def refresh(self) -> None:
        """Shows the figures as they are now, and what is to be said of them."""
        note = self._session.note
        if self._session.section is not None and self._session.shown_rating() is None:
            note = NOT_RATED
        if note != self.note.text():
            self.note.setText(note)
            self.note.setAccessibleName(note)
        self.note.setVisible(bool(note))
        self.table.follow()
        self.table.figures.refresh()


class StepsTable(QTableView):
    """One row a player; choosing a row chooses the player everywhere."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self.setObjectName("stepsTable")
        self.setAccessibleName("The five steps of every player")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = self.verticalHeader()
        rows.setObjectName("stepsRows")
        rows.setAccessibleName("Steps: rows")
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setObjectName("stepsHeader")
        header.setAccessibleName("Steps: headings")
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        self.figures = StepsModel(session)
        self.setModel(self.figures)
        self.setItemDelegate(StepsDelegate(session, theme, self))
        self._row: int | None = None
        self.selectionModel().currentRowChanged.connect(self._chosen)
        self.model().modelReset.connect(self.follow)
        theme.changed.connect(self._arrange)
        self._arrange()
        self.follow()

    def _arrange(self) -> None:
        """Widths and heights from the font."""
        metrics = QFontMetrics(self._theme.font())
        strong = QFontMetrics(self._theme.font(strong=True))
        digit = metrics.horizontalAdvance("0")
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 8)
        self.horizontalHeader().setFixedHeight(metrics.height() + 12)
        widths = [
            max(digit * DIGITS.get(column, 7), strong.horizontalAdvance(title))
            + 2 * PADDING
            for column, (title, _) in enumerate(COLUMNS)
        ]
        free = self.viewport().width() - sum(widths)
        if free > 0:
            widths[NAME] += min(free, digit * 12)
            spread = (free - digit * 12) // len(widths)
            widths = [width + max(min(spread, digit * 3), 0) for width in widths]
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lets the names have what the figures leave."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The cells, and the rows drawn on where the columns end."""
        super().paintEvent(event)
        continue_rows(self, self._theme.colours, self._session.selection.row)

    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        # Following the crosstable must not take its round away.
        if current.isValid() and current.row() != self._session.selection.row:
            self._session.select(row=current.row())

    def follow(self) -> None:
        """Shows who is chosen."""
        row = self._session.selection.row
        current = self.currentIndex()
        if row is not None and current.row() != row and row < self.model().rowCount():
            self.setCurrentIndex(self.model().index(row, max(current.column(), 0)))
        if row != self._row:
            for painted in (self._row, row):
                self._update_row(painted)
            self._row = row

    def _update_row(self, row: int | None) -> None:
        if row is not None and row < self.model().rowCount():
            port = self.viewport()
            top, height = self.rowViewportPosition(row), self.rowHeight(row)
            port.update(0, top, port.width(), height)


class StepsDelegate(QStyledItemDelegate):
    """Paints a figure of a step."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Ground, line and text of a cell."""
        colours = self._theme.colours
        rect = option.rect
        chosen = index.row() == self._session.selection.row
        painter.save()
        paint_ground(painter, rect, colours, chosen)
        font = self._theme.font(strong=bool(index.data(STRONG)))
        colour = colours.pale if index.column() in SOFT else colours.text
        sign = index.data(SIGN) if index.column() == CHANGE else 0
        if sign:
            colour = colours.gain if sign > 0 else colours.loss
        if index.data(STRONG):
            colour = colours.text
        inner = rect.adjusted(PADDING, 0, -PADDING, -1)
        text = QFontMetrics(font).elidedText(
            str(index.data() or ""), Qt.TextElideMode.ElideRight, inner.width()
        )
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(
            inner, index.data(Qt.ItemDataRole.TextAlignmentRole).value, text
        )
        painter.restore()
