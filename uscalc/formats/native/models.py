"""Define the event file's keys, each with its type, its bounds and its meaning.

The keys are made from the table of facts (`document.facts`). pydantic reads files by
them, errors name them, and the JSON Schema is generated from them. Reading gives the
values of `document.model`.
"""

import datetime as dt
import json
import re
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Final, TypeVar

import typing_extensions
from msgspec import Struct
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    TypeAdapter,
    WithJsonSchema,
    with_config,
)
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import CoreSchema

from uscalc.checked import STRICT, LimitedList, ShortList, convert_with, make_error
from uscalc.document import model
from uscalc.document.facts.fact import Fact
from uscalc.document.facts.table import facts_of
from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING
from uscalc.engine.inputs import System
from uscalc.formats.native.write import FORMAT, find_present_version
from uscalc.formats.shared.files import decode_path

_YEAR: Final = re.compile("(?!0000)[0-9]{4}")
_DAY: Final = re.compile(
    "(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", re.ASCII
)
_DAY_SCHEMA: Final = {
    "type": "string",
    "format": "date",
    "pattern": f"^{_DAY.pattern}$",
}

T = TypeVar("T")


class OrSchema(Struct, frozen=True, eq=False, dict=True):
    """A shorter form of a value, for the JSON Schema."""

    schema: dict[str, Any]

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        longer = handler(core)
        return {"anyOf": [self.schema, *longer.get("anyOf", [longer])]}


def is_number(value: Any) -> bool:
    """Return whether a value is a JSON number; true and false are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _read_day(value: Any) -> dt.date:
    if isinstance(value, str) and _DAY.fullmatch(value):
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            pass
    raise make_error("{shown} isn't a valid date", 'Write it like "2025-09-01"')


def _read_birth(value: Any) -> model.BirthDate:
    year = to_whole_number(value)
    year = str(year) if type(year) is int else year
    if isinstance(year, str) and _YEAR.fullmatch(year):
        return model.BirthDate(dt.date(int(year), 7, 1), year_only=True)
    if isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return model.BirthDate(_read_day(value))
    raise make_error(
        "{shown} isn't a valid birth date", 'Write it like "2009-05-17" or "2009"'
    )


def _read_rating_before(value: Any) -> Any:
    if value is None or value == "unknown":
        return value
    if not is_number(value):
        raise make_error(
            "{shown} isn't a valid rating", 'Write a number, null, or "unknown"'
        )
    if not LOWEST_RATING <= value <= HIGHEST_RATING:
        bounds = f"{LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}"
        raise make_error("{shown} isn't a valid rating", f"Use a number from {bounds}")
    return float(value)


def _read_override(value: Any) -> str | float | None:
    if value is None or isinstance(value, str):
        return value
    if is_number(value) and abs(float(value)) <= 1e9:
        return float(value)
    raise make_error(
        "{shown} can't be the value of a rule parameter",
        "Write a number, text, or null",
    )


def to_whole_number(value: Any) -> Any:
    """Return a JSON number as an integer if it is whole: 30.0 is also a count."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Day = Annotated[dt.date, PlainValidator(_read_day), WithJsonSchema(_DAY_SCHEMA)]
Birth = Annotated[
    model.BirthDate,
    PlainValidator(_read_birth),
    WithJsonSchema(_DAY_SCHEMA),
    OrSchema({"type": "string", "pattern": f"^{_YEAR.pattern}$"}),
    OrSchema({"type": "integer", "minimum": 1000, "maximum": 9999}),
]
RatingBefore = Annotated[
    Any,
    PlainValidator(_read_rating_before),
    WithJsonSchema({"type": "null"}),
    OrSchema({"const": "unknown"}),
    OrSchema({"type": "number", "minimum": LOWEST_RATING, "maximum": HIGHEST_RATING}),
]
Override = Annotated[
    Any,
    PlainValidator(_read_override),
    WithJsonSchema({"type": "null"}),
    OrSchema({"type": "string"}),
    OrSchema({"type": "number", "minimum": -1e9, "maximum": 1e9}),
    Field(description="The value of a rule's parameter."),
]
InSystems = Annotated[dict[System, T], AfterValidator(lambda given: (*given.items(),))]


