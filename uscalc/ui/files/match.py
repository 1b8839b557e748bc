"""Two players, several games: is it a match? Asked once for a section, in the bar."""

from PySide6.QtCore import QObject

from uscalc.document.edit.settings import set_section
from uscalc.document.model import Section
from uscalc.document.queries.two_players import SEVERAL, games_of_two
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar

MATCH = "two-players"


class Matches(QObject):
    """One question at a time; what was answered, or closed, is not asked again."""

    def __init__(self, session: Session, messages: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._about: tuple[int, str] | None = None
        self._asked: set[int | str] = set()
        session.opened.connect(self._opened)

    def _opened(self) -> None:
        self._asked.clear()
        self._messages.withdraw(MATCH)

    def review(self) -> None:
        """Asks of the first section that looks like a match and was not asked about."""
        sections = self._session.document.sections
        if self._messages.asks(MATCH):
            if self._stands():
                return
            # Nobody answered: it is put again where it is true again.
            self._asked.difference_update(self._about or ())
            self._messages.withdraw(MATCH)
        for place, section in enumerate(sections):
            # By either: a section may be moved, or called otherwise.
            if _looks_so(section) and not self._asked & {place, section.name}:
                self._ask(place, section)
                return

    def _stands(self) -> bool:
        """Whether the question is still about the section that it names."""
        place, name = self._about or (0, "")
        named = self._session.document.sections[place : place + 1]
        return any(section.name == name and _looks_so(section) for section in named)

    def _ask(self, place: int, section: Section) -> None:
        self._about = place, section.name
        self._asked.update(self._about)
        self._messages.ask(
            MATCH,
            f"{section.name}: two players who meet {games_of_two(section)} times. Is it "
            "a match? A match has no bonus, and a limit to what it may move.",
            (("A match", lambda: self._yes(place)), ("No match", self.review)),
        )

    def _yes(self, place: int) -> None:
        self._session.edit(lambda now: set_section(now, place, kind="match"))


def _looks_so(section: Section) -> bool:
    return games_of_two(section) >= SEVERAL
