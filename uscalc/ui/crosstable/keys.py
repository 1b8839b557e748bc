"""Keys of the crosstable: new players, results, and moving."""

from functools import partial
from typing import NamedTuple, Protocol

from msgspec.structs import replace
from PySide6.QtCore import QMetaObject, QModelIndex, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QScrollBar, QTableView

from uscalc.document.edit import structure
from uscalc.document.edit.cells import (
    is_unplayed_game,
    parse_bare_outcome,
    read_cell,
    set_typed_result,
)
from uscalc.document.model import Document, Identity, find_player
from uscalc.ui.crosstable.cursor import BlockCursor
from uscalc.ui.crosstable.layout import NAME
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.session.session import Session


class CrosstableTable(Protocol):
    """The part of the crosstable that its keys and commands use."""

    at: BlockCursor
    model: CrosstableModel
    across: QScrollBar
    new_rows: "NewRows"
    chosen_row: int | None
    """The row of the table with the selected player."""

    @property
    def view(self) -> QTableView:
        """The view that shows the cells."""

    def move_by(self, rows: int, columns: int) -> bool:
        """Move the current cell."""

    def go_to(self, row: int, column: int, extend: bool = False) -> None:
        """Make a cell the current one."""

    def focus_cell(self, row: int, place: int | str | None) -> None:
        """Focus a player's result in a round or, without a round, the name."""

    def edit_here(self, typed: str | None = None) -> None:
        """Open the editor of the current cell; it begins with the text `typed`."""

    def turn_page(self, by: int, extend: bool) -> None:
        """Scroll up or down by one page."""

    def clear_block(self) -> None:
        """Empty the selected cells."""

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key; return False if the table doesn't use it."""

    def extend_block(self, place: QPoint) -> None:
        """Extend the block to the cell at a position on the screen."""


class AddedRow(NamedTuple):
    """The row that was added last.

    A row that Enter added (not `lasting`) is removed if it stays empty, unless a form
    is being filled in for its player.
    """

    added: Document
    player: Identity
    lasting: bool


