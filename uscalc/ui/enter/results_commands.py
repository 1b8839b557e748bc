"""Commands on the selected game, and on a player who leaves the event."""

from typing import TYPE_CHECKING

from uscalc.counted import make_sentence
from uscalc.document.edit.boards import Board, list_boards, set_board, swap_colors
from uscalc.document.edit.withdrawal import withdraw_player
from uscalc.ui.session.session import Session

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

NO_GAME = "Select a game first, in Results or in a round of the crosstable."
NO_PLAYER = "Select a player first."


def find_selected_board(session: Session) -> Board | None:
    """Return the game of the selected cell; None where it has none."""
    section, selection = session.section, session.selection
    if section is None or selection.round is None or selection.row is None:
        return None
    boards = list_boards(section, selection.round - 1)
    found = (board for board in boards if selection.row in (board.first, board.second))
    return next(found, None)


def swap_selected_colors(session: Session) -> None:
    """Swap the colors of the selected game."""
    session.pending.commit_all()
    board, selection = find_selected_board(session), session.selection
    if board is None or selection.round is None:
        session.refused.emit(NO_GAME)
    else:
        place = selection.section, selection.round - 1
        session.apply_edit(swap_colors, *place, board)


def enter_double_forfeit(session: Session) -> None:
    """Give both players of the selected game a loss by forfeit."""
    session.pending.commit_all()
    board, selection = find_selected_board(session), session.selection
    if board is None or selection.round is None:
        session.refused.emit(NO_GAME)
    else:
        place = selection.section, selection.round - 1
        session.apply_edit(set_board, *place, board, "double-forfeit")


def withdraw_selected_player(window: "MainFrame", row: int | None = None) -> None:
    """Withdraw a player, and say what that did; without a row, the selected one."""
    session = window.session
    session.pending.commit_all()
    row = session.selection.row if row is None else row
    section = session.section
    if section is None or row is None or row >= len(section.players):
        session.refused.emit(NO_PLAYER)
        return
    called = section.players[row].name or f"Player {section.players[row].number}"
    edit = withdraw_player(session.document, session.selection.section, row)
    if session.apply_edit(lambda _: edit):
        _, _, did = edit.name.partition(": ")
        rounds, *freed = did.split("; ")
        text = " ".join(
            (f"{called} is withdrawn: {rounds}.", *map(make_sentence, freed))
        )
        window.messages.show_message(text, "Undo", session.undo_edit, error=False)
