"""The table of problems: groups with headings, fixes as links, and fields for missing data."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterStateGuard,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from uscalc.document.facts.table import fact_of
from uscalc.document.model import RatingFacts
from uscalc.ui.scheduling import connect_pairs
from uscalc.ui.session.pending import PendingTexts, TypingDelegate, open_editor
from uscalc.ui.session.problems import GROUPS, Group, ProblemFix, ProblemRow
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import name_widget, set_ink
from uscalc.ui.widgets.column_table import FREE, ColumnTableModel, Index, TableColumn
from uscalc.ui.widgets.controls import ChoiceControl, TextControl
from uscalc.ui.widgets.message_bar import MOST_WAYS
from uscalc.ui.widgets.plain_table import (
    PADDING,
    count_lines,
    make_wrap_option,
    paint_background,
    set_up_table,
)

PLACE, TEXT, FIRST_FIX = range(3)
LAST_FIX: Final = FIRST_FIX + MOST_WAYS - 1
ITEM: Final = FREE
"""The data role that has the item of a row."""
TITLES: Final[dict[Group, str]] = {
    "error": "Errors (must fix)",
    "warning": "Warnings (confirm)",
    "missing": "Missing data, largest effect first",
    "note": "Import notes (changed, assumed or left out)",
}
RECORD = (("", "Select…"), *fact_of(RatingFacts, "record").kind.choices[1:])
PLACE_SHARE: Final = 0.34
"""The greatest part of the width for the column of places."""
EDITOR_DIGITS: Final = 34
DOT: Final = 3.5
"""The radius of the dot before a heading."""


class Heading(NamedTuple):
    """The heading of a group."""

    group: Group
    text: str


Item = ProblemRow | Heading


def find_fix(item: Item | None, column: int) -> ProblemFix | None:
    """Return the fix in a column; the last fix of each row is in the last column."""
    if not isinstance(item, ProblemRow):
        return None
    place = column - (LAST_FIX + 1 - len(item.fixes))
    return item.fixes[place] if column >= FIRST_FIX and place >= 0 else None


class ProblemsModel(ColumnTableModel[Item]):
    """The rows of the table with their headings; `fill_in` enters typed data."""

    def __init__(self, fill_in: Callable[[ProblemRow, str], bool]) -> None:
        def fill(item: Item, value: object) -> bool:
            return isinstance(item, ProblemRow) and fill_in(item, str(value))

        def make_fix(column: int) -> TableColumn[Item]:
            return TableColumn(
                "Fix",
                "",
                lambda item: fix.label if (fix := find_fix(item, column)) else "",
                roles={
                    ITEM: lambda item: item,
                    Qt.ItemDataRole.EditRole: lambda _item: "",
                },
                changes={Qt.ItemDataRole.EditRole: fill},
                flags=lambda item: _allow_editing(item, column),
            )

        roles = {ITEM: lambda item: item}
        super().__init__(
            (
                TableColumn("Place", "", _name_place, roles=roles),
                TableColumn(
                    "Problem",
                    "",
                    lambda item: item.text if isinstance(item, ProblemRow) else "",
                    roles=roles,
                ),
                *map(make_fix, range(FIRST_FIX, LAST_FIX + 1)),
            ),
            tooltip=lambda _column, item: (
                item.text if isinstance(item, ProblemRow) else None
            ),
            key=lambda item: (item.group, _name_place(item), type(item)),
        )

    def show_problems(self, rows: Sequence[ProblemRow], section: str = "") -> None:
        """Show the problems under their headings; missing data is that of `section`."""
        items: list[Item] = []
        for group in GROUPS:
            found = [row for row in rows if row.group == group]
            if found:
                of = f" ({section})" if section and group == "missing" else ""
                items += [Heading(group, f"{TITLES[group]}{of}"), *found]
        self.show_rows(items)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what a cell allows; headings cannot be selected."""
        return (
            Qt.ItemFlag.NoItemFlags
            if isinstance(self.read_row(index.row()), Heading)
            else super().flags(index)
        )


def _name_place(item: Item) -> str:
    return item.place if isinstance(item, ProblemRow) else item.text


def _allow_editing(item: Item, column: int) -> Qt.ItemFlag:
    missing = item.missing if isinstance(item, ProblemRow) else None
    typed = missing is not None and missing.is_typed_here and column == LAST_FIX
    return Qt.ItemFlag.ItemIsEditable if typed else Qt.ItemFlag.NoItemFlags


