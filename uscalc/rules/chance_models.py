"""The keys of the chances' file, each with its type; pydantic reads by them.

They stand alone: the model brings arrays, for which a start is not to wait.
"""

import datetime as dt
from typing import Annotated, Any, Final

from pydantic import AfterValidator, TypeAdapter, with_config

# Before Python 3.12 pydantic does not accept `typing.TypedDict`.
from typing_extensions import TypedDict

from uscalc.analysis.chances import ChanceModel, FewGames, Held
from uscalc.checked import STRICT, Several, made, said
from uscalc.rules.values import Section, _above_nothing, _pair


def _terms(figures: tuple[float, ...]) -> tuple[float, float, float]:
    if len(figures) != 3:
        raise said("{shown} is no list of three figures")
    return figures[0], figures[1], figures[2]


class _FewGames(TypedDict):
    up_to: int
    a: float
    s: float


class _Held(TypedDict):
    what: Section
    told: Several[Annotated[Several[float], AfterValidator(_pair)]]


class _Fit(TypedDict):
    date: dt.date
    source: Section
    middle: float
    span: Annotated[float, AfterValidator(_above_nothing)]
    furthest: Annotated[float, AfterValidator(_above_nothing)]
    weight: Annotated[Several[float], AfterValidator(_terms)]
    drawn: Annotated[Several[float], AfterValidator(_terms)]
    drawn_fall: float
    drawn_fall_to: Annotated[float, AfterValidator(_above_nothing)]
    few_games: Several[Annotated[_FewGames, made(FewGames)]]
    held: Several[Annotated[_Held, made(Held)]]


@with_config(STRICT)
class Fits(TypedDict):
    """The file of game-result statistics: one fit for each analysis."""

    fit: Several[Annotated[_Fit, made(ChanceModel)]]


CHANCES: Final[TypeAdapter[Any]] = TypeAdapter(Fits)
