"""The event file's keys: each with its type, its bounds and what it means.

The one declaration of what may stand in an event file: pydantic reads by it, what is
wrong is told from it, and the JSON Schema is made of it. What is read are the values
of `document.model`; the classes here only list keys.
"""

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Required, TypeVar

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
from pydantic_core import CoreSchema

# Before Python 3.12 pydantic does not take the one of `typing`.
from typing_extensions import TypedDict

from uscalc.document import model
from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING
from uscalc.engine.systems import System
from uscalc.formats.migrations import present_version
from uscalc.formats.native_cells import CELL
from uscalc.formats.native_words import said
from uscalc.formats.native_write import FORMAT

_YEAR: Final = re.compile("(?!0000)[0-9]{4}")
_DAY: Final = re.compile(
    "(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", re.ASCII
)
_DAY_SCHEMA: Final = {
    "type": "string",
    "format": "date",
    "pattern": f"^{_DAY.pattern}$",
}
_STRICT: Final = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)

LONGEST_LIST: Final = 100_000

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class _Or:
    """A shorter spelling that the JSON Schema is to know of."""

    schema: dict[str, Any]

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"anyOf": [self.schema, handler(core)]}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _day(value: Any) -> dt.date:
    if isinstance(value, str) and _DAY.fullmatch(value):
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            pass
    raise said("{shown} is no date", 'write it as in "2025-09-01"')


def _birth(value: Any) -> model.Birth:
    year = _whole(value)
    year = str(year) if type(year) is int else year
    if isinstance(year, str) and _YEAR.fullmatch(year):
        return model.Birth(dt.date(int(year), 7, 1), year_only=True)
    if isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return model.Birth(_day(value))
    raise said("{shown} is no birth date", 'write it as in "2009-05-17" or "2009"')


def _rating_before(value: Any) -> Any:
    if value is None or value == "unknown":
        return value
    if not _is_number(value):
        raise said("{shown} is no rating", 'write a number, null or "unknown"')
    if not LOWEST_RATING <= value <= HIGHEST_RATING:
        bounds = f"{LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}"
        raise said("{shown} is no rating", f"give one from {bounds}")
    return float(value)


def _override(value: Any) -> str | float | None:
    if value is None or isinstance(value, str):
        return value
    if _is_number(value) and abs(float(value)) <= 1e9:
        return float(value)
    raise said("{shown} cannot be a rule's parameter", "write a number, text or null")


def _whole(value: Any) -> Any:
    """JSON knows one kind of number: 30.0 is a count as well as 30."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _made(kind: Callable[..., Any]) -> AfterValidator:
    """Makes the program's value of the keys that were given."""
    return AfterValidator(lambda given: kind(**given))


Count = Annotated[int, Field(ge=0, le=100_000), BeforeValidator(_whole)]
Level = Annotated[
    int,
    Field(ge=int(LOWEST_RATING), le=int(HIGHEST_RATING)),
    BeforeValidator(_whole),
]
Number = Annotated[int, Field(ge=1, le=99_999), BeforeValidator(_whole)]
Rating = Annotated[float, Field(ge=LOWEST_RATING, le=HIGHEST_RATING)]
NetChange = Annotated[float, Field(ge=-HIGHEST_RATING, le=HIGHEST_RATING)]
Day = Annotated[dt.date, PlainValidator(_day), WithJsonSchema(_DAY_SCHEMA)]
# One wrong item is enough to refuse a file; millions of them would fill the memory.
Several = Annotated[
    list[T], Field(fail_fast=True, max_length=LONGEST_LIST), AfterValidator(tuple)
]
InSystems = Annotated[dict[System, T], AfterValidator(lambda given: (*given.items(),))]


