"""A table to read: the house's look for views that only show figures."""

from collections.abc import Callable, Container, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.row_background import continue_rows, paint_background
from uscalc.ui.widgets.tables import set_up_table, widest_text
from uscalc.ui.widgets.wrapping import lines_of, shared, wrapping

Index = QModelIndex | QPersistentModelIndex
PADDING = UNIT - 2
STRONG = Qt.ItemDataRole.UserRole
"""A cell in strong type."""
TONE = Qt.ItemDataRole.UserRole + 1
"""A cell's colour by its name in `Colours`; plain text without one."""
FREE = Qt.ItemDataRole.UserRole + 2
"""The first role that a model may use for itself."""


class PlainModel(QAbstractTableModel):
    """Rows to read under titles with hints; a model says how many, and what is in them."""

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return every column's title and its hint."""
        raise NotImplementedError

    def count(self) -> int:
        """Return the number of rows."""
        raise NotImplementedError

    def words(self) -> Container[int]:
        """Return the columns that hold words, and so stand at the left."""
        raise NotImplementedError

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows; cells have none."""
        return 0 if parent.isValid() else self.count()

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns; cells have none."""
        return 0 if parent.isValid() else len(self.heads())

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return titles above their figures, and their hints."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(section, self.words())
        title, hint = self.heads()[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return title
        return hint or None if role == Qt.ItemDataRole.ToolTipRole else None


class PlainTable(QTableView):
    """Rows of figures; `digits` are the columns' least widths, in digits.

    The columns `texts` then take what their texts need, and `stretch` what is left over.
    In the columns `wrapped`, which are texts too, a text that finds no room goes on in
    further lines of its row, and is read whole however narrow the table is; elsewhere it
    ends in dots. `chosen` tells the row of the selected player, which stands out.
    """

    def __init__(
        self,
        name: str,
        words: str,
        model: QAbstractItemModel,
        theme: Theme,
        digits: Callable[[int], int],
        stretch: int | None = None,
        chosen: Callable[[], int | None] = lambda: None,
        texts: Sequence[int] = (),
        wrapped: Sequence[int] = (),
    ) -> None:
        super().__init__()
        self._texts = tuple(texts)
        self.wrapped = frozenset(wrapped)
        self._longest: dict[int, int] = {}
        self._words: dict[int, list[str]] = {}
        """The texts that may take several lines, a list for each column."""
        self._lines_for: dict[int, int] | None = None
        """The widths for which the rows have their heights."""
        self.least = self.needed = 0
        """Pixels of all columns: at least, and when no text is cut."""
        self.theme = theme
        self.chosen_row = chosen
        self._digits = digits
        self._stretch = stretch
        set_up_table(self, name, words)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setModel(model)
        self.setItemDelegate(PlainDelegate(self))
        model.modelReset.connect(self.measure)
        if self.wrapped:
            # Of another length now, a text may take other lines.
            model.dataChanged.connect(self.measure)
        theme.changed.connect(self.measure)
        self.measure()

    def measure(self) -> None:
        """Measure the texts, and gives the columns their widths.

        Not each time that the size changes: that may come between a change of the event
        and the model's own turn to follow it.
        """
        metrics, model = QFontMetrics(self.theme.font()), self.model()
        strong = QFontMetrics(self.theme.font(strong=True))
        columns = range(model.columnCount())
        self._longest = {
            column: widest_text(
                model, column, metrics, lambda at: strong if at.data(STRONG) else None
            )
            for column in self._texts
            if column in columns
        }
        rows = range(model.rowCount())
        self._words = {
            column: [str(model.index(row, column).data() or "") for row in rows]
            for column in sorted(self.wrapped)
            if column in columns
        }
        self._lines_for = None
        self.arrange()

    def arrange(self) -> None:
        """Widths and heights from the font."""
        metrics = QFontMetrics(self.theme.font())
        strong = QFontMetrics(self.theme.font(strong=True))
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 8)
        self.horizontalHeader().setFixedHeight(metrics.height() + 12)
        widths = []
        for column in range(self.model().columnCount()):
            title = self.model().headerData(column, Qt.Orientation.Horizontal)
            least = strong.horizontalAdvance(str(title or "")) + UNIT // 2
            # As long as the text will be: rounded for each digit, the last would be cut.
            figures = metrics.horizontalAdvance("0" * self._digits(column)) + 1
            width = max(figures, least) + 2 * PADDING
            # What is hidden takes no room from the others.
            widths.append(0 if self.isColumnHidden(column) else width)
        self.least = self.needed = sum(widths)
        self._give_room(widths)
        stretch = self._stretch
        if stretch is not None and stretch < len(widths) and widths[stretch]:
            free = self.viewport().width() - sum(widths)
            widths[stretch] += max(free, 0)
        for column, width in enumerate(widths):
            if width:
                self.setColumnWidth(column, width)
        if self.wrapped:
            self._give_lines(metrics)

    def _give_room(self, widths: list[int]) -> None:
        """Give columns of words what their texts need, as far as there is room.

        Those that can go on in further lines share what the others leave.
        """
        wants: dict[int, int] = {}
        for column, longest in self._longest.items():
            if self.isColumnHidden(column):
                continue
            free = max(self.viewport().width() - sum(widths), 0)
            more = max(longest + 2 * PADDING - widths[column], 0)
            self.needed += more
            if column in self.wrapped:
                wants[column] = more
            else:
                widths[column] += min(free, more)
        free = self.viewport().width() - sum(widths)
        for column, more in shared(free, wants).items():
            widths[column] += more

    def _give_lines(self, metrics: QFontMetrics) -> None:
        """Make rows as high as the most lines of a text in them."""
        shown = {
            c: self.columnWidth(c) for c in self._words if not self.isColumnHidden(c)
        }
        if self._lines_for == shown:
            return
        self._lines_for = shown
        font, lines = self.theme.font(), dict[int, int]()
        for column, width in shown.items():
            for row, text in enumerate(self._words[column]):
                count = lines_of(text, width - 2 * PADDING, font, metrics)
                lines[row] = max(lines.get(row, 1), count)
        usual = self.verticalHeader().defaultSectionSize()
        for row, count in lines.items():
            height = usual + (count - 1) * metrics.lineSpacing()
            if row < self.model().rowCount() and self.rowHeight(row) != height:
                self.setRowHeight(row, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One column takes what the others leave."""
        super().resizeEvent(event)
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The cells, and the rows drawn on where the columns end."""
        super().paintEvent(event)
        continue_rows(self, self.theme.colours, self.chosen_row())

    def go_to(self, row: int | None, column: int | None = None) -> None:
        """Make a row the current one, in a column or the current one, if it is seen."""
        if row is not None and row < self.model().rowCount():
            if column is None:
                column = self.currentIndex().column()
            if column < 0 or self.isColumnHidden(column):
                # What is hidden is never brought in sight, nor has it a frame.
                columns = range(self.model().columnCount())
                column = next(at for at in columns if not self.isColumnHidden(at))
            self.setCurrentIndex(self.model().index(row, column))
        self.viewport().update()


class PlainDelegate(QStyledItemDelegate):
    """Paints background, text and focus of a cell; `beside` may paint more into it."""

    def __init__(self, table: PlainTable) -> None:
        super().__init__(table)
        self.table = table

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """One cell."""
        theme = self.table.theme
        painter.save()
        chosen = index.row() == self.table.chosen_row()
        paint_background(painter, option.rect, theme.colours, chosen)
        inner = option.rect.adjusted(PADDING, 0, -PADDING, -1)
        beside = self.beside(painter, option, index)
        font = theme.font(strong=bool(index.data(STRONG)))
        painter.setFont(font)
        tone = str(index.data(TONE) or "text")
        painter.setPen(QColor(getattr(theme.colours, tone)))
        said, metrics = str(index.data() or ""), QFontMetrics(font)
        # Beside a text of several lines, a cell stands on the first of them.
        line = self.table.verticalHeader().defaultSectionSize() - 1
        if index.column() in self.table.wrapped:
            top = max(line - metrics.height(), 0) // 2
            lines = wrapping(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            painter.drawText(QRectF(inner.adjusted(0, top, 0, 0)), said, lines)
        else:
            inner.setHeight(line)
            text = metrics.elidedText(said, Qt.TextElideMode.ElideRight, inner.width())
            side = index.data(Qt.ItemDataRole.TextAlignmentRole).value
            painter.drawText(inner.adjusted(0, 0, -beside, 0), side, text)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(theme.colours.accent))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -2))
        painter.restore()

    def beside(
        self, _painter: QPainter, _option: QStyleOptionViewItem, _index: Index
    ) -> int:
        """Paint what stands right of the text; gives the pixels it takes."""
        return 0


def alignment(column: int, left: Container[int]) -> Qt.AlignmentFlag:
    """Return words to the left, figures to the right."""
    side = Qt.AlignmentFlag.AlignLeft if column in left else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
