"""Read a researcher's file of changed rules, and resolve rules with its values.

The file has tables as resources/rules/parameters.toml has them, with only the values that
differ: each from its first day to its last, for some systems or all.
"""

import datetime as dt
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Final, Required

from pydantic import AfterValidator, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from uscalc.checked import STRICT, LimitedList, make_error
from uscalc.document.model import RulesChoice
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.engine.rules import CONSTANTS, Rules, ValidityPeriod
from uscalc.engine.special import MINIMUM
from uscalc.engine.table import PARAMETERS, DatedValue
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.rules.values import (
    LARGEST,
    BadValueError,
    SystemKey,
    convert_value,
    describe_validation_error,
)

SUFFIX: Final = ".toml"
LARGEST_FILE: Final = 1 << 16
"""Bytes; a file of every parameter has half of it."""
LONGEST_PROBLEM: Final = 300
MOST_PASSES: Final = 100
UNITS: Final = {"passes": "passes", "k_numerator": "points", "special_cap": "points"}
"""The constants that a file may change, and their units."""


class ChangedRulesError(ValueError):
    """An error in a file of changed rules: its place, the problem and the fix."""

    def __init__(self, file: Path, place: str, problem: str, fix: str) -> None:
        if len(problem) > LONGEST_PROBLEM:
            problem = f"{problem[:LONGEST_PROBLEM]}…"
        self.file, self.place = str(file), place
        self.problem, self.fix = problem, fix
        where = "".join(f"{part}: " for part in (self.file, place) if part)
        super().__init__(f"{where}{problem}. {fix}.")


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


def _require(holds: bool, wrong: str) -> None:
    if not holds:
        raise make_error(wrong)


def _check_passes(passes: int) -> int:
    _require(1 <= passes <= MOST_PASSES, f"{{shown}} is not from 1 to {MOST_PASSES}")
    return passes


def _check_points(points: float) -> float:
    holds = MINIMUM <= points <= LARGEST
    _require(holds, f"{{shown}} is not between {MINIMUM:.0f} and {LARGEST}")
    return points


_POINTS: Final = TypeAdapter(
    Annotated[float, AfterValidator(_check_points)], config=STRICT
)
_CONSTANTS: Final[Mapping[str, TypeAdapter[Any]]] = {
    "passes": TypeAdapter(Annotated[int, AfterValidator(_check_passes)], config=STRICT),
    "k_numerator": _POINTS,
    "special_cap": _POINTS,
}
_FILE: Final[TypeAdapter[Any]] = TypeAdapter(dict[str, ChangedParameter], config=STRICT)


