"""List the answers that an event needs, and which of them are present."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.native.text import parse_json
from uscalc.formats.service import reader as service_json
from uscalc.formats.service.files import (
    AnswerKind,
    EventAnswers,
    gather_answers,
    identify_answer,
)
from uscalc.formats.shared import loose

EVENT_NUMBER_DIGITS: Final = 12
"""The number of digits in an event number."""


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """An address to open in a browser, what it gives, and whether that is present."""

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
    whole = f"{service_json.ADDRESS}{event}"
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
