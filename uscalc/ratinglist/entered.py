"""Find the entries of an event that belong to a listed member, by ID or by name alone."""

from collections import defaultdict

from uscalc.document.fill.entry import ListEntry
from uscalc.document.model import Document
from uscalc.ratinglist.matching import Place
from uscalc.ratinglist.names import make_index_key, make_member_key


class EnteredMembers:
    """The entries of an event, by who they are of."""

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
        """Return the places of a member's entries."""
        member = make_member_key(entry.id)
        if not member:
            return self.find_namesakes(entry)
        return tuple(self._members.get(member, ()))

    def find_namesakes(self, entry: ListEntry) -> tuple[Place, ...]:
        """Return the places of entries with the name and no ID."""
        return tuple(self._names.get(make_index_key(entry.name), ()))

    def find_possible_places(self, name: str, member: str) -> tuple[Place, ...]:
        """Return the places of entries with the name or the ID."""
        places = (
            *self._members.get(make_member_key(member), ()),
            *self._called.get(make_index_key(name), ()),
        )
        return tuple(dict.fromkeys(places))
