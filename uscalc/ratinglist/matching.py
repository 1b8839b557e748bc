"""Find an event's players in a supplement, with a reason for each one not found."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from uscalc.document.merge.listed import FoundMember, ListEntry
from uscalc.document.merge.people import may_be_one_person
from uscalc.document.model import Document, Player
from uscalc.formats.shared.loose import parse_date
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ratinglist.cells import make_index_key, make_member_key, split_words
from uscalc.ratinglist.lookup import MemberLookup

SOME = 3
"""The maximum number of members named in a message about several possible ones."""

Place = tuple[int, int]
"""A section and a row in it."""


class UnmatchedPlayer(Struct, frozen=True):
    """A player who was not found, and the reason."""

    section: int
    row: int
    player: Player
    why: str


class ListMatches(Struct, frozen=True):
    """The players found and not found, both in the order of the event."""

    found: tuple[FoundMember, ...]
    missing: tuple[UnmatchedPlayer, ...]


def list_places(document: Document, section: int | None = None) -> tuple[Place, ...]:
    """Return the positions of a section's players, or of all players."""
    chosen = range(len(document.sections)) if section is None else (section,)
    return tuple(
        (index, row)
        for index in chosen
        for row in range(len(document.sections[index].players))
    )


def find_listed_members(
    document: Document,
    places: Iterable[Place],
    lookup: MemberLookup,
    monitor: Monitor = UNMONITORED,
) -> ListMatches:
    """Look up every player by member ID, or by name without an ID."""
    found, missing = [], []
    for section, row in places:
        if monitor.is_canceled():
            break
        player = document.sections[section].players[row]
        answer = (
            _find_by_id(player, lookup)
            if player.member
            else _find_by_name(player, lookup)
        )
        if isinstance(answer, str):
            missing.append(UnmatchedPlayer(section, row, player, answer))
        else:
            entry, by, doubt = answer
            found.append(FoundMember(section, row, entry, by, doubt))
    return ListMatches(tuple(found), tuple(missing))


Answer = tuple[ListEntry, str, str] | str
"""A member, how it was found, and any doubt; or the reason why none was found."""


def _find_by_id(player: Player, lookup: MemberLookup) -> Answer:
    entries = lookup.find_by_id(player.id or "")
    if not entries:
        named = lookup.find_by_exact_name(player.name)
        return (
            f"ID {player.id} isn't in the supplement; {_name_some(named)} has this name"
            if named
            else f"ID {player.id} isn't in the supplement"
        )
    if len(set(entries)) > 1:
        return (
            f"ID {player.id} is in the supplement more than once: {_name_some(entries)}"
        )
    entry = entries[0]
    doubt = (
        ""
        if may_be_one_person(player.name, entry.name)
        else f"the supplement has {entry.name} under this ID"
    )
    return entry, "ID", doubt


def _find_by_name(player: Player, lookup: MemberLookup) -> Answer:
    if not split_words(player.name):
        return "no member ID or name to look up"
    entries = lookup.find_by_exact_name(player.name)
    if len(entries) == 1:
        return entries[0], "name", ""
    if entries:
        return f"{len(entries)} members have this name; select one with Look up player"
    entries = lookup.search_members(player.name, SOME + 1)
    if not entries:
        return "this name isn't in the supplement"
    if len(entries) > 1:
        return f"this name isn't in the supplement; similar: {_name_some(entries)}"
    return entries[0], "name", f"spelled {entries[0].name} in the supplement"


def _name_some(entries: tuple[ListEntry, ...]) -> str:
    names = [f"{entry.name} ({entry.id or 'no ID'})" for entry in entries[:SOME]]
    more = " and others" if len(entries) > SOME else ""
    return f"{', '.join(names)}{more}"


class EnteredMembers:
    """Finds the entries of a member in an event."""

    def __init__(self, document: Document) -> None:
        self._members: dict[str, list[Place]] = defaultdict(list)
        self._names: dict[str, list[Place]] = defaultdict(list)
        self._called: dict[str, list[Place]] = defaultdict(list)
        for index, section in enumerate(document.sections):
            for row, player in enumerate(section.players):
                member = make_member_key(player.member or "")
                if member:
                    self._members[member].append((index, row))
                if player.name:
                    self._called[make_index_key(player.name)].append((index, row))
                if player.name and not member:
                    self._names[make_index_key(player.name)].append((index, row))

    def find_places(self, entry: ListEntry) -> tuple[Place, ...]:
        """Return the positions of a member's entries."""
        member = make_member_key(entry.id)
        return (
            self.find_namesakes(entry)
            if not member
            else tuple(self._members.get(member, ()))
        )

    def find_namesakes(self, entry: ListEntry) -> tuple[Place, ...]:
        """Return the positions of entries with the same name and no ID."""
        return tuple(self._names.get(make_index_key(entry.name), ()))

    def find_possible_places(self, name: str, member: str) -> tuple[Place, ...]:
        """Return the positions of entries with the name or the ID."""
        places = (
            *self._members.get(make_member_key(member), ()),
            *self._called.get(make_index_key(name), ()),
        )
        return tuple(dict.fromkeys(places))


def find_expiries(
    lookup: MemberLookup,
    members: Iterable[str],
    monitor: Monitor = UNMONITORED,
) -> dict[str, dt.date]:
    """Return the expiration dates of the members who are in the list exactly once.

    Members without a readable date are left out.
    """
    entries = _find_unique(lookup, members, monitor)
    last_days = {member: parse_date(entry.expires) for member, entry in entries}
    return {member: day for member, day in last_days.items() if day is not None}


def find_owners(
    lookup: MemberLookup,
    members: Iterable[str],
    monitor: Monitor = UNMONITORED,
) -> dict[str, str]:
    """Return the names of the members who are in the list exactly once."""
    entries = _find_unique(lookup, members, monitor)
    return {member: entry.name for member, entry in entries if entry.name}


def _find_unique(
    lookup: MemberLookup, members: Iterable[str], monitor: Monitor
) -> Iterator[tuple[str, ListEntry]]:
    for member in monitor.watch(members):
        entries = lookup.find_by_id(member)
        if len(entries) == 1:
            yield member, entries[0]


def list_distinct_ids(ids: Iterable[str | None]) -> list[str]:
    """Return each ID once, in order."""
    return list(dict.fromkeys(member for member in ids if member))
