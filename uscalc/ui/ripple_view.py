"""Ripple: who else moves when results are imagined otherwise, and what each game weighs."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.bottom_bar import ElidingLabel
from uscalc.ui.following import following
from uscalc.ui.imagination import imagination_of
from uscalc.ui.influence_map import InfluencePanel
from uscalc.ui.ripple_model import MOVED, MOVES, NAME, STRONG, WHY, RippleModel
from uscalc.ui.row_ground import continue_rows, paint_ground
from uscalc.ui.session import Session
from uscalc.ui.theme import UNIT, Theme

Index = QModelIndex | QPersistentModelIndex
PADDING = UNIT - 2
DIGITS = {0: 3, 1: 14, 2: 7, 3: 6, 4: 17, 5: 24}
NOTHING = "Imagine another result with the sliders of What if: who moves stands here."
NOBODY = "Nobody's new rating moves."


class RippleView(QWidget):
    """The ranked list, and beside it the map of games and players."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.setObjectName("rippleView")
        self.setAccessibleName("Ripple")
        self.setProperty("page", True)
        self.imagined = imagination_of(session)
        self.model = RippleModel(session, self.imagined)
        self.table = RippleTable(self.model, session, theme)
        self.heading = ElidingLabel()
        self.heading.setObjectName("rippleHeading")
        self.heading.setProperty("role", "label")
        left = QWidget()
        left.setObjectName("rippleLeft")
        left.setProperty("page", True)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.heading.setContentsMargins(UNIT + 2, UNIT // 2, UNIT, UNIT // 2)
        column.addWidget(self.heading)
        column.addWidget(self.table, 1)
        self.map = InfluencePanel(session, theme)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setObjectName("rippleSplitter")
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(self.map)
        split.setStretchFactor(0, 5)
        split.setStretchFactor(1, 4)
        split.setSizes([500, 400])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(split)
        self.following = following(
            self,
            self.refresh,
            self.imagined.changed,
            session.rated,
            session.selected,
            session.opened,
            theme.changed,
        )
        self.table.clicked.connect(self._choose)
        self.table.activated.connect(self._choose)

    def refresh(self) -> None:
        """Shows who moves now."""
        if not self.imagined.up_to_date:
            return
        self.model.refresh()
        count = len(self.model.ripples)
        if not self.imagined.outcomes:
            text = NOTHING
        elif not count:
            text = NOBODY
        else:
            who = "1 rating moves" if count == 1 else f"{count} ratings move"
            results = len(self.imagined.outcomes)
            what = (
                "1 imagined result" if results == 1 else f"{results} imagined results"
            )
            text = f"{who} with {what}."
        self.heading.setText(text)
        self.heading.setAccessibleName(text)
        self.table.setVisible(bool(count))

    def _choose(self, index: QModelIndex) -> None:
        row = self.model.row_of(index.row())
        if row is not None:
            self._session.select(row=row)


class RippleTable(QTableView):
    """Rows by points moved; Return or a click chooses the player everywhere."""

    def __init__(self, model: RippleModel, session: Session, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self.setObjectName("rippleTable")
        self.setAccessibleName("Who moves, the furthest first")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setModel(model)
        self.setItemDelegate(RippleDelegate(model, theme, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = self.verticalHeader()
        rows.setObjectName("rippleRows")
        rows.setAccessibleName("Ripple: rows")
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setObjectName("rippleHeader")
        header.setAccessibleName("Ripple: headings")
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        theme.changed.connect(self._arrange)
        self._arrange()

    def _arrange(self) -> None:
        metrics = QFontMetrics(self._theme.font())
        digit = metrics.horizontalAdvance("0")
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 8)
        self.horizontalHeader().setFixedHeight(metrics.height() + 12)
        widths = {c: digit * digits + 2 * PADDING for c, digits in DIGITS.items()}
        free = self.viewport().width() - sum(widths.values()) + widths[WHY]
        widths[WHY] = max(free, widths[WHY])
        for column, width in widths.items():
            self.setColumnWidth(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The reasons have what the figures leave."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The cells, and the rows drawn on where the columns end."""
        super().paintEvent(event)
        continue_rows(self, self._theme.colours, None)


class RippleDelegate(QStyledItemDelegate):
    """Paints figures, and a bar from the middle for how far a rating moves."""

    def __init__(self, model: RippleModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Ground, bar and text of a cell."""
        colours, rect = self._theme.colours, option.rect
        table = self.parent()
        chosen = isinstance(table, QTableView) and (
            table.currentIndex().row() == index.row()
        )
        painter.save()
        paint_ground(painter, rect, colours, chosen)
        inner = rect.adjusted(PADDING, 0, -PADDING, -1)
        colour = colours.text if index.column() in (NAME, MOVES) else colours.soft
        if index.data(STRONG):
            colour = colours.text
        font = self._theme.font(strong=bool(index.data(STRONG)))
        moved = index.data(MOVED)
        if isinstance(moved, float):
            words = QFontMetrics(font).horizontalAdvance("+0000.00") + PADDING
            room = QRectF(inner.adjusted(0, 0, -words, 0))
            half = room.width() / 2
            size = half * abs(moved) / (self._model.widest or 1.0)
            start = room.center().x() - (size if moved < 0 else 0)
            bar = QRectF(start, room.center().y() - 4, max(size, 1.0), 8)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(bar, QColor(colours.gain if moved > 0 else colours.loss))
            painter.setPen(QColor(colours.pale))
            x = room.center().x()
            painter.drawLine(int(x), inner.top() + 3, int(x), inner.bottom() - 3)
            colour = colours.gain if moved > 0 else colours.loss
        text = QFontMetrics(font).elidedText(
            str(index.data() or ""), Qt.TextElideMode.ElideRight, inner.width()
        )
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(
            inner, index.data(Qt.ItemDataRole.TextAlignmentRole).value, text
        )
        painter.restore()
