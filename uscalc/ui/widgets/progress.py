"""What is being done beside the window, said in the bar once it takes long."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.widgets.message_bar import MessageBar

LONG = 150
"""Milliseconds until it is said, and between two looks at how far it is."""


class Progress(QObject):
    """A message with Cancel, which goes with the work. What is done soon says nothing."""

    def __init__(
        self,
        key: str,
        messages: MessageBar,
        worker: Worker,
        cancel: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._key = key
        self._messages = messages
        self._worker = worker
        self._cancel = cancel
        self._what = ""
        self._said = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.say)

    def begin(self, what: str) -> None:
        """The work begins, or begins anew, of which is said what it is."""
        self._what = what
        if not self._timer.isActive():
            self._said = False
            self._timer.start(LONG)

    def end(self) -> None:
        """The work is over, however it ended."""
        self._timer.stop()
        self._messages.withdraw(self._key)

    def say(self) -> None:
        """Say how far it is. Who closed the message is not told again."""
        said = self._worker.said
        words = f"{self._what}: {said}" if said else f"{self._what}…"
        if self._said:
            self._messages.reword(self._key, words)
        else:
            self._said = True
            self._messages.ask(self._key, words, (("Cancel", self._cancel),))
