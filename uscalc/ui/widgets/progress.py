"""Show how far work beside the window is, in the message bar or in a view."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from uscalc.ui.scheduling.following import make_timer
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    make_progress_bar,
    make_row,
    name_widget,
)
from uscalc.ui.widgets.labels import make_plain_button
from uscalc.ui.widgets.message_bar import MessageBar

MESSAGE_DELAY: Final = 150
"""Milliseconds until progress is shown, and between updates of it."""
INDICATOR_DELAY: Final = 500
"""Milliseconds until a view shows how far its work is."""


class ProgressMessage(QObject):
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
        self._timer = make_timer(self, MESSAGE_DELAY, self.update_message, repeats=True)

    def begin_work(self, what: str) -> None:
        """Begin the work, or begin it again; `what` names it."""
        self._what = what
        if not self._timer.isActive():
            self._said = False
            self._timer.start()

    def end_work(self) -> None:
        """End the work, however it ended."""
        self._timer.stop()
        self._messages.withdraw_question(self._key)

    def update_message(self) -> None:
        """Show how far the work is. A message that was closed does not come back."""
        said = self._worker.said
        words = f"{self._what}: {said}" if said else f"{self._what}…"
        if self._said:
            self._messages.reword_question(self._key, words)
        else:
            self._said = True
            self._messages.ask_question(self._key, words, (("Cancel", self._cancel),))


class WorkIndicator(QWidget):
    """A bar and a button, for the end of a view's head line."""

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
        """Begin the work, or go on with it."""
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
