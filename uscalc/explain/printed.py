"""An edition's value of a parameter, in words that can follow "prints"."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from uscalc.engine.rules import AgeFormula, Conversion, TimeControlBounds
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import MINUS, number

TIMES: Final = "\N{MIDDLE DOT}"


def printed_words(parameter: str, value: Any) -> str:
    """Return a parameter's value in words, such as "12" or "over $2,000"."""
    if value is None:
        return "no such rule"
    if isinstance(value, str):
        return _VARIANTS[parameter][value]
    return _FIGURES[parameter](value)


def _figure(value: float) -> str:
    return number(float(value))


def _conversion(value: Conversion) -> str:
    parts = []
    for piece in value.pieces:
        grown = f"{number(piece.slope, 4)} {TIMES} rating"
        if piece.slope == 1.0:
            grown = "rating"
        sign = f" {MINUS} " if piece.intercept < 0 else " + "
        text = f"{grown}{sign}{number(abs(piece.intercept))}"
        if piece.up_to is not None:
            text += f" {'up to' if piece.inclusive else 'below'} {number(piece.up_to)}"
        parts.append(text)
    return ", then ".join(parts)


def _age(value: AgeFormula) -> str:
    base = f"{number(value.base)} + " if value.base else ""
    text = f"{base}{number(value.per_year)} {TIMES} Age up to {number(value.oldest)}"
    if value.infant_age:
        text += f", {number(value.infant)} below {number(value.infant_age)}"
    return text


def _systems(value: tuple[str, ...]) -> str:
    return ", ".join(SYSTEM_NAMES[key] for key in value)  # type: ignore[index]


def _time_control(value: TimeControlBounds) -> str:
    parts = [f"Regular from {number(value.regular_from)}"]
    if value.dual_to is not None:
        parts.append(f"Regular and Quick to {number(value.dual_to)}")
    if value.quick_from is not None:
        parts.append(f"Quick from {number(value.quick_from)}")
    if value.quick_above is not None:
        parts.append(f"Quick above {number(value.quick_above)}")
    basis = value.basis.replace("-", " ")
    return f"{', '.join(parts)} minutes of {basis}"


_FIGURES: Final[Mapping[str, Callable[[Any], str]]] = {
    "systems": _systems,
    "time_control": _time_control,
    "fide_conversion": _conversion,
    "fide_youth_conversion": _conversion,
    "cfc_conversion": _conversion,
    "age_formula": _age,
    "bonus_multiplier": _figure,
    "peak_floor_lowest": _figure,
    "match_change_cap": _figure,
    "match_net_180_days": _figure,
    "match_net_3_years": _figure,
}
_VARIANTS: Final[Mapping[str, Mapping[str, str]]] = {
    "initial": {
        "list-2009": "a list of sources in order",
        "list-2015": "a list of sources in order for each system",
        "blend-2020": "a weighted average of all sources",
    },
    "under_three": {
        "adult": "1300",
        "by-membership": "1300 for an adult, otherwise 750",
    },
    "effective_games": {
        "2001": "the formula with 2200 and 100000",
        "2013": "the formula with 0.662, 0.00000739 and 2569",
    },
    "bonus_repeats": {
        "more-than-twice": "only more than twice",
        "more-than-twice-or-twice-in-three": "more than twice, or twice in three games",
    },
    "reduced_k": {"none": "no reduced K", "above-2200": "a reduced K above 2200"},
    "storage": {"integer": "whole numbers", "float": "floating-point values"},
    "personal_floor": {
        "flat": "100 for everyone",
        "earned": "a personal absolute floor in every system",
        "earned-over-the-board": "a personal absolute floor over the board only",
    },
    "peak_rounding": {
        "as-it-is": "the highest rating unrounded",
        "nearest": "the highest rating rounded to the nearest whole number",
    },
    "peak_level": {
        "at-or-just-below": "the floor at or just below",
        "just-below": "the floor just below",
    },
    "life_master_floor": {
        "every-system": "the floor for every system",
        "regular-only": "the floor for Regular only",
    },
    "prize_floor": {
        "over-2000-dollars": "over $2,000",
        "4000-dollars-or-more": "$4,000 or more",
    },
    "match_eligibility": {
        "rated": "that both players must be rated",
        "established": "that both players must have an established published rating",
    },
    "match_below_floor": {
        "floored": "no exception to floors for matches",
        "asks-for-a-lower-floor": "a request to lower the floor",
    },
    "foreign_fide": {
        "nobody": "no such rule",
        "any-rated": "no limit to established players",
        "established": "only established players",
    },
}
