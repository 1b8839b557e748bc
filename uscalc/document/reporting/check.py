"""Check a whole report: the event, then each section, its players and its games."""

import datetime as dt
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from uscalc.counted import format_day, group_by_key
from uscalc.document.findings import Finding, join_names, to_single_line
from uscalc.document.model import Document, Player
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.members import (
    MOST_ENTRIES,
    SAME_ID,
    check_identities,
    make_member_entry,
)
from uscalc.document.rate.people import EventPeople, find_people
from uscalc.document.rate.systems import find_section_systems
from uscalc.document.reporting import fields
from uscalc.document.reporting.fields import is_member
from uscalc.document.reporting.findings import (
    Placed,
    check_text,
    list_reported_sections,
    make_error,
    make_warning,
)
from uscalc.document.reporting.of_player import Expiries, Owners, check_players
from uscalc.document.reporting.of_section import check_games, check_section
from uscalc.monitor import UNMONITORED, Monitor

LATEST: Final = 10
"""Days after the event in which US Chess accepts a report."""
USA: Final = "USA"
WHERE: Final = "Enter it in Rating report details"


def check_event(document: Document, today: dt.date | None) -> Iterator[Finding]:
    """Yield findings about name, IDs, place and dates; `today` None skips the deadline."""
    report = document.report
    yield from _check_texts(document)
    if not report.affiliate:
        yield make_error("affiliate", "Affiliate ID is missing", WHERE)
    elif not fields.is_affiliate(report.affiliate):
        yield make_error(
            "affiliate",
            f'"{report.affiliate}" isn\'t a valid affiliate ID',
            "Enter an A and seven digits, like A6000001",
        )
    if not report.chief_td:
        yield make_error("chief director", "Chief director's ID is missing", WHERE)
    yield from (
        make_error(what, f'"{text}" isn\'t a valid member ID', "Enter the eight digits")
        for what, text in (
            ("chief director", report.chief_td),
            ("assistant director", report.assistant_td),
        )
        if text and not fields.is_member(text)
    )
    missing = [
        words
        for words, text in (
            ("city", report.city),
            ("ZIP code", report.zip or report.country not in ("", USA)),
            ("country", report.country),
        )
        if not text
    ]
    if missing:
        names, several = join_names(missing), len(missing) > 1
        yield make_warning(
            "place",
            f"{names[:1].upper()}{names[1:]} {'are' if several else 'is'} missing",
            "Enter them in Rating report details" if several else WHERE,
        )
    yield from _check_sections(document)
    days = 0 if today is None else (today - document.end_date).days
    if days > LATEST:
        yield make_warning(
            "end date",
            f"The event ended on {format_day(document.end_date)}, {days} days ago",
            f"Reports are due within {LATEST} days. A late report may need approval",
        )


def _check_texts(document: Document) -> Iterator[Finding]:
    report = document.report
    for about, text, width in (
        ("name", document.name, fields.EVENT_NAME),
        ("city", report.city, fields.CITY),
        ("state", report.state, fields.STATE),
        ("ZIP code", report.zip, fields.ZIP),
        ("country", report.country, fields.COUNTRY),
        ("other directors", report.other_tds, fields.OTHER_TDS),
    ):
        yield from check_text(about, text, width)
    if not document.name.strip():
        yield make_error(
            "name",
            "The event has no name",
            "Enter the name in Event and section settings",
        )


def _check_sections(document: Document) -> Iterator[Finding]:
    sections = list_reported_sections(document)
    if not sections:
        yield make_error(
            "sections",
            "No section will be reported",
            "Set the type of at least one section to event or match",
        )
    elif len(sections) > fields.MOST_SECTIONS:
        yield make_error(
            "sections",
            (
                f"The event has {len(sections)} sections; a rating report allows "
                f"{fields.MOST_SECTIONS}"
            ),
            "Split it into several events",
        )
    late = [
        s
        for _, s in sections
        if (s.start_date or s.end_date or dt.date.min) > document.end_date
    ]
    if late and all(s in late for _, s in sections):
        begins = min(s.start_date or document.end_date_of(s) for s in late)
        yield make_error(
            "dates",
            (
                f"The event begins on {format_day(begins)}, after its end date "
                f"{format_day(document.end_date)}"
            ),
            "Correct the dates of the event or of its sections",
        )


