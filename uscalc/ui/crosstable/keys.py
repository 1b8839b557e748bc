"""The keys of the crosstable while no cell is being edited."""

from typing import NamedTuple, Protocol

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QKeyEvent

from uscalc.document.edit.cells import (
    is_unplayed_game,
    parse_bare_outcome,
    read_cell,
    set_typed_result,
)
from uscalc.document.model import Document
from uscalc.ui.crosstable.cursor import BlockCursor
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.crosstable.new_rows import NewRows
from uscalc.ui.session.session import Session

Key = Qt.Key
ARROWS = {
    Key.Key_Up: (-1, 0),
    Key.Key_Down: (1, 0),
    Key.Key_Left: (0, -1),
    Key.Key_Right: (0, 1),
}
STEPS = {
    Key.Key_Return: (1, 0),
    Key.Key_Enter: (1, 0),
    Key.Key_Tab: (0, 1),
    Key.Key_Backtab: (0, -1),
}
PAGES = {Key.Key_PageUp: -1, Key.Key_PageDown: 1}


class KeyTarget(Protocol):
    """The table that the keys act on."""

    at: BlockCursor
    new_rows: NewRows

    def move_by(self, rows: int, columns: int) -> bool:
        """Move the current cell."""

    def go_to(self, row: int, column: int, extend: bool = False) -> None:
        """Put the keyboard at a cell."""

    def count_cells(self) -> tuple[int, int]:
        """Return how many rows and columns there are."""

    def turn_page(self, by: int, extend: bool) -> None:
        """Scroll up or down by one page."""

    def clear_block(self) -> None:
        """Empty the selected cells."""


def handle_key(table: KeyTarget, event: QKeyEvent) -> bool:
    """Handle a key; false if it has no meaning here."""
    key, modifiers = Key(event.key()), event.modifiers()
    shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
    control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
    if modifiers & Qt.KeyboardModifier.AltModifier:
        return False
    if key in (Key.Key_Delete, Key.Key_Backspace) and not control:
        table.clear_block()
        return True
    if key in STEPS and not control:
        rows, columns = STEPS[key]
        if rows and not shift and table.new_rows.add_after_last():
            return True
        return table.move_by(-rows if shift else rows, columns)
    if key in PAGES and not control:
        table.turn_page(PAGES[key], shift)
        return True
    place = _find_target(table, key, control)
    if place is None:
        return False
    table.go_to(*place, extend=shift)
    return True


def _find_target(
    table: KeyTarget, key: Qt.Key, control: bool
) -> tuple[int, int] | None:
    """Return the cell that a key goes to."""
    index = table.at.index
    count, wide = table.count_cells()
    if not index.isValid() or not count:
        return None
    row, column = index.row(), index.column()
    if key in ARROWS:
        rows, columns = ARROWS[key]
        if control:
            return table.at.find_edge(rows, columns)
        row, column = row + rows, column + columns
    elif key == Key.Key_Home:
        row, column = (0, 0) if control else (row, 0)
    elif key == Key.Key_End:
        row, column = (count - 1 if control else row), wide - 1
    elif key == Key.Key_A and control:
        table.go_to(0, 0)
        table.go_to(count - 1, wide - 1, extend=True)
        return None
    else:
        return None
    return min(max(row, 0), count - 1), min(max(column, 0), wide - 1)


_ALONE = (Key.Key_Shift, Key.Key_Control, Key.Key_Alt, Key.Key_AltGr, Key.Key_Meta)
_OTHERS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
NOT_AT_ONCE = "?Z"
"""Rare results and other text are completed with Enter."""
FIRST_FIGURES = tuple("123456789")
"""The digits that an opponent's number can start with."""


class ResultTable(Protocol):
    """The table that results are typed into."""

    at: BlockCursor
    model: CrosstableModel

    def move_by(self, rows: int, columns: int) -> bool:
        """Move the current cell."""

    def go_to(self, row: int, column: int, extend: bool = False) -> None:
        """Put the keyboard at a cell."""

    def edit_here(self, typed: str | None = None) -> None:
        """Open the editor of the current cell."""


