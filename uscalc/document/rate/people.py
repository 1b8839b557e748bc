"""Find the people of a whole event: which members of several sections are one person.

Each section finds its own persons (`identity`). The same rules apply across sections:
clearly different names under the same member ID are two people.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from msgspec import Struct

from uscalc.counted import group_by_key
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Place, Player
from uscalc.document.names import rate_similarity
from uscalc.document.rate.members import (
    ABOUT,
    DOUBTFUL,
    MOST_ENTRIES,
    RANK,
    IdentityVerdict,
    describe_identity_doubt,
    describe_shared_id,
    find_members,
    judge_names,
    make_error,
    make_member_entry,
)

Who = tuple[str, int]
"""A person: a member ID, and a number to tell people with the same ID apart."""


MOST_UNITS: Final = 1_000
"""The maximum number of members of sections with one ID that are compared."""


class SectionEntry(NamedTuple):
    """A member of one section, with the rows of all entries there."""

    section: int
    rows: tuple[int, ...]
    players: tuple[Player, ...]
    rounds: frozenset[int]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its players."""
        return tuple(player.name for player in self.players)


class EventPeople(Struct, frozen=True):
    """The people of an event, with the findings that need several sections."""

    person_of: Mapping[Place, Who]
    findings: Mapping[int, tuple[Finding, ...]]

    def find_person(self, section: int, row: int) -> Who | None:
        """Return the person of a row; None without a member ID."""
        return self.person_of.get((section, row))


def find_people(document: Document, order: Iterable[int]) -> EventPeople:
    """Return the people of an event, with its sections in this order."""
    by_id = group_by_key(
        (member_id, _make_entry(document, index, member.rows))
        for index in order
        for member in find_members(document.sections[index])
        if (member_id := member.player.member)
    )
    who: dict[Place, Who] = {}
    findings: dict[int, list[Finding]] = {}
    for member_id, units in by_id.items():
        persons = [units]
        most = max(Counter(unit.section for unit in units).values())
        if most > MOST_ENTRIES or len(units) > MOST_UNITS:
            # This ID can't belong to one person. The sections report it.
            persons = [[unit] for unit in units]
        elif len(units) > 1:
            units = [_with_rounds(document, unit) for unit in units]
            persons = _divide_units(document, units)
            for index, finding in _make_findings(document, member_id, persons):
                findings.setdefault(index, []).append(finding)
        for place, person in enumerate(persons):
            who |= {
                (unit.section, row): (member_id, place)
                for unit in person
                for row in unit.rows
            }
    return EventPeople(who, {index: tuple(found) for index, found in findings.items()})


class _Person(Struct, frozen=True):
    """The units of one person, by their sections and by their names.

    Units of the same names need one comparison of names.
    """

    units: list[SectionEntry]
    sections: set[int]
    by_names: dict[tuple[str, ...], list[SectionEntry]]

    def add_unit(self, unit: SectionEntry) -> None:
        """Add a unit."""
        self.units.append(unit)
        self.sections.add(unit.section)
        self.by_names.setdefault(unit.names, []).append(unit)

    def find_compared(self, unit: SectionEntry) -> Iterator[SectionEntry]:
        """Yield the units with which `unit` must be compared, in order.

        Units of one player each and the same name differ only in their rounds, which
        matter only for similar names.
        """
        for names, units in self.by_names.items():
            alone = len(names) == len(unit.names) == 1
            if alone and rate_similarity(names[0], unit.names[0]) != "similar":
                yield units[0]
            else:
                yield from units


def _divide_units(
    document: Document, units: Iterable[SectionEntry]
) -> list[list[SectionEntry]]:
    """Divide the units of one ID into persons, as `divide_entries` does."""
    persons: list[_Person] = []
    for unit in units:
        best, rank = None, -1
        for person in persons:
            if unit.section in person.sections:
                continue
            judged = [
                _judge_units(document, one, unit) for one in person.find_compared(unit)
            ]
            least = min(RANK[one.likeness] for one in judged)
            if least > rank and all(one.verdict != "different" for one in judged):
                best, rank = person, least
        if best is None:
            best = _Person([], set(), {})
            persons.append(best)
        best.add_unit(unit)
    return [person.units for person in persons]


def _make_entry(document: Document, index: int, rows: tuple[int, ...]) -> SectionEntry:
    players = tuple(document.sections[index].players[row] for row in rows)
    return SectionEntry(index, rows, players, frozenset())


def _with_rounds(document: Document, unit: SectionEntry) -> SectionEntry:
    section = document.sections[unit.section]
    rounds = (make_member_entry(section, row).rounds for row in unit.rows)
    return unit._replace(rounds=frozenset().union(*rounds))


def _judge_units(
    document: Document, one: SectionEntry, other: SectionEntry
) -> IdentityVerdict:
    """Return the verdict on members of two sections: the worst verdict on any two entries."""
    if one.section == other.section:
        # They are two people there already.
        return IdentityVerdict("different", "unknown")
    sections = document.sections[one.section], document.sections[other.section]
    rounds = one.rounds & other.rounds if document.overlap(*sections) else ()
    found = [
        judge_names(rate_similarity(a.name, b.name), rounds=rounds)
        for a in one.players
        for b in other.players
    ]
    order = ("different", "doubtful", "same")
    return min(found, key=lambda judged: order.index(judged.verdict))


