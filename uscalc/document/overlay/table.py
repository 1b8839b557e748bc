"""One section here and on the page: its members by ID, name and games, and their results."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from uscalc.document.cells import MIRROR
from uscalc.document.merge.differences import (
    RowEntry,
    count_games,
    count_results,
    measure_agreement,
    read_row,
)
from uscalc.document.merge.people import (
    Candidate,
    Pairing,
    count_shared,
    pair_by_key,
)
from uscalc.document.model import Document, Player, Section
from uscalc.document.names import (
    MISTYPED,
    are_names_similar,
    count_edits,
    is_same_name,
    split_words,
)
from uscalc.document.overlay.changes import (
    Cause,
    DifferenceKind,
    PageChange,
    PageDifference,
)
from uscalc.engine.inputs import System

SHARE: Final = 0.5
"""The share of the smaller section's members that must be found again."""
NAMED_SHARE: Final = 0.25
"""The share if both sections have the same name."""
NAMESAKE: Final = 0.4
"""The weight of the same name with another ID: a few IDs may be mistyped, not most."""
ID, NAME, ALIKE, GAMES = 4.0, 3.0, 1.0, 3.0
"""The weight of each kind of evidence; the weight of games is multiplied by their agreement."""
LEAST_GAMES: Final = 2
"""The minimum number of common games that match two members without ID and name."""
LEAST: Final = SHARE * GAMES
"""The minimum weight of a matched pair."""
SURE: Final = 5.5
"""Pairs with at least this weight are matched first."""
AHEAD: Final = 1e-9
"""The least difference in weight from the next best pair."""


class Member(Struct, frozen=True):
    """One member of a section: its rows, the lowest number first."""

    rows: tuple[int, ...]
    players: tuple[Player, ...]

    @property
    def player(self) -> Player:
        """The row that represents the member."""
        return self.players[0]

    @property
    def id(self) -> str | None:
        """The member ID, if any row has one."""
        return next((player.member for player in self.players if player.member), None)

    @property
    def name(self) -> str:
        """The name, if any row has one."""
        return next((player.name for player in self.players if player.name), "")


class MemberPair(NamedTuple):
    """A member here and on the page; one side is None if only the other has the member."""

    ours: Member | None
    theirs: Member | None


def group_members(section: Section) -> list[Member]:
    """Return the members of a section; rows with the same ID and the same name are one member."""
    groups: list[list[int]] = []
    by_id: dict[str, list[list[int]]] = {}
    for row, player in enumerate(section.players):
        known = by_id.setdefault(player.member, []) if player.member else []
        for group in known:
            first = section.players[group[0]]
            if (
                not first.name
                or not player.name
                or is_same_name(first.name, player.name)
            ):
                group.append(row)
                break
        else:
            group = [row]
            groups.append(group)
            known.append(group)
    return [_make_member(section, group) for group in groups]


def _make_member(section: Section, rows: Iterable[int]) -> Member:
    ordered = sorted(rows, key=lambda row: section.players[row].number)
    return Member(tuple(ordered), tuple(section.players[row] for row in ordered))


def places_by_number(
    people: Sequence[Member | None], section: Section
) -> dict[int, int]:
    """Return the places of people by pairing number, without numbers that are used twice."""
    count = Counter(player.number for player in section.players)
    return {
        player.number: place
        for place, person in enumerate(people)
        for player in (person.players if person is not None else ())
        if count[player.number] == 1
    }


def results_by_person(
    people: Sequence[Member | None], places: Mapping[int, int]
) -> list[list[RowEntry]]:
    """Return the results of each person; opponents are given by place."""
    return [
        []
        if person is None
        else [
            one
            for row, player in zip(person.rows, person.players, strict=True)
            for one in read_row(player, row, places)
        ]
        for person in people
    ]


def match_page_sections(ours: Document, theirs: Document) -> dict[int, int]:
    """Match our sections to the page's by members, names and games.

    The keys of the result are positions on the page, the values our positions.
    """
    weights: dict[Candidate, float] = {}
    for j, page in enumerate(theirs.sections):
        for i, section in enumerate(ours.sections):
            share = _measure_shared_members(section, page)
            named = section.name.casefold() == page.name.casefold()
            if share >= SHARE or (named and share >= NAMED_SHARE):
                weights[i, j] = (
                    share + _measure_same_results(section, page) + 0.25 * named
                )
    pairing = Pairing(len(ours.sections), len(theirs.sections))
    pairing.pair_best(weights, lambda i, j: weights[i, j], 0.0)
    return {j: i for i, j in pairing.pairs.items()}