# Spaces are tolerated anywhere, between the figures of a number too.
_FIGURE: Final = r"\s*[0-9]"
_NUMBER: Final = rf"(?=[\s0]*[1-9])({_FIGURE}){{1,5}}"
_RATING: Final = (
    rf"((\s*0)?\s*[1-9]({_FIGURE}){{2}}|\s*[12]({_FIGURE}){{3}}|\s*3(\s*0){{3}})"
)
_ENTRY: Final = (
    rf"\s*([WDLNRSwdlnrs?]{_NUMBER}|[BHUbhu-](\s*0){{0,5}}|[XFZxfz]({_FIGURE}){{0,5}}"
    rf"|[?]{_RATING}\s*-{_RATING})(\s*[WBwb])?\s*"
)
CELL: Final = rf"^(\s*|{_ENTRY}([|]{_ENTRY})*)$"


# The types below are made when the module is imported, which mypy can't follow.
_IN_SYSTEMS: Final[Any] = InSystems
_SEVERAL: Final[Any] = LimitedList
_FEW: Final[Any] = ShortList
# Before Python 3.12, pydantic doesn't accept the TypedDict of `typing`.
_TYPES: Final[Any] = typing_extensions

_OBJECTS: Final[dict[type, tuple[str, str]]] = {
    model.PrizeFloor: ("PrizeFloor", "A floor earned by a cash prize."),
    model.MatchNetChanges: (
        "Matches",
        "Net rating changes by earlier matches, in points.",
    ),
    model.OfficialStartingRating: (
        "Initial",
        "The starting rating set by US Chess for an unrated player.",
    ),
    model.RatingFacts: (
        "Facts",
        "A player's pre-event data in one rating system.",
    ),
    model.ForeignRating: ("Foreign", "A rating by FIDE or CFC."),
    model.PublishedRating: (
        "Published",
        "The rating published by US Chess after the event.",
    ),
    model.SectionReport: (
        "SectionReport",
        "Rating report details of a section.",
    ),
    model.EventReport: (
        "EventReport",
        "Rating report details of an event.",
    ),
    model.Player: ("Player", "One row of the crosstable."),
}
"""The objects of the file, with their names and texts in the JSON Schema."""


class Rules(BaseModel):
    """An edition, and the values that replace single parameters."""

    model_config = ConfigDict(strict=True, extra="allow")
    __pydantic_extra__: dict[str, Override]

    edition: str | None = Field(
        None, description="The key of an edition; default by end date."
    )


def _edition_as_object(value: Any) -> Any:
    if value is None:
        return {}
    return {"edition": value} if isinstance(value, str) else value


_PLAIN_KINDS: Final[dict[str, Any]] = {
    "text": str,
    "truth": bool,
    "day": Day,
    "birth": Birth,
    "rating before": RatingBefore,
    "systems": LimitedList[System],
    "results": ShortList[
        Annotated[str, WithJsonSchema({"type": "string", "pattern": CELL})]
    ],
    "rules": Annotated[
        Rules,
        AfterValidator(
            lambda rules: model.RulesChoice(
                rules.edition, (*(rules.model_extra or {}).items(),)
            )
        ),
        BeforeValidator(_edition_as_object),
        OrSchema({"type": "string"}),
        OrSchema({"type": "null"}),
    ],
}
_SHORT_PRIZE_FLOOR: Final = (
    BeforeValidator(lambda value: {"level": value} if is_number(value) else value),
    OrSchema({"type": "integer", "minimum": LOWEST_RATING, "maximum": HIGHEST_RATING}),
)


def _choose_type(fact: Fact) -> Any:
    """Return the type that pydantic reads a fact by, without null and description."""
    low, high = fact.file_bounds or fact.bounds or (None, None)
    match fact.kind.name:
        case "count":
            bounds = Field(ge=low, le=high)
            return _TYPES.Annotated[int, bounds, BeforeValidator(to_whole_number)]
        case "number":
            return _TYPES.Annotated[float, Field(ge=low, le=high)]
        case "choice":
            return _TYPES.Literal[tuple(key for key, _ in fact.kind.choices if key)]
        case "object":
            assert fact.whole is not None
            kind = _make_value_type(fact.whole)
            return _IN_SYSTEMS[kind] if fact.by_system else kind
        case "prize floor":
            return _TYPES.Annotated[
                (_make_value_type(model.PrizeFloor), *_SHORT_PRIZE_FLOOR)
            ]
        case plain:
            return _PLAIN_KINDS[plain]


def _make_keys(owner: type) -> dict[str, Any]:
    """Return the keys of a class of the model, each with its type."""
    keys = {}
    for fact in (one for one in facts_of(owner) if one.meaning):
        kind = _choose_type(fact)
        nullable = fact.null_in_file or fact.default is None
        if nullable and fact.kind.name != "rating before":
            kind = _TYPES.Optional[kind]
        kind = _TYPES.Annotated[kind, Field(description=fact.meaning)]
        keys[fact.key_in_file] = _TYPES.Required[kind] if fact.required else kind
    return keys


