"""Ask in the message bar about facts that the event gives reason to ask about."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from uscalc.ui.files.blanks import BlankRatingsQuestion, MatchQuestion
    from uscalc.ui.frame.frame import MainFrame


class EventQuestions(QObject):
    """Check the event after every edit; the questions are made when needed."""

    def __init__(
        self, window: "MainFrame", session: Session, messages: MessageBar
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._messages = messages
        session.edited.connect(self._review_results)
        session.restructured.connect(self.review_questions)

    @cached_property
    def blanks(self) -> "BlankRatingsQuestion":
        """The questions about ratings that are unknown."""
        from uscalc.ui.files.blanks import BlankRatingsQuestion

        window = self._window
        return BlankRatingsQuestion(
            self._session,
            self._messages,
            lambda row: window.crosstable.focus_cell(row, "rating"),
            window.ask_fill_event,
            self,
        )

    @cached_property
    def matches(self) -> "MatchQuestion":
        """The question whether two players play a match."""
        from uscalc.ui.files.blanks import MatchQuestion

        return MatchQuestion(self._session, self._messages, self)

    def _review_results(self) -> None:
        """Look for a match, which results alone can make of a section of two."""
        sections = self._session.document.sections
        if any(len(section.players) == 2 for section in sections):
            self.matches.review_sections()

    def review_questions(self) -> None:
        """Ask what is open now, and withdraw what is answered."""
        self.matches.review_sections()
        self.blanks.review_systems()