@dataclass(frozen=True)
class ChangedRules:
    """The rules of each section with the values of a file, as a book of rules.

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
        values = {name: row.value for name, row in found.items()}
        made = load_rule_table().override_rules(rules, values, self.file)
        if rules.date is None:
            return made
        days = ((name, ValidityPeriod(r.start, r.end)) for name, r in found.items())
        return replace(made, spans=(*made.spans, *days))


def is_rules_file(text: str) -> bool:
    """Return whether a user means a file of changed rules, not the key of an edition."""
    return text.lower().endswith(SUFFIX)


def read_changed_rules(path: Path) -> ChangedRules:
    """Read and check a file of changed rules. Raises ChangedRulesError."""
    try:
        given = _FILE.validate_python(_read_toml(path))
    except ValidationError as error:
        loc, key, wrong = describe_validation_error(error)
        place = _describe_place(str(loc[0]), loc[2:3])
        problem = f"{key}: {wrong}" if len(loc) > 1 else wrong
        fix = (
            f"The keys of a parameter are {', '.join(ChangedParameter.__annotations__)}"
        )
        if "dated" in loc[:-1]:
            fix = f"The keys of a row are {', '.join(ChangedRow.__annotations__)}"
        raise ChangedRulesError(path, place, problem, fix) from None
    if not given:
        fix = "Add a parameter as in resources/rules/parameters.toml"
        raise ChangedRulesError(path, "", "the file changes nothing", fix)
    rows = {name: tuple(_make_rows(path, name, entry)) for name, entry in given.items()}
    return ChangedRules(path.name, rows)


def _read_toml(path: Path) -> Mapping[str, Any]:
    """Return the content of a file. Raises ChangedRulesError."""
    try:
        if not path.is_file():
            fix = "Check the name and the folder"
            raise ChangedRulesError(path, "", "no such file", fix)
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            fix = "Choose a file of changed rules"
            raise ChangedRulesError(path, "", "the file is too large", fix)
        return tomllib.loads(data.decode())
    except OSError as error:
        problem = f"can't be read: {error.strerror or error}"
        raise ChangedRulesError(path, "", problem, "Choose another file") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        problem = f"this isn't TOML: {' '.join(str(error).split())}"
        fix = "Correct it; parameters.toml in resources/rules is an example"
        raise ChangedRulesError(path, "", problem, fix) from error


def _make_rows(path: Path, name: str, entry: Mapping[str, Any]) -> Iterator[DatedValue]:
    """Return the values of a parameter. Raises ChangedRulesError."""
    known = (*PARAMETERS, *CONSTANTS)
    if name not in known:
        fix = f"The parameters are {', '.join(known)}"
        raise ChangedRulesError(path, name, "there is no such parameter", fix)
    unit = UNITS.get(name) or load_rule_table().parameters[name].unit
    if entry.get("unit", unit) != unit:
        problem = f"the unit is {entry['unit']!r}"
        fix = f"Give the value in {unit}" if unit else "Leave out the unit"
        raise ChangedRulesError(path, name, problem, fix)
    rows = [
        _make_row(path, name, number, row)
        for number, row in enumerate(entry["dated"], 1)
    ]
    if not rows:
        raise ChangedRulesError(path, name, "no values", "Add a row to dated")
    for (first, one), (second, other) in combinations(enumerate(rows, 1), 2):
        if _overlap(one, other):
            problem = f"dated rows {first} and {second} have the same days"
            fix = "Correct from, until or systems"
            raise ChangedRulesError(path, name, problem, fix)
    yield from rows


def _make_row(path: Path, name: str, number: int, row: Mapping[str, Any]) -> DatedValue:
    place = _describe_place(name, (number - 1,))
    start, end = row.get("from"), row.get("until")
    try:
        value = _convert(name, row.get("value"), row.get("none", False))
    except BadValueError as error:
        fix = f"Correct it; [{name}] in resources/rules/parameters.toml has examples"
        if name in CONSTANTS:
            fix = "Enter a whole number" if name == "passes" else "Enter points"
        raise ChangedRulesError(path, place, f"value: {error}", fix) from error
    if start is not None and end is not None and start > end:
        problem, fix = "until: it is before from", "Correct the dates"
        raise ChangedRulesError(path, place, problem, fix)
    systems = row.get("systems", SYSTEMS)
    return DatedValue(value, start, end, systems, row.get("source", ""), ())


def _convert(name: str, value: Any, none: bool) -> Any:
    if name not in CONSTANTS:
        return convert_value(name, value, none)
    if none or value is None:
        raise BadValueError("the value is missing")
    try:
        return _CONSTANTS[name].validate_python(value)
    except ValidationError as error:
        raise BadValueError(describe_validation_error(error)[2]) from None


def _overlap(one: DatedValue, other: DatedValue) -> bool:
    """Return whether two values are for the same day in the same system."""
    first = max(one.start or dt.date.min, other.start or dt.date.min)
    last = min(one.end or dt.date.max, other.end or dt.date.max)
    return first <= last and bool(set(one.systems) & set(other.systems))


def _describe_place(name: str, row: tuple[str | int, ...]) -> str:
    return ", dated row ".join((name, *(str(int(at) + 1) for at in row if at != "")))
