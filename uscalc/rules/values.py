"""Turns what stands in the rule data into the engine's values, and refuses the rest."""

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, Final

from uscalc.engine.age import UNDER_THREE
from uscalc.engine.effective import EFFECTIVE_GAMES
from uscalc.engine.floors import LIFE_MASTER, PEAK_ROUNDING, PERSONAL_FLOOR, PRIZE_FLOOR
from uscalc.engine.foreign import FOREIGN_FIDE
from uscalc.engine.initial import INITIAL
from uscalc.engine.match import BELOW_FLOOR, ELIGIBILITY
from uscalc.engine.rounding import STORAGE
from uscalc.engine.rules import AgeFormula, Conversion, Piece, TimeControlBounds
from uscalc.engine.standard import BONUS_REPEATS, REDUCED_K
from uscalc.engine.systems import SYSTEMS
from uscalc.engine.timecontrol import BASIS
from uscalc.engine.variants import Variants


class BadValueError(ValueError):
    """A value that the parameter cannot take."""


VARIANTS: Final[Mapping[str, Variants[Any]]] = {
    "initial": INITIAL,
    "under_three": UNDER_THREE,
    "effective_games": EFFECTIVE_GAMES,
    "bonus_repeats": BONUS_REPEATS,
    "reduced_k": REDUCED_K,
    "storage": STORAGE,
    "personal_floor": PERSONAL_FLOOR,
    "peak_rounding": PEAK_ROUNDING,
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


def convert(name: str, value: Any, none: bool) -> Any:
    """The engine's value for a parameter. Raises BadValueError."""
    if none:
        if value is not None:
            raise BadValueError("it has both a value and none")
        if NUMBERS.get(name) or name == "fide_youth_conversion":
            return None
        raise BadValueError("it cannot be none")
    if value is None:
        raise BadValueError("it has no value")
    if name in VARIANTS:
        variants = VARIANTS[name]
        if not isinstance(value, str) or value not in variants:
            known = ", ".join(variants.names)
            raise BadValueError(f"unknown variant {value!r}; known are {known}")
        return value
    if name in NUMBERS:
        return _number(name, value)
    return _STRUCTURES[name](value)


def overridable(name: str) -> bool:
    """Whether a single value can replace the parameter."""
    return name in VARIANTS or name in NUMBERS


def _figure(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadValueError(f"{value!r} is not a number")
    if not isfinite(value):
        raise BadValueError(f"{value} is not a finite number")
    return float(value)


def _number(name: str, value: Any) -> float | int:
    _figure(value)
    if not 0 <= value <= 3000:
        raise BadValueError(f"{value} is not between 0 and 3000")
    return int(value) if name == "peak_floor_lowest" else float(value)


def _systems(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise BadValueError(f"{value!r} is not a list of systems")
    unknown = [system for system in value if system not in SYSTEMS]
    if unknown:
        raise BadValueError(f"unknown system {unknown[0]!r}")
    return tuple(value)


def _conversion(value: Any) -> Conversion:
    try:
        pieces = tuple(
            Piece(
                _figure(piece["intercept"]),
                _figure(piece["slope"]),
                None if "up_to" not in piece else _figure(piece["up_to"]),
                piece.get("inclusive", True),
            )
            for piece in value["pieces"]
        )
        name = str(value["name"])
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadValueError(f"not a conversion: {error}") from error
    ends = [piece.up_to for piece in pieces]
    if not pieces or ends[-1] is not None or None in ends[:-1]:
        raise BadValueError("only the last piece of a conversion is without end")
    bounds = [end for end in ends if end is not None]
    if bounds != sorted(set(bounds)):
        raise BadValueError("the pieces of a conversion do not follow each other")
    return Conversion(name, pieces)


def _age_formula(value: Any) -> AgeFormula:
    try:
        return AgeFormula(
            **{"infant_age": 0.0, "infant": 0.0}
            | {key: _figure(number) for key, number in value.items()}
        )
    except (TypeError, ValueError, AttributeError) as error:
        raise BadValueError(f"not an age formula: {error}") from error


_BOUNDS: Final = (
    "blitz_from",
    "blitz_to",
    "quick_above",
    "quick_from",
    "dual_to",
    "online_quick_to",
)


def _bounds(value: Any) -> TimeControlBounds:
    if not isinstance(value, Mapping):
        raise BadValueError(f"{value!r} are not the bounds of time controls")
    basis = value.get("basis")
    if basis not in BASIS:
        raise BadValueError(
            f"unknown basis {basis!r}; known are {', '.join(BASIS.names)}"
        )
    try:
        return TimeControlBounds(
            **dict.fromkeys(_BOUNDS)
            | {k: v if k == "basis" else _figure(v) for k, v in value.items()}
        )
    except (TypeError, ValueError) as error:
        raise BadValueError(f"not the bounds of time controls: {error}") from error


_STRUCTURES: Final[Mapping[str, Callable[[Any], Any]]] = {
    "systems": _systems,
    "time_control": _bounds,
    "fide_conversion": _conversion,
    "fide_youth_conversion": _conversion,
    "cfc_conversion": _conversion,
    "age_formula": _age_formula,
}
