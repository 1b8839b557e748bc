"""Types of the rule data: the keys of its files and the values of its parameters.

pydantic reads plain tables or engine values by these types; `tables` checks whether the
rows fit together.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final, Required

from pydantic import AfterValidator, TypeAdapter, ValidationError, with_config

# Before Python 3.12 pydantic does not accept `typing.TypedDict`.
from typing_extensions import TypedDict

from uscalc.checked import STRICT, Several, made, said
from uscalc.engine.floors import (
    FOREIGN_FIDE,
    LIFE_MASTER,
    PEAK_LEVEL,
    PEAK_ROUNDING,
    PERSONAL_FLOOR,
    PRIZE_FLOOR,
)
from uscalc.engine.guide import GuideTables
from uscalc.engine.initial import INITIAL, UNDER_THREE
from uscalc.engine.inputs import TOPICS
from uscalc.engine.match import BELOW_FLOOR, ELIGIBILITY
from uscalc.engine.rounding import STORAGE
from uscalc.engine.rules import (
    AgeFormula,
    Conversion,
    Piece,
    TimeControlBounds,
    Variants,
)
from uscalc.engine.standard import BONUS_REPEATS, EFFECTIVE_GAMES, REDUCED_K
from uscalc.engine.systems import SYSTEMS
from uscalc.engine.table import PARAMETERS, Reading
from uscalc.engine.timecontrol import BASIS
from uscalc.rules.data import told

OWN_SECTIONS: Final = "start_by_system"


def one_of(known: Sequence[str], wrong: str) -> AfterValidator:
    """Return a validator that accepts some words; `wrong` is the error for any other."""

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

# The engine defines the topics.
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
"""The section for each topic of a document."""

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
"""A dated value; its parameter decides its type."""


class Printed(TypedDict, total=False):
    """A value that an edition prints; `section` if it is not the topic's section."""

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
        Annotated[str, one_of(PARAMETERS, "no rule uses the parameter {shown}")]
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
    """The open points with their interpretations."""

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
    """Return the type of the guide's tables; `edition` is its key."""
    return TypeAdapter(
        Annotated[_Guide, made(lambda **given: GuideTables(edition, **given))]
    )


DOCUMENTS: Final[TypeAdapter[Any]] = TypeAdapter(dict[str, Document], config=STRICT)
SECTIONS: Final[TypeAdapter[Any]] = TypeAdapter(dict[str, Sections], config=STRICT)
PARAMETER_FILE: Final[TypeAdapter[Any]] = TypeAdapter(
    dict[Annotated[str, one_of(PARAMETERS, "no rule uses this parameter")], Parameter],
    config=STRICT,
)
READINGS: Final[TypeAdapter[Any]] = TypeAdapter(Readings)


VARIANTS: Final[Mapping[str, Variants[Any]]] = {
    "initial": INITIAL,
    "under_three": UNDER_THREE,
    "effective_games": EFFECTIVE_GAMES,
    "bonus_repeats": BONUS_REPEATS,
    "reduced_k": REDUCED_K,
    "storage": STORAGE,
    "personal_floor": PERSONAL_FLOOR,
    "peak_rounding": PEAK_ROUNDING,
    "peak_level": PEAK_LEVEL,
    "life_master_floor": LIFE_MASTER,
    "prize_floor": PRIZE_FLOOR,
    "match_eligibility": ELIGIBILITY,
    "match_below_floor": BELOW_FLOOR,
    "foreign_fide": FOREIGN_FIDE,
}
NUMBERS: Final[Mapping[str, bool]] = {
    "bonus_multiplier": False,
    "peak_floor_lowest": False,
    "match_change_cap": True,
    "match_net_180_days": True,
    "match_net_3_years": True,
}
"""Parameters that are numbers, and whether they may be absent."""


LARGEST: Final = 3000


def _bounded(value: float) -> float:
    if not 0 <= value <= LARGEST:
        raise said(f"{{shown}} is not between 0 and {LARGEST}")
    return value


