"""Find the entries of an event that belong to a listed member, by ID or by name alone."""

from collections import defaultdict

from uscalc.document.fill.entry import ListEntry
from uscalc.document.model import Document
from uscalc.ratinglist.matching import Place
from uscalc.ratinglist.names import member_key, name_key


class Entered:
    """The entries of an event, by who they are of."""

    def __init__(self, document: Document) -> None:
        self._members: dict[str, list[Place]] = defaultdict(list)
        self._names: dict[str, list[Place]] = defaultdict(list)
        self._called: dict[str, list[Place]] = defaultdict(list)
        for index, section in enumerate(document.sections):
            for row, player in enumerate(section.players):
                member = member_key(player.member or "")
                if member:
                    self._members[member].append((index, row))
                if player.name:
                    self._called[name_key(player.name)].append((index, row))
                if player.name and not member:
                    self._names[name_key(player.name)].append((index, row))

    def of(self, entry: ListEntry) -> tuple[Place, ...]:
        """Return the places of a member's entries."""
        member = member_key(entry.id)
        if not member:
            return self.like(entry)
        return tuple(self._members.get(member, ()))

    def like(self, entry: ListEntry) -> tuple[Place, ...]:
        """Return the places of entries with the name and no ID."""
        return tuple(self._names.get(name_key(entry.name), ()))

    def called(self, name: str, member: str) -> tuple[Place, ...]:
        """Return the places of entries with the name or the ID."""
        places = (
            *self._members.get(member_key(member), ()),
            *self._called.get(name_key(name), ()),
        )
        return tuple(dict.fromkeys(places))
