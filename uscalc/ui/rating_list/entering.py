"""Register members and new players, and describe members and their entries."""

import datetime as dt
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import groupby
from typing import Final

from uscalc.counted import format_day
from uscalc.document.merge.listed import (
    CHOICE,
    FoundMember,
    ListEntry,
    PlannedFill,
    can_move,
    enter_in_section,
    enter_listed,
    enter_new,
    move_up,
    plan_fill_listed,
)
from uscalc.document.merge.people import may_be_one_person
from uscalc.document.model import Document
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.formats.shared.loose import parse_date
from uscalc.ratinglist.cells import split_words
from uscalc.ratinglist.matching import EnteredMembers, Place
from uscalc.ui.session.session import Session

SHORTEST_ID: Final = 6
"""A number with at least this many digits is a member ID, not part of a name."""


def matches_beginnings(entry: ListEntry, text: str) -> bool:
    """Return whether each typed word begins a word of the name, the state or the ID."""
    parts = (
        *split_words(entry.name),
        *split_words(entry.id),
        *split_words(entry.state),
    )
    return all(
        any(one.startswith(word) for one in parts)
        or (word.isdecimal() and entry.id.endswith(word))
        for word in split_words(text)
    )


def is_abbreviation(typed: str, name: str) -> bool:
    """Return whether each typed word begins a word of the name, and some words are shortened."""
    ours, theirs = split_words(typed), split_words(name)
    return set(ours) != set(theirs) and all(
        any(word.startswith(one) for word in theirs) for one in ours
    )


def parse_typed_player(text: str) -> tuple[str, str]:
    """Return the name and the ID of a new player, as typed.

    A name in small letters gets capitals.
    """
    parts = text.split()
    ids = [part for part in parts if part.isdecimal() and len(part) >= SHORTEST_ID]
    name = " ".join(part for part in parts if not part.isdecimal())
    if name == name.lower():
        name = "".join(
            letter.upper() if not place or name[place - 1] in " -'\u2019" else letter
            for place, letter in enumerate(name)
        )
    return name, ids[0] if len(ids) == 1 else ""


def describe_new_player(text: str) -> str:
    """Return the text of the row for a new player."""
    name, member = parse_typed_player(text)
    if not (name or member):
        return ""
    who = f"“{name}”" if name else "a player"
    having = f"with ID {member}" if member else "without an ID"
    return f"Add {who} as a new player, {having}  (Ctrl+Enter)"


# Members


def find_expiry_before(entry: ListEntry, end: dt.date) -> dt.date | None:
    """Return the day on which the membership ends if it is before the event's end, or None."""
    day = parse_date(entry.expires)
    return day if day is not None and day < end else None


def describe_expiry(entry: ListEntry, end: dt.date) -> str:
    """Return the day on which the membership ends, marked if it is before the event's end."""
    day = parse_date(entry.expires)
    if day is None:
        return entry.expires
    return f"! {format_day(day)}" if find_expiry_before(entry, end) else format_day(day)


def describe_ratings(entry: ListEntry) -> str:
    """Return all ratings with the supplements they come from."""
    rated = [(listed.as_of, system, listed) for system, listed in entry.ratings]
    rated = [one for one in rated if one[2].rating is not None or not one[2].readable]
    if not rated:
        return "Unrated in all supplements"
    parts = []
    for day, group in groupby(rated, key=lambda one: one[0]):
        text = ", ".join(
            f"{SYSTEM_NAMES[system]} {listed}" for _, system, listed in group
        )
        parts.append(f"{text} ({format_day(day)} supplement)" if day else text)
    return "; ".join(parts)


def describe_member(entry: ListEntry) -> str:
    """Return a line with a member's ratings and birth year."""
    born = f"; born {entry.birth_year}" if entry.birth_year else ""
    return f"{entry.name or entry.id}: {describe_ratings(entry)}{born}."


def list_cautions(entry: ListEntry, end: dt.date) -> Iterator[str]:
    """Yield the warnings to show before the member is entered."""
    day = find_expiry_before(entry, end)
    if day is not None:
        yield (
            f"Membership expired on {format_day(day)}, before the event ended "
            f"({format_day(end)})."
        )
    later = sorted(
        {one.as_of for _, one in entry.ratings if one.as_of and one.as_of > end}
    )
    if later:
        yield describe_later_list(f"The {format_day(later[0])} supplement", end)


def describe_later_list(which: str, end: dt.date) -> str:
    """Return how ratings of a supplement dated after the event are used."""
    return (
        f"{which} is dated after the event ended ({format_day(end)}). Its ratings will "
        "be used as "
        "pre-event ratings, without a date."
    )


def plan_player_fill(
    document: Document, place: Place, entry: ListEntry, as_of: dt.date
) -> PlannedFill:
    """Return the changes for a player, with a warning if the supplement has a different name."""
    section, row = place
    player = document.sections[section].players[row]
    differs = not may_be_one_person(player.name, entry.name)
    doubt = f"the supplement has a different name, {entry.name}" if differs else ""
    begun = not player.member and is_abbreviation(player.name, entry.name)
    found = FoundMember(section, row, entry, CHOICE, doubt, entry.name if begun else "")
    (plan,) = plan_fill_listed(document, (found,), as_of)
    return plan


