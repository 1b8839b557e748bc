"""Ask before Esc discards what-if results."""

from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from uscalc.ui.frame.frame import MainFrame

KEY: Final = "imagined"

KEEPS: Final = 1
"""The index of the answer that gets the focus, so that an extra Enter discards nothing."""
Asked = tuple[int, tuple[object, ...]]
"""The section that a question is about, and its what-if results when the question was asked."""


class DropQuestion(QObject):
    """The question that Esc asks if there are what-if results: discard or keep them?

    It is in the message bar. D discards them; K, or Esc again, keeps them.
    """

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window)
        self._window = window
        self._before: QWidget | None = None
        self._asked: Asked | None = None
        window.session.overlay_changed.connect(self._still_meant)
        window.session.selected.connect(self._still_meant)

    def on_escape(self) -> bool:
        """Ask the question, or withdraw it if it is shown; return False without what-if results."""
        window, messages = self._window, self._window.messages
        if messages.is_showing_question(KEY):
            messages.withdraw_question(KEY)
            self._restore_focus()
            return True
        if window.session.what_if_overlay is None:
            return False
        self._asked = self._describe_current()
        count = len(window.session.what_if.outcomes)
        results = "the what-if result" if count == 1 else f"all {count} what-if results"
        text = f"Discard {results}? Press D to discard, K or Esc to keep."
        ways = ("&Discard", self._drop_results), ("&Keep", self._restore_focus)
        focus = QApplication.focusWidget()
        if focus is None or not messages.isAncestorOf(focus):
            self._before = focus
        # If the question waits behind another message, this moves it to the front.
        messages.ask_question(KEY, text, ways, closable=False)
        window.activateWindow()
        messages.take_keyboard(KEEPS)
        return True

    def _describe_current(self) -> Asked:
        session = self._window.session
        return session.selection.section, session.what_if.outcomes

    def _drop_results(self) -> None:
        if self._asked == self._describe_current():
            self._window.session.what_if.clear_results()
        self._restore_focus()

    def _restore_focus(self) -> None:
        """Return the focus to the widget that had it, if it still exists."""
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
        """Withdraw the question if it no longer applies, because the results have changed."""
        messages = self._window.messages
        applies = (
            self._window.session.what_if_overlay is not None
            and self._asked == self._describe_current()
        )
        if applies or not messages.has_question(KEY):
            return
        focus = QApplication.focusWidget()
        here = (
            messages.is_showing_question(KEY)
            and focus is not None
            and messages.isAncestorOf(focus)
        )
        messages.withdraw_question(KEY)
        if here:
            # If the user has moved on to another control, the focus stays there.
            self._restore_focus()
