"""Ask in the message bar whether two players with several games play a match."""

from PySide6.QtCore import QObject

from uscalc.document.edit.settings import set_section
from uscalc.document.locate import find_section
from uscalc.document.model import Identity, Section
from uscalc.document.queries.two_players import SEVERAL, games_of_two
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar

MATCH = "two-players"


class Matches(QObject):
    """Ask one question at a time; an answered or closed question is not repeated."""

    def __init__(self, session: Session, messages: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._about: Identity | None = None
        self._asked: set[Identity] = set()
        self._name = ""
        session.opened.connect(self._opened)

    def _opened(self) -> None:
        self._asked.clear()
        self._messages.withdraw(MATCH)

    def review(self) -> None:
        """Ask about the first section that looks like a match, unless asked before."""
        if self._messages.asks(MATCH):
            if self._stands():
                return
            # It was not answered, and is asked again once it applies again.
            self._asked -= {self._about}
            self._messages.withdraw(MATCH)
        for section in self._session.document.sections:
            if _looks_so(section) and section.identity not in self._asked:
                self._ask(section)
                return

    def _stands(self) -> bool:
        """Return whether the question is still about the section that it names."""
        sections = self._session.document.sections
        return any(
            section.identity is self._about
            and section.name == self._name
            and _looks_so(section)
            for section in sections
        )

    def _ask(self, section: Section) -> None:
        self._about, self._name = section.identity, section.name
        self._asked.add(section.identity)
        self._messages.ask(
            MATCH,
            f"{section.name}: two players who meet {games_of_two(section)} times. Is it "
            "a match? A match has no bonus, and a limit to what it may move.",
            (
                ("A match", lambda: self._yes(section.identity)),
                ("No match", self.review),
            ),
        )

    def _yes(self, identity: Identity) -> None:
        place = find_section(self._session.document, identity)
        if place is not None:
            self._session.edit(lambda now: set_section(now, place, kind="match"))


def _looks_so(section: Section) -> bool:
    return games_of_two(section) >= SEVERAL
