"""Progress of work beside the window, shown in the message bar once it takes long."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.widgets.message_bar import MessageBar

LONG = 150
"""Milliseconds until it is said, and between two looks at how far it is."""


class Progress(QObject):
    """A message with Cancel while work goes on. Short work shows nothing."""

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
        """Begin the work, or begin it again; `what` names it."""
        self._what = what
        if not self._timer.isActive():
            self._said = False
            self._timer.start(LONG)

    def end(self) -> None:
        """End the work, however it ended."""
        self._timer.stop()
        self._messages.withdraw(self._key)

    def say(self) -> None:
        """Show how far the work is. A message that was closed does not come back."""
        said = self._worker.said
        words = f"{self._what}: {said}" if said else f"{self._what}…"
        if self._said:
            self._messages.reword(self._key, words)
        else:
            self._said = True
            self._messages.ask(self._key, words, (("Cancel", self._cancel),))
