"""Register members, new players and re-entries at the end of the shown section."""

import datetime as dt
from collections.abc import Callable, Hashable

from uscalc.document.fill.entering import (
    enter_in_section,
    enter_listed,
    enter_new,
    move_up,
)
from uscalc.document.fill.entry import ListEntry
from uscalc.ui.rating_list import words
from uscalc.ui.rating_list.standing import MemberStanding
from uscalc.ui.session.session import Session


class EntryActions:
    """Register players; each method returns whether a player was registered.

    A member who is in the event already, or whose name is, is registered on the second
    request; `say` asks for it.
    """

    def __init__(
        self, session: Session, standing: MemberStanding, say: Callable[[str], object]
    ) -> None:
        self._session = session
        self._standing = standing
        self._say = say
        self._sure: object = None

    def forget_confirmation(self) -> None:
        """Take the next request as the first one."""
        self._sure = None

    def is_confirmed(self, what: Hashable, words: str) -> bool:
        """Return whether this is the second request in the same event and place."""
        meant = what, self._session.document, self._session.selection
        if self._sure == meant:
            return True
        self._sure = meant
        self._say(words)
        return False

    def enter_member(self, entry: ListEntry, as_of: dt.date) -> bool:
        """Register a member of a supplement."""
        session, places = self._session, self._standing.find_member_or_namesake(entry)
        section = session.selection.section
        again = "In the event already: press Return again, and it enters."
        if places and not self.is_confirmed(entry, again):
            return False
        if self._standing.find_member(entry) and places:
            return session.apply_edit(enter_in_section, *places[0], section)
        return session.apply_edit(enter_listed, section, entry, as_of)

    def enter_typed_player(self, text: str) -> bool:
        """Register a player whom no supplement has, as typed."""
        session = self._session
        name, member = words.parse_typed_player(text)
        if not (name or member):
            return False
        again = "In the event already: the same key once more, and it enters."
        if self._standing.find_typed(name, member) and not self.is_confirmed(
            text, again
        ):
            return False
        return session.apply_edit(enter_new, session.selection.section, name, member)

    def move_to_section(self, entry: ListEntry | None) -> bool:
        """Move a member from another section to the shown one."""
        place = self._standing.find_movable(entry)
        if place is None:
            return False
        session = self._session
        return session.apply_edit(move_up, *place, session.selection.section)
