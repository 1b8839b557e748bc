"""Show the linked file in the bottom bar, and manage it."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

# Imported late, so that the program starts fast.
if TYPE_CHECKING:
    from uscalc.ui.follow.link import LinkedFileController
    from uscalc.ui.frame.frame import MainFrame


class LinkState(Protocol):
    """Shows which file is linked."""

    def show_link(self, words: str, hint: str) -> None:
        """Show the linked file; an empty text means none."""


class LinkController(QObject):
    """Link a file once an event names one.

    `ask_blanks` asks about new entries without a rating, and `open_file` opens another
    event.
    """

    def __init__(
        self,
        window: "MainFrame",
        state: LinkState,
        ask_blanks: Callable[[], object],
        open_file: Callable[[Path], object],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._state = state
        self._ask_blanks = ask_blanks
        self._open_file = open_file
        self._begun = False
        self._start_link()
        self._show_link_state()
        self._session.edited.connect(self._start_link)
        self._session.opened.connect(self._start_link)

    @cached_property
    def linked(self) -> "LinkedFileController":
        """The controller that keeps the event in step with its linked file."""
        from uscalc.ui.follow.link import LinkedFileController

        self._begun = True
        made = LinkedFileController(self._window, self._session, self._window.messages)
        made.blanks.connect(self._ask_blanks)
        made.apart.connect(self._open_file)
        made.changed.connect(self._show_link_state)
        return made

    def close(self) -> None:
        """Unlink, and wait until all work has ended."""
        if self._begun:
            self.linked.close()

    def show_updates(self) -> None:
        """Show the updates that came from the linked file."""
        from uscalc.ui.follow.updates_dialog import UpdatesDialog

        window = self._window
        shown = window.findChild(UpdatesDialog)
        dialog = shown or UpdatesDialog(self.linked, window.theme, window)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def _start_link(self) -> None:
        if not self._begun and self._session.document.link is not None:
            self._begun = True
            self._show_link_state()

    def _show_link_state(self) -> None:
        """Show the linked file in the bar, and enable the commands for it."""
        words = self.linked.words if self._begun else ""
        self._state.show_link(words, self.linked.hint if words else "")
        actions = self._window.named_actions
        for name in ("readNow", "unlink"):
            actions[name].setEnabled(bool(words))
        actions["catchUp"].setEnabled(bool(words) and self.linked.behind)
