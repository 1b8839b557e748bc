"""List the answers that an event needs, and which of them are present."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.native.text import parse_json
from uscalc.formats.service import reader as service_json
from uscalc.formats.service.files import Part, gather, part_of
from uscalc.formats.shared import loose

DIGITS: Final = 12
"""The number of digits in an event number."""


@dataclass(frozen=True, slots=True)
class Page:
    """An address to open in a browser, what it gives, and whether that is present."""

    address: str
    gives: str
    part: Part
    section: int | None
    there: bool


def pages(event: str, files: Mapping[str, bytes]) -> list[Page]:
    """Return the addresses for an event number, including those of all known sections.

    The list is empty while the number is incomplete.
    """
    if not (len(event) == DIGITS and event.isascii() and event.isdigit()):
        return []
    parts = None
    if files:
        try:
            parts = gather(files, None, None)
        except FormatError:
            parts = None
    sections = [] if parts is None else parts.sections
    known = {section.number: section for section in sections}
    numbers = sorted(number for number in known if number is not None)
    found = []
    for address in service_json.addresses(event, numbers):
        tail = address.partition(event)[2]
        own = (f"/sections/{n}" for n in numbers)
        place = tail.removesuffix("/standings")
        number = next(
            (n for n, o in zip(numbers, own, strict=True) if o == place), None
        )
        section = None if number is None else known[number]
        if section is None:
            there = parts is not None and bool(parts.event)
            found.append(Page(address, "the event", "event", None, there))
        elif tail.endswith("/standings"):
            found.append(
                Page(
                    address,
                    f"section {number}, results and ratings",
                    "standings",
                    number,
                    bool(section.standings),
                )
            )
        else:
            there = "timeControl" in section.facts
            gives = f"section {number}, time control and date"
            found.append(Page(address, gives, "section", number, there))
    return found


def event_number(files: Mapping[str, bytes]) -> str:
    """Return the event number found in an answer, or an empty text."""
    for content in files.values():
        try:
            value = parse_json(content, None)
        except FormatError:
            continue
        if part_of(value) == "event":
            number = loose.text(value.get("id"))
            if len(number) == DIGITS and number.isdigit():
                return number
    return ""
