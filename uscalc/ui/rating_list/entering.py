"""Register members, new players and re-entries at the end of the shown section."""

import datetime as dt
from collections.abc import Callable, Hashable

from uscalc.document.fill.entering import enter_again, enter_listed, enter_new, move_up
from uscalc.document.fill.entry import ListEntry
from uscalc.ui.rating_list import words
from uscalc.ui.rating_list.standing import Standing
from uscalc.ui.session.session import Session


class Entering:
    """Register players; each method returns whether a player was registered.

    A member who is in the event already, or whose name is, is registered on the second
    request; `say` asks for it.
    """

    def __init__(
        self, session: Session, standing: Standing, say: Callable[[str], object]
    ) -> None:
        self._session = session
        self._standing = standing
        self._say = say
        self._sure: object = None

    def forget(self) -> None:
        """Take the next request as the first one."""
        self._sure = None

    def is_sure(self, what: Hashable, words: str) -> bool:
        """Return whether this is the second request in the same event and place."""
        meant = what, self._session.document, self._session.selection
        if self._sure == meant:
            return True
        self._sure = meant
        self._say(words)
        return False

    def enter(self, entry: ListEntry, as_of: dt.date) -> bool:
        """Register a member of a supplement."""
        session, places = self._session, self._standing.places(entry)
        section = session.selection.section
        again = "In the event already: press Return again, and it enters."
        if places and not self.is_sure(entry, again):
            return False
        if self._standing.known(entry) and places:
            return session.edit(enter_again, *places[0], section)
        return session.edit(enter_listed, section, entry, as_of)

    def enter_new(self, text: str) -> bool:
        """Register a player whom no supplement has, as typed."""
        session = self._session
        name, member = words.new_player(text)
        if not (name or member):
            return False
        again = "In the event already: the same key once more, and it enters."
        if self._standing.called(name, member) and not self.is_sure(text, again):
            return False
        return session.edit(enter_new, session.selection.section, name, member)

    def move_here(self, entry: ListEntry | None) -> bool:
        """Move a member from another section to the shown one."""
        place = self._standing.movable(entry)
        if place is None:
            return False
        session = self._session
        return session.edit(move_up, *place, session.selection.section)
