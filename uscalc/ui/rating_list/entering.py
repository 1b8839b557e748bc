"""What Return does at the desk: members, new players and second entries come in."""

import datetime as dt
from collections.abc import Callable, Hashable

from uscalc.document.fill.entering import enter_again, enter_listed, enter_new, move_up
from uscalc.document.fill.entry import ListEntry
from uscalc.ui.rating_list import words
from uscalc.ui.rating_list.standing import Standing
from uscalc.ui.session.session import Session


class Entering:
    """Each gives whether somebody came in, at the end of the section that is shown.

    Who is in the event already, or somebody of the name, comes in when it is asked for
    twice; `say` tells that.
    """

    def __init__(
        self, session: Session, standing: Standing, say: Callable[[str], object]
    ) -> None:
        self._session = session
        self._standing = standing
        self._say = say
        self._sure: object = None

    def forget(self) -> None:
        """Something else is meant now, and is asked for the first time."""
        self._sure = None

    def is_sure(self, what: Hashable, words: str) -> bool:
        """Return whether it was asked for before, in the same event at the same place."""
        meant = what, self._session.document, self._session.selection
        if self._sure == meant:
            return True
        self._sure = meant
        self._say(words)
        return False

    def enter(self, entry: ListEntry, as_of: dt.date) -> bool:
        """Return a member of the lists."""
        session, places = self._session, self._standing.places(entry)
        section = session.selection.section
        again = "In the event already: press Return again, and it enters."
        if places and not self.is_sure(entry, again):
            return False
        if self._standing.known(entry) and places:
            return session.edit(enter_again, *places[0], section)
        return session.edit(enter_listed, section, entry, as_of)

    def enter_new(self, text: str) -> bool:
        """Somebody whom no list has, as typed."""
        session = self._session
        name, member = words.new_player(text)
        if not (name or member):
            return False
        again = "In the event already: the same key once more, and it enters."
        if self._standing.called(name, member) and not self.is_sure(text, again):
            return False
        return session.edit(enter_new, session.selection.section, name, member)

    def move_here(self, entry: ListEntry | None) -> bool:
        """Return a member from the other section to this one."""
        place = self._standing.movable(entry)
        if place is None:
            return False
        session = self._session
        return session.edit(move_up, *place, session.selection.section)
