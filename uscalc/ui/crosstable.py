"""The crosstable editor: frozen columns left and right, results scrolling between."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from uscalc.document.clear import clear_cells
from uscalc.ui.cell_delegate import CellDelegate
from uscalc.ui.cell_keys import handle_key
from uscalc.ui.cell_parts import cell_parts
from uscalc.ui.columns import LEFT, RIGHT, TITLES
from uscalc.ui.crosstable_model import FEW, CrosstableModel
from uscalc.ui.cursor import Cursor
from uscalc.ui.fading import Fading
from uscalc.ui.filter_field import FilterField
from uscalc.ui.panes import FollowingBar, Pane
from uscalc.ui.row_order import next_sorting
from uscalc.ui.session import Session
from uscalc.ui.theme import UNIT, Theme
from uscalc.ui.wrapped import text_label

TIGHT_NAME = 9
NARROWEST_NAME = 17
WIDEST_NAME = 30
MOST_ROUND = 12
MOST_SPREAD = 3
FEWEST_ROUNDS = 3
"""Widths in digits, but for the last, which counts rounds."""
NOBODY = "Nobody is here yet. Ins adds a player; Ctrl+V takes a crosstable page."
NO_SECTION = "This event has no section yet. Ctrl+Shift+A adds one."


class Crosstable(QFrame):
    """Three synchronised views of one model, with one current cell."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self.setObjectName("crosstable")
        self.setAccessibleName("Crosstable")
        self.setProperty("card", True)
        self.model = CrosstableModel(session)
        self.at = Cursor(self.model, self)
        self._column = 1
        self._chosen: int | None = None
        self.fading = Fading(session, self)
        self._delegates: list[CellDelegate] = []
        self.left = self._pane("crosstablePlayers", "Players and ratings")
        self.middle = self._pane("crosstableResults", "Results by round")
        self.right = self._pane("crosstablePost", "Points and new ratings")
        self.panes = (self.left, self.middle, self.right)
        self._build()
        self.fading.moved.connect(self._fade)
        self.at.selection.currentChanged.connect(self._moved)
        session.selected.connect(self._follow)
        theme.changed.connect(self.arrange)
        self.model.arranged.connect(self._arranged)
        for pane in self.panes:
            pane.horizontalHeader().sectionClicked.connect(self._sort)
        self.model.modelReset.connect(self._restart)
        self.model.columnsInserted.connect(self.arrange)
        self.model.columnsRemoved.connect(self.arrange)
        self._restart()

    def _pane(self, name: str, words: str) -> Pane:
        pane = Pane(name, words, self._theme, self)
        pane.setModel(self.model)
        pane.setSelectionModel(self.at.selection)
        # Each part has a delegate of its own: Qt tells every view of a shared one
        # when an editor closes, and only one of them knows it.
        delegate = CellDelegate(
            self._session, self.model, self._theme, self.fading, pane
        )
        delegate.left.connect(self._after_edit)
        pane.setItemDelegate(delegate)
        self._delegates.append(delegate)
        return pane

    def _build(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(1, UNIT // 2, 1, 1)
        grid.setSpacing(0)
        self.field = FilterField()
        self.field.textChanged.connect(self._wanted)
        self.field.left.connect(self.middle.setFocus)
        grid.addWidget(self.field, 0, 0, 1, 4)
        for column, pane in enumerate(self.panes):
            grid.addWidget(pane, 1, column)
        bar = self.middle.verticalScrollBar()
        for pane in (self.left, self.right):
            pane.verticalScrollBar().valueChanged.connect(bar.setValue)
            bar.valueChanged.connect(pane.verticalScrollBar().setValue)
        self._down = FollowingBar(bar, "crosstableDown", "Scroll players", self)
        self._across = FollowingBar(
            self.middle.horizontalScrollBar(), "crosstableAcross", "Scroll rounds", self
        )
        for follower in (self._down, self._across):
            policy = follower.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            follower.setSizePolicy(policy)
        grid.addWidget(self._down, 1, 3)
        grid.addWidget(self._across, 2, 1)
        grid.setColumnStretch(1, 1)
        self._empty = text_label("crosstableEmpty", "note")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        grid.addWidget(self._empty, 1, 0, 1, 4)

    # Widths

    def arrange(self) -> None:
        """Gives every column its width; the name takes what the results leave."""
        columns = self.model.columns
        # Looked up here alone: an edit must not move the table.
        self._longest = self._longest_result()
        self._decimals = self._has_decimals()
        rounds = range(len(LEFT), len(LEFT) + columns.rounds + 1)
        self.left.show_columns(range(len(LEFT)))
        self.middle.show_columns(rounds)
        self.right.show_columns(range(rounds.stop, columns.count))
        metrics = QFontMetrics(self._theme.font())
        row = metrics.height() + 12
        count = len(self._session.section.players) if self._session.section else 0
        self._empty.setText(NOBODY if self._session.section else NO_SECTION)
        self._empty.setVisible(not count)
        for pane in self.panes:
            pane.verticalHeader().setDefaultSectionSize(row)
            pane.horizontalHeader().setFixedHeight(row + 2)
            for column in range(columns.count):
                pane.setColumnWidth(column, self._width(column))
        self._share()

    def height_of_rows(self) -> int:
        """The height at which every player would be in sight, and room for one more."""
        section = self._session.section
        players = len(section.players) if section else 0
        row = QFontMetrics(self._theme.font()).height() + 12
        return (players + 3) * row

    def _share(self) -> None:
        """Splits the room between name and results."""
        width = self.contentsRect().width() - 2
        columns = self.model.columns
        digit = QFontMetrics(self._theme.font()).horizontalAdvance("0")
        fixed = sum(self._width(c) for c in range(len(LEFT)) if c != 1)
        results = sum(
            self._width(len(LEFT) + index) for index in range(columns.rounds + 1)
        )
        right = sum(self._width(columns.of(kind)) for kind in RIGHT)
        bar = self._down.sizeHint().width()
        free = width - fixed - results - right - bar
        most = digit * WIDEST_NAME
        # Where hardly a round is in sight, the names give way, no more than they must.
        spare = free + results - FEWEST_ROUNDS * self._width(len(LEFT))
        least = min(max(spare, digit * TIGHT_NAME), digit * NARROWEST_NAME)
        name = max(least, min(most, free))
        self.left.setColumnWidth(1, name)
        spread = min((free - name) // (columns.rounds + 1), digit * MOST_SPREAD)
        for column in range(len(LEFT), len(LEFT) + columns.rounds + 1):
            self.middle.setColumnWidth(column, self._width(column) + max(spread, 0))
        self.left.setFixedWidth(fixed + name)
        self.right.setFixedWidth(right)

    def _width(self, column: int) -> int:
        """The width of a column that never changes with the window."""
        columns = self.model.columns
        kind = columns.kind(column)
        plain = QFontMetrics(self._theme.font())
        strong = QFontMetrics(self._theme.font(strong=True))
        digit = plain.horizontalAdvance("0")
        if kind == "round":
            return digit * self._longest + 2 * UNIT + digit // 2
        title = strong.horizontalAdvance(TITLES[kind])
        digits = {
            "number": 3,
            "rating": 7 if self._decimals else 4,
            "games": 4,
            "points": 3,
            "post": 7,
            "change": 5,
        }.get(kind, NARROWEST_NAME)
        return max(title, digit * digits) + 2 * UNIT + 1

    def _longest_result(self) -> int:
        section = self._session.section
        longest = 4
        for player in section.players if section else ():
            for text in player.results:
                size = sum(len(part.text) for part in cell_parts(text))
                longest = max(longest, size)
        return min(longest, MOST_ROUND)

    def _has_decimals(self) -> bool:
        section, system = self._session.section, self._session.selection.system
        return any(
            rating is not None and rating != int(rating)
            for rating in (
                player.facts(system).rating
                for player in (section.players if section else ())
            )
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the frozen columns whole."""
        super().resizeEvent(event)
        self._share()

    # The current cell

    def move_by(self, rows: int, columns: int) -> bool:
        """Moves the current cell; Tab goes on in the next row. False at the ends."""
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
        """Puts the keyboard at a cell, in the part that shows it."""
        index = self.model.index(row, column)
        focus = any(pane.hasFocus() for pane in self.panes)
        self.at.put(row, column, extend)
        pane = self._pane_of(column)
        pane.scrollTo(index)
        if focus:
            pane.setFocus()

    def focus_cell(self, row: int, round_number: int | None) -> None:
        """Goes to a player's round, or to the name, and takes the keyboard."""
        if self.model.view_row(row) is None:
            self.model.arrange(self.model.sorting, "")
        columns = self.model.columns
        column = 1 if round_number is None else columns.of_round(round_number)
        self._pane_of(column).setFocus()
        self.go_to(self.model.view_row(row) or 0, min(column, columns.count - 1))

    def finish(self) -> None:
        """Ends an edit that is still being typed, and keeps what was typed."""
        for delegate in self._delegates:
            delegate.finish()

    def _pane_of(self, column: int) -> Pane:
        if column < len(LEFT):
            return self.left
        last = len(LEFT) + self.model.columns.rounds
        return self.middle if column <= last else self.right

    def _after_edit(self, rows: int, columns: int) -> None:
        self._pane_of(self.at.index.column()).setFocus()
        self.move_by(rows, columns)

    # Who is shown

    def filter(self) -> None:
        """Asks whom to show."""
        self.finish()
        self.field.ask()

    def show_everybody(self) -> None:
        """Takes a filter away."""
        self.field.clear()
        self.field.hide()

    def chosen_rows(self) -> list[int]:
        """The rows of the selected players, in the section."""
        return [self.model.player_row(row) for row in self.at.block()[0]]

    def _wanted(self, text: str) -> None:
        self.finish()
        self.model.arrange(self.model.sorting, text.strip())

    def _arranged(self) -> None:
        """The heading that is sorted by says so; the field shows the filter."""
        sorting, columns = self.model.sorting, self.model.columns
        if not self.model.wanted and self.field.text().strip():
            self.show_everybody()
        for pane in self.panes:
            header = pane.horizontalHeader()
            header.setSortIndicatorShown(sorting is not None)
            if sorting is not None:
                round_column = columns.of_round(sorting.place + 1)
                header.setSortIndicator(
                    round_column
                    if sorting.kind == "round"
                    else columns.of(sorting.kind),
                    Qt.SortOrder.DescendingOrder
                    if sorting.reverse
                    else Qt.SortOrder.AscendingOrder,
                )

    # What the parts hand on

    def key(self, event: QKeyEvent) -> bool:
        """Does what a key means; false where it means nothing here."""
        return handle_key(self, event)

    def drag(self, place: QPoint) -> None:
        """Extends the block to the cell at a place of the screen."""
        for pane in self.panes:
            port = pane.viewport()
            index = pane.indexAt(port.mapFromGlobal(place))
            if index.isValid() and port.rect().contains(port.mapFromGlobal(place)):
                self.go_to(index.row(), index.column(), extend=True)

    def chosen_row(self) -> int | None:
        """The row of the chosen player, as it is shown."""
        return self.model.view_row(self._session.selection.row)

    def extent(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return self.model.rowCount(), self.model.columnCount()

    def page(self) -> int:
        """How many rows are in sight."""
        height = self.middle.verticalHeader().defaultSectionSize()
        return max(self.middle.viewport().height() // height - 1, 1)

    def clear(self) -> None:
        """Empties the selected cells; what is computed cannot be emptied."""
        rows, columns = self.at.block()
        edit = clear_cells(
            self._session.document,
            self._session.selection.section,
            [self.model.player_row(row) for row in rows],
            [c for c in map(self.model.columns.written, columns) if c is not None],
            self._session.selection.system,
        )
        self._session.apply(edit)

    def _sort(self, column: int) -> None:
        """A click on a heading sorts the view; the third goes back as paired."""
        columns = self.model.columns
        kind, place = columns.kind(column), max(columns.round_index(column), 0)
        if kind == "round" and place == columns.rounds:
            return
        self.finish()
        place = place if kind == "round" else 0
        sorting = next_sorting(self.model.sorting, kind, place)
        self.model.arrange(sorting, self.model.wanted)

    def _restart(self) -> None:
        self.arrange()
        self._follow()

    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        for delegate in self._delegates:
            delegate.current = QPersistentModelIndex(current)
        if current.isValid():
            columns = self.model.columns
            round_number = None
            if columns.kind(current.column()) == "round":
                round_number = columns.round_index(current.column()) + 1
            self._column = current.column()
            row = self.model.player_row(current.row())
            self._session.select(row=row, round_number=round_number)
        self._show_chosen()

    def _follow(self) -> None:
        """Shows the shared selection; without a round the column stays."""
        selection, columns = self._session.selection, self.model.columns
        current = self.at.index
        row = self.model.view_row(selection.row)
        column = min(self._column, columns.count - 1)
        if selection.round is not None:
            column = columns.of_round(min(selection.round, columns.rounds + 1))
        shown = current.row(), current.column()
        if row is not None and row < self.model.rowCount() and shown != (row, column):
            self.go_to(row, column)
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Paints the row that was chosen and the one that is; nothing else moved."""
        before, self._chosen = self._chosen, self.chosen_row()
        for row in {before, self._chosen} - {None}:
            if row is not None and before != self._chosen:
                for pane in self.panes:
                    pane.update_row(row)

    def _fade(self) -> None:
        rows = self.fading.rows
        if len(rows) > FEW:
            self.right.viewport().update()
            return
        for row in rows:
            place = self.model.view_row(row)
            if place is not None:
                self.right.update_row(place)
