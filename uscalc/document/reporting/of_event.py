"""Check the event as a whole, as US Chess would."""

import datetime as dt
from collections.abc import Iterator
from typing import Final

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.reporting import fields
from uscalc.document.reporting.findings import (
    list_reported_sections,
    make_error,
    make_warning,
)

LATEST: Final = 10
"""Days after the end that a report may come."""
USA: Final = "USA"
WHERE: Final = "give it with the facts of the report"
GIVE_THEM: Final = "give them with the facts of the report"


def check_event(document: Document, today: dt.date | None) -> Iterator[Finding]:
    """Check name, IDs, place and dates; `today` None: don't check for lateness."""
    report = document.report
    yield from _check_texts(document)
    if not report.affiliate:
        yield make_error("affiliate", "the affiliate's ID is missing", WHERE)
    elif not fields.is_affiliate(report.affiliate):
        yield make_error(
            "affiliate",
            f'"{report.affiliate}" is no affiliate\'s ID',
            "write it like A6000001: an A and seven digits",
        )
    if not report.chief_td:
        yield make_error("chief director", "the chief director's ID is missing", WHERE)
    for what, text in (
        ("chief director", report.chief_td),
        ("assistant director", report.assistant_td),
    ):
        if text and not fields.is_member(text):
            yield make_error(
                what, f'"{text}" is no member ID', "write its eight digits"
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
        *first, last = missing
        said = f"{', '.join(first)} and {last}" if first else last
        are = "are" if first else "is"
        way_out = GIVE_THEM if first else WHERE
        yield make_warning("place", f"the {said} {are} missing", way_out)
    yield from _check_sections(document)
    if today is not None and (today - document.end_date).days > LATEST:
        days = (today - document.end_date).days
        yield make_warning(
            "end date",
            f"the event ended on {document.end_date}, {days} days ago",
            f"send the report within {LATEST} days, or say why it is late",
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
        fault = fields.find_text_problem(text, width)
        if fault is not None:
            yield make_error(about, *fault)
    if not document.name.strip():
        yield make_error("name", "the event has no name", "give it one in the settings")


def _check_sections(document: Document) -> Iterator[Finding]:
    sections = list_reported_sections(document)
    if not sections:
        yield make_error(
            "sections",
            "no section of the event is reported",
            'set the kind of a section to "event" or "match"',
        )
    elif len(sections) > fields.MOST_SECTIONS:
        yield make_error(
            "sections",
            f"it has {len(sections)} sections, and a report has room for "
            f"{fields.MOST_SECTIONS}",
            "divide it among several events",
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
            f"it begins on {begins} and ends on {document.end_date}",
            "correct the event's last day, or the sections' days",
        )
