"""The boards of a round as a table model: who plays whom, and what came of it."""

from collections.abc import Container, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.document.edit.boards import Board, BoardResult
from uscalc.document.model import Section
from uscalc.ui.crosstable.columns.layout import FIGURE_SPACE
from uscalc.ui.widgets.plain_table import STRONG, TONE, PlainModel, alignment

Index = QModelIndex | QPersistentModelIndex
NUMBER, FIRST, RESULT, SECOND = range(4)
DIGITS: Final = (5, 25, 9, 25)
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


class BoardsModel(PlainModel):
    """A line for each board; open ones stand out."""

    def __init__(self) -> None:
        super().__init__()
        self.boards: tuple[Board, ...] = ()
        self._section = Section()

    def show_boards(self, section: Section, boards: tuple[Board, ...]) -> None:
        """Show a round; for the same boards, only changed cells are announced."""
        before, names = self.boards, _names(self._section, self.boards)
        same = len(before) == len(boards) and names == _names(section, boards)
        if not same:
            self.beginResetModel()
        self._section, self.boards = section, boards
        if not same:
            self.endResetModel()
            return
        for row, (old, new) in enumerate(zip(before, boards, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row, 0), self.index(row, SECOND))

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the headings; colors are named where all are known."""
        known = bool(self.boards) and all(board.coloured for board in self.boards)
        first, second = ("White", "Black") if known else ("First", "Second")
        return (
            ("Board", "Counted by the lower pairing number"),
            (first, "1 or W: wins"),
            ("Result", ""),
            (second, "0 or L: wins"),
        )

    def count(self) -> int:
        """Return the number of boards of the round."""
        return len(self.boards)

    def words(self) -> Container[int]:
        """Return the columns of the players."""
        return (FIRST, SECOND)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return as everywhere; the results are in the middle between the players."""
        middle = role == Qt.ItemDataRole.TextAlignmentRole and section == RESULT
        if middle and orientation == Qt.Orientation.Horizontal:
            return Qt.AlignmentFlag.AlignCenter
        return super().headerData(section, orientation, role)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a player, a result, and how strongly it is written."""
        if not index.isValid():
            return None
        board, column = self.boards[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(board, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return board.doubt or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.accessible(index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            if column == RESULT:
                return Qt.AlignmentFlag.AlignCenter
            return alignment(column, self.words())
        if role == STRONG:
            return column == RESULT
        if role == TONE:
            return self._tone(board, column)
        return None

    def accessible(self, row: int) -> str:
        """Return a board as a screen reader says it."""
        board = self.boards[row]
        said = board.doubt or SPOKEN[board.outcome]
        return (
            f"Board {board.number}: {self._text(board, FIRST).strip()}, against "
            f"{self._text(board, SECOND).strip()}: {said}"
        )

    def _text(self, board: Board, column: int) -> str:
        if column == NUMBER:
            return str(board.number)
        if column == RESULT:
            return "⚠" if board.doubt else FIGURES[board.outcome]
        player = self._section.players[board.first if column == FIRST else board.second]
        widest = len(str(max(p.number for p in self._section.players)))
        number = str(player.number).rjust(widest, FIGURE_SPACE)
        return f"{number}  {player.name}"

    @staticmethod
    def _tone(board: Board, column: int) -> str:
        if board.doubt:
            return "warning" if column == RESULT else "text"
        if column == NUMBER:
            return "pale"
        if column == RESULT:
            return "loss" if board.open else "text"
        return "text" if board.open else "soft"


def _names(section: Section, boards: Sequence[Board]) -> list[tuple[object, ...]]:
    """Return what of boards is not their result."""
    return [
        (
            board.number,
            board.row,
            board.place,
            board.coloured,
            *(
                (section.players[row].number, section.players[row].name)
                for row in (board.first, board.second)
            ),
        )
        for board in boards
    ]
