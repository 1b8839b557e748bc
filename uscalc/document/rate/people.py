"""The people of a whole event: members found again in several sections.

Each section finds its own persons (`identity`). The same rules hold
across sections: clearly different names under one member ID are two people.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player
from uscalc.document.names import rate_similarity
from uscalc.document.rate.identity import (
    ABOUT,
    DOUBTFUL,
    IdentityVerdict,
    divide_entries,
    doubt_words,
    entry_of,
    judge_names,
    make_error,
    same_id_words,
)
from uscalc.document.rate.members import find_members

Who = tuple[str, int]
"""A person: the member ID, and which of the people that have it."""
Place = tuple[int, int]
"""A section and a row in it."""


class SectionEntry(NamedTuple):
    """A member of one section, with the rows of all entries there."""

    section: int
    rows: tuple[int, ...]
    players: tuple[Player, ...]
    rounds: frozenset[int]


@dataclass(frozen=True, slots=True)
class EventPeople:
    """The people of an event, with the findings that need several sections."""

    who: Mapping[Place, Who]
    findings: Mapping[int, tuple[Finding, ...]]

    def find_person(self, section: int, row: int) -> Who | None:
        """Return the person of a row; None without a member ID."""
        return self.who.get((section, row))


def find_people(document: Document, order: Iterable[int]) -> EventPeople:
    """Return the people of an event, its sections taken in this order."""
    by_id: dict[str, list[SectionEntry]] = {}
    for index in order:
        section = document.sections[index]
        for member in find_members(section):
            if member.player.member:
                players = tuple(section.players[row] for row in member.rows)
                unit = SectionEntry(index, member.rows, players, frozenset())
                by_id.setdefault(member.player.member, []).append(unit)
    who: dict[Place, Who] = {}
    findings: dict[int, list[Finding]] = {}
    for member_id, units in by_id.items():
        persons = [units]
        if len(units) > 1:
            units = [_with_rounds(document, unit) for unit in units]
            persons = divide_entries(
                units, lambda one, other: _judge_units(document, one, other)
            )
            for index, finding in _make_findings(document, member_id, persons):
                findings.setdefault(index, []).append(finding)
        for place, person in enumerate(persons):
            who |= {
                (unit.section, row): (member_id, place)
                for unit in person
                for row in unit.rows
            }
    return EventPeople(who, {index: tuple(found) for index, found in findings.items()})


def _with_rounds(document: Document, unit: SectionEntry) -> SectionEntry:
    section = document.sections[unit.section]
    rounds = (entry_of(section, row).rounds for row in unit.rows)
    return unit._replace(rounds=frozenset().union(*rounds))


def _judge_units(
    document: Document, one: SectionEntry, other: SectionEntry
) -> IdentityVerdict:
    """Return the verdict on members of two sections, the worst of all their entries."""
    if one.section == other.section:
        # They are two people there already.
        return IdentityVerdict("different", "unknown")
    rounds = one.rounds & other.rounds if _at_once(document, one, other) else ()
    found = [
        judge_names(rate_similarity(a.name, b.name), rounds=rounds)
        for a in one.players
        for b in other.players
    ]
    for verdict in ("different", "doubtful"):
        for judged in found:
            if judged.verdict == verdict:
                return judged
    return found[0]


def _at_once(document: Document, one: SectionEntry, other: SectionEntry) -> bool:
    """Return whether two sections were played on the same days."""
    (a, b), (c, d) = (
        document.days_of(document.sections[unit.section]) for unit in (one, other)
    )
    return a <= d and c <= b


def _make_findings(
    document: Document, member: str, persons: Sequence[Sequence[SectionEntry]]
) -> Iterator[tuple[int, Finding]]:
    """Give the Errors and Warnings of one ID, each with its section."""
    told: set[int] = set()
    persons = _keep_rated(document, persons)
    for one, other in combinations(persons, 2):
        units = _find_separate(one, other)
        if units is None:
            continue
        for unit in units:
            if unit.section not in told:
                told.add(unit.section)
                yield unit.section, _make_error(document, member, unit, units)
    for person in persons:
        for place, unit in enumerate(person):
            for earlier in person[:place]:
                judged = _judge_units(document, earlier, unit)
                if judged.likeness in ("similar", "spelling"):
                    yield (
                        unit.section,
                        _make_doubt(document, member, earlier, unit, judged),
                    )
                    break


def _keep_rated(
    document: Document, persons: Sequence[Sequence[SectionEntry]]
) -> list[list[SectionEntry]]:
    """Return the persons without sections that are never rated."""
    return [
        [unit for unit in one if document.sections[unit.section].kind != "unrated"]
        for one in persons
    ]


def _find_separate(
    one: Sequence[SectionEntry], other: Sequence[SectionEntry]
) -> tuple[SectionEntry, SectionEntry] | None:
    """Return a member of each of two persons, in two sections.

    None for two people of one section: they are found there.
    """
    if {unit.section for unit in one} & {unit.section for unit in other}:
        return None
    pairs = ((a, b) for a in one for b in other if a.section != b.section)
    return next(pairs, None)


def _make_error(
    document: Document,
    member: str,
    unit: SectionEntry,
    units: tuple[SectionEntry, SectionEntry],
) -> Finding:
    judged = _judge_units(document, *units)
    message, remedy = same_id_words(
        member,
        [one.players[0] for one in units],
        one_name=judged.likeness == "similar",
    )
    numbers = [player.number for player in unit.players]
    name = document.sections[unit.section].name
    return make_error(unit.section, name, message, remedy, numbers)


def _make_doubt(
    document: Document,
    member: str,
    earlier: SectionEntry,
    unit: SectionEntry,
    judged: IdentityVerdict,
) -> Finding:
    # Rounds of two sections have the same numbers and are played at other times.
    message, remedy = doubt_words(
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
"""The most players that are named; the others are counted."""


def not_chained(document: Document, order: Iterable[int]) -> dict[int, Finding]:
    """Return a warning for each section whose players are in an earlier one unjoined.

    `order` is the one in which the sections are chained.
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
    """Yield players with the earlier section of the same name, one of the two without ID."""
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
    where = " and ".join(f'"{document.sections[place].name}"' for place in sections)
    one = len(apart) == 1
    return Finding(
        CODE,
        "warns",
        (
            f"{who} {'is' if one else 'are'} also in {where}, but can't be "
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
