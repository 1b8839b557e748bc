"""The kinds of values in an event file: how each is read, and its JSON Schema."""

import datetime as dt
import re
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from pydantic import (
    AfterValidator,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    WithJsonSchema,
)
from pydantic_core import CoreSchema

from uscalc.checked import make_error
from uscalc.document import model
from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING
from uscalc.engine.inputs import System

_YEAR: Final = re.compile("(?!0000)[0-9]{4}")
_DAY: Final = re.compile(
    "(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", re.ASCII
)
_DAY_SCHEMA: Final = {
    "type": "string",
    "format": "date",
    "pattern": f"^{_DAY.pattern}$",
}

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class OrSchema:
    """A shorter form of a value, for the JSON Schema."""

    schema: dict[str, Any]

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        longer = handler(core)
        return {"anyOf": [self.schema, *longer.get("anyOf", [longer])]}


def is_number(value: Any) -> bool:
    """Return True for a JSON number, but not for true and false."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _read_day(value: Any) -> dt.date:
    if isinstance(value, str) and _DAY.fullmatch(value):
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            pass
    raise make_error("{shown} is no date", 'write it as in "2025-09-01"')


def _read_birth(value: Any) -> model.BirthDate:
    year = to_whole_number(value)
    year = str(year) if type(year) is int else year
    if isinstance(year, str) and _YEAR.fullmatch(year):
        return model.BirthDate(dt.date(int(year), 7, 1), year_only=True)
    if isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return model.BirthDate(_read_day(value))
    raise make_error(
        "{shown} is no birth date", 'write it as in "2009-05-17" or "2009"'
    )


def _read_rating_before(value: Any) -> Any:
    if value is None or value == "unknown":
        return value
    if not is_number(value):
        raise make_error("{shown} is no rating", 'write a number, null or "unknown"')
    if not LOWEST_RATING <= value <= HIGHEST_RATING:
        bounds = f"{LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}"
        raise make_error("{shown} is no rating", f"give one from {bounds}")
    return float(value)


def _read_override(value: Any) -> str | float | None:
    if value is None or isinstance(value, str):
        return value
    if is_number(value) and abs(float(value)) <= 1e9:
        return float(value)
    raise make_error(
        "{shown} cannot be a rule's parameter", "write a number, text or null"
    )


def to_whole_number(value: Any) -> Any:
    """Return a JSON number as an integer if it is one: 30.0 is a count as well as 30."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Day = Annotated[dt.date, PlainValidator(_read_day), WithJsonSchema(_DAY_SCHEMA)]
Birth = Annotated[
    model.BirthDate,
    PlainValidator(_read_birth),
    WithJsonSchema(_DAY_SCHEMA),
    OrSchema({"type": "string", "pattern": f"^{_YEAR.pattern}$"}),
    OrSchema({"type": "integer", "minimum": 1000, "maximum": 9999}),
]
RatingBefore = Annotated[
    Any,
    PlainValidator(_read_rating_before),
    WithJsonSchema({"type": "null"}),
    OrSchema({"const": "unknown"}),
    OrSchema({"type": "number", "minimum": LOWEST_RATING, "maximum": HIGHEST_RATING}),
]
Override = Annotated[
    Any,
    PlainValidator(_read_override),
    WithJsonSchema({"type": "null"}),
    OrSchema({"type": "string"}),
    OrSchema({"type": "number", "minimum": -1e9, "maximum": 1e9}),
    Field(description="The value of a rule's parameter."),
]
InSystems = Annotated[dict[System, T], AfterValidator(lambda given: (*given.items(),))]


# Spaces are tolerated anywhere, between the figures of a number too.
_FIGURE: Final = r"\s*[0-9]"
_NUMBER: Final = rf"(?=[\s0]*[1-9])({_FIGURE}){{1,5}}"
_RATING: Final = (
    rf"((\s*0)?\s*[1-9]({_FIGURE}){{2}}|\s*[12]({_FIGURE}){{3}}|\s*3(\s*0){{3}})"
)
_ENTRY: Final = (
    rf"\s*([WDLNRSwdlnrs?]{_NUMBER}|[BHUbhu-](\s*0){{0,5}}|[XFZxfz]({_FIGURE}){{0,5}}"
    rf"|[?]{_RATING}\s*-{_RATING})(\s*[WBwb])?\s*"
)
CELL: Final = rf"^(\s*|{_ENTRY}([|]{_ENTRY})*)$"