class MemberEntries:
    """The entries of members in the open event; registers players at the end of a section.

    `day` returns the last day of the shown section, or else of the event. A member who
    is already in the event, or whose name is, is registered only on the second request;
    `say` shows the question. The methods that register return whether they did.
    """

    def __init__(
        self,
        session: Session,
        day: Callable[[], dt.date],
        say: Callable[[str], object],
    ) -> None:
        self._session = session
        self.day = day
        self._say = say
        self.filling = False
        """True while the selected player is updated, which is not a second entry."""
        self._entered: tuple[Document, EnteredMembers] | None = None
        self._sure: object = None

    def _sort_places(self, places: Iterable[Place]) -> tuple[Place, ...]:
        """Return the entries, those of this section first, without a player being updated."""
        at = self._session.selection
        own = (at.section, at.row) if self.filling else None
        others = (place for place in places if place != own)
        return tuple(sorted(others, key=lambda place: (place[0] != at.section, place)))

    def _index_event(self) -> EnteredMembers:
        document = self._session.document
        if self._entered is None or self._entered[0] is not document:
            self._entered = document, EnteredMembers(document)
        return self._entered[1]

    def describe_expiry(self, entry: ListEntry) -> str:
        """Return the day on which a membership ends, for the column beside the member."""
        return describe_expiry(entry, self.day())

    def describe_briefly(self, entry: ListEntry) -> str:
        """Return the entries of a member, or of players with the same name and no ID."""
        namesakes = self._index_event().find_namesakes(entry) if entry.id else ()
        return "; ".join(
            (
                *self._describe_places(self.find_member(entry), "#", "here"),
                *(
                    f"{words}, no ID"
                    for words in self._describe_places(
                        self._sort_places(namesakes), "#", "here"
                    )
                ),
            )
        )

    def _describe_places(
        self, places: Iterable[Place], player: str, here: str
    ) -> Iterator[str]:
        """Yield the number and the section of each entry; `here` is the name of this section."""
        sections = self._session.document.sections
        for index, row in places:
            shown = index == self._session.selection.section
            where = here if shown else f"in {sections[index].name}"
            yield f"{player}{sections[index].players[row].number} {where}"

    def _describe_at_length(self, places: Iterable[Place]) -> str:
        return " and ".join(self._describe_places(places, "player ", "in this section"))

    def find_member(self, entry: ListEntry) -> tuple[Place, ...]:
        """Return the member's entries."""
        return self._sort_places(self._index_event().find_places(entry))

    def find_member_or_namesake(self, entry: ListEntry) -> tuple[Place, ...]:
        """Return the member's entries or, without any, those of players with the same name."""
        return self.find_member(entry) or self._sort_places(
            self._index_event().find_namesakes(entry)
        )

    def find_movable(self, entry: ListEntry | None) -> Place | None:
        """Return the member's only entry if it is in another section and has no results."""
        if entry is None:
            return None
        document, here = self._session.document, self._session.selection.section
        places = self.find_member(entry)
        if len(places) != 1 or places[0][0] == here:
            return None
        return places[0] if can_move(document, *places[0]) else None

    def find_typed(self, name: str, member: str) -> tuple[Place, ...]:
        """Return the entries with this name or ID."""
        return self._sort_places(self._index_event().find_possible_places(name, member))

    def describe_namesakes(self, text: str) -> str:
        """Return a warning if the event has a player with the typed name, or an empty text."""
        places = self.find_typed(*parse_typed_player(text))
        if not places:
            return ""
        words = self._describe_at_length(places)
        return f"Possible duplicate: {words}. Press Enter twice to add another player."

    def describe_standing(self, entry: ListEntry) -> str:
        """Return a warning if the member is already in the event, or an empty text."""
        places = self.find_member_or_namesake(entry)
        if not places:
            return ""
        text = self._describe_at_length(places)
        if not self.find_member(entry):
            return (
                f"Same name without an ID: {text}. Press Ctrl+L there to update that "
                "player, or Enter twice to add another player."
            )
        if places[0][0] == self._session.selection.section:
            return f"Already entered: {text}. Press Enter twice to re-enter."
        move = ", or Shift+Enter to move this entry" if self.find_movable(entry) else ""
        return f"Already entered: {text}. Press Enter twice to enter here too{move}."

    def forget_confirmation(self) -> None:
        """Forget the first request, so that the next one asks again."""
        self._sure = None

    def is_confirmed(self, what: Hashable, words: str) -> bool:
        """Return whether this request was already made for the same event and place."""
        meant = what, self._session.document, self._session.selection
        if self._sure == meant:
            return True
        self._sure = meant
        self._say(words)
        return False

    def enter_member(self, entry: ListEntry, as_of: dt.date) -> bool:
        """Register a member of a supplement."""
        session, places = self._session, self.find_member_or_namesake(entry)
        section = session.selection.section
        again = "Already entered. Press Enter again to add anyway."
        if places and not self.is_confirmed(entry, again):
            return False
        return (
            session.apply_edit(enter_in_section, *places[0], section)
            if self.find_member(entry) and places
            else session.apply_edit(enter_listed, section, entry, as_of)
        )

    def enter_typed_player(self, text: str) -> bool:
        """Register a player who is in no supplement, as typed."""
        session = self._session
        name, member = parse_typed_player(text)
        if not (name or member):
            return False
        again = "Already entered. Press the same key again to add anyway."
        if self.find_typed(name, member) and not self.is_confirmed(text, again):
            return False
        return session.apply_edit(enter_new, session.selection.section, name, member)

    def move_to_section(self, entry: ListEntry | None) -> bool:
        """Move a member from another section to the shown one."""
        place = self.find_movable(entry)
        if place is None:
            return False
        session = self._session
        return session.apply_edit(move_up, *place, session.selection.section)
