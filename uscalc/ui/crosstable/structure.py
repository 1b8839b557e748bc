"""Commands that add, remove and move players, rounds and sections."""

from collections.abc import Callable, Sequence
from typing import Concatenate, Final, ParamSpec

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from uscalc.counted import choose_plural, count_in_words
from uscalc.document.edit import structure
from uscalc.document.model import (
    Document,
    Edit,
    Identity,
    find_player,
    find_section,
)
from uscalc.document.queries.games import (
    list_games_lost_with_players,
    list_games_lost_with_round,
    list_games_lost_with_section,
)
from uscalc.ui.crosstable.view import CrosstableView
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.building import name_widget

MOST_LINES: Final = 12
"""The most games that are named; further ones are only counted."""


def ask_to_remove(
    window: QWidget,
    title: str,
    question: str,
    games: Sequence[object],
    answer: str,
    remove: Callable[[], object],
) -> None:
    """Ask before games are removed, and list them; if there are none, remove immediately.

    `answer` is the text of the button that removes. Enter and Esc keep everything.
    """
    if not games:
        remove()
        return
    box = name_widget(
        QMessageBox(
            window,
            textFormat=Qt.TextFormat.PlainText,
            icon=QMessageBox.Icon.NoIcon,
            text=question,
            informativeText="\n".join(_list_games(games)),
        ),
        "removeQuestion",
        title,
    )
    box.setWindowTitle(title)
    yes = name_widget(
        box.addButton(answer, QMessageBox.ButtonRole.DestructiveRole), "removeAnswer"
    )
    keep = name_widget(box.addButton(QMessageBox.StandardButton.Cancel), "removeCancel")
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)

    def decided(_result: int) -> None:
        if box.clickedButton() is yes:
            remove()

    box.finished.connect(decided)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def _list_games(games: Sequence[object]) -> list[str]:
    """Return the games that would be removed, one on each line."""
    count = len(games)
    text = choose_plural(count, "This game", f"These {count} games")
    shown = games if count <= MOST_LINES + 1 else games[:MOST_LINES]
    more = [f"and {count - len(shown)} more games"] if count > len(shown) else []
    lines = [f"{text} will be removed too:", *map(str, shown), *more]
    return [*lines, "", "You can undo this."]


P = ParamSpec("P")
TWO = "Select the two players first: hold Shift and press the arrow keys"


class StructureCommands:
    """Commands that change players, rounds and sections, and focus the next cell to type in."""

    def __init__(self, session: Session, table: CrosstableView) -> None:
        self._session = session
        self._table = table

    def _apply_edit(
        self,
        make: Callable[Concatenate[Document, int, P], Edit],
        *args: P.args,
        **more: P.kwargs,
    ) -> bool:
        session = self._session
        return bool(session.document.sections) and session.apply_edit(
            make, session.selection.section, *args, **more
        )

    def add_player(self, before: int | None = None) -> None:
        """Add a player above a row, or at the end."""
        if not self._session.document.sections:
            self._session.apply_edit(structure.add_section)
        self._table.show_everybody()
        self._table.new_rows.add_row(before)

    def remove_players(self) -> None:
        """Remove the selected players; ask first if they have games."""
        self._session.pending.commit_all()
        rows, section = self._table.chosen_rows(), self._session.section
        if not rows or section is None:
            return
        people = [section.players[row] for row in rows]
        one = people[0]
        count, games = len(people), list_games_lost_with_players(section, rows)
        ask_to_remove(
            self._table.window(),
            "Remove players",
            f"Remove player {one.number}, {one.name or 'no name'}?"
            if count == 1
            else f"Remove {count} players?",
            [game.describe_for(one) if count == 1 else game for game in games],
            "&Remove player" if count == 1 else f"&Remove {count} players",
            lambda: self._remove_players([player.identity for player in people]),
        )

    def _remove_players(self, people: Sequence[Identity]) -> None:
        """Remove these players, even if their rows have moved since the question."""
        found = [find_player(self._session.document, person) for person in people]
        places = [place for place in found if place is not None]
        if places:
            rows = [row for index, row in places if index == places[0][0]]
            self._session.apply_edit(structure.remove_players, places[0][0], rows)

    def move_player(self, by: int) -> None:
        """Move the selected player up or down; only if the section is sorted by pairing number."""
        session, row = self._session, self._session.selection.row
        if not self._table.model.shows_all_by_number:
            session.refused.emit(
                "To move players, sort by pairing number and clear the filter first"
            )
        elif session.section is not None and row is not None:
            to = row + by
            if 0 <= to < len(session.section.players) and self._apply_edit(
                structure.move_player, row, to
            ):
                session.select(row=to, round_number=session.selection.round)

    def swap_players(self) -> None:
        """Swap the first and the last of the selected players."""
        rows, block = self._table.chosen_rows(), self._table.at.find_corners()
        if len(rows) < 2:
            self._session.refused.emit(TWO)
        elif self._apply_edit(structure.swap_places, rows[0], rows[-1]):
            # Keep the selection in place, because it would follow one of the two players.
            self._table.at.select_block(*block)

    def renumber_players(self) -> None:
        """Renumber the players 1, 2, 3 and so on, from the top."""
        self._apply_edit(structure.renumber_players)

    def add_round(self) -> None:
        """Add a round, and move the focus to it."""
        session = self._session
        if self._apply_edit(structure.add_round) and session.section is not None:
            self._table.focus_cell(session.selection.row or 0, session.section.rounds)

    def remove_round(self) -> None:
        """Remove the selected round, or the last one; ask first if it has games."""
        session = self._session
        session.pending.commit_all()
        section = session.section
        if section is None:
            return
        chosen = session.selection.round
        rounds = section.rounds
        number = chosen if chosen is not None and chosen <= rounds else rounds
        ask_to_remove(
            self._table.window(),
            "Remove round",
            f"Remove round {number}?",
            list_games_lost_with_round(section, number - 1),
            f"&Remove round {number}",
            lambda: self._in_section(
                section.identity, structure.remove_round, number - 1
            ),
        )

    def _in_section(
        self,
        identity: Identity,
        make: Callable[Concatenate[Document, int, P], Edit],
        *args: P.args,
        **more: P.kwargs,
    ) -> None:
        """Make an edit of a section, even if the section has moved in the event."""
        place = find_section(self._session.document, identity)
        if place is not None:
            self._session.apply_edit(make, place, *args, **more)

    def add_section(self) -> None:
        """Add a section, and show it."""
        session = self._session
        if session.apply_edit(structure.add_section):
            session.select(section=len(session.document.sections) - 1)

    def remove_section(self) -> None:
        """Remove the shown section; ask first if it has games."""
        self._session.pending.commit_all()
        section = self._session.section
        if section is not None:
            players = count_in_words(len(section.players), "player")
            ask_to_remove(
                self._table.window(),
                "Remove section",
                f'Remove section "{section.name}" and its {players}?',
                list_games_lost_with_section(section),
                "&Remove section",
                lambda: self._in_section(section.identity, structure.remove_section),
            )

    def move_section(self, by: int) -> None:
        """Move the shown section to the left or right."""
        session = self._session
        to = session.selection.section + by
        if 0 <= to < len(session.document.sections) and self._apply_edit(
            structure.move_section, to
        ):
            session.select(section=to)
