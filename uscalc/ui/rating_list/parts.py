"""Parts that the dialogs and the view of rating lists share."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
)
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from uscalc.ui.rating_list.lists import RatingLists, list_words
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.controls import TICK, ChoiceControl
from uscalc.ui.widgets.tables import set_up_table


class TickDelegate(QStyledItemDelegate):
    """Boxes and ticks in the window's own colours, seen in light and dark."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """The cell, and a box where something can be ticked."""
        full = QStyleOptionViewItem(option)
        self.initStyleOption(full, index)
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        style = self._style(full)
        place = style.subElementRect(
            QStyle.SubElement.SE_ItemViewItemCheckIndicator, full, self._view(full)
        )
        full.features &= ~QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
        style.drawControl(
            QStyle.ControlElement.CE_ItemViewItem, full, painter, self._view(full)
        )
        if state is None:
            return
        colours, ticked = self._theme.colours, state == Qt.CheckState.Checked
        side = min(place.width(), place.height())
        box = QRectF(place.x(), place.center().y() - side / 2, side, side)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colours.accent if ticked else colours.pale))
        painter.setBrush(QColor(colours.accent if ticked else colours.surface))
        painter.drawRoundedRect(box, 3, 3)
        if ticked:
            painter.setPen(QPen(QColor(colours.on_accent), side / 8))
            painter.drawPolyline(
                [box.topLeft() + QPointF(side * x, side * y) for x, y in TICK]
            )
        painter.restore()

    def _view(self, option: QStyleOptionViewItem) -> QWidget | None:
        widget = option.widget
        return widget if isinstance(widget, QWidget) else None

    def _style(self, option: QStyleOptionViewItem) -> QStyle:
        view = self._view(option)
        return QApplication.style() if view is None else view.style()


MEASURED: Final = 60
"""Rows that are measured: no more of those found are in sight at once."""


class ListTable(QTableView):
    """A table of rows, as all of the rating lists' tables are."""

    def __init__(self, name: str, words: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.digits: tuple[int, ...] = ()
        set_up_table(self, name, words)
        name_widget(self, name, look="lines")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        theme.changed.connect(self.arrange)
        self.arrange()

    def arrange(self) -> None:
        """Heights from the font."""
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 10)
        self.horizontalHeader().setFixedHeight(metrics.height() + 12)

    def set_digits(self, widths: Sequence[int]) -> None:
        """Widths of the columns in digits of the font, where their texts need no more."""
        self.digits = tuple(widths)
        self.share()

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Other rows may need more room, or less."""
        super().setModel(model)
        if model is not None:
            model.modelReset.connect(self.share)

    def _needed(self, column: int) -> int:
        """Return the width of the longest of the first rows, seen or not."""
        model = self.model()
        rows = range(min(model.rowCount(), MEASURED))
        hints = (self.sizeHintForIndex(model.index(row, column)) for row in rows)
        return max((hint.width() for hint in hints), default=0)

    def share(self) -> None:
        """Give every column its width, and longer texts what is left over."""
        metrics = self.fontMetrics()
        widths = [
            0
            if self.isColumnHidden(column)
            else metrics.horizontalAdvance("0" * digits)
            for column, digits in enumerate(self.digits)
        ]
        free = self.viewport().width() - sum(widths)
        for column, width in enumerate(widths):
            if self.isColumnHidden(column):
                continue
            more = min(max(self._needed(column) - width, 0), max(free, 0))
            free -= more
            self.setColumnWidth(column, width + more)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Texts have the room that there is now."""
        super().resizeEvent(event)
        self.share()


class ListChoice(ChoiceControl):
    """Which of the lists is asked."""

    def __init__(
        self, lists: RatingLists, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__((), parent)
        self._lists = lists
        self.call(name, "Rating list")
        self.setToolTip("Which of the imported lists is asked")
        self.setMinimumContentsLength(6)
        self.committed.connect(self._choose)
        lists.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the lists there are."""
        self.clear()
        for one in self._lists.lists:
            self.addItem(list_words(one), str(one.file))
        chosen = self._lists.chosen
        if chosen is None:
            self.addItem("no list yet", "")
        self.show_text("" if chosen is None else str(chosen.file))
        self.setEnabled(len(self._lists.lists) > 1)

    def _choose(self, file: str) -> None:
        for one in self._lists.lists:
            if str(one.file) == file:
                self._lists.choose(one.file)
