"""Reads resources/rules into a table; anything wrong fails here, with its place."""

import datetime as dt
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from uscalc.engine.guide import GuideTables
from uscalc.engine.systems import SYSTEMS, System
from uscalc.engine.table import (
    PARAMETERS,
    DatedValue,
    Edition,
    EditionValue,
    Parameter,
    RuleTable,
)
from uscalc.resources import resource
from uscalc.rules.values import BadValueError, convert


class RuleDataError(ValueError):
    """The rule data are wrong: names the file, the parameter and the row."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")
    start: dt.date | None = Field(None, alias="from")
    until: dt.date | None = None
    value: Any = None
    none: bool = False
    systems: tuple[System, ...] = SYSTEMS
    source: str
    differs: tuple[str, ...] = ()


class _Printed(BaseModel):
    model_config = ConfigDict(extra="forbid")
    value: Any = None
    none: bool = False
    section: str


class _Parameter(BaseModel):
    model_config = ConfigDict(extra="forbid")
    title: str
    unit: str
    section: str
    departs: str = ""
    dated: tuple[_Row, ...]
    editions: dict[str, _Printed]


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid")
    title: str
    authors: str
    date: dt.date
    in_force: dt.date | None = None
    by_hand: bool = False


class _KRow(BaseModel):
    model_config = ConfigDict(extra="forbid")
    rating: float
    k: tuple[float, ...]


class _Guide(BaseModel):
    model_config = ConfigDict(extra="forbid")
    expectancy: tuple[tuple[float, float], ...]
    k_games: tuple[int, ...]
    k_rows: tuple[_KRow, ...]
    cutoff: tuple[float, ...]
    least_games: int
    few_games: int
    swing: float


@lru_cache(maxsize=1)
def rule_table() -> RuleTable:
    """The table that comes with the program."""
    return load_rules(resource("rules"))


def load_rules(folder: Path) -> RuleTable:
    """Reads and checks a folder of rule data.

    Raises RuleDataError naming file, parameter and row for a gap or an overlap of
    dates, an unknown variant, a missing or unused parameter.
    """
    documents = _read(folder / "documents.toml")
    parameters = _read(folder / "parameters.toml")
    editions = {key: _edition(key, raw) for key, raw in documents.items()}
    exact = [key for key, edition in editions.items() if not edition.by_hand]
    for name in parameters:
        if name not in PARAMETERS:
            raise RuleDataError(f"parameters.toml, {name}: no rule uses this parameter")
    for name in PARAMETERS:
        if name not in parameters:
            raise RuleDataError(f"parameters.toml: the parameter {name} is missing")
    return RuleTable(
        {name: _parameter(name, raw, exact) for name, raw in parameters.items()},
        editions,
        _guide(_read(folder / "guide-2001.toml")),
    )


def _read(path: Path) -> Mapping[str, Any]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise RuleDataError(f"{path.name}: {error}") from error


def _guide(raw: Mapping[str, Any]) -> GuideTables:
    try:
        read = _Guide.model_validate(raw)
    except ValidationError as error:
        raise RuleDataError(f"guide-2001.toml: {_first(error)}") from error
    columns = len(read.k_games)
    rows = tuple((row.rating, row.k) for row in read.k_rows)
    if any(len(k) != columns for _, k in rows) or len(read.cutoff) != columns:
        raise RuleDataError("guide-2001.toml: a row has not as many values as k_games")
    for name, xs in (
        ("expectancy", [x for x, _ in read.expectancy]),
        ("k_games", list(read.k_games)),
        ("k_rows", [x for x, _ in rows]),
    ):
        if not xs or sorted(set(xs)) != xs:
            raise RuleDataError(f"guide-2001.toml, {name}: the rows do not ascend")
    return GuideTables(
        read.expectancy,
        read.k_games,
        rows,
        read.cutoff,
        read.least_games,
        read.few_games,
        read.swing,
    )


def _edition(key: str, raw: Any) -> Edition:
    try:
        read = _Document.model_validate(raw)
    except ValidationError as error:
        raise RuleDataError(f"documents.toml, {key}: {_first(error)}") from error
    return Edition(
        key, read.title, read.authors, read.date, read.in_force, read.by_hand
    )


def _parameter(name: str, raw: Any, exact: list[str]) -> Parameter:
    place = f"parameters.toml, {name}"
    try:
        read = _Parameter.model_validate(raw)
    except ValidationError as error:
        raise RuleDataError(f"{place}{_row(error)}: {_first(error)}") from error
    dated = []
    for i, row in enumerate(read.dated, 1):
        try:
            value = convert(name, row.value, row.none)
        except BadValueError as error:
            raise RuleDataError(f"{place}, dated row {i}: {error}") from error
        dated.append(
            DatedValue(
                value, row.start, row.until, row.systems, row.source, row.differs
            )
        )
    for system in SYSTEMS:
        _check_timeline(place, system, [row for row in dated if system in row.systems])
    printed = {}
    for key in exact:
        if key not in read.editions:
            raise RuleDataError(f"{place}: edition {key} is missing")
    for key, entry in read.editions.items():
        if key not in exact:
            raise RuleDataError(f"{place}: edition {key} is unknown")
        try:
            value = convert(name, entry.value, entry.none)
        except BadValueError as error:
            raise RuleDataError(f"{place}, edition {key}: {error}") from error
        printed[key] = EditionValue(value, entry.section)
    return Parameter(
        name, read.title, read.unit, read.section, tuple(dated), printed, read.departs
    )


def _check_timeline(place: str, system: System, rows: list[DatedValue]) -> None:
    """Every day has exactly one value: from the beginning, without gap or overlap."""
    where = f"{place}, system {system}"
    if not rows:
        raise RuleDataError(f"{where}: no value at all")
    if rows[0].start is not None:
        raise RuleDataError(f"{where}: a gap before {rows[0].start}")
    if rows[-1].end is not None:
        raise RuleDataError(f"{where}: a gap after {rows[-1].end}")
    for earlier, later in pairwise(rows):
        if earlier.end is None or later.start is None:
            raise RuleDataError(f"{where}: an overlap: a value without end is not last")
        expected = earlier.end + dt.timedelta(days=1)
        if later.start > expected:
            raise RuleDataError(f"{where}: a gap from {expected} to {later.start}")
        if later.start < expected:
            raise RuleDataError(f"{where}: an overlap at {later.start}")
    for row in rows:
        if row.start is not None and row.end is not None and row.start > row.end:
            raise RuleDataError(f"{where}: a value ends before it begins, {row.start}")


def _row(error: ValidationError) -> str:
    """The row or edition that an error is in, as part of its place."""
    match error.errors()[0]["loc"]:
        case ("dated", int(i), *_):
            return f", dated row {i + 1}"
        case ("editions", str(key), *_):
            return f", edition {key}"
    return ""


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    key = [str(part) for part in first["loc"] if isinstance(part, str)][-1:]
    return f"{''.join(key)}: {first['msg']}"