@with_config(_STRICT)
class PrizeFloor(TypedDict, total=False):
    """A floor earned by a cash prize."""

    level: Required[Annotated[Level, Field(description="The floor.")]]
    amount: Annotated[
        Annotated[float, Field(ge=0, le=1e9)] | None,
        Field(description="The prize in US dollars; unknown: the level holds."),
    ]
    date: Annotated[
        Day | None, Field(description="The day of the prize, whose rule is tested.")
    ]


@with_config(_STRICT)
class Matches(TypedDict, total=False):
    """Net rating changes by earlier matches, in points."""

    net_180_days: Annotated[
        NetChange | None, Field(description="In the 180 days before; default unknown.")
    ]
    net_3_years: Annotated[
        NetChange | None, Field(description="In the 3 years before; default unknown.")
    ]


@with_config(_STRICT)
class Initial(TypedDict, total=False):
    """The office's own starting rating of an unrated player."""

    rating: Required[
        Annotated[
            float,
            Field(ge=0, le=HIGHEST_RATING, description="It overrides Step 1."),
        ]
    ]
    games: Annotated[
        Count, Field(description="The number of games it is based on; default 0.")
    ]


def _facts(rating: float | str | None = None, **others: Any) -> model.RatingFacts:
    if isinstance(rating, str):
        return model.RatingFacts(unknown=True, **others)
    return model.RatingFacts(rating, **others)


@with_config(_STRICT)
class Facts(TypedDict, total=False):
    """What is known of a player in one system before the event."""

    rating: Annotated[
        Any,
        PlainValidator(_rating_before),
        WithJsonSchema(
            {
                "anyOf": [
                    {
                        "type": "number",
                        "minimum": LOWEST_RATING,
                        "maximum": HIGHEST_RATING,
                    },
                    {"const": "unknown"},
                    {"type": "null"},
                ]
            }
        ),
        Field(
            description="The pre-event rating; absent or null: unrated; "
            '"unknown": the source does not say.'
        ),
    ]
    games: Annotated[
        Count | None,
        Field(
            description="Earlier rated games, N; default unknown: "
            "with a rating taken as established."
        ),
    ]
    as_of: Annotated[
        Day | None, Field(description="The day that the rating is of; default unknown.")
    ]
    source: Annotated[
        model.Source | None,
        Field(
            description="Where the rating is from: a published list, the latest "
            "event, a published crosstable, or typed; default unknown."
        ),
    ]
    rounded: Annotated[
        bool | None,
        Field(
            description="The rating stands for anything that rounds to it; default "
            "true for whole numbers from 2014-09-01 on."
        ),
    ]
    record: Annotated[
        model.Record | None,
        Field(description="Every earlier game; default unknown, taken as mixed."),
    ]
    peak: Annotated[
        Rating | None,
        Field(
            description="The highest established rating before the event; default "
            "the pre-event rating, if established."
        ),
    ]
    wins: Annotated[
        Count | None,
        Field(description="Earlier wins, for the absolute floor; default unknown."),
    ]
    draws: Annotated[
        Count | None,
        Field(description="Earlier draws, for the absolute floor; default unknown."),
    ]
    events: Annotated[
        Count | None,
        Field(description="Earlier events, for the absolute floor; default unknown."),
    ]
    floor: Annotated[
        Level | None,
        Field(
            description="The floor that the federation shows; it replaces the one "
            "computed from the peak."
        ),
    ]
    prize_floor: Annotated[
        Annotated[
            PrizeFloor,
            _made(model.PrizeFloor),
            BeforeValidator(lambda v: {"level": v} if _is_number(v) else v),
            _Or(
                {
                    "type": "integer",
                    "minimum": LOWEST_RATING,
                    "maximum": HIGHEST_RATING,
                }
            ),
        ]
        | None,
        Field(description="A floor by a cash prize: its level, or all about it."),
    ]
    life_master: Annotated[
        bool, Field(description="An Original Life Master; default false.")
    ]
    ceiling: Annotated[
        Rating | None, Field(description="A rating ceiling; default none.")
    ]
    official: Annotated[
        Rating | None,
        Field(description="The last published rating, for matches; default unknown."),
    ]
    matches: Annotated[
        Annotated[Matches, _made(model.Matches)] | None,
        Field(description="Net changes by earlier matches; default unknown."),
    ]
    initial: Annotated[
        Annotated[Initial, _made(model.OfficeInitial)] | None,
        Field(description="The office's own starting rating; default none."),
    ]


