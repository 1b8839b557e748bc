"""Players added in the crosstable: the name is ready for typing, one step to undo."""

from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractItemView

from uscalc.document.edit import structure
from uscalc.document.model import Document, Identity, find_player
from uscalc.ui.crosstable.cursor import BlockCursor
from uscalc.ui.crosstable.grid import CrosstableGrid
from uscalc.ui.crosstable.layout import NAME
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.session.session import Session


class NewRowTable(Protocol):
    """The table in which players are added."""

    at: BlockCursor
    model: CrosstableModel
    view: CrosstableGrid

    def focus_cell(self, row: int, round_number: int | None) -> None:
        """Go to a player's name."""

    def edit_here(self, typed: str | None = None) -> None:
        """Open the editor of the current cell."""


class AddedRow(NamedTuple):
    """A row that was just added. One that Enter added is removed if it stays empty.

    But not while a form has the keyboard for its player.
    """

    added: Document
    player: Identity
    lasting: bool


class NewRows(QObject):
    """Adds rows, joins each with its name in one step, and leaves none empty."""

    def __init__(self, session: Session, table: NewRowTable, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._table = table
        self._fresh: AddedRow | None = None
        session.edited.connect(self._join_steps)
        session.opened.connect(self._forget_row)
        later = Qt.ConnectionType.QueuedConnection
        table.at.selection.currentChanged.connect(self._check_left_row, later)
        table.view.itemDelegate().closeEditor.connect(self._check_left_row, later)

    def add_row(self, before: int | None, lasting: bool = True) -> None:
        """Add a player before a row or at the end, and open the editor of the name."""
        session = self._session
        session.pending.commit_all()
        next_to = self._player_in(before)
        # The keyboard always moves here, which ends typing elsewhere.
        self._table.view.setFocus()
        self.remove_empty_row()
        if next_to is not None:
            # The row that waited may have been the one.
            place_of = find_player(session.document, next_to)
            before = None if place_of is None else place_of[1]
        place = session.selection.section
        shown = session.selection.system
        added = session.apply_edit(structure.add_player, place, before, "", shown)
        if not added or session.section is None:
            return
        row = len(session.section.players) - 1 if before is None else before
        player = session.section.players[row].identity
        self._fresh = AddedRow(session.document, player, lasting)
        self._table.focus_cell(row, None)
        self._table.edit_here()

    def add_after_last(self) -> bool:
        """Add a player after Enter in the last row of those being entered.

        Return False elsewhere, and below an empty row.
        """
        session, index, model = self._session, self._table.at.index, self._table.model
        section = session.section
        if (
            section is None
            or not index.isValid()
            or index.row() != len(section.players) - 1
            or not model.as_paired
            or not model.columns.is_entry(index.column())
            or structure.is_empty(section.players[-1])
        ):
            return False
        self.add_row(None, lasting=False)
        return True

    def remove_empty_row(self) -> None:
        """Remove a row that still waits for its name."""
        if self._find_empty_row() is not None:
            self._fresh = None
            self._session.undo_edit()

    def _find_empty_row(self) -> Identity | None:
        """Return the player of a row that waits for its name and has nothing else."""
        fresh = self._fresh
        if fresh is None or fresh.lasting or self._session.document is not fresh.added:
            return None
        return None if self._session.pending.is_held(fresh.player) else fresh.player

    def _player_in(self, row: int | None) -> Identity | None:
        section = self._session.section
        if row is None or section is None or row >= len(section.players):
            return None
        return section.players[row].identity

    def _forget_row(self) -> None:
        self._fresh = None

    def _join_steps(self) -> None:
        """Join a typed name with the step that added its row."""
        fresh, session = self._fresh, self._session
        if fresh is None or session.document is fresh.added:
            return
        self._fresh = None
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
            # Something else was typed before the empty row could go. It goes when the
            # editor of that is closed.
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
        if not index.isValid():
            return False
        return self._player_in(self._table.model.player_row(index.row())) is player

    def _check_left_row(self) -> None:
        """Remove a row that Enter added if nothing was typed into it."""
        if self._fresh is None:
            return
        player, table = self._find_empty_row(), self._table
        if player is None:
            return
        if table.view.state() == QAbstractItemView.State.EditingState:
            return
        # The rating may be typed first, or the name somewhere else in the window.
        here = self._is_here(player)
        stays = table.at.index.column() != NAME or not table.view.hasFocus()
        if not (here and stays):
            self.remove_empty_row()
