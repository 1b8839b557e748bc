"""What the event follows, said in the bottom bar, from the first event that does."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

# A start pays for nothing that only other programs' files need.
if TYPE_CHECKING:
    from uscalc.ui.follow.link import Linked
    from uscalc.ui.frame.frame import Frame


class State(Protocol):
    """What shows which file is followed."""

    def show_link(self, words: str, hint: str) -> None:
        """Say what is followed; empty words: nothing is."""


class Following(QObject):
    """Begins to follow a file once an event names one. `ask_blanks` asks about new
    entries without a rating, `open_file` opens another event."""

    def __init__(
        self,
        window: "Frame",
        state: State,
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
        self._begin()
        self._show()
        self._session.edited.connect(self._begin)
        self._session.opened.connect(self._begin)

    @cached_property
    def linked(self) -> "Linked":
        """What keeps the event in step with the file that it follows."""
        from uscalc.ui.follow.link import Linked

        self._begun = True
        made = Linked(self._window, self._session, self._window.messages)
        made.blanks.connect(self._ask_blanks)
        made.apart.connect(self._open_file)
        made.changed.connect(self._show)
        return made

    def close(self) -> None:
        """Follow nothing any more, and waits until all of it has ended."""
        if self._begun:
            self.linked.close()

    def show_updates(self) -> None:
        """Show what came in from the followed file, and what comes in from now on."""
        from uscalc.ui.follow.updates_dialog import UpdatesDialog

        window = self._window
        shown = window.findChild(UpdatesDialog)
        dialog = shown or UpdatesDialog(self.linked, window.theme, window)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def _begin(self) -> None:
        if not self._begun and self._session.document.link is not None:
            self._begun = True
            self._show()

    def _show(self) -> None:
        """What the event follows, in the bar; and what can be done with it."""
        words = self.linked.words if self._begun else ""
        self._state.show_link(words, self.linked.hint if words else "")
        actions = self._window.named_actions
        for name in ("readNow", "unlink"):
            actions[name].setEnabled(bool(words))
        actions["catchUp"].setEnabled(bool(words) and self.linked.behind)
