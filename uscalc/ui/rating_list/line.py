"""Define the search box of registration, and the keys that act on the list below."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from uscalc.ui.widgets.building import name_widget

Key = Qt.Key
ENTER_KEYS: Final = (Key.Key_Return, Key.Key_Enter)
MOVE_KEYS: Final = (Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown)
LONGEST_TEXT: Final = 100

KeyAction = Callable[[QKeyEvent, bool], bool]
"""Handles a key.

`True` if the list changed after the key was pressed. Returns whether the following keys
are handled too.
"""


class SearchLine(QLineEdit):
    """Delay keys that act on the list until it shows the results for the text.

    Later keys wait behind them, so that a slow machine behaves like a fast one. `ready`
    returns whether the list shows the results for the text.
    """

    def __init__(
        self, ready: Callable[[], bool], act: KeyAction, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._ready = ready
        self._act = act
        self._waiting: list[QKeyEvent] = []
        name_widget(self, "listSearch", "Name or member ID", "form")
        self.setPlaceholderText("Name or member ID")
        self.setMaxLength(LONGEST_TEXT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type, or handle a list key as soon as the list is ready."""
        if self._waiting or (_is_list_key(event) and not self._ready()):
            self._waiting.append(event.clone())
        elif _is_list_key(event):
            self._act(event, False)
        elif event.key() == Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def replay_keys(self) -> None:
        """Handle the waiting keys, because the list is ready."""
        while self._waiting:
            event = self._waiting[0]
            if _is_list_key(event) and not self._ready():
                return
            del self._waiting[0]
            if not _is_list_key(event):
                super().keyPressEvent(event)
            elif not self._act(event, True):
                self._waiting.clear()

    def forget_keys(self) -> None:
        """Drop the waiting keys."""
        self._waiting.clear()

    def event(self, event: QEvent) -> bool:
        """Leave Undo and Redo to the event while the box is empty."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and not self.text()
            and any(map(event.matches, _UNDO_KEYS))
        ):
            event.ignore()
            return False
        return super().event(event)


_UNDO_KEYS: Final = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


def _is_list_key(event: QKeyEvent) -> bool:
    """Return whether a key acts on the list rather than the text."""
    return Key(event.key()) in (*ENTER_KEYS, *MOVE_KEYS)
