"""Strict pydantic types for reading files, which give the program's own values."""

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

T = TypeVar("T")

STRICT: Final = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
"""No undeclared key, and no conversion between types."""
LONGEST_LIST: Final = 100_000


def convert_with(kind: Callable[..., Any]) -> AfterValidator:
    """Return a validator that calls `kind` with the keys of an object."""
    return AfterValidator(lambda given: kind(**given))


def make_error(wrong: str, remedy: str = "") -> PydanticCustomError:
    """Return an error in our own words; `{shown}` stands for the value."""
    return PydanticCustomError("said", "{wrong}", {"wrong": wrong, "remedy": remedy})


def _freeze(items: list[T]) -> tuple[T, ...]:
    # pydantic would parse the signature of `tuple` itself for every field.
    return tuple(items)


# One wrong item is enough to reject a file; millions of errors would fill the memory.
LimitedList = Annotated[
    list[T], Field(fail_fast=True, max_length=LONGEST_LIST), AfterValidator(_freeze)
]
LONGEST_SHORT_LIST: Final = 500
"""The maximum number of sections of an event, and the most rounds of a player."""
ShortList = Annotated[
    list[T],
    Field(fail_fast=True, max_length=LONGEST_SHORT_LIST),
    AfterValidator(_freeze),
]
