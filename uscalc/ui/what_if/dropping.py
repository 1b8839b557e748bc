"""Escape asks before it drops what is imagined."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from uscalc.document.queries.scenario import Outcome

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

KEY: Final = "imagined"
WAYS: Final = ("&Drop", "&Keep")
KEEPS: Final = 1
"""The answer that has the keyboard: nothing is lost by a key too many."""
Asked = tuple[int, tuple[Outcome, ...]]
"""What a question is about: the section, and what is imagined in it."""


class Dropping(QObject):
    """The question of Escape in a window in which something is imagined.

    It stands in the bar: D drops, K keeps, and so does another Escape.
    """

    def __init__(self, window: "Frame") -> None:
        super().__init__(window)
        self._window = window
        self._before: QWidget | None = None
        self._asked: Asked | None = None
        window.session.imagined.connect(self._still_meant)
        window.session.selected.connect(self._still_meant)

    def on_escape(self) -> bool:
        """Return what Escape does; false where there is nothing to ask."""
        window, messages = self._window, self._window.messages
        if messages.shows(KEY):
            messages.withdraw(KEY)
            self._back()
            return True
        if window.session.as_imagined is None:
            return False
        self._asked = self._now()
        count = len(window.session.imagination.outcomes)
        results = (
            "the imagined result" if count == 1 else f"all {count} imagined results"
        )
        text = f"Drop {results}? D drops, K or Escape keeps."
        answers = (self._drop, self._back)
        focus = QApplication.focusWidget()
        if focus is None or not messages.isAncestorOf(focus):
            self._before = focus
        # One that waits below another message comes to the front.
        messages.ask(KEY, text, tuple(zip(WAYS, answers, strict=True)))
        window.activateWindow()
        messages.take_keyboard(KEEPS)
        return True

    def _now(self) -> Asked:
        session = self._window.session
        return session.selection.section, session.imagination.outcomes

    def _drop(self) -> None:
        if self._asked == self._now():
            self._window.session.imagination.reset()
        self._back()

    def _back(self) -> None:
        """The keyboard goes where it was, if that is still there."""
        before, self._before = self._before, None
        if (
            before is not None
            and isValid(before)
            and before.isVisible()
            and before.isEnabled()
        ):
            before.window().activateWindow()
            before.setFocus()
        else:
            self._window.crosstable.view.setFocus()

    def _still_meant(self) -> None:
        """Take the question away where it would be about something else."""
        window, messages = self._window, self._window.messages
        if not messages.asks(KEY):
            return
        if window.session.as_imagined is not None and self._asked == self._now():
            return
        focus = QApplication.focusWidget()
        here = (
            messages.shows(KEY) and focus is not None and messages.isAncestorOf(focus)
        )
        messages.withdraw(KEY)
        if here:
            # Who works elsewhere meanwhile goes on there.
            self._back()
