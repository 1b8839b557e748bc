"""One section here and on the page: its members, and the results of each."""

from collections import Counter
from collections.abc import Iterator

from uscalc.document.cells import MIRROR
from uscalc.document.compare.games import Apart, Said, apart, results_of, said_by
from uscalc.document.model import Player, Section
from uscalc.document.overlay.difference import Cause, Change, Difference, Kind
from uscalc.document.overlay.match import (
    Both,
    Person,
    places_by_number,
    results_by_person,
    same_persons,
)
from uscalc.document.spelling import same_name
from uscalc.engine.systems import System


class Table:
    """The persons of a section by their places in `both`; games name those places.

    `index` is the section's position in the event.
    """

    def __init__(self, ours: Section, theirs: Section, index: int) -> None:
        self.ours, self.theirs, self.index = ours, theirs, index
        self.both = [
            one for one in same_persons(ours, theirs) if _counts(one.ours or one.theirs)
        ]
        here = [one.ours for one in self.both]
        there = [one.theirs for one in self.both]
        self.here = results_by_person(here, places_by_number(here, ours))
        self.there = results_by_person(there, places_by_number(there, theirs))
        self.rows = {
            page: mine for one in self.both for page, mine in _rows_alike(one).items()
        }
        """Our rows by the page's."""
        self.numbers = self._as_numbered_here()
        """Our pairing numbers by the page's; members of the page alone get free
        numbers."""

    def _as_numbered_here(self) -> dict[int, int]:
        used = {player.number for player in self.ours.players}
        found: dict[int, int] = {}
        for one in self.both:
            if one.theirs is None:
                continue
            for row, player in zip(one.theirs.rows, one.theirs.players, strict=True):
                if row in self.rows:
                    found[player.number] = self.ours.players[self.rows[row]].number
                    continue
                number = player.number if player.number not in used else max(used) + 1
                used.add(number)
                found[player.number] = number
        return found

    @property
    def shared(self) -> Iterator[tuple[int, Person, Person]]:
        """The members on both sides, with their places."""
        for place, (ours, theirs) in enumerate(self.both):
            if ours is not None and theirs is not None:
                yield place, ours, theirs

    def alone(self, place: int) -> bool:
        """Return True if a member is on one side only, and that matters.

        A player without any game need not be on a page.
        """
        ours, theirs = self.both[place]
        if theirs is not None:
            return ours is None
        played = any(one.entry and one.entry.is_game for one in self.here[place])
        return played or any(one.who == place for row in self.here for one in row)

    def apart(self, place: int) -> list[Apart]:
        """Return the differences between the two rows of a member."""
        return apart(self.here[place], self.there[place])

    def row_of(self, said: Said) -> int | None:
        """Return the row here in which an entry of the page belongs."""
        return self.rows.get(said.row)

    def difference(
        self,
        kind: Kind,
        ours: str,
        theirs: str,
        cause: Cause,
        because: str,
        changes: tuple[Change, ...],
        *,
        player: int | None = None,
        name: str = "",
        round_: int | None = None,
        system: System | None = None,
        adds: bool = False,
    ) -> Difference:
        """Return one difference in this section."""
        return Difference(
            kind,
            self.index,
            self.ours.name,
            ours,
            theirs,
            cause,
            because,
            player,
            name,
            round_,
            system,
            adds,
            changes,
        )


def _counts(person: Person | None) -> bool:
    """Return True if a row has a name, an ID or a result."""
    return person is not None and any(
        player.name or player.id or any(text.strip() for text in player.results)
        for player in person.players
    )


def _rows_alike(one: Both) -> dict[int, int]:
    """Return a member's rows here by the page's; equal results go together."""
    if one.ours is None or one.theirs is None:
        return {}
    if len(one.theirs.rows) == 1:
        return {one.theirs.rows[0]: one.ours.rows[0]}

    def told(player: Player) -> Counter[object]:
        return results_of(said_by(player, 0, {}))

    ours = list(zip(one.ours.rows, one.ours.players, strict=True))
    found: dict[int, int] = {}
    for row, player in zip(one.theirs.rows, one.theirs.players, strict=True):
        free = [each for each in ours if each[0] not in found.values()] or ours
        best = max(free, key=lambda each: (told(each[1]) & told(player)).total())
        found[row] = best[0]
    return found


def mirrored(said: list[list[Said]], place: int, one: Said) -> bool:
    """Return True if the opponent's cell has the same game, or if it isn't a game."""
    if not isinstance(one.who, int) or one.entry is None or one.entry.one_sided:
        return True
    wanted = MIRROR[one.entry.outcome]
    return any(
        other.who == place
        and other.round == one.round
        and other.entry is not None
        and (other.entry.outcome == wanted or other.entry.one_sided)
        for other in said[one.who]
    )


def stands_in(person: Person, section: Section) -> bool:
    """Return True if a section has a player with the ID or the name."""
    return any(
        (bool(person.id) and player.id == person.id)
        or (not (person.id and player.id) and same_name(player.name, person.name))
        for player in section.players
    )
