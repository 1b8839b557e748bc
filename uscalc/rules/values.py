"""Read rule data files by the types of their keys and of the parameters' values.

pydantic reads plain tables or engine values by these types; `tables` checks whether the
rows fit together.
"""

import datetime as dt
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Required

from pydantic import AfterValidator, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from uscalc.checked import STRICT, LimitedList, convert_with, make_error
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
from uscalc.engine.inputs import SYSTEMS, TOPICS
from uscalc.engine.match import BELOW_FLOOR, ELIGIBILITY
from uscalc.engine.rounding import STORAGE
from uscalc.engine.rules import (
    AgeFormula,
    Conversion,
    ConversionPiece,
    TimeControlBounds,
)
from uscalc.engine.standard import BONUS_REPEATS, EFFECTIVE_GAMES, REDUCED_K
from uscalc.engine.table import PARAMETERS, InterpretationNote
from uscalc.engine.timecontrol import BASIS

Loc = tuple[str | int, ...]
"""The keys and positions that lead to a value."""


class RuleDataError(ValueError):
    """An error in the rule data; names the file, the parameter and the row."""


def check(condition: object, problem: str) -> None:
    """Raise RuleDataError with the problem if a condition doesn't hold."""
    if not condition:
        raise RuleDataError(problem)


def read_data(path: Path) -> Mapping[str, Any]:
    """Return the content of a TOML file. Raises RuleDataError."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except (OSError, ValueError) as error:
        raise RuleDataError(f"{path.name}: {error}") from error


def read_validated_data(
    kind: TypeAdapter[Any], path: Path, place: Callable[[Loc], str]
) -> Any:
    """Return a file's content, validated as `kind`. Raises RuleDataError.

    For an error, `place` describes the table that has the wrong value.
    """
    raw = read_data(path)
    try:
        return kind.validate_python(raw)
    except ValidationError as error:
        loc, key, wrong = describe_validation_error(error)
        at = f"{path.name}{place(loc)}"
        # If the place is the key's own table, it already contains the key.
        problem = (wrong,) if not key or at.endswith(f", {key}") else (key, wrong)
        raise RuleDataError(": ".join((at, *problem))) from None


def describe_row_place(loc: Loc) -> str:
    """Return the row of a file's only list, for example ", fit 3"."""
    return "".join(f", {loc[0]} {i + 1}" for i in loc[1:2] if isinstance(i, int))


def describe_validation_error(error: ValidationError) -> tuple[Loc, str, str]:
    """Return the place of the first error, its innermost key, and a description."""
    first = error.errors(include_url=False)[0]
    loc = tuple(part for part in first["loc"] if part != "[key]")
    shown = repr(first["input"])
    words = (
        str(first["ctx"]["wrong"])
        if first["type"] == "said"
        else _WORDS.get(first["type"], f"{{shown}}: {first['msg'].lower()}")
    )
    keys = [part for part in loc if isinstance(part, str)]
    return loc, keys[-1] if keys else "", words.replace("{shown}", shown)


_WORDS: Final[Mapping[str, str]] = {
    "missing": "missing",
    "extra_forbidden": "unknown key",
    "string_type": "{shown} isn't text",
    "bool_type": "{shown} is neither true nor false",
    "date_type": "{shown} isn't a date",
    "int_type": "{shown} isn't a whole number",
    "float_type": "{shown} isn't a finite number",
    "finite_number": "{shown} isn't a finite number",
    "list_type": "{shown} isn't a list",
    "dict_type": "{shown} isn't a table",
}


# Before Python 3.12 pydantic does not accept `typing.TypedDict`.


OWN_SECTIONS: Final = "start_by_system"


def make_validator(condition: Callable[[Any], object], problem: str) -> AfterValidator:
    """Return a validator that raises an error with the problem unless a condition holds."""

    def validate(value: Any) -> Any:
        if not condition(value):
            raise make_error(problem)
        return value

    return AfterValidator(validate)


def make_choice_validator(known: Sequence[str], problem: str) -> AfterValidator:
    """Return a validator that raises an error with the problem for words not in `known`."""
    return make_validator(lambda word: word in known, problem)