Stand = tuple[Placed, int, Player]
"""A section, a row and the player in it."""


def check_people(document: Document) -> Iterator[Finding]:
    """Yield findings about two people with the same ID, one person in two places, and two IDs."""
    people = find_people(
        document, (index for index, _ in list_reported_sections(document))
    )
    yield from _check_shared_ids(document, people)
    stands = [
        (at, row, player)
        for at in list_reported_sections(document)
        for row, player in enumerate(at[1].players)
        if is_member(player.id)
    ]
    for entries in group_by_key((stand[2].id, stand) for stand in stands).values():
        yield from _check_simultaneous_entries(document, people, entries)
    for name, entries in group_by_key(
        (" ".join(stand[2].name.replace(",", ", ").split()).casefold(), stand)
        for stand in stands
    ).items():
        if name:
            yield from _check_duplicate_names(entries)


def find_shared_ids(document: Document) -> tuple[Finding, ...]:
    """Return the Errors about two people with the same ID; with these no report can be written."""
    people = find_people(
        document, (index for index, _ in list_reported_sections(document))
    )
    return tuple(f for f in _check_shared_ids(document, people) if f.code == SAME_ID)


def _check_shared_ids(document: Document, people: EventPeople) -> Iterator[Finding]:
    """Yield the Errors and Warnings about entries with the same ID, section by section."""
    for index, section in list_reported_sections(document):
        found = *check_identities(section, index), *people.findings.get(index, ())
        for finding in found:
            yield replace(
                finding,
                message=to_single_line(finding.message),
                remedy=to_single_line(finding.remedy),
                rated=False,
            )


def _check_simultaneous_entries(
    document: Document, people: EventPeople, entries: list[Stand]
) -> Iterator[Finding]:
    for place, (at, row, player) in enumerate(entries):
        for other, there, _ in entries[max(0, place - MOST_ENTRIES) : place]:
            if (
                other[0] == at[0]
                or not document.overlap(at[1], other[1])
                or people.find_person(at[0], row) != people.find_person(other[0], there)
            ):
                continue
            both = sorted(
                make_member_entry(at[1], row).rounds
                & make_member_entry(other[1], there).rounds
            )
            if both:
                yield make_warning(
                    "member ID",
                    (
                        f'{player.id} also plays round {both[0]} in "{other[1].name}", on '
                        "the same days"
                    ),
                    "Correct one of the two IDs, or the dates of the sections",
                    at,
                    player.number,
                )
                break


def _check_duplicate_names(entries: list[Stand]) -> Iterator[Finding]:
    there, _, first = entries[0]
    reported = {first.id}
    for at, _, player in entries[1:]:
        if player.id not in reported:
            reported.add(player.id)
            other_section = "" if there[0] == at[0] else f' in "{there[1].name}"'
            yield make_warning(
                "member ID",
                f'"{player.name}" also has the ID {first.id}{other_section}',
                "Correct one of the two IDs if this is the same person",
                at,
                player.number,
            )


NO_LIST: Final[Expiries] = {}
NO_OWNERS: Final[Owners] = {}


def check_report(
    document: Document,
    rulebook: RuleBook,
    today: dt.date | None = None,
    expiries: Expiries = NO_LIST,
    monitor: Monitor = UNMONITORED,
    owners: Owners = NO_OWNERS,
) -> tuple[Finding, ...]:
    """Return the findings of the report's checks, in the order of the event.

    US Chess will reject a report with a finding that "stops", and query one that
    "warns". `expiries` and `owners` come from a rating supplement; without one,
    memberships are not checked.
    """
    people = group_by_key((one.section, one) for one in check_people(document))
    found = list(check_event(document, today))
    for at in list_reported_sections(document):
        monitor.check()
        index, section = at
        end = document.end_date_of(section)
        systems, _ = find_section_systems(section, index, end, rulebook)
        found += [
            *check_section(document, at, rulebook),
            *check_players(document, at, systems, expiries, owners),
            *check_games(at),
            *people.get(index, ()),
        ]
    return tuple(found)
