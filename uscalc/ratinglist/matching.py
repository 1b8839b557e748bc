"""Find the players of an event in a list; give the reason for each one not found."""

from collections.abc import Iterable
from dataclasses import dataclass

from uscalc.document.compare.people import may_be_one_person
from uscalc.document.fill.entry import Found, ListEntry
from uscalc.document.model import Document, Player
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ratinglist.lookup import Lookup
from uscalc.ratinglist.names import words

SOME = 3
"""Members that are named where several could be meant."""

Place = tuple[int, int]
"""A section and a row in it."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A player that was not found, and why not."""

    section: int
    row: int
    player: Player
    why: str


@dataclass(frozen=True, slots=True)
class Matching:
    """The players found and not found, both in the order of the event."""

    found: tuple[Found, ...]
    missing: tuple[Missing, ...]


def places_of(document: Document, section: int | None = None) -> tuple[Place, ...]:
    """Return the places of a section's players, or of all."""
    chosen = range(len(document.sections)) if section is None else (section,)
    return tuple(
        (index, row)
        for index in chosen
        for row in range(len(document.sections[index].players))
    )


def match_players(
    document: Document,
    places: Iterable[Place],
    lookup: Lookup,
    monitor: Monitor = UNMONITORED,
) -> Matching:
    """Look every player up: by member ID, and by name where there is none."""
    found, missing = [], []
    for section, row in places:
        if monitor.is_cancelled():
            break
        player = document.sections[section].players[row]
        answer = _by_id(player, lookup) if player.member else _by_name(player, lookup)
        if isinstance(answer, str):
            missing.append(Missing(section, row, player, answer))
        else:
            entry, by, doubt = answer
            found.append(Found(section, row, entry, by, doubt))
    return Matching(tuple(found), tuple(missing))


Answer = tuple[ListEntry, str, str] | str
"""A member, how it was found and what is doubtful; or why there is none."""


def _by_id(player: Player, lookup: Lookup) -> Answer:
    entries = lookup.by_id(player.id or "")
    if not entries:
        named = lookup.by_exact_name(player.name)
        if named:
            return f"the ID {player.id} is not in the list; {_some(named)} has the name"
        return f"the ID {player.id} is not in the list"
    if len(set(entries)) > 1:
        return f"the list has the ID {player.id} more than once: {_some(entries)}"
    entry = entries[0]
    doubt = (
        ""
        if may_be_one_person(player.name, entry.name)
        else f"the list has {entry.name} there"
    )
    return entry, "ID", doubt


def _by_name(player: Player, lookup: Lookup) -> Answer:
    if not words(player.name):
        return "there is no member ID and no name to look up"
    entries = lookup.by_exact_name(player.name)
    if len(entries) == 1:
        return entries[0], "name", ""
    if entries:
        return f"{len(entries)} members have this name; look the right one up"
    entries = lookup.search(player.name, SOME + 1)
    if not entries:
        return "the name is not in the list"
    if len(entries) > 1:
        return f"the name is not in the list; similar ones are {_some(entries)}"
    return entries[0], "name", f"the list writes {entries[0].name}"


def _some(entries: tuple[ListEntry, ...]) -> str:
    said = [f"{entry.name} ({entry.id or 'no ID'})" for entry in entries[:SOME]]
    more = " and others" if len(entries) > SOME else ""
    return f"{', '.join(said)}{more}"
