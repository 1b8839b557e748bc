"""The boards of a round as a table model: the two players and the result of each game."""

from typing import Final, NamedTuple

from uscalc.document.edit.boards import Board, BoardResult
from uscalc.document.model import Player, Section
from uscalc.ui.crosstable.layout import FIGURE_SPACE
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn

NUMBER, FIRST, RESULT, SECOND = range(4)
FIGURES: Final[dict[BoardResult, str]] = {
    "win": "1 – 0",
    "loss": "0 – 1",
    "draw": "½ – ½",
    "forfeit-win": "+ – −",
    "forfeit-loss": "− – +",
    "double-forfeit": "F – F",
    "no-result": "no result",
    "to-play": "?",
}
SPOKEN: Final[dict[BoardResult, str]] = {
    "win": "left player won",
    "loss": "right player won",
    "draw": "draw",
    "forfeit-win": "left player won by forfeit",
    "forfeit-loss": "right player won by forfeit",
    "double-forfeit": "double forfeit, both lost",
    "no-result": "no result",
    "to-play": "open",
}


class BoardRow(NamedTuple):
    """A board, its two players, and the digits of the highest pairing number.

    `names_colors` is True if the colors are written beside the names.
    """

    board: Board
    first: Player
    second: Player
    widest: int
    names_colors: bool = False


class BoardsModel(ColumnTableModel[BoardRow]):
    """A row for each board; boards without a result are highlighted."""

    def __init__(self) -> None:
        super().__init__(
            _make_columns(("First", "Second")),
            spoken=lambda _column, row: describe_board(row),
            key=_identify,
        )
        self.boards: tuple[Board, ...] = ()

    def show_boards(self, section: Section, boards: tuple[Board, ...]) -> None:
        """Show a round; if the boards are the same, update only the results.

        The headings show the colors if all are known; otherwise they are beside the
        names.
        """
        self.boards, players = boards, section.players
        widest = len(str(max((p.number for p in players), default=0)))
        known = bool(boards) and all(board.has_colors for board in boards)
        rows = [
            BoardRow(
                board,
                players[board.first],
                players[board.second],
                widest,
                board.has_colors and not known,
            )
            for board in boards
        ]
        titles = ("White", "Black") if known else ("First", "Second")
        same = titles == tuple(self.columns[place].title for place in (FIRST, SECOND))
        self.show_rows(rows, None if same else _make_columns(titles))


def _make_columns(titles: tuple[str, str]) -> tuple[TableColumn[BoardRow], ...]:
    """Make the columns; `titles` are those of the two players."""
    first, second = titles
    return (
        TableColumn(
            "Board",
            "Board order by lower pairing number",
            lambda row: str(row.board.number),
            side="right",
            tone=lambda row: "text" if row.board.doubt else "pale",
        ),
        TableColumn(
            first,
            "1 or W: wins",
            lambda row: _name_player(row, row.first, "White"),
            digits=25,
            fits=True,
            tone=_tone,
        ),
        TableColumn(
            "Result",
            "?: no result yet. \N{WARNING SIGN}: the two results conflict.",
            lambda row: "⚠" if row.board.doubt else FIGURES[row.board.outcome],
            side="center",
            digits=9,
            tone=_tone_of_result,
            strong=True,
        ),
        TableColumn(
            second,
            "0 or L: wins",
            lambda row: _name_player(row, row.second, "Black"),
            digits=25,
            fits=True,
            stretches=True,
            tone=_tone,
        ),
    )


def describe_board(row: BoardRow) -> str:
    """Return the text of a board for screen readers."""
    board = row.board
    text = board.doubt or SPOKEN[board.outcome]
    names = [
        _name_player(row, player, color).strip()
        for player, color in ((row.first, "White"), (row.second, "Black"))
    ]
    return f"Board {board.number}: {names[0]}, against {names[1]}: {text}"


def _name_player(row: BoardRow, player: Player, color: str) -> str:
    number = str(player.number).rjust(row.widest, FIGURE_SPACE)
    text = f" ({color})" if row.names_colors else ""
    return f"{number}  {player.name}{text}"


def _tone(row: BoardRow) -> str:
    return "text" if row.board.doubt or row.board.is_open else "soft"


def _tone_of_result(row: BoardRow) -> str:
    if row.board.doubt:
        return "warning"
    return "loss" if row.board.is_open else "text"


def _identify(row: BoardRow) -> tuple[object, ...]:
    """Return all that identifies a row; its result doesn't."""
    board = row.board
    return (
        board.number,
        board.row,
        board.place,
        board.has_colors,
        *((player.number, player.name) for player in (row.first, row.second)),
    )