def _make_object_type(name: str, text: str, keys: dict[str, Any]) -> Any:
    """Make the type of an object with exactly these keys."""
    kind = _TYPES.TypedDict(name, keys, total=False)
    kind.__doc__ = text
    return with_config(STRICT)(kind)


@cache
def _make_value_type(owner: type) -> Any:
    """Make the type of an object that becomes a value of the model."""
    name, text = _OBJECTS[owner]
    return _TYPES.Annotated[
        _make_object_type(name, text, _make_keys(owner)),
        convert_with(_choose_maker(owner)),
    ]


def _choose_maker(owner: type) -> Callable[..., Any]:
    """Return the function that makes a value of the model from an object's keys."""
    renamed = {
        fact.file_key: fact.key for fact in facts_of(owner) if fact.file_key
    }.items()

    def make_value(**given: Any) -> Any:
        for file_key, key in renamed:
            if file_key in given:
                given[key] = given.pop(file_key)
        return owner(**given)

    def make_facts(rating: float | str | None = None, **others: Any) -> Any:
        return (
            owner(unknown=True, **others)
            if isinstance(rating, str)
            else owner(rating, **others)
        )

    if owner is model.RatingFacts:
        return make_facts
    return make_value if renamed else owner


def _describe_key(kind: Any, text: str, required: bool = False) -> Any:
    kind = _TYPES.Annotated[kind, Field(description=text)]
    return _TYPES.Required[kind] if required else kind


_SECTION: Final = _make_object_type(
    "Section",
    "One section.",
    _make_keys(model.Section)
    | {
        "players": _describe_key(
            _SEVERAL[_make_value_type(model.Player)], "The rows of the crosstable."
        )
    },
)
_BODY: Final = _make_keys(model.Document) | {
    "sections": _describe_key(_FEW[_SECTION], "The sections.")
}


def _make_event(
    sections: tuple[dict[str, Any], ...] = (),
    format: str = FORMAT,
    version: int = 0,
    **given: Any,
) -> model.Document:
    """Make the document; a section without a name is named by its position."""
    make_section = _choose_maker(model.Section)
    named = (
        section
        if section.get("name") is not None
        else section | {"name": f"Section {place}"}
        for place, section in enumerate(sections, 1)
    )
    return model.Document(
        sections=tuple(make_section(**section) for section in named), **given
    )


_LINK: Final = _make_object_type(
    "Link",
    "The linked file of a pairing program.",
    {
        "path": _describe_key(
            Annotated[str, AfterValidator(decode_path)],
            (
                "Path of the file; a byte that isn't valid text is written as "
                "NUL and a code."
            ),
            True,
        ),
        "end_date": _describe_key(
            _TYPES.Optional[Day],
            "The end date entered because the file has none.",
        ),
        "base": _describe_key(
            _TYPES.Annotated[
                _make_object_type(
                    "Body",
                    "An event without the keys that only a whole file has: format, version, link.",
                    _BODY,
                ),
                convert_with(_make_event),
            ],
            "The linked file's content at the last sync.",
            True,
        ),
    },
)
Event: Final = _make_object_type(
    "Event",
    ("A chess event with its sections, players and results, in uscalc's file format."),
    {
        "format": _describe_key(
            Annotated[str, WithJsonSchema({"const": FORMAT})],
            'Always "uscalc-event".',
            True,
        ),
        "version": _describe_key(
            Annotated[int, WithJsonSchema({"const": find_present_version()})],
            "The version of this file format.",
            True,
        ),
    }
    | _BODY
    | {
        "link": _describe_key(
            _TYPES.Optional[_TYPES.Annotated[_LINK, convert_with(model.Link)]],
            "The linked file; default none.",
        )
    },
)
EVENT: Final[TypeAdapter[Any]] = TypeAdapter(
    _TYPES.Annotated[Event, convert_with(_make_event)]
)


FILE: Final = "event.schema.json"
"""The name of the schema file in resources/schema."""


class _WithoutTitles(GenerateJsonSchema):
    """A schema without titles, which would only repeat the keys."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def generate(self, schema: CoreSchema, mode: Any = "validation") -> dict[str, Any]:
        return {
            "$schema": self.schema_dialect,
            **super().generate(schema, mode),
            "title": "uscalc event file",
        }


def make_event_schema() -> str:
    """Return the text of the schema; an installed program has it in its resources."""
    schema = TypeAdapter(Event).json_schema(schema_generator=_WithoutTitles)
    for part in (schema, *schema["$defs"].values()):
        for key in part["properties"].values():
            # Move the description of each key behind its type.
            key["description"] = key.pop("description")
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
