"""Find the players of an event in a list; give the reason for each one not found."""

from collections.abc import Iterable
from dataclasses import dataclass

from uscalc.document.compare.people import may_be_one_person
from uscalc.document.fill.entry import FoundMember, ListEntry
from uscalc.document.model import Document, Player
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ratinglist.lookup import MemberLookup
from uscalc.ratinglist.names import split_words

SOME = 3
"""Members that are named where several could be meant."""

Place = tuple[int, int]
"""A section and a row in it."""


@dataclass(frozen=True, slots=True)
class UnmatchedPlayer:
    """A player that was not found, and why not."""

    section: int
    row: int
    player: Player
    why: str


@dataclass(frozen=True, slots=True)
class ListMatches:
    """The players found and not found, both in the order of the event."""

    found: tuple[FoundMember, ...]
    missing: tuple[UnmatchedPlayer, ...]


def list_places(document: Document, section: int | None = None) -> tuple[Place, ...]:
    """Return the places of a section's players, or of all."""
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
    """Look every player up: by member ID, and by name where there is none."""
    found, missing = [], []
    for section, row in places:
        if monitor.is_cancelled():
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
"""A member, how it was found and what is doubtful; or why there is none."""


def _find_by_id(player: Player, lookup: MemberLookup) -> Answer:
    entries = lookup.find_by_id(player.id or "")
    if not entries:
        named = lookup.find_by_exact_name(player.name)
        if named:
            return f"the ID {player.id} is not in the list; {_name_some(named)} has the name"
        return f"the ID {player.id} is not in the list"
    if len(set(entries)) > 1:
        return f"the list has the ID {player.id} more than once: {_name_some(entries)}"
    entry = entries[0]
    doubt = (
        ""
        if may_be_one_person(player.name, entry.name)
        else f"the list has {entry.name} there"
    )
    return entry, "ID", doubt


def _find_by_name(player: Player, lookup: MemberLookup) -> Answer:
    if not split_words(player.name):
        return "there is no member ID and no name to look up"
    entries = lookup.find_by_exact_name(player.name)
    if len(entries) == 1:
        return entries[0], "name", ""
    if entries:
        return f"{len(entries)} members have this name; look the right one up"
    entries = lookup.search_members(player.name, SOME + 1)
    if not entries:
        return "the name is not in the list"
    if len(entries) > 1:
        return f"the name is not in the list; similar ones are {_name_some(entries)}"
    return entries[0], "name", f"the list writes {entries[0].name}"


def _name_some(entries: tuple[ListEntry, ...]) -> str:
    said = [f"{entry.name} ({entry.id or 'no ID'})" for entry in entries[:SOME]]
    more = " and others" if len(entries) > SOME else ""
    return f"{', '.join(said)}{more}"
