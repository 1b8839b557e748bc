"""Check people who have several entries, as US Chess would."""

from collections.abc import Iterator
from dataclasses import replace

from uscalc.document.findings import Finding, to_single_line
from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.identity import SAME_ID, check_identities, entry_of
from uscalc.document.rate.people import EventPeople, find_people
from uscalc.document.reporting.fields import is_member
from uscalc.document.reporting.grades import Placed, make_warning
from uscalc.document.reporting.scope import list_reported_sections

Stand = tuple[Placed, int, Player]
"""A section, a row and the player in it."""


def check_people(document: Document) -> Iterator[Finding]:
    """Find two people under one ID, a person in two places, a name under two IDs."""
    people = find_people(
        document, (index for index, _ in list_reported_sections(document))
    )
    yield from _check_shared_ids(document, people)
    by_id: dict[str, list[Stand]] = {}
    by_name: dict[str, list[Stand]] = {}
    for at in list_reported_sections(document):
        for row, player in enumerate(at[1].players):
            if player.id and is_member(player.id):
                by_id.setdefault(player.id, []).append((at, row, player))
                name = " ".join(player.name.replace(",", ", ").split()).casefold()
                if name:
                    by_name.setdefault(name, []).append((at, row, player))
    for stands in by_id.values():
        yield from _check_simultaneous_entries(document, people, stands)
    for stands in by_name.values():
        yield from _check_duplicate_names(stands)


def find_shared_ids(document: Document) -> tuple[Finding, ...]:
    """Return the Errors for two people under one ID; a report cannot be written then."""
    people = find_people(
        document, (index for index, _ in list_reported_sections(document))
    )
    return tuple(f for f in _check_shared_ids(document, people) if f.code == SAME_ID)


def _check_shared_ids(document: Document, people: EventPeople) -> Iterator[Finding]:
    """Give the Errors and Warnings for entries with one ID, section by section."""
    for index, section in list_reported_sections(document):
        found = *check_identities(section, index), *people.findings.get(index, ())
        for finding in found:
            message, remedy = (
                to_single_line(finding.message),
                to_single_line(finding.remedy),
            )
            yield replace(finding, message=message, remedy=remedy, rated=False)


def _check_simultaneous_entries(
    document: Document, people: EventPeople, stands: list[Stand]
) -> Iterator[Finding]:
    for place, (at, row, player) in enumerate(stands):
        for other, there, _ in stands[:place]:
            if other[0] == at[0] or not _do_dates_overlap(document, at, other):
                continue
            if people.find_person(at[0], row) != people.find_person(other[0], there):
                continue
            both = sorted(
                _list_played_rounds(at[1], row) & _list_played_rounds(other[1], there)
            )
            if both:
                yield make_warning(
                    "member ID",
                    f'{player.id} plays round {both[0]} in "{other[1].name}" too, on '
                    "the same days",
                    "correct one of the two IDs, or the sections' days",
                    at,
                    player.number,
                )


def _do_dates_overlap(document: Document, one: Placed, other: Placed) -> bool:
    (a, b), (c, d) = document.days_of(one[1]), document.days_of(other[1])
    return a <= d and c <= b


def _list_played_rounds(section: Section, row: int) -> frozenset[int]:
    """Return the rounds in which a player had a game."""
    return entry_of(section, row).rounds


def _check_duplicate_names(stands: list[Stand]) -> Iterator[Finding]:
    there, _, first = stands[0]
    told = {first.id}
    for at, _, player in stands[1:]:
        if player.id not in told:
            told.add(player.id)
            where = "" if there[0] == at[0] else f' in "{there[1].name}"'
            yield make_warning(
                "member ID",
                f'"{player.name}" has the ID {first.id} too{where}',
                "correct one of the two, if they are one person",
                at,
                player.number,
            )
