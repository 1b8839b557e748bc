"""The list of boards, and what the keys do in it."""

from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from uscalc.document.edit.bare import BARE_OUTCOMES
from uscalc.document.edit.boards import BoardResult
from uscalc.ui.boards.model import BoardsModel
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.plain_table import ColumnTable

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
