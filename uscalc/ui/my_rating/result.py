"""Loss, draw or win of one line of a sheet: by a letter, or with the mouse."""

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton, QWidget

from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import make_row, name_widget
from uscalc.ui.widgets.buttons import make_choice_button

WORDS: Final = {"L": "loss", "D": "draw", "W": "win"}
KEYS: Final = {
    "w": "W",
    "d": "D",
    "l": "L",
    "1": "W",
    "0": "L",
    "=": "D",
    "5": "D",
    "\N{VULGAR FRACTION ONE HALF}": "D",
}
GONE: Final = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space)
ENDS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down)


class ResultControl(QWidget):
    """Three buttons of which one or none holds; none is a game to play.

    `changed` comes when the result changed, `done` when the keyboard is to go on
    (1) or back (-1).
    """

    changed = Signal()
    done = Signal(int)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.letter: str | None = None
        self._words = "Result"
        name_widget(self, name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        row = make_row(self, (2, 2, 2, 2), spacing=UNIT // 4)
        self.buttons: dict[str, QToolButton] = {}
        for letter, words in WORDS.items():
            hint = f"{words.capitalize()} ({letter}); again: to play"
            button = make_choice_button(f"{name}{letter}", words, "", hint)
            # The keyboard comes to the three together, and chooses by letter.
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _on=False, at=letter: self._handle_click(at))
            row.addWidget(button)
            self.buttons[letter] = button

    def set_name(self, words: str) -> None:
        """Name the control and its buttons."""
        self._words = words
        self._name_buttons()

    def _name_buttons(self) -> None:
        said = WORDS[self.letter] if self.letter else "to play"
        self.setAccessibleName(f"{self._words}: {said}")
        for letter, button in self.buttons.items():
            button.setAccessibleName(f"{self._words}: {WORDS[letter]}")

    def select_result(self, letter: str | None) -> None:
        """Take a result; None: still to play."""
        for at, button in self.buttons.items():
            button.setChecked(at == letter)
        if letter != self.letter:
            self.letter = letter
            self._name_buttons()
            self.changed.emit()

    def _handle_click(self, letter: str) -> None:
        self.select_result(None if letter == self.letter else letter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A letter chooses and goes on; Delete leaves the game to play."""
        key, letter = Qt.Key(event.key()), KEYS.get(event.text().lower())
        if letter is not None:
            self.select_result(letter)
            self.done.emit(1)
        elif key in GONE:
            self.select_result(None)
        elif key in ENDS:
            self.done.emit(1)
        elif key == Qt.Key.Key_Up:
            self.done.emit(-1)
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A frame where the keyboard is."""
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.colors.accent), 1))
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5
            )
            painter.end()
