"""Turns what stands in the rule data into the engine's values, and refuses the rest."""

from collections.abc import Mapping
from typing import Any, Final

from uscalc.engine.age import UNDER_THREE
from uscalc.engine.effective import EFFECTIVE_GAMES
from uscalc.engine.floors import (
    LIFE_MASTER,
    PEAK_LEVEL,
    PEAK_ROUNDING,
    PERSONAL_FLOOR,
    PRIZE_FLOOR,
)
from uscalc.engine.foreign import FOREIGN_FIDE
from uscalc.engine.initial import INITIAL
from uscalc.engine.match import BELOW_FLOOR, ELIGIBILITY
from uscalc.engine.rounding import STORAGE
from uscalc.engine.standard import BONUS_REPEATS, REDUCED_K
from uscalc.engine.variants import Variants
from uscalc.rules.data import told


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
    # The window's frame is not to wait for it.
    from pydantic import ValidationError

    from uscalc.rules.kinds import kind_of

    try:
        return kind_of(name).validate_python(value)
    except ValidationError as error:
        _, key, wrong = told(error)
        raise BadValueError(f"{key}: {wrong}" if key else wrong) from None


def overridable(name: str) -> bool:
    """Return whether a single value can replace the parameter."""
    return name in VARIANTS or name in NUMBERS