class ProblemsTable(QTableView):
    """The table of problems.

    `shown` is emitted with a row to show its place, and `fixed` with the row and the
    fix to make. Left and Right move between the fixes of a row. Enter makes the current
    fix, or goes to the row's place. Typing in a row of missing data opens an editor.
    """

    shown = Signal(object)
    fixed = Signal(object, object)

    def __init__(
        self, model: ProblemsModel, pending: PendingTexts, theme: Theme
    ) -> None:
        super().__init__()
        self._theme = theme
        self._items = model
        self._kept: tuple[int, int, str] = (0, PLACE, "")
        """The row and the column of the current cell, and the text of its problem."""
        self._spans: list[tuple[int, int]] = []
        set_up_table(self, "problems", "Problems")
        self.horizontalHeader().hide()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setModel(model)
        self.typing = ProblemsDelegate(pending, theme, self)
        self.setItemDelegate(self.typing)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        connect_pairs(
            (self.clicked, self._choose),
            (model.modelAboutToBeReset, self._remember_place),
            (model.modelReset, self._return_to_place),
            (theme.changed, self.arrange_columns),
        )

    # The current cell

    def _remember_place(self) -> None:
        current = self.currentIndex()
        row = max(current.row(), 0)
        self._kept = row, max(current.column(), PLACE), self._describe_row(row)

    def _describe_row(self, row: int) -> str:
        item = self._items.read_row(row)
        return f"{item.place}: {item.text}" if isinstance(item, ProblemRow) else ""

    def _return_to_place(self) -> None:
        """Select the same cell or, after a problem was fixed, the next row; join cells again."""
        self._spans = []
        rows = [
            row
            for row, item in enumerate(self._items.rows)
            if isinstance(item, ProblemRow)
        ]
        if rows:
            before, column, text = self._kept
            row = next((row for row in rows if row >= before), rows[-1])
            if column != LAST_FIX and self._describe_row(row) != text:
                column = PLACE
            self.setCurrentIndex(self._items.index(row, column))

    def _move_sideways(self, by: int) -> None:
        """Select the next fix of the row (1) or the previous one (-1), or its place."""
        current = self.currentIndex()
        item = self._items.read_row(current.row())
        if not isinstance(item, ProblemRow):
            return
        stops = [PLACE, *range(LAST_FIX + 1 - len(item.fixes), LAST_FIX + 1)]
        at = max(i for i, stop in enumerate(stops) if stop <= current.column())
        stop = stops[min(max(at + by, 0), len(stops) - 1)]
        self.setCurrentIndex(current.siblingAtColumn(stop))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between fixes, make a fix, go to the place, or open the editor."""
        current, key = self.currentIndex(), event.key()
        sideways = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        if sideways:
            self._move_sideways(sideways)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            # Enter in an editor reaches the table after the editor has closed.
            if not self.typing.typing:
                self._choose(current)
        else:
            writes = bool(event.text().strip()) or key == Qt.Key.Key_F2
            last = current.siblingAtColumn(LAST_FIX)
            if writes and last.flags() & Qt.ItemFlag.ItemIsEditable:
                self.setCurrentIndex(last)
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over links."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_row = isinstance(self._items.read_row(index.row()), ProblemRow)
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if is_row else Qt.CursorShape.ArrowCursor
        )

    def _choose(self, index: QModelIndex) -> None:
        item = self._items.read_row(index.row())
        if not isinstance(item, ProblemRow):
            return
        fix = find_fix(item, index.column())
        if fix is None:
            self.shown.emit(item)
        elif index.flags() & Qt.ItemFlag.ItemIsEditable:
            open_editor(self, index)
        else:
            self.fixed.emit(item, fix)

    # Layout

    def lay_out(self) -> None:
        """Join cells without a fix with the text before them."""
        spans = [
            (PLACE, LAST_FIX + 1)
            if isinstance(item, Heading)
            else (TEXT, 1 + MOST_WAYS - len(item.fixes))
            for item in self._items.rows
        ]
        if spans != self._spans:
            self._spans = spans
            self.clearSpans()
            for row, (column, count) in enumerate(spans):
                if count > 1:
                    self.setSpan(row, column, 1, count)
        self.arrange_columns()

    def arrange_columns(self) -> None:
        """Set the widths and heights; long texts take several lines."""
        font, model = self._theme.make_font(), self._items
        strong = QFontMetrics(self._theme.make_font(strong=True))
        metrics = QFontMetrics(font)
        room = self.viewport().width()
        widths = [0] * (LAST_FIX + 1)
        rows = [item for item in model.rows if isinstance(item, ProblemRow)]
        for column, label in {
            (LAST_FIX + 1 - len(item.fixes) + place, fix.label)
            for item in rows
            for place, fix in enumerate(item.fixes)
        }:
            width = metrics.horizontalAdvance(label) + 2 + 2 * PADDING
            widths[column] = max(widths[column], width)
        places = [strong.horizontalAdvance(item.place) for item in rows]
        most = int(room * PLACE_SHARE)
        widths[PLACE] = min(max(places, default=0) + 2 + 2 * PADDING, most)
        widths[TEXT] = max(room - sum(widths), most // 2)
        for column, width in enumerate(widths):
            self.setColumnHidden(column, not width)
            self.setColumnWidth(column, width)
        usual = metrics.height() + 10
        self.verticalHeader().setDefaultSectionSize(usual)
        for row, item in enumerate(model.rows):
            height = usual + UNIT
            if isinstance(item, ProblemRow):
                free = sum(widths[TEXT : LAST_FIX + 1 - len(item.fixes)])
                lines = max(
                    count_lines(item.text, free - 2 * PADDING, font, metrics),
                    count_lines(
                        item.place,
                        widths[PLACE] - 2 * PADDING,
                        self._theme.make_font(strong=True),
                        strong,
                    ),
                )
                height = usual + (lines - 1) * metrics.lineSpacing()
            if self.rowHeight(row) != height:
                self.setRowHeight(row, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the columns to the width."""
        super().resizeEvent(event)
        self.arrange_columns()


