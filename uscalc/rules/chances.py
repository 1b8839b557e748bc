"""Read the chances of game results, and the likelihoods of corrections."""

import datetime as dt
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import TypeAdapter, with_config
from typing_extensions import TypedDict

from uscalc.analysis.forecast_model import CalibrationCheck, ChanceModel, FewGamesWorth
from uscalc.checked import STRICT, LimitedList, convert_with
from uscalc.document.audit.result import PriorLikelihood, PriorTable
from uscalc.resources import get_resource_path
from uscalc.rules.values import (
    PairOfNumbers,
    RuleDataError,
    SectionReference,
    check,
    describe_row_place,
    make_validator,
    read_data,
    read_validated_data,
)

# Before Python 3.12 pydantic does not accept `typing.TypedDict`.


_Positive = Annotated[
    float, make_validator(lambda figure: figure > 0, "{shown} must be greater than 0")
]
_ThreeTerms = Annotated[
    LimitedList[float],
    make_validator(
        lambda terms: len(terms) == 3, "{shown} isn't a list of three numbers"
    ),
]


class _FewGamesEntry(TypedDict):
    up_to: int
    a: float
    s: float


class _CalibrationCheckEntry(TypedDict):
    what: SectionReference
    pairs: LimitedList[PairOfNumbers]


class _FitEntry(TypedDict):
    date: dt.date
    source: SectionReference
    middle: float
    span: _Positive
    furthest: _Positive
    weight: _ThreeTerms
    drawn: _ThreeTerms
    drawn_fall: float
    drawn_fall_to: _Positive
    few_games: LimitedList[Annotated[_FewGamesEntry, convert_with(FewGamesWorth)]]
    held: LimitedList[Annotated[_CalibrationCheckEntry, convert_with(CalibrationCheck)]]


@with_config(STRICT)
class ChanceFile(TypedDict):
    """The file of game-result statistics: one fit for each analysis."""

    fit: LimitedList[Annotated[_FitEntry, convert_with(ChanceModel)]]


CHANCES: Final[TypeAdapter[Any]] = TypeAdapter(ChanceFile)


@lru_cache(maxsize=1)
def load_chance_model() -> ChanceModel:
    """Return the newest fit that comes with the program."""
    return read_chance_models(get_resource_path("rules") / "chances.toml")[-1]


def read_chance_models(path: Path) -> tuple[ChanceModel, ...]:
    """Return every fit, the newest last. Raises RuleDataError with the fit's place."""
    fits: tuple[ChanceModel, ...] = read_validated_data(
        CHANCES, path, describe_row_place
    )["fit"]
    check(fits, f"{path.name}: no fit found")
    for before, after in pairwise(fits):
        check(
            after.date >= before.date,
            f"{path.name}: the fit of {after.date} must come before newer fits",
        )
    for place, fit in enumerate(fits, 1):
        games = [few.up_to for few in fit.few_games]
        check(
            games and sorted(set(games)) == games,
            f"{path.name}, fit {place}, few_games: the rows must be in ascending order",
        )
    return fits


@lru_cache(maxsize=1)
def load_correction_priors() -> PriorTable:
    """Return the likelihoods of corrections that are included with the program."""
    return read_correction_priors(get_resource_path("rules") / "hidden.toml")


def read_correction_priors(path: Path) -> PriorTable:
    """Read and check a file of likelihoods of corrections. Raises RuleDataError."""
    found = {}
    for name, row in read_data(path).items():
        try:
            found[name] = PriorLikelihood(name, **row)
        except TypeError as error:
            raise RuleDataError(f"{path.name}, {name}: {error}") from None
        likelihood = found[name].likelihood
        check(0.0 < likelihood < 1.0, f"{path.name}, {name}: likelihood: {likelihood}")
    return PriorTable(found)