Number = Annotated[float, AfterValidator(_bounded)]


class _Piece(TypedDict, total=False):
    intercept: Required[float]
    slope: Required[float]
    up_to: float
    inclusive: bool


def _conversion(name: str, pieces: tuple[Piece, ...]) -> Conversion:
    ends = [piece.up_to for piece in pieces]
    if not pieces or ends[-1] is not None or None in ends[:-1]:
        raise said("only the last piece of a conversion is without end")
    bounds = [end for end in ends if end is not None]
    if bounds != sorted(set(bounds)):
        raise said("the pieces of a conversion do not follow each other")
    return Conversion(name, pieces)


@with_config(STRICT)
class _Conversion(TypedDict):
    name: str
    pieces: Several[Annotated[_Piece, made(Piece)]]


@with_config(STRICT)
class _AgeFormula(TypedDict, total=False):
    base: Required[float]
    per_year: Required[float]
    oldest: Required[float]
    adult: Required[float]
    child: Required[float]
    infant_age: float
    infant: float


def _age_formula(
    infant_age: float = 0.0, infant: float = 0.0, **given: float
) -> AgeFormula:
    return AgeFormula(infant_age=infant_age, infant=infant, **given)


@with_config(STRICT)
class _Bounds(TypedDict, total=False):
    basis: Required[
        Annotated[
            str,
            one_of(
                BASIS, f"unknown basis {{shown}}; known are {', '.join(BASIS.names)}"
            ),
        ]
    ]
    blitz_from: float
    blitz_to: float
    quick_above: float
    quick_from: float
    regular_from: Required[float]
    dual_to: float
    online_quick_to: float


def _bounds(**given: Any) -> TimeControlBounds:
    absent: dict[str, Any] = dict.fromkeys(_Bounds.__optional_keys__)
    return TimeControlBounds(**absent | given)


_TABLES: Final[dict[str, Any]] = {
    "time_control": Annotated[_Bounds, made(_bounds)],
    "fide_conversion": Annotated[_Conversion, made(_conversion)],
    "fide_youth_conversion": Annotated[_Conversion, made(_conversion)],
    "cfc_conversion": Annotated[_Conversion, made(_conversion)],
    "age_formula": Annotated[_AgeFormula, made(_age_formula)],
}
_OTHERS: Final[dict[str, Any]] = {
    "systems": Several[Annotated[str, one_of(SYSTEMS, "unknown system {shown}")]],
    "peak_floor_lowest": Annotated[Number, AfterValidator(int)],
}


def _variant(variants: Variants[Any]) -> Any:
    known = ", ".join(variants.names)
    wrong = f"unknown variant {{shown}}; known are {known}"
    return Annotated[str, one_of(variants.names, wrong)]


@cache
def kind_of(name: str) -> TypeAdapter[Any]:
    """Return the type that reads a parameter's values."""
    if name in _TABLES:
        return TypeAdapter(_TABLES[name])
    if name in VARIANTS:
        return TypeAdapter(_variant(VARIANTS[name]), config=STRICT)
    return TypeAdapter(_OTHERS.get(name, Number), config=STRICT)


class BadValueError(ValueError):
    """A value that the parameter cannot take."""


def convert(name: str, value: Any, none: bool) -> Any:
    """Return the engine's value for a parameter. Raises BadValueError."""
    if none:
        if value is not None:
            raise BadValueError("it has both a value and none")
        if NUMBERS.get(name) or name == "fide_youth_conversion":
            return None
        raise BadValueError("it cannot be none")
    if value is None:
        raise BadValueError("it has no value")
    try:
        return kind_of(name).validate_python(value)
    except ValidationError as error:
        _, key, wrong = told(error)
        raise BadValueError(f"{key}: {wrong}" if key else wrong) from None


def overridable(name: str) -> bool:
    """Return whether a single value can replace the parameter."""
    return name in VARIANTS or name in NUMBERS
