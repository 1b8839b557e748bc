"""The event file as pydantic models: a second way to say what may stand in it."""

import datetime as dt
import re
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator
from pydantic_core import PydanticCustomError

from uscalc.document.model import (
    HIGHEST_RATING,
    LOWEST_RATING,
    Birth,
    Kind,
    Record,
    Source,
)
from uscalc.engine.systems import System

_ISO_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR: Final = re.compile(r"[0-9]{4}")


def _said(wrong: str, remedy: str) -> PydanticCustomError:
    """An error in our own words; `{shown}` stands for the value."""
    return PydanticCustomError("said", "{wrong}", {"wrong": wrong, "remedy": remedy})


def _date(value: Any) -> dt.date:
    if isinstance(value, str) and _ISO_DATE.fullmatch(value):
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            pass
    raise _said("{shown} is no date", 'write it as in "2025-09-01"')


def _date_or_none(value: Any) -> dt.date | None:
    return None if value is None else _date(value)


def _birth(value: Any) -> Birth | None:
    if value is None:
        return None
    year = str(value) if type(value) is int else value
    if isinstance(year, str) and _YEAR.fullmatch(year) and int(year) > 0:
        return Birth(dt.date(int(year), 7, 1), year_only=True)
    if isinstance(value, str) and _ISO_DATE.fullmatch(value):
        return Birth(_date(value))
    raise _said("{shown} is no birth date", 'write it as in "2009-05-17" or "2009"')


def _rating_before(value: Any) -> float | Literal["unknown"] | None:
    if value is None:
        return None
    if value == "unknown":
        return "unknown"
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _said("{shown} is no rating", 'write a number, null or "unknown"')
    if not LOWEST_RATING <= value <= HIGHEST_RATING:
        raise _said(
            "{shown} is no rating",
            f"give one from {LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}",
        )
    return float(value)


def _whole(value: Any) -> Any:
    """JSON knows one kind of number: 30.0 is a count as well as 30."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _level_as_object(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {"level": value}
    return value


def _edition_as_object(value: Any) -> Any:
    if value is None:
        return {}
    return {"edition": value} if isinstance(value, str) else value


def _override(value: Any) -> str | float | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = float(value)
        if abs(number) <= 1e9:
            return number
    raise _said("{shown} cannot be a rule's parameter", "write a number, text or null")


Date = Annotated[dt.date, PlainValidator(_date)]
DateOrNone = Annotated[dt.date | None, PlainValidator(_date_or_none)]
Rating = Annotated[float, Field(ge=LOWEST_RATING, le=HIGHEST_RATING)]
Level = Annotated[
    int,
    BeforeValidator(_whole),
    Field(ge=int(LOWEST_RATING), le=int(HIGHEST_RATING)),
]
Count = Annotated[int, BeforeValidator(_whole), Field(ge=0, le=100_000)]
PairingNumber = Annotated[int, BeforeValidator(_whole), Field(ge=1, le=99_999)]
NetChange = Annotated[float, Field(ge=-HIGHEST_RATING, le=HIGHEST_RATING)]


class EdgeModel(BaseModel):
    """What all of them keep to: no unknown keys, no guessing of types."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, allow_inf_nan=False
    )


class PrizeFloorModel(EdgeModel):
    """`prize_floor`."""

    level: Level
    amount: Annotated[float, Field(ge=0, le=1e9)] | None = None
    date: DateOrNone = None


class MatchesModel(EdgeModel):
    """`matches`."""

    net_180_days: NetChange | None = None
    net_3_years: NetChange | None = None


class InitialModel(EdgeModel):
    """`initial`."""

    rating: Annotated[float, Field(ge=0, le=HIGHEST_RATING)]
    games: Count = 0


class RatingModel(EdgeModel):
    """One entry of `ratings`."""

    rating: Annotated[
        float | Literal["unknown"] | None, PlainValidator(_rating_before)
    ] = None
    games: Count | None = None
    as_of: DateOrNone = None
    source: Source | None = None
    rounded: bool | None = None
    record: Record | None = None
    peak: Rating | None = None
    wins: Count | None = None
    draws: Count | None = None
    events: Count | None = None
    floor: Level | None = None
    prize_floor: Annotated[
        PrizeFloorModel | None, BeforeValidator(_level_as_object)
    ] = None
    life_master: bool = False
    ceiling: Rating | None = None
    official: Rating | None = None
    matches: MatchesModel | None = None
    initial: InitialModel | None = None


class ForeignModel(EdgeModel):
    """`fide` and `cfc`."""

    rating: Annotated[float, Field(ge=0, le=4000)]
    as_of: DateOrNone = None


class PublishedModel(EdgeModel):
    """One entry of `published`."""

    rating: Rating
    games: Count | None = None


class RulesModel(EdgeModel):
    """`rules`: the edition, and whatever parameters are overridden."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Annotated[Any, PlainValidator(_override)]]

    edition: str | None = None


class PlayerModel(EdgeModel):
    """One of `players`."""

    number: PairingNumber
    name: str = ""
    id: str | None = None
    birth_date: Annotated[Birth | None, PlainValidator(_birth)] = None
    adult: bool | None = None
    ratings: dict[System, RatingModel] = {}
    fide: ForeignModel | None = None
    cfc: ForeignModel | None = None
    results: list[str] = []
    published: dict[System, PublishedModel] = {}


class SectionModel(EdgeModel):
    """One of `sections`."""

    name: str | None = None
    start_date: DateOrNone = None
    end_date: DateOrNone = None
    time_control: str | None = None
    online: bool = False
    kind: Kind = "event"
    systems: list[System] | None = None
    half_k: bool = False
    rules: Annotated[RulesModel, BeforeValidator(_edition_as_object)] = RulesModel()
    players: list[PlayerModel] = []


class BaseModelOfLink(EdgeModel):
    """What the file that an event follows said last."""

    name: str
    end_date: Date
    chain_sections: bool = False
    sections: list[SectionModel] = []


class LinkModel(EdgeModel):
    """`link`."""

    path: str
    end_date: DateOrNone = None
    base: BaseModelOfLink


class EventModel(EdgeModel):
    """The whole file."""

    format: str
    version: int
    name: str
    end_date: Date
    chain_sections: bool = False
    sections: list[SectionModel] = []
    link: LinkModel | None = None
