"""Find out which file holds which answer, and which answers belong together."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from uscalc.counted import join_sentences
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.formats.native.text import parse_json
from uscalc.formats.opened import FormatError, check
from uscalc.formats.shared import loose
from uscalc.formats.shared.bundle import Files

Json = dict[str, Any]
AnswerKind = Literal["event", "section", "standings", "member"]

_IN_PARENTHESES: Final = re.compile(r"\([^()]{0,20}\)")
_AFTER_SECTION: Final = re.compile(r"sections?\D{0,3}(\d{1,3})(?!\d)", re.IGNORECASE)
_SHORT_NUMBER: Final = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_EVENT_NUMBER: Final = re.compile(r"\d{12}")


class SectionAnswers(Struct):
    """The answers about one section."""

    facts: Json
    standings: list[Json] = []

    @property
    def number(self) -> int | None:
        """The section's number in the event."""
        return loose.parse_whole_number(
            self.facts.get("number", self.facts.get("sectionNumber"))
        )

    @property
    def systems(self) -> tuple[System, ...]:
        """The systems in which the section was rated, by the answers."""
        letters = loose.clean_text(self.facts.get("ratingSystem"))
        return (
            ("R", "Q")
            if letters == "D"
            else tuple(system for system in SYSTEMS if system == letters)
        )


class EventAnswers(Struct):
    """The answers about one event, and what could not be used."""

    event: Json = {}
    sections: list[SectionAnswers] = []
    members: dict[str, Json] = {}
    left_out: list[str] = []


def identify_answer(value: Any) -> AnswerKind | None:
    """Return which kind of answer a JSON value is."""
    if not isinstance(value, dict):
        return None
    if any("roundOutcomes" in item for item in loose.list_objects(value.get("items"))):
        return "standings"
    if isinstance(value.get("sections"), list) and (
        "startDate" in value or "endDate" in value
    ):
        return "event"
    if "timeControl" in value or ("ratingSystem" in value and "number" in value):
        return "section"
    if loose.list_objects(value.get("ratings")) and (
        "id" in value or "memberId" in value
    ):
        return "member"
    return None


def gather_answers(files: Files, path: Path | None, chosen: str | None) -> EventAnswers:
    """Return the answers sorted by section. Raises FormatError unless they are of one event.

    A file next to the chosen one that cannot be read is only mentioned.
    """
    parts = EventAnswers()
    values = _parse_answers(files, path, chosen, parts)
    events = [n for n, value in values.items() if identify_answer(value) == "event"]
    if len(events) > 1:
        events, values = _select_one_event(events, values, path, chosen)
    for name in events:
        parts.event = values[name]
        parts.sections = [
            SectionAnswers(dict(section))
            for section in loose.list_objects(values[name]["sections"])
        ]
    for value in values.values():
        if identify_answer(value) == "section":
            _add_section(parts, value)
        elif identify_answer(value) == "member":
            member = loose.clean_text(value.get("id", value.get("memberId")))
            parts.members[member] = value
    standings = {n: v for n, v in values.items() if identify_answer(v) == "standings"}
    _place_standings(parts, standings, path, chosen)
    return parts


def _parse_answers(
    files: Files, path: Path | None, chosen: str | None, parts: EventAnswers
) -> dict[str, Json]:
    values: dict[str, Json] = {}
    contents: set[bytes] = set()
    for name, content in files.items():
        if content in contents:
            continue
        contents.add(content)
        try:
            value = parse_json(content, path)
        except FormatError as error:
            if name == chosen or len(files) == 1:
                raise
            parts.left_out.append(f'Can\'t read "{name}": {error.message}.')
            continue
        if identify_answer(value) is not None:
            values[name] = value
    check(
        values,
        "this isn't a US Chess ratings page",
        "Save the page again from your browser",
        path=path,
    )
    return values


def _select_one_event(
    events: list[str], values: Mapping[str, Json], path: Path | None, chosen: str | None
) -> tuple[list[str], dict[str, Json]]:
    """Return the event answer to use, and the files that belong to its event number."""
    number = _EVENT_NUMBER.search(chosen or "")
    if chosen in events:
        number = (
            _EVENT_NUMBER.search(loose.clean_text(values[chosen].get("id"))) or number
        )
    if number is None:
        raise FormatError(
            f"contains several events: {', '.join(sorted(events))}",
            "Put the files of one event in a separate folder",
            path=path,
        )
    own = {n: v for n, v in values.items() if number[0] in n or n == chosen}
    of_event = [
        n
        for n in events
        if n in own and loose.clean_text(values[n].get("id")) in ("", number[0])
    ]
    return of_event[:1], own


def _add_section(parts: EventAnswers, value: Json) -> None:
    number = loose.parse_whole_number(value.get("number"))
    for section in parts.sections:
        if number is not None and section.number == number:
            section.facts |= value
            return
    if not parts.event:
        parts.sections.append(SectionAnswers(dict(value)))
    else:
        parts.left_out.append(
            f"The page for section {number} belongs to another event and is ignored."
        )


def _place_standings(
    parts: EventAnswers,
    standings: dict[str, Json],
    path: Path | None,
    chosen: str | None,
) -> None:
    """Assign each standings answer to its section, which it does not name itself."""
    if not parts.sections:
        parts.sections = [
            SectionAnswers({"number": _find_section_number(name, value)}, [value])
            for name, value in standings.items()
        ]
        return
    left = dict(standings)
    for name, value in standings.items():
        number = _find_section_number(name, value)
        for section in parts.sections:
            if number is not None and section.number == number:
                section.standings.append(left.pop(name))
                break
    for name, value in list(left.items()):
        fits = [
            s for s in parts.sections if not s.standings and _matches_systems(s, value)
        ]
        rivals = [
            n for n, other in left.items() if fits and _matches_systems(fits[0], other)
        ]
        if len(fits) == 1 and len(rivals) == 1:
            fits[0].standings.append(left.pop(name))
    for name in left:
        message = f'can\'t tell which section the standings in "{name}" belong to'
        remedy = 'Put the section\'s number in the file name, as in "section-2.json"'
        if name == chosen:
            raise FormatError(message, remedy, path=path)
        parts.left_out.append(join_sentences(message, remedy))


def _find_section_number(name: str, value: Json) -> int | None:
    """Return the section number from the answer, or from the name of its file.

    A number in parentheses comes from the browser, for a name that it had used before.
    """
    for source in (value, next(iter(loose.list_objects(value.get("items"))), {})):
        if (
            number := loose.parse_whole_number(source.get("sectionNumber"))
        ) is not None:
            return number
    plain = _IN_PARENTHESES.sub("", name)
    if found := _AFTER_SECTION.search(plain):
        return int(found[1])
    numbers = _SHORT_NUMBER.findall(plain.rpartition("/")[2])
    return int(numbers[0]) if len(numbers) == 1 else None


def _matches_systems(section: SectionAnswers, standings: Json) -> bool:
    """Return whether the standings have ratings in the section's systems."""
    systems = {
        loose.clean_text(rating.get("ratingSystem", rating.get("ratingSource")))
        for item in loose.list_objects(standings.get("items"))
        for rating in loose.list_objects(item.get("ratings"))
    }
    return not section.systems or not systems or systems == set(section.systems)
