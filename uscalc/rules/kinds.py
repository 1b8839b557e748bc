"""The kinds of values that parameters have: what may stand in the rule data for each."""

from functools import cache
from typing import Annotated, Any, Final, Required

from pydantic import AfterValidator, TypeAdapter, with_config

# Before Python 3.12 pydantic does not take the one of `typing`.
from typing_extensions import TypedDict

from uscalc.checked import STRICT, Several, made, said
from uscalc.engine.rules import AgeFormula, Conversion, Piece, TimeControlBounds
from uscalc.engine.systems import SYSTEMS
from uscalc.engine.timecontrol import BASIS
from uscalc.engine.variants import Variants
from uscalc.rules.models import one_of
from uscalc.rules.values import VARIANTS

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
    """Return what the values of a parameter are read by."""
    if name in _TABLES:
        return TypeAdapter(_TABLES[name])
    if name in VARIANTS:
        return TypeAdapter(_variant(VARIANTS[name]), config=STRICT)
    return TypeAdapter(_OTHERS.get(name, Number), config=STRICT)