def is_page_of(page: Document, event: Document) -> bool:
    """Return whether a page looks like a page of this event: a section has the same members."""
    return bool(match_page_sections(event, page))


def _measure_shared_members(one: Section, other: Section) -> float:
    """Return the share of the smaller section's players who are in the other."""
    smaller, larger = sorted((one, other), key=lambda section: len(section.players))
    if not smaller.players:
        return 0.0
    shared = count_shared(smaller.players, larger.players, _make_name_key, NAMESAKE)
    return shared / len(smaller.players)


def _make_name_key(name: str) -> tuple[str, ...]:
    """Return a name without its initials."""
    return tuple(word for word in split_words(name) if len(word) > 1)


def _measure_same_results(one: Section, other: Section) -> float:
    """Return the share of results in each round that have the same outcome, from 0 to 1."""

    def count_outcomes(section: Section) -> Counter[object]:
        return Counter(
            (place, text.strip()[:1].upper())
            for player in section.players
            for place, text in enumerate(player.results)
        )

    return measure_agreement(count_outcomes(one), count_outcomes(other))


class _SectionSide:
    """The members of one section, with their numbers and results."""

    def __init__(self, section: Section) -> None:
        self.persons = group_members(section)
        self.numbers = places_by_number(self.persons, section)
        self.results = [count_results(row) for row in self.read_results({})]
        self.games: list[Counter[object]] = []

    def read_results(self, called: Mapping[int, int]) -> list[list[RowEntry]]:
        """Read each member's results; `called` gives opponents' places, others are unknown."""
        numbers = {n: called[at] for n, at in self.numbers.items() if at in called}
        return results_by_person(self.persons, numbers)


def match_members(ours: Section, theirs: Section) -> list[MemberPair]:
    """Match the members of a section and its page; return them in the page's order."""
    here, there = _SectionSide(ours), _SectionSide(theirs)
    evidence = _Evidence(here, there)
    pairing = Pairing(len(here.persons), len(there.persons))
    known = pair_by_key(
        here.persons,
        there.persons,
        lambda one: (one.id, _make_name_key(one.name) or None),
    )
    pairing.pair_best(known, evidence.weigh_identity, SURE, NAME)
    rest = [(i, j) for i in pairing.free_before for j in pairing.free_after]
    for ahead in (AHEAD, None):
        evidence.name_opponents(pairing.pairs)
        pairing.pair_best(rest, evidence.weigh_with_games, LEAST, ahead)
    at = {j: i for i, j in pairing.pairs.items()}
    both = []
    spare = pairing.free_before
    for j, person in enumerate(there.persons):
        mine = here.persons[at[j]] if j in at else None
        if mine is not None:
            # A second entry of a member may be here without the ID.
            more = [
                i
                for i in spare
                if len(mine.rows) < len(person.rows)
                and _is_second_entry(here.persons[i], mine, person)
            ][: len(person.rows) - len(mine.rows)]
            spare = [i for i in spare if i not in more]
            rows = [*mine.rows, *(row for i in more for row in here.persons[i].rows)]
            mine = _make_member(ours, rows)
        both.append(MemberPair(mine, person))
    return both + [MemberPair(here.persons[i], None) for i in spare]


def _is_second_entry(one: Member, mine: Member, page: Member) -> bool:
    return one.id == page.id or (
        one.id in (None, mine.id) and is_same_name(one.name, page.name)
    )


