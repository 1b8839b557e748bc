"""Show the progress of background work, in the message bar or in a view."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from uscalc.ui.scheduling.following import make_timer
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    make_plain_button,
    make_progress_bar,
    make_row,
    name_widget,
)
from uscalc.ui.widgets.message_bar import MessageBar

MESSAGE_DELAY: Final = 150
"""Milliseconds until progress is shown, and between updates of it."""
INDICATOR_DELAY: Final = 500
"""Milliseconds until a view shows how far its work is."""


class ProgressMessage(QObject):
    """A message with Cancel during background work; short work shows nothing."""

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
        self._shown = False
        self._timer = make_timer(self, MESSAGE_DELAY, self.update_message, repeats=True)

    def begin_work(self, what: str) -> None:
        """Begin the work, or begin again; `what` is its name."""
        self._what = what
        if not self._timer.isActive():
            self._shown = False
            self._timer.start()

    def end_work(self) -> None:
        """End the work, however it ended."""
        self._timer.stop()
        self._messages.withdraw_question(self._key)

    def update_message(self) -> None:
        """Show the progress; a message that the user closed is not shown again."""
        text = self._worker.progress
        words = f"{self._what}: {text}" if text else f"{self._what}…"
        if self._shown:
            self._messages.reword_question(self._key, words)
        else:
            self._shown = True
            self._messages.ask_question(self._key, words, (("Cancel", self._cancel),))


class WorkIndicator(QWidget):
    """A progress bar and a button, at the end of a view's top line."""

    def __init__(
        self, name: str, counted: str, stop: str, cancel: Callable[[], object]
    ) -> None:
        """Make a bar that counts `counted`, with a button that is labeled `stop`."""
        super().__init__()
        name_widget(self, f"{name}Working")
        self.bar = make_progress_bar(f"{name}Progress", counted)
        self.bar.setFixedSize(12 * UNIT, UNIT // 2)
        self.cancel = make_plain_button(f"{name}Cancel", "Cancel", stop, cancel)
        add_parts(make_row(self), self.bar, self.cancel)
        self._long = make_timer(self, INDICATOR_DELAY, self.show)
        self.hide()

    def begin_work(self) -> None:
        """Begin the work, or continue it."""
        if not self._long.isActive() and self.isHidden():
            self.set_progress(0, 1)
            self._long.start()

    def set_progress(self, done: int, of: int) -> None:
        """Show that `done` of `of` pieces are done."""
        self.bar.setRange(0, of)
        self.bar.setValue(done)

    def end_work(self) -> None:
        """End the work, however it ended."""
        self._long.stop()
        self.hide()
