"""The keys of the rule data's files, each with its type: pydantic reads by them.

What is read are plain tables, or values of the engine; whether the rows fit together is
looked at where they are put together.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, Any, Final, Required

from pydantic import AfterValidator, TypeAdapter, with_config

# Before Python 3.12 pydantic does not take the one of `typing`.
from typing_extensions import TypedDict

from uscalc.checked import STRICT, Several, made, said
from uscalc.engine.citations import TOPICS
from uscalc.engine.guide import GuideTables
from uscalc.engine.systems import SYSTEMS
from uscalc.engine.table import PARAMETERS as NAMES
from uscalc.engine.table import Reading

OWN_SECTIONS: Final = "start_by_system"


def one_of(known: Sequence[str], wrong: str) -> AfterValidator:
    """Return one of some words; `wrong` is said of any other."""

    def check(word: str) -> str:
        if word not in known:
            raise said(wrong)
        return word

    return AfterValidator(check)


def _not_empty(section: str) -> str:
    if not section.strip():
        raise said("it is empty")
    return section


System = Annotated[str, one_of(SYSTEMS, f"{{shown}} is none of {', '.join(SYSTEMS)}")]
Section = Annotated[str, AfterValidator(_not_empty)]

Document = TypedDict(
    "Document",
    {
        "as": str,
        "title": Required[str],
        "authors": Required[str],
        "date": Required[dt.date],
        "in_force": dt.date,
        "by_hand": bool,
    },
    total=False,
)
"""A rating document; `as` is the edition that it goes on from."""

# The topics are the engine's.
Sections: Any = TypedDict(  # type: ignore[misc]
    "Sections",
    dict.fromkeys(TOPICS, Section)
    | {
        OWN_SECTIONS: dict[
            Annotated[str, one_of(SYSTEMS, "there is no such system")], Section
        ]
    },
    total=False,
)
"""In which of its sections a document says what."""

Date = TypedDict("Date", {"printed": Required[str], "from": Required[dt.date]})
"""Another first day of a dated value, and where it is printed ("2020, 8")."""

Row = TypedDict(
    "Row",
    {
        "from": dt.date,
        "until": dt.date,
        "value": Any,
        "none": bool,
        "systems": Several[System],
        "source": Required[str],
        "differs": Several[str],
        "printed": Several[str],
        "by_edition": bool,
        "dates": Several[Date],
    },
    total=False,
)
"""A dated value; of which kind it has to be, its parameter says."""


class Printed(TypedDict, total=False):
    """What an edition prints; `section` where it is elsewhere than its topic."""

    value: Any
    none: bool
    section: str


class Parameter(TypedDict, total=False):
    """One parameter: its timeline, and what each edition prints."""

    title: Required[str]
    unit: Required[str]
    topic: Required[
        Annotated[str, one_of(TOPICS, f"{{shown}} is none of {', '.join(TOPICS)}")]
    ]
    departs: str
    dated: Required[Several[Row]]
    editions: Required[dict[str, Printed]]


class _Point(TypedDict, total=False):
    section: Required[str]
    text: Required[str]
    shown: Required[str]
    letter: bool
    conflict: bool
    parameters: Several[
        Annotated[str, one_of(NAMES, "no rule uses the parameter {shown}")]
    ]


def _point(
    section: str,
    text: str,
    shown: str,
    letter: bool = False,
    conflict: bool = False,
    parameters: tuple[str, ...] = (),
) -> Reading:
    return Reading(section, text, letter, shown, conflict, parameters)


@with_config(STRICT)
class Readings(TypedDict):
    """The open points, and how they are read."""

    reading: Several[Annotated[_Point, made(_point)]]


def _above_nothing(figure: float) -> float:
    if figure <= 0:
        raise said("{shown} is not more than 0")
    return figure


def _pair(figures: tuple[float, ...]) -> tuple[float, float]:
    if len(figures) != 2:
        raise said("{shown} is no pair of figures")
    return figures[0], figures[1]


class _Factors(TypedDict):
    rating: float
    k: Several[float]


def _factors(rating: float, k: tuple[float, ...]) -> tuple[float, tuple[float, ...]]:
    return rating, k


@with_config(STRICT)
class _Guide(TypedDict):
    expectancy: Several[Annotated[Several[float], AfterValidator(_pair)]]
    k_games: Several[int]
    k_rows: Several[Annotated[_Factors, made(_factors)]]
    cutoff: Several[float]
    least_games: int
    few_games: int
    swing: float


def guide(edition: str) -> TypeAdapter[Any]:
    """Return the tables of the guide that is worked by hand; `edition` is its key."""
    return TypeAdapter(
        Annotated[_Guide, made(lambda **given: GuideTables(edition, **given))]
    )


DOCUMENTS: Final[TypeAdapter[Any]] = TypeAdapter(dict[str, Document], config=STRICT)
SECTIONS: Final[TypeAdapter[Any]] = TypeAdapter(dict[str, Sections], config=STRICT)
PARAMETERS: Final[TypeAdapter[Any]] = TypeAdapter(
    dict[Annotated[str, one_of(NAMES, "no rule uses this parameter")], Parameter],
    config=STRICT,
)
READINGS: Final[TypeAdapter[Any]] = TypeAdapter(Readings)
