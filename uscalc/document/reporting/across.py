"""Check people who have several entries, as US Chess would."""

from collections.abc import Iterator
from dataclasses import replace

from uscalc.document.findings import Finding, on_a_line
from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.identity import SAME_ID, check_identities, entry_of
from uscalc.document.rate.people import People, people_of
from uscalc.document.reporting.fields import is_member
from uscalc.document.reporting.grades import Placed, asked
from uscalc.document.reporting.scope import reported

Stand = tuple[Placed, int, Player]
"""A section, a row and the player in it."""


def across(document: Document) -> Iterator[Finding]:
    """Find two people under one ID, a person in two places, a name under two IDs."""
    people = people_of(document, (index for index, _ in reported(document)))
    yield from _one_id(document, people)
    by_id: dict[str, list[Stand]] = {}
    by_name: dict[str, list[Stand]] = {}
    for at in reported(document):
        for row, player in enumerate(at[1].players):
            if player.id and is_member(player.id):
                by_id.setdefault(player.id, []).append((at, row, player))
                name = " ".join(player.name.replace(",", ", ").split()).casefold()
                if name:
                    by_name.setdefault(name, []).append((at, row, player))
    for stands in by_id.values():
        yield from _at_once(document, people, stands)
    for stands in by_name.values():
        yield from _two_ids(stands)


def two_people(document: Document) -> tuple[Finding, ...]:
    """Return the Errors for two people under one ID; a report cannot be written then."""
    people = people_of(document, (index for index, _ in reported(document)))
    return tuple(f for f in _one_id(document, people) if f.code == SAME_ID)


def _one_id(document: Document, people: People) -> Iterator[Finding]:
    """Give the Errors and Warnings for entries with one ID, section by section."""
    for index, section in reported(document):
        found = *check_identities(section, index), *people.findings.get(index, ())
        for finding in found:
            message, remedy = on_a_line(finding.message), on_a_line(finding.remedy)
            yield replace(finding, message=message, remedy=remedy, rated=False)


def _at_once(
    document: Document, people: People, stands: list[Stand]
) -> Iterator[Finding]:
    for place, (at, row, player) in enumerate(stands):
        for other, there, _ in stands[:place]:
            if other[0] == at[0] or not _overlap(document, at, other):
                continue
            if people.of(at[0], row) != people.of(other[0], there):
                continue
            both = sorted(_played(at[1], row) & _played(other[1], there))
            if both:
                yield asked(
                    "member ID",
                    f'{player.id} plays round {both[0]} in "{other[1].name}" too, on '
                    "the same days",
                    "correct one of the two IDs, or the sections' days",
                    at,
                    player.number,
                )


def _overlap(document: Document, one: Placed, other: Placed) -> bool:
    (a, b), (c, d) = document.days_of(one[1]), document.days_of(other[1])
    return a <= d and c <= b


def _played(section: Section, row: int) -> frozenset[int]:
    """Return the rounds in which a player had a game."""
    return entry_of(section, row).rounds


def _two_ids(stands: list[Stand]) -> Iterator[Finding]:
    there, _, first = stands[0]
    told = {first.id}
    for at, _, player in stands[1:]:
        if player.id not in told:
            told.add(player.id)
            where = "" if there[0] == at[0] else f' in "{there[1].name}"'
            yield asked(
                "member ID",
                f'"{player.name}" has the ID {first.id} too{where}',
                "correct one of the two, if they are one person",
                at,
                player.number,
            )
