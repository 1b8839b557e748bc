"""The event file's keys: each with its type and bounds, read into the document."""

import datetime as dt
import re
from pathlib import Path
from typing import Any, Final

from uscalc.document.model import (
    BY_DATE,
    HIGHEST_RATING,
    KINDS,
    LOWEST_RATING,
    RECORDS,
    SOURCES,
    Birth,
    Document,
    ForeignRating,
    Link,
    Matches,
    OfficeInitial,
    Player,
    PrizeFloor,
    Published,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.engine.systems import SYSTEMS
from uscalc.formats.errors import FormatError
from uscalc.formats.native_fields import (
    ISO_DATE,
    Fault,
    Faults,
    Field,
    count,
    date,
    flag,
    is_number,
    items,
    mapping,
    not_object,
    number,
    optional,
    record,
    show,
    text,
    word,
)
from uscalc.formats.native_json import Loc, describe

_YEAR: Final = re.compile(r"[0-9]{4}")
LARGEST_OVERRIDE: Final = 1e9

_RATING: Final = number(LOWEST_RATING, HIGHEST_RATING)
_LEVEL: Final = count(int(LOWEST_RATING), int(HIGHEST_RATING))
_COUNT: Final = count(0, 100_000)
_NET_CHANGE: Final = number(-HIGHEST_RATING, HIGHEST_RATING)


def document_of(root: dict[str, Any], path: Path | None) -> Document:
    """The event of an object of the present version.

    Raises FormatError for the first thing that is wrong, with the number of the others.
    """
    faults = Faults()
    document: Document = _EVENT(root, (), faults)
    if faults:
        raise _first(faults, root, path)
    return document


def _first(faults: list[Fault], root: Any, path: Path | None) -> FormatError:
    # A misspelt key is mostly the cause of a missing one.
    first = min(faults, key=lambda fault: not fault.unknown_key)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return FormatError(
        first.wrong, first.remedy + more, path=path, place=describe(root, first.loc)
    )


def _birth(value: Any, loc: Loc, faults: Faults) -> Any:
    year = str(value) if type(value) is int else value
    if isinstance(year, str) and _YEAR.fullmatch(year) and int(year) > 0:
        return Birth(dt.date(int(year), 7, 1), year_only=True)
    if isinstance(value, str) and ISO_DATE.fullmatch(value):
        return Birth(date(value, loc, faults))
    wrong = f"{show(value)} is no birth date"
    return faults.at(loc, wrong, 'write it as in "2009-05-17" or "2009"')


def _rating_before(value: Any, loc: Loc, faults: Faults) -> Any:
    if value is None or value == "unknown":
        return value
    if not is_number(value):
        wrong = f"{show(value)} is no rating"
        return faults.at(loc, wrong, 'write a number, null or "unknown"')
    if not LOWEST_RATING <= value <= HIGHEST_RATING:
        return faults.at(
            loc,
            f"{show(value)} is no rating",
            f"give one from {LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}",
        )
    return float(value)


def _facts(rating: float | str | None = None, **others: Any) -> RatingFacts:
    if isinstance(rating, str):
        return RatingFacts(unknown=True, **others)
    return RatingFacts(rating, **others)


def _prize_floor(value: Any, loc: Loc, faults: Faults) -> Any:
    return _PRIZE({"level": value} if is_number(value) else value, loc, faults)


def _rules(value: Any, loc: Loc, faults: Faults) -> Any:
    """An edition alone, or an object of it and the parameters that are overridden."""
    if value is None:
        return BY_DATE
    if isinstance(value, str):
        return RulesChoice(value)
    if not isinstance(value, dict):
        return not_object(value, loc, faults)
    edition = None
    if "edition" in value:
        edition = optional(text)(value["edition"], (*loc, "edition"), faults)
    return RulesChoice(
        edition,
        tuple(
            (key, _override(parameter, (*loc, key), faults))
            for key, parameter in value.items()
            if key != "edition"
        ),
    )


def _override(value: Any, loc: Loc, faults: Faults) -> Any:
    if value is None or isinstance(value, str):
        return value
    if is_number(value) and abs(float(value)) <= LARGEST_OVERRIDE:
        return float(value)
    wrong = f"{show(value)} cannot be a rule's parameter"
    return faults.at(loc, wrong, "write a number, text or null")


def _event(sections: tuple[dict[str, Any], ...] = (), **given: Any) -> Document:
    """The document; a section without a name is called by its place."""
    named = (
        {**section, "name": f"Section {place}"}
        if section.get("name") is None
        else section
        for place, section in enumerate(sections, 1)
    )
    return Document(sections=tuple(Section(**section) for section in named), **given)


def _whole_event(format: str, version: int, **given: Any) -> Document:
    return _event(**given)


_PRIZE: Final = record(
    PrizeFloor,
    level=Field(_LEVEL, required=True),
    amount=optional(number(0, 1e9)),
    date=optional(date),
)
_FACTS: Final = record(
    _facts,
    rating=_rating_before,
    games=optional(_COUNT),
    as_of=optional(date),
    source=optional(word(SOURCES)),
    rounded=optional(flag),
    record=optional(word(RECORDS)),
    peak=optional(_RATING),
    wins=optional(_COUNT),
    draws=optional(_COUNT),
    events=optional(_COUNT),
    floor=optional(_LEVEL),
    prize_floor=optional(_prize_floor),
    life_master=flag,
    ceiling=optional(_RATING),
    official=optional(_RATING),
    matches=optional(
        record(
            Matches,
            net_180_days=optional(_NET_CHANGE),
            net_3_years=optional(_NET_CHANGE),
        )
    ),
    initial=optional(
        record(
            OfficeInitial,
            rating=Field(number(0, HIGHEST_RATING), required=True),
            games=_COUNT,
        )
    ),
)
_FOREIGN: Final = record(
    ForeignRating, rating=Field(number(0, 4000), required=True), as_of=optional(date)
)
_PUBLISHED: Final = record(
    Published, rating=Field(_RATING, required=True), games=optional(_COUNT)
)
_PLAYER: Final = record(
    Player,
    number=Field(count(1, 99_999), required=True),
    name=text,
    id=optional(text),
    birth_date=Field(optional(_birth), "birth"),
    adult=optional(flag),
    ratings=mapping(SYSTEMS, _FACTS),
    fide=optional(_FOREIGN),
    cfc=optional(_FOREIGN),
    results=items(text),
    published=mapping(SYSTEMS, _PUBLISHED),
)
_SECTION: Final = record(
    dict,
    name=optional(text),
    start_date=optional(date),
    end_date=optional(date),
    time_control=optional(text),
    online=flag,
    kind=word(KINDS),
    systems=optional(items(word(SYSTEMS))),
    half_k=flag,
    rules=_rules,
    players=items(_PLAYER),
)
_SAID: Final = {
    "name": Field(text, required=True),
    "end_date": Field(date, required=True),
    "chain_sections": Field(flag),
    "sections": Field(items(_SECTION)),
}
_LINK: Final = record(
    Link,
    path=Field(text, required=True),
    end_date=optional(date),
    base=Field(record(_event, **_SAID), required=True),
)
_EVENT: Final = record(
    _whole_event,
    format=Field(text, required=True),
    version=Field(count(1, 10**9), required=True),
    **_SAID,
    link=optional(_LINK),
)
