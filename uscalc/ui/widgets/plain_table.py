"""Tables for reading: their common look, and how columns share the width."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPainterStateGuard,
    QPaintEvent,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from uscalc.ui.theme.theme import UNIT, Colors, Theme
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.column_table import STRONG, TONE, ColumnTableModel, Index


def set_up_table(table: QTableView, name: str, words: str, whole: str = "") -> None:
    """Set the common look of a table, and the names of the table and its headers.

    The object names begin with `name`, and the accessible names with `words`; `whole`
    is the accessible name of the table itself if it differs.
    """
    name_widget(table, f"{name}Table", whole or words)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    rows = name_widget(table.verticalHeader(), f"{name}Rows", f"{words}: rows")
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header = name_widget(
        table.horizontalHeader(), f"{name}Header", f"{words}: headings"
    )
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header.setHighlightSections(False)
    header.setSectionsClickable(False)


MEASURED: Final = 300
"""The most rows that are measured; names in later rows are hardly longer."""


def measure_widest_text(
    model: QAbstractItemModel,
    column: int,
    metrics: QFontMetrics,
    strong: Callable[[QModelIndex], QFontMetrics | None] = lambda _index: None,
) -> int:
    """Return the width in pixels of the longest text in a column; `strong` adds another text."""
    rows = range(min(model.rowCount(), MEASURED))
    places = [model.index(row, column) for row in rows]
    widths = [
        (strong(place) or metrics).horizontalAdvance(str(place.data() or ""))
        for place in places
    ]
    # Letters may be wider than their advance.
    return max(widths, default=0) + 2


def paint_background(
    painter: QPainter, rect: QRect, colors: Colors, chosen: bool
) -> None:
    """Paint the background of a cell and the line below it; highlight the selected player."""
    painter.fillRect(rect, QColor(colors.selected if chosen else colors.surface))
    painter.setPen(QColor(colors.line))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())


def continue_rows(view: QTableView, colors: Colors, chosen: int | None) -> None:
    """Paint the rows to the right of the last column, so that the eye can follow them."""
    header, port = view.horizontalHeader(), view.viewport()
    start = header.length() - header.offset()
    if start >= port.width():
        return
    with QPainter(port) as painter:
        first, last = view.rowAt(0), view.rowAt(port.height() - 1)
        end = last if last >= 0 else view.model().rowCount() - 1
        for row in range(max(first, 0), end + 1):
            top, height = view.rowViewportPosition(row), view.rowHeight(row)
            rect = QRect(start, top, port.width() - start, height)
            paint_background(painter, rect, colors, row == chosen)


PADDING = UNIT - 2
WRAPS: Final = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
"""Break lines within a word if it is wider than its column, so that nothing is cut off."""


class ColumnTable(QTableView):
    """A table with declared columns.

    A column is at least as wide as its digits. Columns that fit then get the width of
    their texts, and the column that stretches gets the rest. In a column that wraps,
    long texts take several lines; in others they are shortened. `chosen` returns the
    row of the selected player, which is highlighted.
    """

    def __init__(
        self,
        name: str,
        words: str,
        model: ColumnTableModel[Any],
        theme: Theme,
        chosen: Callable[[], int | None] = lambda: None,
    ) -> None:
        super().__init__()
        self._columns = model
        self._wraps = any(column.wraps for column in model.columns)
        self._longest: dict[int, int] = {}
        self._words: dict[int, list[str]] = {}
        """The texts that may take several lines, by column."""
        self._lines_for: dict[int, int] | None = None
        """The widths for which the heights of the rows were computed."""
        self.least = self.needed = 0
        """The width of all columns in pixels: the least, and the width at which no text
        is cut off."""
        self.theme = theme
        self.chosen_row = chosen
        set_up_table(self, name, words)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setModel(model)
        self.setItemDelegate(ColumnTableDelegate(self))
        model.modelReset.connect(self.measure_texts)
        if self._wraps:
            # Texts may have changed, and need other line breaks.
            model.dataChanged.connect(self.measure_texts)
        theme.changed.connect(self.measure_texts)
        self.measure_texts()

    def measure_texts(self) -> None:
        """Measure the texts, and set the widths of the columns.

        Don't call this for each new size, because a resize may come between a change of
        the event and the model's own update.
        """
        metrics, model = QFontMetrics(self.theme.make_font()), self.model()
        strong = QFontMetrics(self.theme.make_font(strong=True))
        self._longest = {
            column: measure_widest_text(
                model, column, metrics, lambda at: strong if at.data(STRONG) else None
            )
            for column, declared in enumerate(self._columns.columns)
            if declared.fits
        }
        rows = range(model.rowCount())
        self._words = {
            column: [str(model.index(row, column).data() or "") for row in rows]
            for column, declared in enumerate(self._columns.columns)
            if declared.wraps
        }
        self._lines_for = None
        self.arrange_columns()

    def arrange_columns(self) -> None:
        """Set the widths and heights for the current font."""
        metrics = QFontMetrics(self.theme.make_font())
        strong = QFontMetrics(self.theme.make_font(strong=True))
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 8)
        self.horizontalHeader().setFixedHeight(metrics.height() + 12)
        widths = []
        for column, declared in enumerate(self._columns.columns):
            least = strong.horizontalAdvance(declared.title) + UNIT // 2
            # Measure the whole text, because rounding each digit would cut off the last one.
            figures = metrics.horizontalAdvance("0" * declared.digits) + 1
            width = max(figures, least) + 2 * PADDING
            # Hidden columns take no room from the others.
            widths.append(0 if self.isColumnHidden(column) else width)
        self.least = self.needed = sum(widths)
        self._share_width(widths)
        for column, declared in enumerate(self._columns.columns):
            if declared.stretches and widths[column]:
                widths[column] += max(self.viewport().width() - sum(widths), 0)
        for column, width in enumerate(widths):
            if width:
                self.setColumnWidth(column, width)
        if self._wraps:
            self._set_row_heights(metrics)

    def is_wrapped(self, column: int) -> bool:
        """Return whether texts of a column may take several lines."""
        return self._columns.columns[column].wraps

    def _share_width(self, widths: list[int]) -> None:
        """Give columns of words the width of their texts if there is room.

        Columns that wrap share the rest.
        """
        wants: dict[int, int] = {}
        for column, longest in self._longest.items():
            if self.isColumnHidden(column):
                continue
            free = max(self.viewport().width() - sum(widths), 0)
            more = max(longest + 2 * PADDING - widths[column], 0)
            self.needed += more
            if self.is_wrapped(column):
                wants[column] = more
            else:
                widths[column] += min(free, more)
        free = self.viewport().width() - sum(widths)
        for column, more in share_width(free, wants).items():
            widths[column] += more

    def _set_row_heights(self, metrics: QFontMetrics) -> None:
        """Make each row as high as its highest text."""
        shown = {
            c: self.columnWidth(c) for c in self._words if not self.isColumnHidden(c)
        }
        if self._lines_for == shown:
            return
        self._lines_for = shown
        fonts = [self.theme.make_font(strong=strong) for strong in (False, True)]
        lines = dict[int, int]()
        for column, width in shown.items():
            for row, text in enumerate(self._words[column]):
                font = fonts[bool(self.model().index(row, column).data(STRONG))]
                count = count_lines(text, width - 2 * PADDING, font, QFontMetrics(font))
                lines[row] = max(lines.get(row, 1), count)
        usual = self.verticalHeader().defaultSectionSize()
        for row, count in lines.items():
            height = usual + (count - 1) * metrics.lineSpacing()
            if row < self.model().rowCount() and self.rowHeight(row) != height:
                self.setRowHeight(row, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the new width among the columns."""
        super().resizeEvent(event)
        self.arrange_columns()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, and continue the rows beyond the last column."""
        super().paintEvent(event)
        continue_rows(self, self.theme.colors, self.chosen_row())

    def go_to(self, row: int | None, column: int | None = None) -> None:
        """Make a cell current; without `column`, the cell of the row in the current column."""
        if row is not None and row < self.model().rowCount():
            if column is None:
                column = self.currentIndex().column()
            if column < 0 or self.isColumnHidden(column):
                # A hidden column can't be scrolled to, and shows no focus frame.
                columns = range(self.model().columnCount())
                column = next(at for at in columns if not self.isColumnHidden(at))
            self.setCurrentIndex(self.model().index(row, column))
        self.viewport().update()


class ColumnTableDelegate(QStyledItemDelegate):
    """Paints background, text and focus frame of a cell; subclasses may add more."""

    def __init__(self, table: ColumnTable) -> None:
        super().__init__(table)
        self.table = table

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Paint one cell."""
        theme = self.table.theme
        with QPainterStateGuard(painter):
            paint_background(
                painter,
                option.rect,
                theme.colors,
                index.row() == self.table.chosen_row(),
            )
            inner = option.rect.adjusted(PADDING, 0, -PADDING, -1)
            beside = self.paint_beside(painter, option, index)
            font = theme.make_font(strong=bool(index.data(STRONG)))
            painter.setFont(font)
            painter.setPen(
                QColor(getattr(theme.colors, str(index.data(TONE) or "text")))
            )
            words, metrics = str(index.data() or ""), QFontMetrics(font)
            # In a row with texts of several lines, short texts are on the first line.
            line = self.table.verticalHeader().defaultSectionSize() - 1
            if self.table.is_wrapped(index.column()):
                top = max(line - metrics.height(), 0) // 2
                lines = make_wrap_option(
                    Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
                )
                painter.drawText(QRectF(inner.adjusted(0, top, 0, 0)), words, lines)
            else:
                inner.setHeight(line)
                text = metrics.elidedText(
                    words, Qt.TextElideMode.ElideRight, inner.width()
                )
                side = index.data(Qt.ItemDataRole.TextAlignmentRole).value
                painter.drawText(inner.adjusted(0, 0, -beside, 0), side, text)
            if option.state & QStyle.StateFlag.State_HasFocus:
                painter.setPen(QColor(theme.colors.accent))
                painter.drawRect(option.rect.adjusted(0, 0, -1, -2))

    def paint_beside(
        self, _painter: QPainter, _option: QStyleOptionViewItem, _index: Index
    ) -> int:
        """Paint something at the right of the text, and return its width in pixels."""
        return 0


def make_wrap_option(alignment: Qt.AlignmentFlag) -> QTextOption:
    """Return the options for drawing a text that wraps."""
    option = QTextOption(alignment)
    option.setWrapMode(WRAPS)
    return option


def count_lines(text: str, width: int, font: QFont, metrics: QFontMetrics) -> int:
    """Return the number of lines that a text takes at a width."""
    if metrics.horizontalAdvance(text) <= width:
        return 1
    layout = QTextLayout(text, font)
    layout.setTextOption(make_wrap_option(Qt.AlignmentFlag.AlignLeft))
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1))
    layout.endLayout()
    return layout.lineCount()


def share_width(free: int, wants: Mapping[int, int]) -> dict[int, int]:
    """Divide free pixels equally among columns; no column gets more than it wants."""
    found: dict[int, int] = {}
    left = max(free, 0)
    for place, column in enumerate(sorted(wants, key=wants.__getitem__)):
        found[column] = min(wants[column], left // (len(wants) - place))
        left -= found[column]
    return found
