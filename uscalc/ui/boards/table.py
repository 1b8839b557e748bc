"""The list of boards, and what the keys do in it."""

from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from uscalc.document.edit.bare import BARE
from uscalc.document.edit.boards import BoardResult
from uscalc.ui.boards.model import BoardsModel
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.plain_table import PlainTable

RESULTS: Final[dict[str, BoardResult]] = {
    **{key: value for key, value in BARE.items() if key != "Z"},
    "*": "double-forfeit",
}
"""The first player's result by key, or both players' loss; `?` opens the board again."""
_OTHERS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
Key = Qt.Key


class Desk(Protocol):
    """The view that the keys act on."""

    def enter(self, outcome: BoardResult) -> None:
        """Give the current board a result."""

    def skip(self) -> None:
        """Go to the next open board."""

    def back(self) -> None:
        """Go to the board before."""

    def turn(self, by: int) -> None:
        """Show another round."""

    def ask(self, begun: str) -> None:
        """Open the field that finds a board; `begun` is its first text."""


class BoardsTable(PlainTable):
    """One key gives a board its result."""

    def __init__(self, model: BoardsModel, theme: Theme, desk: Desk) -> None:
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
        if event.modifiers() & _OTHERS or not self._does(event):
            super().keyPressEvent(event)

    def _does(self, event: QKeyEvent) -> bool:
        key, text = Key(event.key()), event.text()
        outcome = RESULTS.get(text.upper())
        if key == Key.Key_Delete:
            outcome = "to-play"
        if outcome is not None:
            # A key that is held down must not run through the round.
            if not event.isAutoRepeat():
                self._desk.enter(outcome)
        elif key in (Key.Key_Return, Key.Key_Enter):
            self._desk.skip()
        elif key == Key.Key_Backspace:
            self._desk.back()
        elif key in (Key.Key_Left, Key.Key_Right):
            self._desk.turn(1 if key == Key.Key_Right else -1)
        elif text and text.isprintable():
            self._desk.ask("" if text in "/ " else text)
        else:
            return False
        return True
