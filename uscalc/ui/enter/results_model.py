"""The boards of a round as a table model: who plays whom, and what came of it."""

from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from uscalc.document.edit.boards import Board, BoardResult
from uscalc.document.edit.cells import BARE_OUTCOMES
from uscalc.document.model import Player, Section
from uscalc.ui.crosstable.layout import FIGURE_SPACE
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.plain_table import ColumnTable

NUMBER, FIRST, RESULT, SECOND = range(4)
FIGURES: Final[dict[BoardResult, str]] = {
    "win": "1 – 0",
    "loss": "0 – 1",
    "draw": "½ – ½",
    "forfeit-win": "+ – −",
    "forfeit-loss": "− – +",
    "double-forfeit": "F – F",
    "no-result": "no result",
    "to-play": "·",
}
SPOKEN: Final[dict[BoardResult, str]] = {
    "win": "the first won",
    "loss": "the second won",
    "draw": "draw",
    "forfeit-win": "the first won by forfeit",
    "forfeit-loss": "the second won by forfeit",
    "double-forfeit": "double forfeit, both lost",
    "no-result": "no result",
    "to-play": "open",
}


class BoardRow(NamedTuple):
    """A board, its two players, and the digits of the highest pairing number."""

    board: Board
    first: Player
    second: Player
    widest: int


class BoardsModel(ColumnTableModel[BoardRow]):
    """A row for each board; those without a result stand out."""

    def __init__(self) -> None:
        super().__init__(
            _make_columns(("First", "Second")),
            spoken=lambda _column, row: describe_board(row),
            key=_identify,
        )
        self.boards: tuple[Board, ...] = ()

    def show_boards(self, section: Section, boards: tuple[Board, ...]) -> None:
        """Show a round; where the boards are the same, only results are updated.

        Colors are named in the headings where all of them are known.
        """
        self.boards, players = boards, section.players
        widest = len(str(max((p.number for p in players), default=0)))
        rows = [
            BoardRow(board, players[board.first], players[board.second], widest)
            for board in boards
        ]
        known = bool(boards) and all(board.has_colors for board in boards)
        titles = ("White", "Black") if known else ("First", "Second")
        same = titles == tuple(self.columns[place].title for place in (FIRST, SECOND))
        self.show_rows(rows, None if same else _make_columns(titles))


def _make_columns(titles: tuple[str, str]) -> tuple[TableColumn[BoardRow], ...]:
    """Make the columns; `titles` are those of the two players."""
    first, second = titles
    return (
        TableColumn(
            "Board",
            "Counted by the lower pairing number",
            lambda row: str(row.board.number),
            side="right",
            tone=lambda row: "text" if row.board.doubt else "pale",
        ),
        TableColumn(
            first,
            "1 or W: wins",
            lambda row: _name_player(row, row.first),
            digits=25,
            fits=True,
            tone=_tone,
        ),
        TableColumn(
            "Result",
            "",
            lambda row: "⚠" if row.board.doubt else FIGURES[row.board.outcome],
            side="center",
            digits=9,
            tone=_tone_of_result,
            strong=True,
        ),
        TableColumn(
            second,
            "0 or L: wins",
            lambda row: _name_player(row, row.second),
            digits=25,
            fits=True,
            stretches=True,
            tone=_tone,
        ),
    )


def describe_board(row: BoardRow) -> str:
    """Return a board as a screen reader says it."""
    board = row.board
    said = board.doubt or SPOKEN[board.outcome]
    names = [_name_player(row, player).strip() for player in (row.first, row.second)]
    return f"Board {board.number}: {names[0]}, against {names[1]}: {said}"


def _name_player(row: BoardRow, player: Player) -> str:
    number = str(player.number).rjust(row.widest, FIGURE_SPACE)
    return f"{number}  {player.name}"


def _tone(row: BoardRow) -> str:
    return "text" if row.board.doubt or row.board.is_open else "soft"


def _tone_of_result(row: BoardRow) -> str:
    if row.board.doubt:
        return "warning"
    return "loss" if row.board.is_open else "text"


def _identify(row: BoardRow) -> tuple[object, ...]:
    """Return everything of a row that is not its result."""
    board = row.board
    return (
        board.number,
        board.row,
        board.place,
        board.has_colors,
        *((player.number, player.name) for player in (row.first, row.second)),
    )


RESULTS: Final[dict[str, BoardResult]] = {
    **{key: value for key, value in BARE_OUTCOMES.items() if key != "Z"},
    "*": "double-forfeit",
}
"""The first player's result by key, or both players' loss; `?` opens the board again."""
_OTHERS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
Key = Qt.Key


class BoardHandler(Protocol):
    """The view that the keys act on."""

    def enter_result(self, outcome: BoardResult) -> None:
        """Give the current board a result."""

    def skip_board(self) -> None:
        """Go to the next open board."""

    def go_back(self) -> None:
        """Go to the board before."""

    def turn_round(self, by: int) -> None:
        """Show another round."""

    def open_finder(self, begun: str) -> None:
        """Open the field that finds a board; `begun` is its first text."""


class BoardsTable(ColumnTable):
    """One key gives a board its result."""

    def __init__(self, model: BoardsModel, theme: Theme, desk: BoardHandler) -> None:
        self._desk = desk
        super().__init__(
            "boards",
            "Boards of the round",
            model,
            theme,
            lambda: self.currentIndex().row(),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Results, and ways to another board; everything else is Qt's."""
        if event.modifiers() & _OTHERS or not self._handle_key(event):
            super().keyPressEvent(event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        key, text = Key(event.key()), event.text()
        outcome = RESULTS.get(text.upper())
        if key == Key.Key_Delete:
            outcome = "to-play"
        if outcome is not None:
            # A key that is held down must not run through the round.
            if not event.isAutoRepeat():
                self._desk.enter_result(outcome)
        elif key in (Key.Key_Return, Key.Key_Enter):
            self._desk.skip_board()
        elif key == Key.Key_Backspace:
            self._desk.go_back()
        elif key in (Key.Key_Left, Key.Key_Right):
            self._desk.turn_round(1 if key == Key.Key_Right else -1)
        elif text and text.isprintable():
            self._desk.open_finder("" if text in "/ " else text)
        else:
            return False
        return True
