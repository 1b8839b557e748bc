"""How results are stored and displayed (2009 section 3; from 2015 on section 7)."""

from collections.abc import Callable, Mapping
from math import ceil, floor
from typing import Final

SLACK: Final = 1e-9
"""Differences below this are floating-point errors and must not change a rating."""
EXACT_DECIMALS: Final = 0.01
"""Published decimals are rounded to the hundredth, before the event and after it."""


def round_away_from(result: float, before: float) -> float:
    """Round up if the result is above the pre-event rating, down if it is below."""
    if result > before + SLACK:
        return float(ceil(result - SLACK))
    if result < before - SLACK:
        return float(floor(result + SLACK))
    return round_for_display(before)


def round_for_display(rating: float) -> float:
    """Return the whole number displayed for a rating: half a point rounds up."""
    return float(floor(rating + 0.5))


STORAGE: Final[Mapping[str, Callable[[float, float], float]]] = {
    "integer": round_away_from,
    "float": lambda result, before: result,
}
"""The stored result, from the result and the pre-event rating."""
