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


class Structure:
    """Each makes one edit and leaves the keyboard where one goes on."""

    def __init__(self, session: Session, table: Crosstable) -> None:
        self._session = session
        self._table = table

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

    def add_player(self) -> None:
        """A new player at the end."""
        self._add(None)

    def insert_player(self) -> None:
        """A new player before the selected one."""
        self._add(self._session.selection.row)

    def _add(self, before: int | None) -> None:
        session = self._session
        if not session.document.sections:
            session.edit(structure.add_section)
        self._table.show_everybody()
        self._table.new_rows.add(before)

    def remove_players(self) -> None:
        """The selected players and their games."""
        rows = self._table.chosen_rows()
        if rows:
            self._apply(structure.remove_players, rows)

    def move_player(self, by: int) -> None:
        """The selected player up or down, where the section is shown as it is paired."""
        session, row = self._session, self._session.selection.row
        if not self._table.model.as_paired:
            session.refused.emit(AS_PAIRED)
        elif session.section is not None and row is not None:
            to = row + by
            if 0 <= to < len(session.section.players) and self._apply(
                structure.move_player, row, to
            ):
                session.select(row=to, round_number=session.selection.round)

    def swap_players(self) -> None:
        """The first and the last of the selected players."""
        rows = self._table.chosen_rows()
        if len(rows) < 2:
            self._session.refused.emit(TWO)
        else:
            self._apply(structure.swap_places, rows[0], rows[-1])

    def renumber(self) -> None:
        """Numbers 1, 2, 3 down the section."""
        self._apply(structure.renumber)

    def add_round(self) -> None:
        """One more round, where the keyboard goes."""
        session = self._session
        if self._apply(structure.add_round) and session.section is not None:
            row = session.selection.row
            self._table.focus_cell(row or 0, session.section.rounds)

    def remove_round(self) -> None:
        """The chosen round, or the last."""
        section = self._session.section
        if section is None:
            return
        chosen = self._session.selection.round
        rounds = section.rounds
        number = chosen if chosen is not None and chosen <= rounds else rounds
        self._apply(structure.remove_round, number - 1)

    def add_section(self) -> None:
        """One more section, which is shown."""
        session = self._session
        if session.edit(structure.add_section):
            session.select(section=len(session.document.sections) - 1)

    def remove_section(self) -> None:
        """The shown section."""
        self._apply(structure.remove_section)

    def move_section(self, by: int) -> None:
        """The shown section to the left or right."""
        session = self._session
        to = session.selection.section + by
        if 0 <= to < len(session.document.sections) and self._apply(
            structure.move_section, to
        ):
            session.select(section=to)