class ProblemsDelegate(TypingDelegate):
    """Paints headings, places, sentences and links, and makes the editors for missing data."""

    def __init__(self, pending: PendingTexts, theme: Theme, table: QTableView) -> None:
        super().__init__(pending, table)
        self._theme = theme
        self._table = table

    # Painting

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Paint one cell."""
        item, colors, rect = index.data(ITEM), self._theme.colors, option.rect
        with QPainterStateGuard(painter):
            if isinstance(item, Heading):
                self._paint_heading(painter, rect, item)
                return
            here = (
                self._table.hasFocus()
                and index.row() == self._table.currentIndex().row()
            )
            paint_background(painter, rect, colors, here)
            painter.setFont(self._theme.make_font(strong=index.column() == PLACE))
            link = find_fix(item, index.column()) is not None
            painter.setPen(QColor(colors.accent if link else colors.text))
            metrics = painter.fontMetrics()
            line = metrics.height() + 10
            inner = rect.adjusted(
                PADDING, max(line - 1 - metrics.height(), 0) // 2, 0, -1
            )
            inner.setRight(rect.right() - PADDING + 1)
            painter.drawText(
                QRectF(inner),
                str(index.data() or ""),
                make_wrap_option(
                    Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
                ),
            )
            if option.state & QStyle.StateFlag.State_HasFocus:
                set_ink(painter, QColor(colors.accent), None)
                painter.drawRect(rect.adjusted(0, 0, -1, -2))

    def _paint_heading(self, painter: QPainter, rect: QRect, item: Heading) -> None:
        """Paint a heading with a dot, which has the same color as in the status bar."""
        colors = self._theme.colors
        painter.fillRect(rect, QColor(colors.surface))
        painter.setFont(self._theme.make_font(strong=True))
        metrics = painter.fontMetrics()
        base = rect.bottom() - UNIT // 2 - metrics.descent()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        set_ink(painter, None, QColor(self._theme.color_of_problem(item.group)))
        middle = QPointF(rect.left() + PADDING + DOT, base - metrics.xHeight() / 2)
        painter.drawEllipse(middle, DOT, DOT)
        painter.setPen(QColor(colors.soft))
        painter.drawText(rect.left() + PADDING + 2 * UNIT, base, item.text)
        painter.setPen(QColor(colors.line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a small size, because the table sets its own sizes."""
        return QSize(1, 1)

    # Typing

    def make_editor(self, parent: QWidget, index: Index) -> QWidget:
        """Return a choice for earlier results, and a text field for all other data."""
        item = index.data(ITEM)
        assert isinstance(item, ProblemRow)
        assert item.missing is not None
        editor: ChoiceControl | TextControl
        if item.missing.kind == "record":
            editor = ChoiceControl(RECORD, parent)
            editor.set_names("missingEditor", "Earlier results")
            # Choosing an item ends the edit.
            editor.committed.connect(lambda _key: self.commitData.emit(editor))
            editor.committed.connect(lambda _key: self.closeEditor.emit(editor))
        else:
            editor = TextControl(item.missing.data.hint, parent)
        return name_widget(editor, "missingEditor", item.place)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Place the editor left of the link, wide enough for its placeholder."""
        digit = QFontMetrics(self._theme.make_font()).horizontalAdvance("0")
        rect = QRect(option.rect)
        most = self._table.viewport().width() // 2
        rect.setLeft(
            rect.right() + 1 - max(rect.width(), min(digit * EDITOR_DIGITS, most))
        )
        editor.setGeometry(rect)

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Leave the editor empty, because only the user knows the data."""
        if isinstance(editor, ChoiceControl):
            editor.show_text("")
