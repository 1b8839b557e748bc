"""Reads resources/rules into a table; anything wrong fails here, with its place."""

import datetime as dt
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

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
from uscalc.rules.keys import (
    KeyFaultError,
    Keys,
    anything,
    by_key,
    day,
    figure,
    flag,
    one_of,
    several,
    text,
    whole,
)
from uscalc.rules.values import BadValueError, convert


class RuleDataError(ValueError):
    """The rule data are wrong: names the file, the parameter and the row."""


class _Row(NamedTuple):
    """A dated row; its value is not looked at yet."""

    start: dt.date | None
    until: dt.date | None
    value: Any
    none: bool
    systems: tuple[System, ...]
    source: str
    differs: tuple[str, ...]


class _Printed(NamedTuple):
    """What an edition prints; its value is not looked at yet."""

    value: Any
    none: bool
    section: str


def _row(raw: Any) -> _Row:
    keys = Keys(raw)
    row = _Row(
        keys.take("from", day, None),
        keys.take("until", day, None),
        keys.take("value", anything, None),
        keys.take("none", flag, False),
        keys.take("systems", several(one_of(SYSTEMS)), SYSTEMS),
        keys.take("source", text),
        keys.take("differs", several(text), ()),
    )
    keys.done()
    return row


def _printed(raw: Any) -> _Printed:
    keys = Keys(raw)
    printed = _Printed(
        keys.take("value", anything, None),
        keys.take("none", flag, False),
        keys.take("section", text),
    )
    keys.done()
    return printed


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


def _guide(raw: Any) -> GuideTables:
    try:
        keys = Keys(raw)
        tables = GuideTables(
            keys.take("expectancy", several(_pair)),
            keys.take("k_games", several(whole)),
            keys.take("k_rows", several(_k_row)),
            keys.take("cutoff", several(figure)),
            keys.take("least_games", whole),
            keys.take("few_games", whole),
            keys.take("swing", figure),
        )
        keys.done()
    except KeyFaultError as error:
        raise RuleDataError(f"guide-2001.toml: {_first(error)}") from error
    columns = len(tables.k_games)
    if len(tables.cutoff) != columns or any(
        len(factors) != columns for _, factors in tables.k_rows
    ):
        raise RuleDataError("guide-2001.toml: a row has not as many values as k_games")
    for name, xs in (
        ("expectancy", [x for x, _ in tables.expectancy]),
        ("k_games", list(tables.k_games)),
        ("k_rows", [x for x, _ in tables.k_rows]),
    ):
        if not xs or sorted(set(xs)) != xs:
            raise RuleDataError(f"guide-2001.toml, {name}: the rows do not ascend")
    return tables


def _pair(raw: Any) -> tuple[float, float]:
    first, second = several(figure)(raw)
    return first, second


def _k_row(raw: Any) -> tuple[float, tuple[float, ...]]:
    keys = Keys(raw)
    row = keys.take("rating", figure), keys.take("k", several(figure))
    keys.done()
    return row


def _edition(key: str, raw: Any) -> Edition:
    try:
        keys = Keys(raw)
        edition = Edition(
            key,
            keys.take("title", text),
            keys.take("authors", text),
            keys.take("date", day),
            keys.take("in_force", day, None),
            keys.take("by_hand", flag, False),
        )
        keys.done()
    except KeyFaultError as error:
        raise RuleDataError(f"documents.toml, {key}: {_first(error)}") from error
    return edition


def _parameter(name: str, raw: Any, exact: list[str]) -> Parameter:
    place = f"parameters.toml, {name}"
    try:
        keys = Keys(raw)
        title, unit, section = (
            keys.take(key, text) for key in ("title", "unit", "section")
        )
        departs = keys.take("departs", text, "")
        rows = keys.take("dated", several(_row))
        entries = keys.take("editions", by_key(_printed))
        keys.done()
    except KeyFaultError as error:
        raise RuleDataError(f"{place}{_at(error)}: {_first(error)}") from error
    dated = []
    for i, row in enumerate(rows, 1):
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
        if key not in entries:
            raise RuleDataError(f"{place}: edition {key} is missing")
    for key, entry in entries.items():
        if key not in exact:
            raise RuleDataError(f"{place}: edition {key} is unknown")
        try:
            value = convert(name, entry.value, entry.none)
        except BadValueError as error:
            raise RuleDataError(f"{place}, edition {key}: {error}") from error
        printed[key] = EditionValue(value, entry.section)
    return Parameter(name, title, unit, section, tuple(dated), printed, departs)


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


def _at(error: KeyFaultError) -> str:
    """The row or edition that an error is in, as part of its place."""
    match error.path:
        case ("dated", int(i), *_):
            return f", dated row {i + 1}"
        case ("editions", str(key), *_):
            return f", edition {key}"
    return ""


def _first(error: KeyFaultError) -> str:
    """The innermost key, and what is wrong with it."""
    key = [part for part in error.path if isinstance(part, str)][-1:]
    return ": ".join((*key, error.said))