SystemKey = Annotated[
    str,
    make_choice_validator(SYSTEMS, f"{{shown}} must be one of {', '.join(SYSTEMS)}"),
]
SectionReference = Annotated[str, make_validator(str.strip, "it is empty")]

DocumentEntry = TypedDict(
    "DocumentEntry",
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
"""A rating document; `as` is the edition that it is based on."""

# The engine defines the topics.
SectionReferences: Any = TypedDict(  # type: ignore[misc]
    "Sections",
    dict.fromkeys(TOPICS, SectionReference)
    | {
        OWN_SECTIONS: dict[
            Annotated[str, make_choice_validator(SYSTEMS, "there is no such system")],
            SectionReference,
        ]
    },
    total=False,
)
"""The section for each topic of a document."""

AlternativeDateEntry = TypedDict(
    "AlternativeDateEntry", {"printed": Required[str], "from": Required[dt.date]}
)
"""Another first day of a dated value, and where it is printed ("2020, 8")."""

DatedEntry = TypedDict(
    "DatedEntry",
    {
        "from": dt.date,
        "until": dt.date,
        "value": Any,
        "none": bool,
        "systems": LimitedList[SystemKey],
        "source": Required[str],
        "differs": LimitedList[str],
        "printed": LimitedList[str],
        "by_edition": bool,
        "dates": LimitedList[AlternativeDateEntry],
    },
    total=False,
)
"""A dated value; its parameter decides its type."""


class PrintedEntry(TypedDict, total=False):
    """A value that an edition prints; `section` if it is not the topic's section."""

    value: Any
    none: bool
    section: str


class ParameterEntry(TypedDict, total=False):
    """One parameter: its timeline, and what each edition prints."""

    title: Required[str]
    unit: Required[str]
    topic: Required[
        Annotated[
            str,
            make_choice_validator(
                TOPICS, f"{{shown}} must be one of {', '.join(TOPICS)}"
            ),
        ]
    ]
    departs: str
    dated: Required[LimitedList[DatedEntry]]
    editions: Required[dict[str, PrintedEntry]]


class _ReadingEntry(TypedDict, total=False):
    section: Required[str]
    text: Required[str]
    shown: Required[str]
    letter: bool
    conflict: bool
    parameters: LimitedList[
        Annotated[
            str, make_choice_validator(PARAMETERS, "no rule uses the parameter {shown}")
        ]
    ]


@with_config(STRICT)
class ReadingFile(TypedDict):
    """The open points with their interpretations."""

    reading: LimitedList[Annotated[_ReadingEntry, convert_with(InterpretationNote)]]


PairOfNumbers = Annotated[
    LimitedList[float],
    make_validator(
        lambda figures: len(figures) == 2, "{shown} isn't a pair of numbers"
    ),
]


class _KFactorRow(TypedDict):
    rating: float
    k: LimitedList[float]


@with_config(STRICT)
class _GuideFile(TypedDict):
    expectancy: LimitedList[PairOfNumbers]
    k_games: LimitedList[int]
    k_rows: LimitedList[
        Annotated[_KFactorRow, convert_with(lambda rating, k: (rating, k))]
    ]
    cutoff: LimitedList[float]
    least_games: int
    few_games: int
    swing: float


def make_guide_adapter(edition: str) -> TypeAdapter[Any]:
    """Return the type of the guide's tables; `edition` is its key."""
    return TypeAdapter(
        Annotated[
            _GuideFile, convert_with(lambda **given: GuideTables(edition, **given))
        ]
    )


DOCUMENTS: Final[TypeAdapter[Any]] = TypeAdapter(
    dict[str, DocumentEntry], config=STRICT
)
SECTIONS: Final[TypeAdapter[Any]] = TypeAdapter(
    dict[str, SectionReferences], config=STRICT
)
PARAMETER_FILE: Final[TypeAdapter[Any]] = TypeAdapter(
    dict[
        Annotated[
            str, make_choice_validator(PARAMETERS, "no rule uses this parameter")
        ],
        ParameterEntry,
    ],
    config=STRICT,
)
READINGS: Final[TypeAdapter[Any]] = TypeAdapter(ReadingFile)


VARIANTS: Final[Mapping[str, Mapping[str, Any]]] = {
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
MOST_PASSES: Final = 100


Number = Annotated[
    float,
    make_validator(
        lambda value: 0 <= value <= LARGEST, f"{{shown}} is not between 0 and {LARGEST}"
    ),
]


class _ConversionPieceEntry(TypedDict, total=False):
    intercept: Required[float]
    slope: Required[float]
    up_to: float
    inclusive: bool


def _make_conversion(name: str, pieces: tuple[ConversionPiece, ...]) -> Conversion:
    ends = [piece.up_to for piece in pieces]
    if not pieces or ends[-1] is not None or None in ends[:-1]:
        raise make_error("only the last piece of a conversion may have no end")
    bounds = [end for end in ends if end is not None]
    if bounds != sorted(set(bounds)):
        raise make_error("the pieces of a conversion must be in order")
    return Conversion(name, pieces)


@with_config(STRICT)
class _ConversionEntry(TypedDict):
    name: str
    pieces: LimitedList[Annotated[_ConversionPieceEntry, convert_with(ConversionPiece)]]


@with_config(STRICT)
class _AgeFormulaEntry(TypedDict, total=False):
    base: Required[float]
    per_year: Required[float]
    oldest: Required[float]
    adult: Required[float]
    child: Required[float]
    infant_age: float
    infant: float


@with_config(STRICT)
class _TimeControlEntry(TypedDict, total=False):
    basis: Required[
        Annotated[
            str,
            make_choice_validator(
                BASIS, f"unknown basis {{shown}}; known are {', '.join(BASIS)}"
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


def _make_time_control_bounds(**given: Any) -> TimeControlBounds:
    absent: dict[str, Any] = dict.fromkeys(_TimeControlEntry.__optional_keys__)
    return TimeControlBounds(**absent | given)


_TABLES: Final[dict[str, Any]] = {
    "time_control": Annotated[
        _TimeControlEntry, convert_with(_make_time_control_bounds)
    ],
    "fide_conversion": Annotated[_ConversionEntry, convert_with(_make_conversion)],
    "fide_youth_conversion": Annotated[
        _ConversionEntry, convert_with(_make_conversion)
    ],
    "cfc_conversion": Annotated[_ConversionEntry, convert_with(_make_conversion)],
    "age_formula": Annotated[_AgeFormulaEntry, convert_with(AgeFormula)],
}
_OTHERS: Final[dict[str, Any]] = {
    "systems": LimitedList[
        Annotated[str, make_choice_validator(SYSTEMS, "unknown system {shown}")]
    ],
    "peak_floor_lowest": Annotated[Number, AfterValidator(int)],
    "passes": Annotated[
        int,
        make_validator(
            lambda value: 1 <= value <= MOST_PASSES,
            f"{{shown}} is not from 1 to {MOST_PASSES}",
        ),
    ],
}


@cache
def _make_adapter(kind: Any) -> TypeAdapter[Any]:
    """Return the reader of a type; parameters of the same type share it."""
    return TypeAdapter(kind, config=STRICT)


@cache
def _make_table_adapter(name: str) -> TypeAdapter[Any]:
    return TypeAdapter(_TABLES[name])


def _read_value(name: str, value: Any) -> Any:
    if name in _TABLES:
        return _make_table_adapter(name).validate_python(value)
    if name not in VARIANTS:
        return _make_adapter(_OTHERS.get(name, Number)).validate_python(value)
    word, known = _make_adapter(str).validate_python(value), VARIANTS[name]
    if word not in known:
        raise BadValueError(f"unknown variant {word!r}; known are {', '.join(known)}")
    return word


class BadValueError(ValueError):
    """A value that the parameter cannot take."""


def convert_value(name: str, value: Any, none: bool) -> Any:
    """Return the engine's value for a parameter. Raises BadValueError."""
    if none:
        if value is not None:
            raise BadValueError("it has a value although it says none")
        if NUMBERS.get(name) or name == "fide_youth_conversion":
            return None
        raise BadValueError("none isn't allowed")
    if value is None:
        raise BadValueError("the value is missing")
    try:
        return _read_value(name, value)
    except ValidationError as error:
        _, key, wrong = describe_validation_error(error)
        raise BadValueError(f"{key}: {wrong}" if key else wrong) from None


def is_overridable(name: str) -> bool:
    """Return whether a single value can replace the parameter."""
    return name in VARIANTS or name in NUMBERS
