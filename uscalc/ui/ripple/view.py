"""Ripple: who else moves when results are imagined otherwise, and what each game weighs."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QSplitter, QStyleOptionViewItem, QVBoxLayout, QWidget

from uscalc.ui.ripple.map import InfluencePanel
from uscalc.ui.ripple.model import MOVED, WHY, RippleModel
from uscalc.ui.scheduling.following import following
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.labels import text_label
from uscalc.ui.widgets.plain_table import PADDING, PlainDelegate, PlainTable

Index = QModelIndex | QPersistentModelIndex
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
        self.imagined = session.imagination
        self.model = RippleModel(session, self.imagined)
        self.table = PlainTable(
            "ripple",
            "Who moves, the furthest first",
            self.model,
            theme,
            DIGITS.__getitem__,
            stretch=WHY,
        )
        self.table.setItemDelegate(RippleDelegate(self.table, self.model))
        self.heading = text_label("rippleHeading", "label")
        left = QWidget()
        left.setObjectName("rippleLeft")
        left.setProperty("page", True)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.heading.setContentsMargins(UNIT + 2, UNIT // 2, UNIT, UNIT // 2)
        column.addWidget(self.heading)
        column.addWidget(self.table, 1)
        column.addStretch(0)
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
        self._shown: tuple[object, ...] = (None,) * 3
        self.table.selectionModel().currentChanged.connect(self._explain)
        self.table.clicked.connect(self._choose)
        self.table.activated.connect(self._choose)

    def refresh(self) -> None:
        """Shows who moves now."""
        if not self.imagined.up_to_date:
            return
        session, then = self._session, self.imagined.rating()
        shown = session.document, session.system_rating(), then
        if all(a is b for a, b in zip(shown, self._shown, strict=True)):
            # Only another player was chosen: the reason that was asked for stands.
            return
        self._shown = shown
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
            text = f"{who} with {what}. Choose one: why stands here."
        self.heading.setText(text)
        self.heading.setAccessibleName(text)
        self.table.setVisible(bool(count))

    def _choose(self, index: QModelIndex) -> None:
        row = self.model.row_of(index.row())
        if row is not None:
            self._session.select(row=row)

    def _explain(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid():
            text = self.model.because(index.row())
            self.heading.setText(text)
            self.heading.setAccessibleName(text)


class RippleDelegate(PlainDelegate):
    """Paints a bar from the middle for how far a rating moves."""

    def __init__(self, table: PlainTable, model: RippleModel) -> None:
        super().__init__(table)
        self._model = model

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """The cell, and the bar where there is one."""
        super().paint(painter, option, index)
        moved = index.data(MOVED)
        if not isinstance(moved, float):
            return
        theme = self.table.theme
        metrics = QFontMetrics(theme.font())
        words = metrics.horizontalAdvance("+0000.00") + PADDING
        room = QRectF(option.rect.adjusted(PADDING, 0, -PADDING - words, -1))
        size = room.width() / 2 * abs(moved) / (self._model.widest or 1.0)
        x = room.center().x()
        bar = QRectF(x - (size if moved < 0 else 0), room.center().y() - 4, size, 8)
        colours = theme.colours
        painter.fillRect(bar, QColor(colours.gain if moved > 0 else colours.loss))
        painter.setPen(QColor(colours.pale))
        painter.drawLine(QPointF(x, room.top() + 3), QPointF(x, room.bottom() - 3))