class EnteredResult(NamedTuple):
    """A result that was entered with one key, and its place."""

    before: Document
    after: Document
    section: int
    row: int
    column: int
    typed: str


class QuickResults(QObject):
    """A letter or figure on an open board is its result at once.

    The key after it still belongs to it: a figure after a letter begins the number of
    another opponent, Enter does nothing more, Tab moves to the next cell, Backspace
    takes it back. Undo goes back to the board as well.
    """

    def __init__(self, session: Session, table: ResultTable, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._table = table
        self._entered: list[EnteredResult] = []
        self._fresh = False
        self._left_at = QModelIndex()
        session.reverted.connect(self._follow_undo)
        session.opened.connect(self._entered.clear)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key for results; false if it has no meaning for them."""
        if event.key() in _ALONE:
            return False
        fresh, self._fresh = self._fresh, False
        if event.modifiers() & _OTHERS:
            return False
        if fresh and self._still_there() and self._handle_next_key(event):
            return True
        return self._at_once(event)

    def go_on(self) -> None:
        """Go to the next open board of the round, below, then from the top."""
        model, index = self._table.model, self._table.at.index
        place, count = model.columns.rounds_of[index.column()], model.rowCount()
        for step in range(1, count):
            row = (index.row() + step) % count
            if is_unplayed_game(self._find_result(row, place)):
                self._table.go_to(row, index.column())
                return
        self._table.move_by(1, 0)

    def _at_once(self, event: QKeyEvent) -> bool:
        session, table, typed = self._session, self._table, event.text()
        index, (rows, columns) = table.at.index, table.at.list_block()
        if (
            not index.isValid()
            or index.column() not in table.model.columns.results
            or len(rows) * len(columns) != 1
            or parse_bare_outcome(typed) is None
            or typed.upper() in NOT_AT_ONCE
        ):
            return False
        place = table.model.columns.rounds_of[index.column()]
        if not is_unplayed_game(self._find_result(index.row(), place)):
            return False
        if event.isAutoRepeat():
            # A key that is held down must not run through the round.
            return True
        session.pending.commit_all()
        before, section = session.document, session.selection.section
        row = table.model.player_row(index.row())
        if session.apply_edit(set_typed_result, section, row, place, typed):
            self._entered.append(
                EnteredResult(
                    before, session.document, section, row, index.column(), typed
                )
            )
            self.go_on()
            self._fresh, self._left_at = True, table.at.index
        return True

    def _still_there(self) -> bool:
        return (
            bool(self._entered)
            and self._entered[-1].after is self._session.document
            and self._table.at.index == self._left_at
        )

    def _handle_next_key(self, event: QKeyEvent) -> bool:
        """Handle the key after a result; false if it has no meaning there."""
        last, key = self._entered[-1], Key(event.key())
        if event.text() in FIRST_FIGURES and last.typed.isalpha():
            self._session.undo_edit()
            self._table.edit_here(last.typed + event.text())
            return True
        if key == Key.Key_Backspace:
            self._session.undo_edit()
            return True
        if key in (Key.Key_Tab, Key.Key_Backtab):
            self._return_to(last)
            return False
        return key in (Key.Key_Return, Key.Key_Enter)

    def _follow_undo(self) -> None:
        """Go back to the board whose result was just undone."""
        document = self._session.document
        if self._entered and self._entered[-1].before is document:
            self._return_to(self._entered.pop())

    def _return_to(self, entered: EnteredResult) -> None:
        row = self._table.model.view_row(entered.row)
        if row is not None and entered.section == self._session.selection.section:
            self._table.go_to(row, entered.column)

    def _find_result(self, view_row: int, place: int) -> str:
        section = self._session.section
        if section is None:
            return ""
        row = self._table.model.player_row(view_row)
        return read_cell(section.players[row], place)
