"""Players added in the crosstable: the name is ready for typing, one step to undo."""

from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractItemView

from uscalc.document.edit import structure
from uscalc.document.model import Document
from uscalc.ui.crosstable.columns.layout import NAME
from uscalc.ui.crosstable.cursor import Cursor
from uscalc.ui.crosstable.grid import Grid
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.session.session import Session


class Table(Protocol):
    """Where players are added."""

    at: Cursor
    model: CrosstableModel
    view: Grid

    def focus_cell(self, row: int, round_number: int | None) -> None:
        """Goes to a player's name."""

    def edit_here(self, typed: str | None = None) -> None:
        """Opens the editor of the current cell."""


class Fresh(NamedTuple):
    """A row that was just added. One that Return added goes again if it stays empty."""

    added: Document
    row: int
    lasting: bool


class NewRows(QObject):
    """Adds rows, joins each with its name in one step, and leaves none empty."""

    def __init__(self, session: Session, table: Table, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._table = table
        self._fresh: Fresh | None = None
        session.edited.connect(self._edited)
        session.opened.connect(self._forget)
        later = Qt.ConnectionType.QueuedConnection
        table.at.selection.currentChanged.connect(self._left, later)
        table.view.itemDelegate().closeEditor.connect(self._left, later)

    def add(self, before: int | None, lasting: bool = True) -> None:
        """A new player before a row, or at the end; the name's editor opens."""
        session = self._session
        session.pending.settle()
        self.leave()
        if before is not None and session.section is not None:
            # The row that waited may have been the one.
            before = before if before < len(session.section.players) else None
        place = session.selection.section
        shown = session.selection.system
        added = session.edit(structure.add_player, place, before, "", shown)
        if not added or session.section is None:
            return
        row = len(session.section.players) - 1 if before is None else before
        self._fresh = Fresh(session.document, row, lasting)
        self._table.focus_cell(row, None)
        self._table.edit_here()

    def after_last(self) -> bool:
        """Return in the last row of those being entered: one more player.

        False where something else is meant: elsewhere, or below an empty row.
        """
        session, index, model = self._session, self._table.at.index, self._table.model
        section = session.section
        if (
            section is None
            or not index.isValid()
            or not model.as_paired
            or not model.columns.is_entry(index.column())
            or index.row() != len(section.players) - 1
            or structure.is_empty(section.players[-1])
        ):
            return False
        self.add(None, lasting=False)
        return True

    def leave(self) -> None:
        """Takes a row that waits for its name away again: something else goes on."""
        fresh = self._fresh
        if fresh is None or fresh.lasting:
            return
        if self._session.document is fresh.added:
            self._fresh = None
            self._session.undo()

    def _forget(self) -> None:
        self._fresh = None

    def _edited(self) -> None:
        """What was typed first: a name is one step with its row."""
        fresh, session = self._fresh, self._session
        if fresh is None or session.document is fresh.added:
            return
        self._fresh = None
        place = session.selection.section
        before, after = fresh.added.sections, session.document.sections
        if place >= len(before) or place >= len(after):
            return
        old, new = before[place].players, after[place].players
        row, history = fresh.row, session.history
        # Another section may be shown by now, where that row is somebody's or nobody's.
        if len(old) != len(new) or row >= len(old) or not structure.is_empty(old[row]):
            return
        if old[row] is not new[row]:
            if new[row] == replace(old[row], name=new[row].name):
                history.join(fresh.added)
        elif not fresh.lasting and not self._is_here(row):
            # Something else was typed before the empty row could go. It goes when the
            # editor of that is closed.
            history.join(fresh.added, named=1)
            QTimer.singleShot(
                0, self, partial(self._drop, session.document, place, row)
            )

    def _drop(self, document: Document, section: int, row: int) -> None:
        if self._session.document is document:
            self._session.amend(
                structure.remove_players(document, section, [row]).document
            )

    def _is_here(self, row: int) -> bool:
        index = self._table.at.index
        return index.isValid() and self._table.model.player_row(index.row()) == row

    def _left(self) -> None:
        """Takes a row that Return added away again if nothing was typed into it."""
        fresh, table = self._fresh, self._table
        if fresh is None or fresh.lasting:
            return
        if self._session.document is not fresh.added:
            return
        if table.view.state() == QAbstractItemView.State.EditingState:
            return
        # The rating may be typed first.
        if not self._is_here(fresh.row) or table.at.index.column() == NAME:
            self._fresh = None
            self._session.undo()
