"""Commands for the selected game, and for a player who withdraws from the event."""

from collections.abc import Callable
from functools import partial

from uscalc.counted import make_sentence
from uscalc.document.edit.boards import Board, list_boards, set_board, swap_colors
from uscalc.document.edit.cells import withdraw_player
from uscalc.document.model import Document, Edit
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.session.session import Session

NO_GAME = "Select a game first, in Results or in a round of the crosstable."
NO_PLAYER = "Select a player first."


def find_selected_board(session: Session) -> Board | None:
    """Return the game of the selected cell; None if it has none."""
    section, selection = session.section, session.selection
    if section is None or selection.round is None or selection.row is None:
        return None
    boards = list_boards(section, selection.round - 1)
    found = (board for board in boards if selection.row in (board.first, board.second))
    return next(found, None)


def swap_selected_colors(window: MainFrame) -> None:
    """Swap the colors of the selected game."""
    _edit_selected_game(window.session, swap_colors)


def enter_double_forfeit(window: MainFrame) -> None:
    """Give both players of the selected game a loss by forfeit."""
    _edit_selected_game(window.session, partial(set_board, outcome="double-forfeit"))


def _edit_selected_game(
    session: Session, make: Callable[[Document, int, int, Board], Edit]
) -> None:
    """Make an edit of the selected game; if no game is selected, say so."""
    session.pending.commit_all()
    board, selection = find_selected_board(session), session.selection
    if board is None or selection.round is None:
        session.refused.emit(NO_GAME)
    else:
        session.apply_edit(make, selection.section, selection.round - 1, board)


def withdraw_selected_player(window: MainFrame, row: int | None = None) -> None:
    """Withdraw a player, and show what was changed; without `row`, the selected player."""
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
