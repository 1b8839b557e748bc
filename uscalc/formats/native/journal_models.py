"""The records of a recovery journal, each key with its type."""

import datetime as dt
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter, ValidationError, with_config

# Before Python 3.12, pydantic doesn't accept the TypedDict of `typing`.
from typing_extensions import TypedDict

from uscalc.checked import STRICT

Place = Annotated[int, Field(ge=0)]
Run = Place | tuple[Place, Place, Place]
"""A number of new players, or [section, row, count] for earlier ones."""
Recipe = Annotated[
    list[Place | Annotated[list[Run], Field(fail_fast=True)]], Field(fail_fast=True)
]
"""For each section, the earlier section it equals, or its players."""


@with_config(STRICT)
class JournalStep(TypedDict):
    """The change that makes a document from the one before it."""

    name: str
    event: str
    sections: Recipe
    link: Literal["given", "kept"] | Recipe


@with_config(STRICT)
class SourceFile(TypedDict):
    """The file that the work belongs to, and the time of writing."""

    source: str | None
    on_disk: str | None
    written: dt.datetime


@with_config(STRICT)
class JournalRecord(SourceFile):
    """The changes since the record before."""

    drop: Place
    keep: Place
    steps: Annotated[list[JournalStep], Field(fail_fast=True)]
    place: Place
    saved: Place | None


@with_config(STRICT)
class _Format(TypedDict):
    format: Literal["uscalc-journal"]


@with_config(STRICT)
class _Versioned(_Format):
    version: Literal[2]


@with_config(STRICT)
class FirstRecord(_Versioned, JournalRecord):
    """The first record, which holds the whole state."""


@with_config(STRICT)
class FirstVersion(_Format, SourceFile):
    """The head of a journal of version 1, which has no steps."""

    digest: str


FIRST: Final[TypeAdapter[FirstRecord]] = TypeAdapter(FirstRecord)
LATER: Final[TypeAdapter[JournalRecord]] = TypeAdapter(JournalRecord)
FIRST_VERSION: Final[TypeAdapter[FirstVersion]] = TypeAdapter(FirstVersion)


def read_record(kind: TypeAdapter[Any], data: bytes) -> Any:
    """Parse the record of a line. Raise ValueError with a short reason."""
    try:
        return kind.validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        match first["loc"]:
            case ("format",):
                problem = "another format"
            case ("version",):
                problem = "it was written by a newer version of uscalc"
            case loc:
                problem = ": ".join((*map(str, loc), first["msg"].lower()))
        raise ValueError(problem) from None