class _Evidence:
    """The evidence that a member of a section is a member of its page."""

    def __init__(self, here: _SectionSide, there: _SectionSide) -> None:
        self.here, self.there = here, there

    def name_opponents(self, pairs: Mapping[int, int]) -> None:
        """Read the games again, with the opponents matched so far.

        A game with an unmatched opponent does not count.
        """
        same = {j: j for j in pairs.values()}
        for side, called in ((self.here, pairs), (self.there, same)):
            side.games = [count_games(row) for row in side.read_results(called)]

    def weigh_identity(self, i: int, j: int) -> float:
        """Weigh member ID, name and results."""
        named = _weigh_id_and_name(self.here.persons[i], self.there.persons[j])
        return named + GAMES * measure_agreement(
            self.here.results[i], self.there.results[j]
        )

    def weigh_with_games(self, i: int, j: int) -> float:
        """Weigh the opponents too; without ID and name, only the opponents."""
        one, other = self.here.persons[i], self.there.persons[j]
        games = self.here.games[i], self.there.games[j]
        met = measure_agreement(*games)
        if _weigh_id_and_name(one, other):
            return self.weigh_identity(i, j) + GAMES * met
        looks_so = are_names_similar(one.name, other.name)
        common = (games[0] & games[1]).total()
        similar = looks_so and _are_ids_similar(one.id, other.id)
        if not similar and (common < LEAST_GAMES or met < SHARE):
            return 0.0
        # An ID or a name is better evidence than games that agree only in part.
        all_agree = NAME if met == 1.0 else 0.0
        return all_agree + GAMES * met + (ALIKE if looks_so else 0.0)


def _are_ids_similar(one: str | None, other: str | None) -> bool:
    """Return whether two IDs are equal except for one slip."""
    return bool(one and other) and count_edits(one or "", other or "") <= MISTYPED


def _weigh_id_and_name(one: Member, other: Member) -> float:
    weight = ID if one.id and one.id == other.id else 0.0
    if not is_same_name(one.name, other.name):
        return weight
    # If the name is the same, an ID with one slip counts like an equal ID.
    return NAME + (ID if weight or _are_ids_similar(one.id, other.id) else 0.0)


class PageTable:
    """The members of a section on both sides; games name members by their place in `both`.

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
        """Our rows, by the rows of the page."""
        self.numbers = self._renumber_page()
        """Our pairing numbers, by the page's; members who are only on the page get free numbers."""

    def _renumber_page(self) -> dict[int, int]:
        used = {player.number for player in self.ours.players}
        found: dict[int, int] = {}
        for one in filter(None, (pair.theirs for pair in self.both)):
            for row, player in zip(one.rows, one.players, strict=True):
                if row in self.rows:
                    number = self.ours.players[self.rows[row]].number
                else:
                    number = max(used) + 1 if player.number in used else player.number
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
        """Return whether a member is on one side only, and that matters.

        A player without any game may be missing on a page.
        """
        ours, theirs = self.both[place]
        if theirs is not None:
            return ours is None
        played = any(one.entry and one.entry.is_game for one in self.here[place])
        return played or any(one.opponent == place for row in self.here for one in row)

    def find_row(self, entry: RowEntry) -> int | None:
        """Return our row to which an entry of the page belongs."""
        return self.rows.get(entry.row)

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
    """Return whether a row has a name, an ID or a result."""
    return person is not None and any(
        player.name or player.id or any(text.strip() for text in player.results)
        for player in person.players
    )


def _match_rows(one: MemberPair) -> dict[int, int]:
    """Return a member's rows here by the page's rows, matched by equal results."""
    if one.ours is None or one.theirs is None:
        return {}
    if len(one.theirs.rows) == 1:
        return {one.theirs.rows[0]: one.ours.rows[0]}

    def count_row(player: Player) -> Counter[object]:
        return count_results(read_row(player, 0, {}))

    ours = list(zip(one.ours.rows, one.ours.players, strict=True))
    found: dict[int, int] = {}
    for row, player in zip(one.theirs.rows, one.theirs.players, strict=True):
        free = [each for each in ours if each[0] not in found.values()] or ours
        found[row] = max(
            free, key=lambda each: (count_row(each[1]) & count_row(player)).total()
        )[0]
    return found


def is_mirrored(results: list[list[RowEntry]], place: int, one: RowEntry) -> bool:
    """Return whether the opponent's cell has the same game; True if the entry isn't a game."""
    if not isinstance(one.opponent, int) or one.entry is None or one.entry.one_sided:
        return True
    wanted = MIRROR[one.entry.outcome]
    return any(
        other.opponent == place
        and other.round == one.round
        and other.entry is not None
        and (other.entry.outcome == wanted or other.entry.one_sided)
        for other in results[one.opponent]
    )


def is_in_section(person: Member, section: Section) -> bool:
    """Return whether a section has a player with the ID or the name."""
    return any(
        (bool(person.id) and player.id == person.id)
        or (not (person.id and player.id) and is_same_name(player.name, person.name))
        for player in section.players
    )