@with_config(_STRICT)
class Foreign(TypedDict, total=False):
    """A rating by another federation."""

    rating: Required[Annotated[float, Field(ge=0, le=4000, description="The rating.")]]
    as_of: Annotated[
        Day | None, Field(description="The day that it is of; default unknown.")
    ]


@with_config(_STRICT)
class Published(TypedDict, total=False):
    """What the federation published after the event."""

    rating: Required[Annotated[Rating, Field(description="The new rating.")]]
    games: Annotated[
        Count | None, Field(description="The new number of games; default unknown.")
    ]


def _player(birth_date: model.Birth | None = None, **given: Any) -> model.Player:
    return model.Player(birth=birth_date, **given)


@with_config(_STRICT)
class Player(TypedDict, total=False):
    """One row of the crosstable."""

    number: Required[Annotated[Number, Field(description="The pairing number.")]]
    name: Annotated[str, Field(description="The name; default empty.")]
    id: Annotated[
        str | None, Field(description="The member ID, as text; default unknown.")
    ]
    birth_date: Annotated[
        Annotated[
            model.Birth,
            PlainValidator(_birth),
            WithJsonSchema(_DAY_SCHEMA),
            _Or({"type": "string", "pattern": f"^{_YEAR.pattern}$"}),
            _Or({"type": "integer", "minimum": 1000, "maximum": 9999}),
        ]
        | None,
        Field(
            description="The birth date, or the year alone (then July 1 is taken); "
            "default unknown."
        ),
    ]
    adult: Annotated[
        bool | None,
        Field(
            description="For a player without a birth date; default unknown: the "
            "child's value where the edition has one."
        ),
    ]
    ratings: Annotated[
        InSystems[Annotated[Facts, _made(_facts)]],
        Field(description="What is known before the event, by system."),
    ]
    fide: Annotated[
        Annotated[Foreign, _made(model.ForeignRating)] | None,
        Field(description="The FIDE rating; default none."),
    ]
    cfc: Annotated[
        Annotated[Foreign, _made(model.ForeignRating)] | None,
        Field(
            description="The CFC rating; an entry means a resident of Canada; "
            "default none."
        ),
    ]
    results: Annotated[
        Several[Annotated[str, WithJsonSchema({"type": "string", "pattern": CELL})]],
        Field(
            description="One result a round: W12 D3 L7 a game against that number; "
            "N12 R12 S12 a win, draw or loss rated for this player only; B H U (or -) "
            "full-point bye, half-point bye, unpaired; X12 F12 won or lost by forfeit; "
            "Z12 no result; ?5 and ?1400-1600 a game to come; then perhaps w or b for "
            "the colour; | joins several games of one round. Other text is kept, and "
            "the section is not rated until it is mended."
        ),
    ]
    published: Annotated[
        InSystems[Annotated[Published, _made(model.Published)]],
        Field(description="The results that the federation published, by system."),
    ]


class Rules(BaseModel):
    """An edition, and whatever single parameters are overridden."""

    model_config = ConfigDict(strict=True, extra="allow")
    __pydantic_extra__: dict[
        str,
        Annotated[
            Any,
            PlainValidator(_override),
            WithJsonSchema(
                {
                    "anyOf": [
                        {"type": "number", "minimum": -1e9, "maximum": 1e9},
                        {"type": "string"},
                        {"type": "null"},
                    ],
                    "description": "The value of a rule's parameter.",
                }
            ),
        ],
    ]

    edition: Annotated[
        str | None,
        Field(description="The key of an edition; default by the dates."),
    ] = None


