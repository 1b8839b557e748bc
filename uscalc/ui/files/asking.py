"""What the event gives reason to ask, put in the bar while it is made."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from uscalc.ui.files.blanks import Blanks
    from uscalc.ui.files.match import Matches
    from uscalc.ui.frame.frame import Frame


class Asking(QObject):
    """Looks at the event after every edit; what is asked is made when it is needed."""

    def __init__(self, window: "Frame", session: Session, messages: MessageBar) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._messages = messages
        session.edited.connect(self.review)

    @cached_property
    def blanks(self) -> "Blanks":
        """The questions about ratings that nobody gave."""
        from uscalc.ui.files.blanks import Blanks

        window = self._window
        return Blanks(
            self._session,
            self._messages,
            lambda row: window.crosstable.focus_cell(row, "rating"),
            window.ask_fill_event,
            self,
        )

    @cached_property
    def matches(self) -> "Matches":
        """The question whether two players play a match."""
        from uscalc.ui.files.match import Matches

        return Matches(self._session, self._messages, self)

    def review(self) -> None:
        """Ask what is open now, and no longer what is settled."""
        self.matches.review()
        self.blanks.review()
