"""The keys of the chances' file, each with its type; pydantic reads by them.

They stand alone: the model brings arrays, for which a start is not to wait.
"""

import datetime as dt
from typing import Annotated, Any, Final

from pydantic import AfterValidator, TypeAdapter, with_config

# Before Python 3.12 pydantic does not accept `typing.TypedDict`.
from typing_extensions import TypedDict

from uscalc.analysis.chances import CalibrationCheck, ChanceModel, FewGamesWorth
from uscalc.checked import STRICT, LimitedList, convert_with, make_error
from uscalc.rules.values import SectionReference, _make_pair, _require_positive


def _check_three_terms(figures: tuple[float, ...]) -> tuple[float, float, float]:
    if len(figures) != 3:
        raise make_error("{shown} is no list of three figures")
    return figures[0], figures[1], figures[2]


class _FewGames(TypedDict):
    up_to: int
    a: float
    s: float


class _CheckedChances(TypedDict):
    what: SectionReference
    told: LimitedList[Annotated[LimitedList[float], AfterValidator(_make_pair)]]


class _Fit(TypedDict):
    date: dt.date
    source: SectionReference
    middle: float
    span: Annotated[float, AfterValidator(_require_positive)]
    furthest: Annotated[float, AfterValidator(_require_positive)]
    weight: Annotated[LimitedList[float], AfterValidator(_check_three_terms)]
    drawn: Annotated[LimitedList[float], AfterValidator(_check_three_terms)]
    drawn_fall: float
    drawn_fall_to: Annotated[float, AfterValidator(_require_positive)]
    few_games: LimitedList[Annotated[_FewGames, convert_with(FewGamesWorth)]]
    held: LimitedList[Annotated[_CheckedChances, convert_with(CalibrationCheck)]]


@with_config(STRICT)
class ChanceFile(TypedDict):
    """The file of game-result statistics: one fit for each analysis."""

    fit: LimitedList[Annotated[_Fit, convert_with(ChanceModel)]]


CHANCES: Final[TypeAdapter[Any]] = TypeAdapter(ChanceFile)
