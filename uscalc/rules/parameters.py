"""Reads the dated parameters and what each edition prints for them."""

import datetime as dt
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from uscalc.engine.citations import Citation, Citations, OtherDate
from uscalc.engine.systems import SYSTEMS, System
from uscalc.engine.table import PARAMETERS, DatedValue, EditionValue, Parameter
from uscalc.rules import models
from uscalc.rules.data import Loc, RuleDataError, read_checked
from uscalc.rules.documents import Documents
from uscalc.rules.values import BadValueError, convert


def read_parameters(
    path: Path, documents: Documents, citations: Mapping[str, Citations]
) -> dict[str, Parameter]:
    """Return every parameter of the rules, by name. Raises RuleDataError."""
    given = read_checked(models.PARAMETERS, path, _place)
    for name in PARAMETERS:
        if name not in given:
            raise RuleDataError(f"{path.name}: the parameter {name} is missing")
    return {
        name: _parameter(path.name, name, said, documents, citations)
        for name, said in given.items()
    }


def _parameter(
    file: str,
    name: str,
    said: Mapping[str, Any],
    documents: Documents,
    citations: Mapping[str, Citations],
) -> Parameter:
    place = f"{file}, {name}"
    dated = tuple(
        _dated(f"{place}, dated row {i}", name, row, documents)
        for i, row in enumerate(said["dated"], 1)
    )
    for system in SYSTEMS:
        _check_timeline(place, system, [row for row in dated if system in row.systems])
    entries, topic = said["editions"], said["topic"]
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
            value = _value(f"{place}, edition {key}", name, entry)
            elsewhere[key] = entry.get("section")
        printed[key] = EditionValue(value, elsewhere[key] or cited.section)
    return Parameter(
        name,
        said["title"],
        said["unit"],
        topic,
        dated,
        printed,
        said.get("departs", ""),
    )


def _dated(
    place: str, name: str, row: Mapping[str, Any], documents: Documents
) -> DatedValue:
    dates = tuple(
        OtherDate(_cited(place, date["printed"], documents), date["from"])
        for date in row.get("dates", ())
    )
    return DatedValue(
        _value(place, name, row),
        row.get("from"),
        row.get("until"),
        row.get("systems", SYSTEMS),
        row["source"],
        (*row.get("differs", ()), *map(_date_words, dates)),
        tuple(_cited(place, text, documents) for text in row.get("printed", ())),
        row.get("by_edition", False),
        dates,
    )


def _cited(place: str, text: str, documents: Documents) -> Citation:
    """Read "2020, 8" as a section of an edition. Raises RuleDataError."""
    key, _, section = text.partition(", ")
    if key not in documents.exact or not section.strip():
        raise RuleDataError(f"{place}: {text!r} is not an edition and its section")
    return Citation(key, section)


def _date_words(date: OtherDate) -> str:
    return f"{date.cited.edition} edition, section {date.cited.section}: {date.start}"


def _value(place: str, name: str, said: Mapping[str, Any]) -> object:
    try:
        return convert(name, said.get("value"), said.get("none", False))
    except BadValueError as error:
        raise RuleDataError(f"{place}: {error}") from error


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
        days = (later.start - earlier.end).days
        if days > 1:
            first = earlier.end + dt.timedelta(days=1)
            raise RuleDataError(f"{where}: a gap from {first} to {later.start}")
        if days < 1:
            raise RuleDataError(f"{where}: an overlap at {later.start}")
    for row in rows:
        if row.start is not None and row.end is not None and row.start > row.end:
            raise RuleDataError(f"{where}: a value ends before it begins, {row.start}")


def _place(loc: Loc) -> str:
    """Return the parameter that something is in, and the row or edition."""
    match loc:
        case (name, "dated", int(i), *_):
            return f", {name}, dated row {i + 1}"
        case (name, "editions", str(key), *_):
            return f", {name}, edition {key}"
    return f", {loc[0]}"
