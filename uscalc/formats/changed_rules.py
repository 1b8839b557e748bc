"""Read a researcher's file of changed rules, and resolve rules with its values.

The file has tables like resources/rules/parameters.toml, but only the values that
differ, each with its first and last day, for some systems or all.
"""

import datetime as dt
import tomllib
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Required

from msgspec import Struct
from msgspec.structs import replace
from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from uscalc.checked import STRICT, LimitedList
from uscalc.document.model import RulesChoice
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.engine.rules import CONSTANTS, Rules, ValidityPeriod
from uscalc.engine.table import PARAMETERS, DatedValue
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import read_bytes
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.rules.values import (
    BadValueError,
    SystemKey,
    convert_value,
    describe_validation_error,
)

LARGEST_FILE: Final = 1_000_000
UNITS: Final = {"passes": "passes", "k_numerator": "points", "special_cap": "points"}
"""The units of the constants."""

ChangedRow = TypedDict(
    "ChangedRow",
    {
        "from": dt.date,
        "until": dt.date,
        "value": Any,
        "none": bool,
        "systems": LimitedList[SystemKey],
        "source": str,
    },
    total=False,
)


class ChangedParameter(TypedDict, total=False):
    """A parameter with the values that differ; title and unit are those of the rules."""

    title: str
    unit: str
    dated: Required[LimitedList[ChangedRow]]


_FILE: Final[TypeAdapter[Any]] = TypeAdapter(dict[str, ChangedParameter], config=STRICT)


class ChangedRules(Struct, frozen=True, dict=True):
    """A rulebook that gives each section its rules, with the values of a file.

    `file` is the file's name; `rows` are the changed values by parameter.
    """

    file: str
    rows: Mapping[str, tuple[DatedValue, ...]]

    def __call__(self, choice: RulesChoice, end: dt.date, system: System) -> Rules:
        """Return the rules of a section; see `resolve_rules`. Raises UnknownRuleError."""
        rules = resolve_rules(choice, end, system)
        found = {
            name: row
            for name, rows in self.rows.items()
            for row in rows
            if system in row.systems
            and row.is_valid_on(end)
            and row.value != getattr(rules, name)
        }
        if not found:
            return rules
        made = load_rule_table().override_rules(
            rules, {name: row.value for name, row in found.items()}, self.file
        )
        days = ((name, ValidityPeriod(r.start, r.end)) for name, r in found.items())
        return made if rules.date is None else replace(made, spans=(*made.spans, *days))


def is_rules_file(text: str) -> bool:
    """Return whether a user means a file of changed rules, not the key of an edition."""
    return text.lower().endswith(".toml")


def read_changed_rules(path: Path) -> ChangedRules:
    """Read and check a file of changed rules. Raises FormatError."""
    try:
        given = _FILE.validate_python(tomllib.loads(_read_text(path)))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        fix = "Correct it; resources/rules/parameters.toml is an example"
        raise FormatError(f"this isn't TOML: {error}", fix, path=path) from error
    except ValidationError as error:
        loc, key, wrong = describe_validation_error(error)
        in_row = "dated" in loc[:-1]
        keys = (ChangedRow if in_row else ChangedParameter).__annotations__
        fix = f"The keys of a {'row' if in_row else 'parameter'} are {', '.join(keys)}"
        place = _describe_place(str(loc[0]), *loc[2:3])
        problem = f"{key}: {wrong}" if len(loc) > 1 else wrong
        raise FormatError(problem, fix, path=path, place=place) from None
    if not given:
        fix = "Add a parameter as in resources/rules/parameters.toml"
        raise FormatError("the file changes nothing", fix, path=path)
    rows = {name: _make_rows(path, name, entry) for name, entry in given.items()}
    return ChangedRules(path.name, rows)


def _read_text(path: Path) -> str:
    try:
        return read_bytes(path, LARGEST_FILE).decode()
    except UnicodeDecodeError as error:
        problem = "this isn't UTF-8 text"
        raise FormatError(problem, "Save it as UTF-8", path=path) from error


def _make_rows(
    path: Path, name: str, entry: Mapping[str, Any]
) -> tuple[DatedValue, ...]:
    """Return the values of a parameter. Raises FormatError."""

    def refuse(problem: str, fix: str, *row: int) -> FormatError:
        return FormatError(problem, fix, path=path, place=_describe_place(name, *row))

    if name not in (known := (*PARAMETERS, *CONSTANTS)):
        fix = f"The parameters are {', '.join(known)}"
        raise refuse("there is no such parameter", fix)
    unit = UNITS.get(name) or load_rule_table().parameters[name].unit
    if entry.get("unit", unit) != unit:
        fix = f"Give the values in {unit}" if unit else "Leave out the unit"
        raise refuse(f"the unit is {entry['unit']!r}", fix)
    rows = []
    for at, row in enumerate(entry["dated"]):
        start, end = row.get("from"), row.get("until")
        if start is not None and end is not None and start > end:
            raise refuse("until: it is before from", "Correct the dates", at)
        try:
            value = convert_value(name, row.get("value"), row.get("none", False))
        except BadValueError as error:
            raise refuse(f"value: {error}", "Correct the value", at) from error
        systems, source = row.get("systems", SYSTEMS), row.get("source", "")
        rows.append(DatedValue(value, start, end, systems, source, ()))
    if not rows:
        raise refuse("no values", "Add a row to dated")
    for system in SYSTEMS:
        own = [row for row in rows if system in row.systems]
        own.sort(key=lambda row: row.start or dt.date.min)
        for one, other in pairwise(own):
            if (one.end or dt.date.max) >= (other.start or dt.date.min):
                problem = f"two rows have the same days, system {system}"
                raise refuse(problem, 'Correct "from", "until" or "systems"')
    return tuple(rows)


def _describe_place(name: str, *row: str | int) -> str:
    return ", dated row ".join((name, *(str(int(at) + 1) for at in row)))
