"""One section here and on the page: its members, and the results of each."""

from collections import Counter
from collections.abc import Iterator

from uscalc.document.cells import MIRROR
from uscalc.document.merge.differences import (
    EntryDifference,
    RowEntry,
    count_results,
    diff_rows,
    read_row,
)
from uscalc.document.model import Player, Section
from uscalc.document.names import is_same_name
from uscalc.document.overlay.changes import (
    Cause,
    DifferenceKind,
    PageChange,
    PageDifference,
)
from uscalc.document.overlay.match import (
    Member,
    MemberPair,
    match_members,
    places_by_number,
    results_by_person,
)
from uscalc.engine.inputs import System


class PageTable:
    """The persons of a section by their places in `both`; games name those places.

    `index` is the section's position in the event.
    """

    def __init__(self, ours: Section, theirs: Section, index: int) -> None:
        self.ours, self.theirs, self.index = ours, theirs, index
        self.both = [
            one
            for one in match_members(ours, theirs)
            if _is_member(one.ours or one.theirs)
        ]
        here = [one.ours for one in self.both]
        there = [one.theirs for one in self.both]
        self.here = results_by_person(here, places_by_number(here, ours))
        self.there = results_by_person(there, places_by_number(there, theirs))
        self.rows = {
            page: mine for one in self.both for page, mine in _match_rows(one).items()
        }
        """Our rows by the page's."""
        self.numbers = self._renumber_page()
        """Our pairing numbers by the page's; members of the page alone get free
        numbers."""

    def _renumber_page(self) -> dict[int, int]:
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
    def shared(self) -> Iterator[tuple[int, Member, Member]]:
        """The members on both sides, with their places."""
        yield from (
            (place, ours, theirs)
            for place, (ours, theirs) in enumerate(self.both)
            if ours is not None and theirs is not None
        )

    def is_alone(self, place: int) -> bool:
        """Return True if a member is on one side only, and that matters.

        A player without any game need not be on a page.
        """
        ours, theirs = self.both[place]
        if theirs is not None:
            return ours is None
        played = any(one.entry and one.entry.is_game for one in self.here[place])
        return played or any(one.who == place for row in self.here for one in row)

    def diff_member(self, place: int) -> list[EntryDifference]:
        """Return the differences between the two rows of a member."""
        return diff_rows(self.here[place], self.there[place])

    def find_row(self, said: RowEntry) -> int | None:
        """Return the row here in which an entry of the page belongs."""
        return self.rows.get(said.row)

    def make_difference(
        self,
        kind: DifferenceKind,
        ours: str,
        theirs: str,
        cause: Cause,
        because: str,
        changes: tuple[PageChange, ...],
        *,
        player: int | None = None,
        name: str = "",
        round_: int | None = None,
        system: System | None = None,
        adds: bool = False,
    ) -> PageDifference:
        """Return one difference in this section."""
        return PageDifference(
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


def _is_member(person: Member | None) -> bool:
    """Return True if a row has a name, an ID or a result."""
    return person is not None and any(
        player.name or player.id or any(text.strip() for text in player.results)
        for player in person.players
    )


def _match_rows(one: MemberPair) -> dict[int, int]:
    """Return a member's rows here by the page's; equal results go together."""
    if one.ours is None or one.theirs is None:
        return {}
    if len(one.theirs.rows) == 1:
        return {one.theirs.rows[0]: one.ours.rows[0]}

    def told(player: Player) -> Counter[object]:
        return count_results(read_row(player, 0, {}))

    ours = list(zip(one.ours.rows, one.ours.players, strict=True))
    found: dict[int, int] = {}
    for row, player in zip(one.theirs.rows, one.theirs.players, strict=True):
        free = [each for each in ours if each[0] not in found.values()] or ours
        best = max(free, key=lambda each: (told(each[1]) & told(player)).total())
        found[row] = best[0]
    return found


def is_mirrored(said: list[list[RowEntry]], place: int, one: RowEntry) -> bool:
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


def is_in_section(person: Member, section: Section) -> bool:
    """Return True if a section has a player with the ID or the name."""
    return any(
        (bool(person.id) and player.id == person.id)
        or (not (person.id and player.id) and is_same_name(player.name, person.name))
        for player in section.players
    )
