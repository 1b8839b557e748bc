"""Escape asks before it drops what is imagined."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

KEY: Final = "imagined"
WAYS: Final = ("&Drop", "&Keep")
KEEPS: Final = 1
"""The answer that has the keyboard: nothing is lost by a key too many."""


class Dropping(QObject):
    """The question of Escape in a window in which something is imagined.

    It stands in the bar: D drops, K keeps, and so does another Escape.
    """

    def __init__(self, window: "Frame") -> None:
        super().__init__(window)
        self._window = window
        self._before: QWidget | None = None
        window.session.imagined.connect(self._answered_itself)

    def escape(self) -> bool:
        """What Escape does; false where there is nothing to ask."""
        window = self._window
        if window.messages.asks(KEY):
            window.messages.withdraw(KEY)
            self._back()
            return True
        shown = window.session.as_imagined
        if shown is None:
            return False
        count = len(window.session.imagination.outcomes)
        results = (
            "the imagined result" if count == 1 else f"all {count} imagined results"
        )
        text = f"Drop {results}? D drops, K or Escape keeps."
        answers = (self._drop, self._back)
        self._before = QApplication.focusWidget()
        window.messages.ask(KEY, text, tuple(zip(WAYS, answers, strict=True)))
        window.activateWindow()
        window.messages.take_keyboard(KEEPS)
        return True

    def _drop(self) -> None:
        self._window.session.imagination.reset()
        self._back()

    def _back(self) -> None:
        """The keyboard goes where it was."""
        before, self._before = self._before, None
        if before is not None and before.isVisible() and before.isEnabled():
            before.window().activateWindow()
            before.setFocus()
        else:
            self._window.crosstable.view.setFocus()

    def _answered_itself(self) -> None:
        messages = self._window.messages
        if messages.asks(KEY) and self._window.session.as_imagined is None:
            messages.withdraw(KEY)
            self._back()
