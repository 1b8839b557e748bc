"""The crosstable's view with its scroll bar for rounds, its filter and its keys."""

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSignalBlocker,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QLineEdit,
    QScrollBar,
    QWidget,
)

from uscalc.ui.crosstable.cursor import BlockCursor
from uscalc.ui.crosstable.delegate import CellDelegate, RatingFade
from uscalc.ui.crosstable.grid import CrosstableGrid, FilterField
from uscalc.ui.crosstable.keys import NewRows, QuickResults, handle_key
from uscalc.ui.crosstable.layout import NAME, next_sorting
from uscalc.ui.crosstable.model import FEW, CrosstableModel
from uscalc.ui.crosstable.widths import ColumnWidths, SharedWidth, share_width
from uscalc.ui.scheduling import connect_each, connect_pairs
from uscalc.ui.session.pending import open_editor
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import make_text_label, name_widget, set_margins

NOBODY = (
    "No players yet. Press F4 to register members, Ins to add a player, or Ctrl+V to "
    "paste a crosstable."
)


class CrosstableView(QFrame):
    """The crosstable; a scroll bar brings the rounds into sight that don't fit."""

    def __init__(self, session: Session, theme: Theme):
        super().__init__()
        self._session = session
        name_widget(self, "crosstable", "Crosstable", "card")
        self.model = CrosstableModel(session)
        self.at = BlockCursor(self.model, self)
        self._column = NAME
        self.chosen_row: int | None = None
        """The shown row of the selected player."""
        self.fading = RatingFade(session, self)
        self._widths = ColumnWidths(session, self.model, theme)
        self._across = SharedWidth(0, 0, 0, 1, 0)
        self.across = QScrollBar(Qt.Orientation.Horizontal, self)
        """The scroll bar for rounds. Its value is the first visible round, counted from 0."""
        self.view = CrosstableGrid(
            "crosstableCells", "Players and results", theme, self
        )
        self._delegate = CellDelegate(
            session, self.model, theme, self.fading, self.view
        )
        self._build_layout()
        self.new_rows = NewRows(session, self, self)
        self._results = QuickResults(session, self, self)
        connect_pairs(
            (self.fading.moved, self._paint_faded),
            (self.at.selection.currentChanged, self._follow_current),
            (session.selected, self._follow_selection),
            (session.opened, lambda: self.across.setValue(0)),
            (session.assumed, self._follow_ranges),
            (session.overlay_changed, self._follow_what_if),
            (session.restructured, self._follow_names),
            (self.model.arranged, self._show_order),
            (self.view.horizontalHeader().sectionClicked, self._sort_by),
            (self.model.modelReset, self._reset_view),
        )
        connect_each(
            self.arrange_columns,
            theme.changed,
            self.model.columnsInserted,
            self.model.columnsRemoved,
        )
        self._reset_view()

    def _build_layout(self) -> None:
        view = self.view
        view.setModel(self.model)
        view.setSelectionModel(self.at.selection)
        # The headings show no selection, so they aren't painted when it changes.
        view.horizontalHeader().setSelectionModel(QItemSelectionModel(self.model, self))
        view.setItemDelegate(self._delegate)
        self._delegate.left.connect(self._after_edit)
        self.setFocusProxy(view)
        grid = set_margins(QGridLayout(self), (1, UNIT // 2, 1, 1), 0)
        self.field = FilterField()
        self.field.textChanged.connect(self._filter_rows)
        self.field.left.connect(view.setFocus)
        grid.addWidget(self.field, 0, 0)
        grid.addWidget(view, 1, 0)
        bar = self.across
        name_widget(bar, "crosstableAcross", "Scroll rounds")
        bar.setFixedHeight(bar.sizeHint().height())
        bar.valueChanged.connect(self._show_rounds)
        self._below = name_widget(QWidget(), "crosstableBelow")
        self._below.setFixedHeight(bar.height())
        bar.setParent(self._below)
        grid.addWidget(self._below, 2, 0)
        self._empty = make_text_label("crosstableEmpty", "note")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        grid.addWidget(self._empty, 1, 0)

    # Widths

    def arrange_columns(self) -> None:
        """Set the widths of all columns; the name gets the width that results leave."""
        self._widths.measure_section()
        section = self._session.section
        self._empty.setText(
            NOBODY if section else "No sections yet. Press Ctrl+Shift+A to add one."
        )
        self._empty.setVisible(not (section and section.players))
        row = self._widths.row
        self.view.verticalHeader().setDefaultSectionSize(row)
        self.view.horizontalHeader().setFixedHeight(row + 2)
        self._share_width()

    def _follow_ranges(self) -> None:
        """Widen the ratings if a range doesn't fit."""
        if self._widths.range_grows:
            self._arrange_anew()

    def _follow_what_if(self) -> None:
        """Make room for actual values beside the first what-if results."""
        if self._widths.lacks_what_if:
            self._arrange_anew()

    def _follow_names(self) -> None:
        """Widen the names if a longer one would be cut off."""
        if self._widths.name_grows:
            self._arrange_anew()

    def _arrange_anew(self) -> None:
        """Measure all columns again, and keep the current cell and the last rounds visible."""
        bar, current = self.across, self.at.index
        at_end = 0 < bar.maximum() == bar.value()
        seen = current.isValid() and not self.view.isColumnHidden(current.column())
        self.arrange_columns()
        if at_end:
            bar.setValue(bar.maximum())
        if seen:
            self._show_round(current.column())

    def _share_width(self) -> None:
        """Divide the width between name and results; other columns have fixed widths."""
        columns = self.model.columns
        results = columns.results
        bar = self.view.verticalScrollBar().sizeHint().width()
        room = self.contentsRect().width() - 2 - bar
        self._across = share_width(room, len(results), self._widths.find_wanted())
        for column, spec in enumerate(columns.specs):
            if column == NAME:
                self.view.setColumnWidth(column, self._across.name)
            elif column not in results:
                more = self._across.extra if spec.look == "rating" else 0
                self.view.setColumnWidth(column, self._widths.find_fixed(column) + more)
        most, shown = len(results) - self._across.shown, self._across.shown
        # Qt keeps the value within the new range, which may change the visible rounds.
        with QSignalBlocker(self.across):
            self.across.setRange(0, most)
            self.across.setPageStep(shown)
        self._show_rounds()

    def _show_rounds(self) -> None:
        """Show the rounds that the scroll bar is at."""
        columns, across = self.model.columns, self._across
        results, first = columns.results, self.across.value()
        shown = results[first : first + across.shown]
        self.view.show_only((*range(results.start), *shown, *columns.figures))
        for column in shown:
            last = column == shown[-1]
            self.view.setColumnWidth(column, across.last if last else across.round)
        hidden = (shown[0], first > 0), (results.stop, first < self.across.maximum())
        self.view.edges = [column for column, hides in hidden if hides]
        turns = self.across.maximum() > 0
        self.across.setVisible(turns)
        if turns:
            rect = self.view.rect_of(shown[0], shown[-1])
            self.across.setGeometry(rect.left(), 0, rect.width(), self._below.height())
        self.view.viewport().update()

    def figures_rect(self) -> QRect:
        """Return the rectangle of points and post-event ratings in the view."""
        figures = self.model.columns.figures
        return self.view.rect_of(figures[0], figures[-1])

    def show_column(self, kind: str, shown: bool) -> None:
        """Show or hide an optional column."""
        self._session.pending.commit_all()
        index = self.at.index
        kept = QPersistentModelIndex(index)
        self.model.show_column(kind, shown)
        if index.isValid():
            self.at.move_to(index.row(), kept.column() if kept.isValid() else NAME)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the new width; points and post-event ratings are never cut off."""
        super().resizeEvent(event)
        self._share_width()

    # The current cell

    def move_by(self, rows: int, columns: int) -> bool:
        """Move the current cell; Tab continues in the next row. Return False beyond the ends."""
        index = self.at.index
        if not index.isValid():
            return False
        row, column = index.row() + rows, index.column() + columns
        count = self.model.columns.count
        if column in (-1, count):
            row, column = row + (1 if column > 0 else -1), (column + count) % count
        if not 0 <= row < self.model.rowCount():
            return False
        self.go_to(row, column)
        return True

    def go_to(self, row: int, column: int, extend: bool = False) -> None:
        """Make a cell the current one, and scroll to it.

        The first column brings the first rounds into sight, and the last column the
        last ones.
        """
        self.at.move_to(row, column, extend)
        self.bring_in_sight(row, column)

    def bring_in_sight(self, row: int, column: int) -> None:
        """Scroll to a cell, no further than necessary."""
        bar = self.across
        if column in self.model.columns.results:
            self._show_round(column)
        elif column == self.model.columns.count - 1:
            bar.setValue(bar.maximum())
        elif column == 0:
            bar.setValue(0)
        self.view.scrollTo(self.model.index(row, column))

    def _show_round(self, column: int) -> None:
        """Scroll to the round of a column, no further than necessary."""
        results, bar = self.model.columns.results, self.across
        if column in results:
            place = column - results.start
            bar.setValue(min(max(bar.value(), place - self._across.shown + 1), place))

    def focus_cell(self, row: int, place: int | str | None) -> None:
        """Focus a player's result in a round, or the name."""
        if row not in self.model.table_rows:
            self.model.arrange_rows(self.model.sorting, "")
        columns = self.model.columns
        column = (
            columns.results.start + place - 1
            if isinstance(place, int)
            else columns.find_column(place or "name")
        )
        self.view.setFocus()
        self.go_to(self.model.table_rows.get(row, 0), min(column, columns.count - 1))

    def edit_here(self, typed: str | None = None) -> None:
        """Open the editor of the current cell; it begins with the text `typed`."""
        index = self.at.index
        self.view.setFocus()
        open_editor(self.view, index)
        editor = self.view.indexWidget(index)
        if typed is not None and isinstance(editor, QLineEdit):
            editor.setText(typed)

    def _after_edit(self, rows: int, columns: int) -> None:
        """Move on from an edited cell, as its key says."""
        self.view.setFocus()
        # Paint now, because Qt scrolls by moving pixels only if nothing is waiting to
        # be painted; otherwise it paints every cell again.
        QApplication.sendEvent(self.window(), QEvent(QEvent.Type.UpdateRequest))
        if (rows, columns) == (1, 0) and self.model.only_result_typed:
            self._results.go_on()
        elif (rows, columns) != (1, 0) or not self.new_rows.add_after_last():
            self.move_by(rows, columns)

    # Shown players

    def show_everybody(self) -> None:
        """Remove the filter."""
        self.field.clear()
        self.field.hide()

    def chosen_rows(self) -> list[int]:
        """Return the rows of the selected players, in the section."""
        return [self.model.rows[row] for row in self.at.list_block()[0]]

    def _filter_rows(self, text: str) -> None:
        self._session.pending.commit_all()
        self.model.arrange_rows(self.model.sorting, text.strip())

    def _show_order(self) -> None:
        """Mark the heading of the sorted column, and show the filter in its field."""
        sorting, columns = self.model.sorting, self.model.columns
        if not self.model.wanted and self.field.text().strip():
            self.show_everybody()
        header = self.view.horizontalHeader()
        header.setSortIndicatorShown(sorting is not None)
        if sorting is not None:
            header.setSortIndicator(
                columns.results.start + sorting.place
                if sorting.kind == "round"
                else columns.find_column(sorting.kind),
                Qt.SortOrder.DescendingOrder
                if sorting.reverse
                else Qt.SortOrder.AscendingOrder,
            )

    # Keys and mouse of the view

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key; return False if the table doesn't use it."""
        return self._results.handle_key(event) or handle_key(self, event)

    def extend_block(self, place: QPoint) -> None:
        """Extend the block to the cell at a position on the screen."""
        port = self.view.viewport()
        index = self.view.indexAt(port.mapFromGlobal(place))
        if index.isValid() and port.rect().contains(port.mapFromGlobal(place)):
            self.go_to(index.row(), index.column(), extend=True)

    def count_page_rows(self) -> int:
        """Return the number of visible rows minus one, because a page repeats one row."""
        return max(self.view.viewport().height() // self._widths.row - 1, 1)

    def turn_page(self, by: int, extend: bool) -> None:
        """Scroll by a page; the current cell keeps its place on the screen."""
        index, rows = self.at.index, self.count_page_rows()
        count = self.model.rowCount()
        if not index.isValid() or not count:
            return
        bar = self.view.verticalScrollBar()
        bar.setValue(bar.value() + by * rows * self._widths.row)
        row = min(max(index.row() + by * rows, 0), count - 1)
        self.go_to(row, index.column(), extend)

    def clear_block(self) -> None:
        """Clear the selected cells that can be edited."""
        rows, columns = self.at.list_block()
        if self._session.section is None:
            return
        from uscalc.document.edit.block import clear_cells

        self._session.apply_edit(
            clear_cells,
            self._session.selection.section,
            [self.model.rows[row] for row in rows],
            [c for c in map(self.model.columns.find_written, columns) if c is not None],
            self._session.selection.system,
        )

    def _sort_by(self, column: int) -> None:
        """Sort by a clicked heading; the third click restores the order of pairing numbers."""
        columns = self.model.columns
        place = max(columns.rounds_of[column], 0)
        if place == columns.rounds and column in columns.results:
            return
        self._session.pending.commit_all()
        sorting = next_sorting(self.model.sorting, columns.specs[column].kind, place)
        self.model.arrange_rows(sorting, self.model.wanted)

    def _reset_view(self) -> None:
        self.arrange_columns()
        # Lay out now; if Qt did it later, a new row could not be scrolled to.
        self.view.executeDelayedItemsLayout()
        self._follow_selection()

    def _follow_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._delegate.current = QPersistentModelIndex(current)
        if current.isValid():
            column = self._column = current.column()
            round_number = (
                self.model.columns.rounds_of[column] + 1
                if column in self.model.columns.results
                else None
            )
            row = self.model.rows[current.row()]
            self._session.select(row=row, round_number=round_number)

    def _follow_selection(self) -> None:
        """Show the selection of all views; if it has no round, keep the current column."""
        selection, columns = self._session.selection, self.model.columns
        current = self.at.index
        row = self.model.table_rows.get(selection.row)
        column = (
            columns.results[min(selection.round - 1, columns.rounds)]
            if selection.round is not None
            else min(self._column, columns.count - 1)
        )
        if row is not None and (current.row(), current.column()) != (row, column):
            self.go_to(row, column)
        before, self.chosen_row = self.chosen_row, row
        if row != before:
            # Repaint only the rows of the previously and the newly selected player.
            for changed in (before, row):
                if changed is not None:
                    self.view.update_row(changed)

    def _paint_faded(self) -> None:
        rows, first = self.fading.rows, self.model.columns.results.stop
        if len(rows) > FEW:
            self.view.viewport().update(self.figures_rect())
            return
        for row in rows:
            place = self.model.table_rows.get(row)
            if place is not None:
                self.view.update_row(place, first)