class NewRows(QObject):
    """Adds rows, makes row and typed name one undo step, and removes empty rows."""

    def __init__(
        self, session: Session, table: CrosstableTable, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._table = table
        self._fresh: AddedRow | None = None
        self._following: list[QMetaObject.Connection] = []
        session.opened.connect(self._forget_row)

    def add_row(self, before: int | None, lasting: bool = True) -> None:
        """Add a player before a row or at the end, and open the editor of the name.

        If `lasting` is True, the row stays even if it is left empty.
        """
        session = self._session
        session.pending.commit_all()
        next_to = self._player_in(before)
        # Focus the table first, which ends typing elsewhere.
        self._table.view.setFocus()
        self.remove_empty_row()
        if next_to is not None:
            # The empty row was removed, so look the player up again.
            place_of = find_player(session.document, next_to)
            before = None if place_of is None else place_of[1]
        place = session.selection.section
        shown = session.selection.system
        added = session.apply_edit(structure.add_player, place, before, "", shown)
        if not added or session.section is None:
            return
        row = len(session.section.players) - 1 if before is None else before
        player = session.section.players[row].identity
        self._follow_row(AddedRow(session.document, player, lasting))
        self._table.focus_cell(row, None)
        self._table.edit_here()

    def add_after_last(self) -> bool:
        """Add a player if Enter was pressed while the last player is being entered.

        Return False in any other row, in a result, and if the last row is empty.
        """
        session, index, model = self._session, self._table.at.index, self._table.model
        section = session.section
        if (
            section is None
            or not index.isValid()
            or index.row() != len(section.players) - 1
            or not model.shows_all_by_number
            or not model.columns.is_entry(index.column())
            or structure.is_empty(section.players[-1])
        ):
            return False
        self.add_row(None, lasting=False)
        return True

    def remove_empty_row(self) -> None:
        """Remove the added row if it is still empty."""
        if self._find_empty_row() is not None:
            self._forget_row()
            self._session.undo_edit()

    def _find_empty_row(self) -> Identity | None:
        """Return the player of the added row if it is still empty, or None."""
        fresh = self._fresh
        if fresh is None or fresh.lasting or self._session.document is not fresh.added:
            return None
        return None if self._session.pending.is_held(fresh.player) else fresh.player

    def _player_in(self, row: int | None) -> Identity | None:
        section = self._session.section
        return (
            None
            if row is None or section is None or row >= len(section.players)
            else section.players[row].identity
        )

    def _follow_row(self, fresh: AddedRow) -> None:
        """Follow the added row until it is filled in or removed."""
        self._forget_row()
        self._fresh = fresh
        table, later = self._table, Qt.ConnectionType.QueuedConnection
        signals = (
            table.at.selection.currentChanged,
            table.view.itemDelegate().closeEditor,
        )
        self._following = [
            self._session.edited.connect(self._join_steps),
            *(signal.connect(self._check_left_row, later) for signal in signals),
        ]

    def _forget_row(self) -> None:
        self._fresh = None
        for connection in self._following:
            QObject.disconnect(connection)
        self._following = []

    def _join_steps(self) -> None:
        """Make the added row and its typed name one undo step."""
        fresh, session = self._fresh, self._session
        if fresh is None or session.document is fresh.added:
            return
        self._forget_row()
        was = find_player(fresh.added, fresh.player)
        now = find_player(session.document, fresh.player)
        if was is None or now is None:
            return
        before, after = fresh.added.sections[was[0]], session.document.sections[now[0]]
        if len(before.players) != len(after.players):
            return
        old, new, history = (
            before.players[was[1]],
            after.players[now[1]],
            session.history,
        )
        if old is not new:
            if new == replace(old, name=new.name):
                history.join_steps(fresh.added)
        elif not (fresh.lasting or self._is_here(new.identity)):
            # Something else was typed before the empty row was removed. Remove the row
            # when that editor has closed.
            history.join_steps(fresh.added, named=1)
            QTimer.singleShot(
                0, self, partial(self._remove_player, session.document, new.identity)
            )

    def _remove_player(self, document: Document, player: Identity) -> None:
        session = self._session
        session.pending.commit_all()
        place = find_player(document, player)
        if place is None or session.document is not document:
            return
        if not session.pending.is_held(player):
            section, row = place
            without = structure.remove_players(document, section, [row])
            session.amend_document(without.document)

    def _is_here(self, player: Identity) -> bool:
        """Return whether the current cell is one of this player's."""
        index = self._table.at.index
        return (
            index.isValid()
            and self._player_in(self._table.model.rows[index.row()]) is player
        )

    def _check_left_row(self) -> None:
        """Remove the row that Enter added if it was left empty."""
        if self._fresh is None:
            return
        player, table = self._find_empty_row(), self._table
        if player is None or table.view.state() == QAbstractItemView.State.EditingState:
            return
        # The user may type the rating first, or the name elsewhere in the window.
        here = self._is_here(player)
        stays = table.at.index.column() != NAME or not table.view.hasFocus()
        if not (here and stays):
            self.remove_empty_row()


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


def handle_key(table: CrosstableTable, event: QKeyEvent) -> bool:
    """Handle a key; return False if the table doesn't use it."""
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
    table: CrosstableTable, key: Qt.Key, control: bool
) -> tuple[int, int] | None:
    """Return the row and column that a key moves to, or None if the key doesn't move."""
    index = table.at.index
    count, wide = table.model.rowCount(), table.model.columns.count
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
"""These first characters are entered only with Enter, because they are rare or a longer
text follows."""
FIRST_FIGURES = tuple("123456789")
"""The digits that an opponent's number can start with."""


class EnteredResult(NamedTuple):
    """A result that was entered with one key, and where."""

    before: Document
    after: Document
    section: int
    row: int
    column: int
    typed: str


class QuickResults(QObject):
    """Enters a result with one key if the game has no result yet.

    The next key still belongs to the result. A digit after a letter begins the number
    of another opponent, Enter does nothing more, Tab moves to the next cell, and
    Backspace removes the result. Undo also moves back to this game.
    """

    def __init__(
        self, session: Session, table: CrosstableTable, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._table = table
        self._entered: list[EnteredResult] = []
        self._fresh = False
        self._left_at = QModelIndex()
        session.reverted.connect(self._follow_undo)
        session.opened.connect(self._entered.clear)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key that enters or changes a result; return False for any other key."""
        if event.key() in _ALONE:
            return False
        fresh, self._fresh = self._fresh, False
        if event.modifiers() & _OTHERS:
            return False
        if fresh and self._still_there() and self._handle_next_key(event):
            return True
        return self._at_once(event)

    def go_on(self) -> None:
        """Go to the next game of the round without a result: further down, then from the top."""
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
        row = table.model.rows[index.row()]
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
        """Handle the key after a result; return False if it doesn't belong to the result."""
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
        """Go back to the game whose result was just undone."""
        if self._entered and self._entered[-1].before is self._session.document:
            self._return_to(self._entered.pop())

    def _return_to(self, entered: EnteredResult) -> None:
        row = self._table.model.table_rows.get(entered.row)
        if row is not None and entered.section == self._session.selection.section:
            self._table.go_to(row, entered.column)

    def _find_result(self, view_row: int, place: int) -> str:
        section = self._session.section
        return (
            ""
            if section is None
            else read_cell(section.players[self._table.model.rows[view_row]], place)
        )