def _make_findings(
    document: Document, member: str, persons: Sequence[Sequence[SectionEntry]]
) -> Iterator[tuple[int, Finding]]:
    """Yield the Errors and Warnings of one ID, each with its section."""
    reported: set[int] = set()
    persons = [
        [unit for unit in one if document.sections[unit.section].kind != "unrated"]
        for one in persons
    ]
    sections = {unit.section for person in persons for unit in person}
    for one, other in combinations(persons, 2):
        if reported == sections:
            break
        units = _find_separate(one, other)
        if units is None:
            continue
        for unit in units:
            if unit.section not in reported:
                reported.add(unit.section)
                yield unit.section, _make_error(document, member, unit, units)
    for person in persons:
        before = _Person([], set(), {})
        for unit in person:
            for earlier in before.find_compared(unit):
                judged = _judge_units(document, earlier, unit)
                if judged.likeness in ("similar", "spelling"):
                    yield (
                        unit.section,
                        _make_doubt(document, member, earlier, unit, judged),
                    )
                    break
            before.add_unit(unit)


def _find_separate(
    one: Sequence[SectionEntry], other: Sequence[SectionEntry]
) -> tuple[SectionEntry, SectionEntry] | None:
    """Return a member of each of two persons, in two different sections.

    Return None if both are in one section, which reports them itself.
    """
    return (
        None
        if {unit.section for unit in one} & {unit.section for unit in other}
        else next(((a, b) for a in one for b in other if a.section != b.section), None)
    )


def _make_error(
    document: Document,
    member: str,
    unit: SectionEntry,
    units: tuple[SectionEntry, SectionEntry],
) -> Finding:
    message, remedy = describe_shared_id(
        member,
        [one.players[0] for one in units],
        one_name=_judge_units(document, *units).likeness == "similar",
    )
    numbers = [player.number for player in unit.players]
    return make_error(
        unit.section, document.sections[unit.section].name, message, remedy, numbers
    )


def _make_doubt(
    document: Document,
    member: str,
    earlier: SectionEntry,
    unit: SectionEntry,
    judged: IdentityVerdict,
) -> Finding:
    # Rounds of two sections have the same numbers and are played at other times.
    message, remedy = describe_identity_doubt(
        member, earlier.players[0], unit.players[0], judged._replace(rounds=())
    )
    first, *more = (player.number for player in unit.players)
    return Finding(
        DOUBTFUL,
        "warns",
        message,
        remedy,
        unit.section,
        document.sections[unit.section].name,
        first,
        about=ABOUT,
        also=tuple(more),
    )


CODE: Final = "not-chained"
NAMED: Final = 3
"""The maximum number of players that are named; the others are counted."""


def find_unjoined_players(
    document: Document, order: Iterable[int]
) -> dict[int, Finding]:
    """Return a warning for each section with players from an earlier one who are not joined.

    `order` is the order in which the sections are chained.
    """
    found: dict[int, Finding] = {}
    earlier: dict[str, list[tuple[int, Player]]] = {}
    for index in order:
        section = document.sections[index]
        if section.kind == "unrated":
            continue
        apart = list(_find_separate_namesakes(section.players, earlier))
        if apart:
            found[index] = _make_finding(document, index, apart)
        for player in section.players:
            earlier.setdefault(_normalize_name(player.name), []).append((index, player))
    return found


def _find_separate_namesakes(
    players: Sequence[Player], earlier: dict[str, list[tuple[int, Player]]]
) -> Iterator[tuple[Player, int]]:
    """Yield players and the earlier section of a player with the same name.

    One of the two has no member ID.
    """
    for player in players:
        for index, other in earlier.get(_normalize_name(player.name), ()):
            if player.name and None in (player.id, other.id):
                yield player, index
                break


def _make_finding(
    document: Document, index: int, apart: Sequence[tuple[Player, int]]
) -> Finding:
    names = [f'"{player.name}"' for player, _ in apart[:NAMED]]
    more = len(apart) - len(names)
    if more:
        names.append(f"{more} more")
    who = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    sections = dict.fromkeys(place for _, place in apart)
    section_names = " and ".join(
        f'"{document.sections[place].name}"' for place in sections
    )
    one = len(apart) == 1
    return Finding(
        CODE,
        "warns",
        (
            f"{who} {'is' if one else 'are'} also in {section_names}, but can't be "
            "matched without a member ID"
        ),
        (
            "Enter the ID in both sections if "
            f"{'this is' if one else 'these are'} the same "
            f"{'person' if one else 'people'}"
        ),
        index,
        document.sections[index].name,
        apart[0][0].number if one else None,
    )


def _normalize_name(name: str) -> str:
    return " ".join(name.split()).casefold()
