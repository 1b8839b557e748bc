"""Register members, new players and re-entries at the end of the shown section."""

import datetime as dt
from collections.abc import Callable, Hashable

from uscalc.document.merge.listed import (
    ListEntry,
    can_move,
    enter_in_section,
    enter_listed,
    enter_new,
    move_up,
)
from uscalc.document.model import Document
from uscalc.ratinglist.matching import EnteredMembers, Place
from uscalc.ui.rating_list import words
from uscalc.ui.rating_list.parts import EventFacts
from uscalc.ui.session.session import Session


class MemberStanding:
    """Answer questions about members in the open event and the section shown."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.filling = False
        """True while the selected player is updated, which is not a re-entry."""
        self._entered: tuple[Document, EnteredMembers] | None = None

    @property
    def end(self) -> dt.date:
        """The last day of the section, or else of the event."""
        document, section = self._session.document, self._session.section
        return document.end_date if section is None else document.end_date_of(section)

    def _without_selected(self, places: tuple[Place, ...]) -> tuple[Place, ...]:
        at = self._session.selection
        own = (at.section, at.row) if self.filling else None
        return tuple(place for place in places if place != own)

    def _index_event(self) -> EnteredMembers:
        document = self._session.document
        if self._entered is None or self._entered[0] is not document:
            self._entered = document, EnteredMembers(document)
        return self._entered[1]

    def describe_beside(self, entry: ListEntry) -> EventFacts:
        """Return the facts shown beside a member in the results."""
        document, section = self._session.document, self._session.selection.section
        known = self.find_member(entry)
        unsure = (
            self._without_selected(self._index_event().find_namesakes(entry))
            if entry.id
            else ()
        )
        return EventFacts(
            words.describe_expiry(entry, self.end),
            words.describe_standing(document, section, known, unsure),
        )

    def find_member(self, entry: ListEntry) -> tuple[Place, ...]:
        """Return the member's entries."""
        return self._without_selected(self._index_event().find_places(entry))

    def find_member_or_namesake(self, entry: ListEntry) -> tuple[Place, ...]:
        """Return the member's entries, or those of namesakes, of this section first."""
        here = self._session.selection.section
        places = self.find_member(entry) or self._without_selected(
            self._index_event().find_namesakes(entry)
        )
        return tuple(sorted(places, key=lambda place: (place[0] != here, place)))

    def find_movable(self, entry: ListEntry | None) -> Place | None:
        """Return the member's only entry if it is in another section, without results."""
        if entry is None:
            return None
        document, here = self._session.document, self._session.selection.section
        places = self.find_member(entry)
        if len(places) != 1 or places[0][0] == here:
            return None
        return places[0] if can_move(document, *places[0]) else None

    def find_typed(self, name: str, member: str) -> tuple[Place, ...]:
        """Return the entries with this name or ID, of this section first."""
        here = self._session.selection.section
        places = self._index_event().find_possible_places(name, member)
        return tuple(sorted(places, key=lambda place: (place[0] != here, place)))

    def describe_namesakes(self, text: str) -> str:
        """Return a warning if the typed name is in the event, or an empty text."""
        places = self.find_typed(*words.parse_typed_player(text))
        if not places:
            return ""
        document, section = self._session.document, self._session.selection.section
        said = words.describe_places(document, section, places)
        return f"Possible duplicate: {said}. Press Enter twice to add another player."

    def describe_standing(self, entry: ListEntry) -> str:
        """Return a warning if the member is in the event, or an empty text."""
        places = self.find_member_or_namesake(entry)
        if not places:
            return ""
        document, section = self._session.document, self._session.selection.section
        said = words.describe_places(document, section, places)
        if not self.find_member(entry):
            return (
                f"Same name without an ID: {said}. Press Ctrl+L there to update that "
                "player, or Enter twice to add another player."
            )
        if any(index == section for index, _ in places):
            return f"Already entered: {said}. Press Enter twice to re-enter."
        move = ", or Shift+Enter to move here" if self.find_movable(entry) else ""
        return f"Already entered: {said}. Press Enter twice to enter here too{move}."


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
        again = "Already entered. Press Enter again to add anyway."
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
        again = "Already entered. Press the same key again to add anyway."
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
