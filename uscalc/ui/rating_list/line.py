"""The desk's box: what is typed in it, and the keys that mean the list below it."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from uscalc.ui.widgets.building import name_widget

Key = Qt.Key
RETURNS: Final = (Key.Key_Return, Key.Key_Enter)
MOVES: Final = (Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown)
LONGEST: Final = 100

Act = Callable[[QKeyEvent, bool], bool]
"""Does what a key means; `True`: the list came only after it was pressed. Gives whether
the keys after it are to follow."""


class SearchLine(QLineEdit):
    """Keys that mean the list wait until it is that of what is typed.

    Keys after them wait behind them, so that all of it is as on a quick machine. `ready`
    says whether the list is that of the text.
    """

    def __init__(self, ready: Callable[[], bool], act: Act, parent: QWidget) -> None:
        super().__init__(parent)
        self._ready = ready
        self._act = act
        self._waiting: list[QKeyEvent] = []
        name_widget(self, "listSearch", "Name or member ID", "form")
        self.setPlaceholderText("Name or member ID")
        self.setMaxLength(LONGEST)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Types, or does what the key means as soon as the list is there."""
        if self._waiting or (_means(event) and not self._ready()):
            self._waiting.append(event.clone())
        elif _means(event):
            self._act(event, False)
        elif event.key() == Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def go_on(self) -> None:
        """The list is there: what waits for it goes on."""
        while self._waiting:
            event = self._waiting[0]
            if _means(event) and not self._ready():
                return
            del self._waiting[0]
            if not _means(event):
                super().keyPressEvent(event)
            elif not self._act(event, True):
                self._waiting.clear()

    def forget(self) -> None:
        """Drop what waits."""
        self._waiting.clear()

    def event(self, event: QEvent) -> bool:
        """In an empty box Undo and Redo are those of the event."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and not self.text()
            and any(map(event.matches, _BACK))
        ):
            event.ignore()
            return False
        return super().event(event)


_BACK: Final = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


def _means(event: QKeyEvent) -> bool:
    """Return whether a key means the list, and not the text."""
    return Key(event.key()) in (*RETURNS, *MOVES)
