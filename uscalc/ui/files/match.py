"""Ask in the message bar whether two players with several games play a match."""

from PySide6.QtCore import QObject

from uscalc.document.edit.settings import set_section
from uscalc.document.locate import find_section
from uscalc.document.model import Identity, Section
from uscalc.document.queries.two_players import SEVERAL, games_of_two
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar

MATCH_KEY = "two-players"


class MatchQuestion(QObject):
    """Ask one question at a time; an answered or closed question is not repeated."""

    def __init__(self, session: Session, messages: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._about: Identity | None = None
        self._asked: set[Identity] = set()
        self._name = ""
        session.opened.connect(self._reset)

    def _reset(self) -> None:
        self._asked.clear()
        self._messages.withdraw_question(MATCH_KEY)

    def review_sections(self) -> None:
        """Ask about the first section that looks like a match, unless asked before."""
        if self._messages.has_question(MATCH_KEY):
            if self._is_current():
                return
            # It was not answered, and is asked again once it applies again.
            self._asked -= {self._about}
            self._messages.withdraw_question(MATCH_KEY)
        for section in self._session.document.sections:
            if _looks_like_match(section) and section.identity not in self._asked:
                self._ask_about_section(section)
                return

    def _is_current(self) -> bool:
        """Return whether the question is still about the section that it names."""
        sections = self._session.document.sections
        return any(
            section.identity is self._about
            and section.name == self._name
            and _looks_like_match(section)
            for section in sections
        )

    def _ask_about_section(self, section: Section) -> None:
        self._about, self._name = section.identity, section.name
        self._asked.add(section.identity)
        self._messages.ask_question(
            MATCH_KEY,
            f"{section.name}: two players who meet {games_of_two(section)} times. Is it "
            "a match? A match has no bonus, and a limit to what it may move.",
            (
                ("A match", lambda: self._mark_match(section.identity)),
                ("No match", self.review_sections),
            ),
        )

    def _mark_match(self, identity: Identity) -> None:
        place = find_section(self._session.document, identity)
        if place is not None:
            self._session.apply_edit(lambda now: set_section(now, place, kind="match"))


def _looks_like_match(section: Section) -> bool:
    return games_of_two(section) >= SEVERAL
