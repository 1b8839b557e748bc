"""The commands that change what an event is made of: players, rounds, sections."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from uscalc.document.change import Edit
from uscalc.document.edit import structure
from uscalc.document.model import Document
from uscalc.ui.crosstable.view import Crosstable
from uscalc.ui.session.session import Session

P = ParamSpec("P")
AS_PAIRED = (
    "Players are moved in the order of the section: click the heading until it is "
    "shown, and clear the filter"
)
TWO = "Select the two players first: Shift and the arrows, from one to the other"


class StructureCommands:
    """Each makes one edit and leaves the keyboard where one goes on."""

    def __init__(self, session: Session, table: Crosstable) -> None:
        self._session = session
        self._table = table

    def handlers(self) -> dict[str, Callable[[], object]]:
        """The commands by the names of their actions."""
        return {
            "addPlayer": lambda: self._add(None),
            "insertPlayer": lambda: self._add(self._session.selection.row),
            "removePlayers": self._remove,
            "movePlayerUp": lambda: self._move(-1),
            "movePlayerDown": lambda: self._move(1),
            "swapPlayers": self._swap,
            "renumber": lambda: self._apply(structure.renumber),
            "addRound": self._add_round,
            "removeRound": self._remove_round,
            "addSection": self._add_section,
            "removeSection": lambda: self._apply(structure.remove_section),
            "moveSectionLeft": lambda: self._move_section(-1),
            "moveSectionRight": lambda: self._move_section(1),
        }

    def _apply(
        self,
        make: Callable[Concatenate[Document, int, P], Edit],
        *args: P.args,
        **more: P.kwargs,
    ) -> bool:
        session = self._session
        if not session.document.sections:
            return False
        return session.edit(make, session.selection.section, *args, **more)

    def _add(self, before: int | None) -> None:
        session = self._session
        if not session.document.sections:
            session.edit(structure.add_section)
        self._table.show_everybody()
        self._table.new_rows.add(before)

    def _remove(self) -> None:
        rows = self._table.chosen_rows()
        if rows:
            self._apply(structure.remove_players, rows)

    def _move(self, by: int) -> None:
        session, row = self._session, self._session.selection.row
        if not self._table.model.as_paired:
            session.refused.emit(AS_PAIRED)
        elif session.section is not None and row is not None:
            to = row + by
            if 0 <= to < len(session.section.players) and self._apply(
                structure.move_player, row, to
            ):
                session.select(row=to, round_number=session.selection.round)

    def _swap(self) -> None:
        """The first and the last of the selected players."""
        rows = self._table.chosen_rows()
        if len(rows) < 2:
            self._session.refused.emit(TWO)
        else:
            self._apply(structure.swap_places, rows[0], rows[-1])

    def _add_round(self) -> None:
        session = self._session
        if self._apply(structure.add_round) and session.section is not None:
            row = session.selection.row
            self._table.focus_cell(row or 0, session.section.rounds)

    def _remove_round(self) -> None:
        """The chosen round, or the last."""
        section = self._session.section
        if section is None:
            return
        chosen = self._session.selection.round
        rounds = section.rounds
        number = chosen if chosen is not None and chosen <= rounds else rounds
        self._apply(structure.remove_round, number - 1)

    def _add_section(self) -> None:
        session = self._session
        if session.edit(structure.add_section):
            session.select(section=len(session.document.sections) - 1)

    def _move_section(self, by: int) -> None:
        session = self._session
        to = session.selection.section + by
        if 0 <= to < len(session.document.sections) and self._apply(
            structure.move_section, to
        ):
            session.select(section=to)