def _edition_as_object(value: Any) -> Any:
    if value is None:
        return {}
    return {"edition": value} if isinstance(value, str) else value


def _choice(rules: Rules) -> model.RulesChoice:
    return model.RulesChoice(rules.edition, (*(rules.model_extra or {}).items(),))


@with_config(_STRICT)
class Section(TypedDict, total=False):
    """One section."""

    name: Annotated[
        str | None, Field(description='The name; default "Section" and its place.')
    ]
    start_date: Annotated[
        Day | None, Field(description="The first day; default the last.")
    ]
    end_date: Annotated[
        Day | None, Field(description="The last day; default the event's.")
    ]
    time_control: Annotated[
        str | None,
        Field(description="As printed: G/90;d5 or 40/120, SD/30;d10; default unknown."),
    ]
    online: Annotated[bool, Field(description="Played online; default false.")]
    kind: Annotated[
        model.Kind,
        Field(
            description="An event (default), a match, an event abroad rated by FIDE, "
            "the same for the young, one player's estimate, or not rated."
        ),
    ]
    systems: Annotated[
        Several[System] | None,
        Field(description="The rating systems; default by the time control."),
    ]
    half_k: Annotated[
        bool, Field(description="Half K, in the guide of 2001 only; default false.")
    ]
    rules: Annotated[
        Rules,
        AfterValidator(_choice),
        BeforeValidator(_edition_as_object),
        _Or({"type": "string"}),
        _Or({"type": "null"}),
        Field(
            description="The key of an edition, or an object of it and of single "
            "parameters; default by the dates."
        ),
    ]
    players: Annotated[
        Several[Annotated[Player, _made(_player)]],
        Field(description="The rows of the crosstable."),
    ]


@with_config(_STRICT)
class Head(TypedDict):
    """What says that it is an event file."""

    format: Annotated[
        str, WithJsonSchema({"const": FORMAT}), Field(description="Always the same.")
    ]
    version: Annotated[
        int,
        WithJsonSchema({"const": present_version()}),
        Field(description="The version of this form."),
    ]


@with_config(_STRICT)
class Body(TypedDict, total=False):
    """An event without what stands around it in a file."""

    name: Required[Annotated[str, Field(description="The event's name.")]]
    end_date: Required[Annotated[Day, Field(description="The event's last day.")]]
    chain_sections: Annotated[
        bool,
        Field(
            description="Who stands in an earlier section starts the later one from "
            "that result; default false."
        ),
    ]
    sections: Annotated[Several[Section], Field(description="The sections.")]


def _event(
    sections: tuple[dict[str, Any], ...] = (),
    format: str = FORMAT,
    version: int = 0,
    **given: Any,
) -> model.Document:
    """The document; a section without a name is called by its place."""
    named = (
        section
        if section.get("name") is not None
        else section | {"name": f"Section {place}"}
        for place, section in enumerate(sections, 1)
    )
    read = tuple(model.Section(**section) for section in named)
    return model.Document(sections=read, **given)


@with_config(_STRICT)
class Link(TypedDict, total=False):
    """The file of another program that the event follows."""

    path: Required[Annotated[str, Field(description="Where that file is.")]]
    end_date: Annotated[
        Day | None,
        Field(description="The date that was given because the file lacks one."),
    ]
    base: Required[
        Annotated[
            Body,
            _made(_event),
            Field(description="What the file said when it was merged last."),
        ]
    ]


@with_config(_STRICT)
class Event(Head, Body, total=False):
    """A chess event with its sections, players and results, as uscalc keeps it."""

    link: Annotated[
        Annotated[Link, _made(model.Link)] | None,
        Field(description="The file that the event follows; default none."),
    ]


EVENT: Final[TypeAdapter[Any]] = TypeAdapter(Annotated[Event, _made(_event)])
