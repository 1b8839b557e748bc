"""Reads resources/rules into a table; anything wrong fails here, with its place."""

import datetime as dt
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from uscalc.engine.citations import TOPICS, Citation, Citations
from uscalc.engine.systems import SYSTEMS, System
from uscalc.engine.table import (
    PARAMETERS,
    DatedValue,
    EditionValue,
    Parameter,
    RuleTable,
)
from uscalc.resources import resource
from uscalc.rules.data import RuleDataError, innermost, read_data
from uscalc.rules.documents import (
    Documents,
    read_citations,
    read_documents,
    read_readings,
)
from uscalc.rules.guide_tables import read_guide
from uscalc.rules.keys import (
    KeyFaultError,
    Keys,
    anything,
    by_key,
    day,
    flag,
    one_of,
    several,
    text,
)
from uscalc.rules.values import BadValueError, convert


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
    """What an edition prints; its value is not looked at yet.

    `section` stands where it is printed elsewhere than its topic.
    """

    value: Any
    none: bool
    section: str | None


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
        keys.take("section", text, None),
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
    dates, an unknown variant, a missing or unused parameter, an unknown topic.
    """
    documents = read_documents(folder / "documents.toml")
    citations = read_citations(folder / "sections.toml", documents)
    parameters = read_data(folder / "parameters.toml")
    for name in parameters:
        if name not in PARAMETERS:
            raise RuleDataError(f"parameters.toml, {name}: no rule uses this parameter")
    for name in PARAMETERS:
        if name not in parameters:
            raise RuleDataError(f"parameters.toml: the parameter {name} is missing")
    return RuleTable(
        {
            name: _parameter(name, raw, documents, citations)
            for name, raw in parameters.items()
        },
        documents.editions,
        citations,
        read_readings(folder / "readings.toml"),
        read_guide(folder / "guide-2001.toml", documents.by_hand),
    )


def _parameter(
    name: str, raw: Any, documents: Documents, citations: Mapping[str, Citations]
) -> Parameter:
    place = f"parameters.toml, {name}"
    try:
        keys = Keys(raw)
        title, unit = keys.take("title", text), keys.take("unit", text)
        topic = keys.take("topic", one_of(TOPICS))
        departs = keys.take("departs", text, "")
        rows = keys.take("dated", several(_row))
        entries = keys.take("editions", by_key(_printed))
        keys.done()
    except KeyFaultError as error:
        raise RuleDataError(f"{place}{_at(error)}: {innermost(error)}") from error
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
    printed: dict[str, EditionValue] = {}
    elsewhere: dict[str, str | None] = {}
    for key in entries:
        if key not in documents.exact:
            raise RuleDataError(f"{place}: edition {key} is unknown")
    for key in documents.exact:
        entry, before = entries.get(key), documents.goes_on_from.get(key)
        cited: Citation = getattr(citations[key], topic)
        if entry is None and before is None:
            raise RuleDataError(f"{place}: edition {key} is missing")
        if entry is None:
            assert before is not None
            value, elsewhere[key] = printed[before].value, elsewhere[before]
        else:
            try:
                value = convert(name, entry.value, entry.none)
            except BadValueError as error:
                raise RuleDataError(f"{place}, edition {key}: {error}") from error
            elsewhere[key] = entry.section
        printed[key] = EditionValue(value, elsewhere[key] or cited.section)
    return Parameter(name, title, unit, topic, tuple(dated), printed, departs)


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
