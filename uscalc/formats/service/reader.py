"""Read answers of the rating service that were saved from a browser."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from uscalc.document.model import Document
from uscalc.formats.native.text import parse_json
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatError,
    FormatReader,
    OpenedEvent,
)
from uscalc.formats.service.files import (
    AnswerKind,
    EventAnswers,
    gather_answers,
    identify_answer,
)
from uscalc.formats.service.section import ServiceSectionReader
from uscalc.formats.shared import loose
from uscalc.formats.shared.bundle import Files, read_neighbors
from uscalc.formats.shared.files import make_event_title
from uscalc.formats.shared.pairing import (
    MOST_SECTIONS,
    ReadingNotes,
    describe_missing_ratings,
    describe_sections,
    reject_excess,
)

ADDRESS: Final = "https://ratings-api.uschess.org/api/v1/rated-events/"

_SIGNS: Final = (
    (b'"roundOutcomes"',),
    (b'"sections"', b'"startDate"'),
    (b'"sections"', b'"endDate"'),
    (b'"timeControl"', b'"ratingSystem"'),
    (b'"number"', b'"ratingSystem"', b'"format"'),
    (b'"ratings"', b'"ratingSystem"', b'"isProvisional"'),
)


def recognizes(head: bytes) -> bool:
    """Return whether a file is JSON with the field names of the rating service."""
    named = any(all(sign in head for sign in signs) for signs in _SIGNS)
    return named and loose.begins_json_object(head)


def find_leading_files(heads: Mapping[str, bytes]) -> frozenset[str]:
    """Return the events' answers; without one, those with standings."""
    events = frozenset(
        name
        for name, head in heads.items()
        if b'"sections"' in head and b'"roundOutcomes"' not in head
    )
    standings = {name for name, head in heads.items() if b'"roundOutcomes"' in head}
    return events or frozenset(standings or heads)


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the event of an answer and the answers next to it. Raises FormatError."""
    name = "" if path is None else path.name
    files = {} if path is None else read_neighbors(path, recognizes)
    return read_files({name: data, **files}, path, end_date, name)


def read_files(
    files: Files,
    path: Path | None = None,
    end_date: dt.date | None = None,
    chosen: str | None = None,
) -> OpenedEvent:
    """Return the event of several answers; the user named `chosen`."""
    parts = gather_answers(files, path, chosen)
    reject_excess(len(parts.sections), "sections", MOST_SECTIONS, path)
    notes = ReadingNotes(left_out=list(parts.left_out))
    with_players = [section for section in parts.sections if section.standings]
    for section in parts.sections:
        if not section.standings:
            name = loose.clean_text(section.facts.get("name")) or f"{section.number}"
            notes.left_out.append(
                f'Section "{name}": its standings are missing. Save '
                f"…/sections/{section.number}/standings in the same folder."
            )
    sections = tuple(
        ServiceSectionReader(section, i, parts.members, notes, path).read_section()
        for i, section in enumerate(with_players or parts.sections)
    )
    name = loose.clean_text(parts.event.get("name"))
    document = Document(
        name or make_event_title(path, "US Chess event"),
        _find_end_date(parts, end_date, path, notes),
        sections,
    )
    ratings = [facts for s in sections for p in s.players for _, facts in p.ratings]
    if any(facts.rating is not None and facts.games is None for facts in ratings):
        notes.assumed.append(
            "Ratings without a number of games are established; US Chess "
            "doesn't list their game counts."
        )
    if any(facts.floor is not None for facts in ratings):
        notes.assumed.append(
            "Floors are the members' floors on the day the pages were saved."
        )
    notes.left_out.append("Not imported: states and officials.")
    return OpenedEvent(
        document=document,
        format=READER.key,
        format_name=READER.name,
        understood=describe_sections(document),
        assumed=tuple(notes.assumed),
        left_out=(*describe_missing_ratings(document, notes.systems), *notes.left_out),
        findings=tuple(notes.findings),
        notes=tuple(notes.notes),
    )


def _find_end_date(
    parts: EventAnswers, given: dt.date | None, path: Path | None, notes: ReadingNotes
) -> dt.date:
    """Return the end date: the event's, its sections' latest, or the given one."""
    ends = [loose.parse_date(one.facts.get("endDate")) for one in parts.sections]
    latest = max((end for end in ends if end is not None), default=given)
    written = parts.event.get("endDate")
    end = notes.keep("end date", written, loose.parse_date(written)) or latest
    if end is None:
        raise EndDateNeededError(
            "no end date found",
            "Save the event page in the same folder, or enter the end date",
            path=path,
        )
    return end


EVENT_NUMBER_DIGITS: Final = 12
"""The number of digits in an event number."""


class AnswerPage(Struct, frozen=True):
    """An address to open in a browser, its content, and whether that content is present."""

    address: str
    gives: str
    part: AnswerKind
    section: int | None
    there: bool


def list_answer_pages(event: str, files: Mapping[str, bytes]) -> list[AnswerPage]:
    """Return the addresses for an event number, including those of all known sections.

    The list is empty while the number is incomplete.
    """
    if not (len(event) == EVENT_NUMBER_DIGITS and event.isascii() and event.isdigit()):
        return []
    try:
        parts = gather_answers(files, None, None) if files else EventAnswers()
    except FormatError:
        parts = EventAnswers()
    whole = f"{ADDRESS}{event}"
    found = [AnswerPage(whole, "the event", "event", None, bool(parts.event))]
    sections = {one.number: one for one in parts.sections if one.number is not None}
    for number, section in sorted(sections.items()):
        address, timed = f"{whole}/sections/{number}", "timeControl" in section.facts
        gives = f"section {number}, time control and date"
        found.append(AnswerPage(address, gives, "section", number, timed))
        gives = f"section {number}, results and ratings"
        placed = bool(section.standings)
        found.append(
            AnswerPage(f"{address}/standings", gives, "standings", number, placed)
        )
    return found


def find_event_number(files: Mapping[str, bytes]) -> str:
    """Return the event number found in an answer, or an empty text."""
    for content in files.values():
        try:
            value = parse_json(content, None)
        except FormatError:
            continue
        if identify_answer(value) == "event":
            number = loose.clean_text(value.get("id"))
            if len(number) == EVENT_NUMBER_DIGITS and number.isdigit():
                return number
    return ""


READER: Final = FormatReader(
    "ratings-service",
    "US Chess ratings page saved as JSON",
    16_000_000,
    recognizes,
    read,
    find_leading_files=find_leading_files,
    read_files=read_files,
)
