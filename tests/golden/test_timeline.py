"""Every dated parameter on its last and first days, and what each edition prints."""

import datetime as dt
from itertools import pairwise
from typing import Any

import pytest

from tests.engine.make import EDITIONS, rules, rules_on
from tests.shared_data import load_cases
from uscalc.engine.inputs import System
from uscalc.engine.table import PARAMETERS
from uscalc.rules.resolve import load_rule_table

# Parameter, systems, and the value from each first day on; "" is the beginning.
TIMELINE: list[tuple[str, tuple[System, ...], dict[str, Any]]] = load_cases(
    "test_timeline", "timeline"
)
NAMES = [
    ("fide_conversion", {"": "2009", "2015-06-01": "2015", "2024-03-01": "2024"}),
    ("fide_youth_conversion", {"": None, "2015-06-01": "2015", "2024-03-01": "2024"}),
    ("cfc_conversion", {"": "2009", "2025-01-01": "2025"}),
]
AGE_BASE = {"": 300, "2006-01-01": 0}


def day_before(day: str) -> str:
    return (dt.date.fromisoformat(day) - dt.timedelta(days=1)).isoformat()


def changes(values: dict[str, Any]) -> list[tuple[str, Any]]:
    """Every first day with its value, and the last day before with the one before."""
    listed = list(values.items())
    found = [("1995-01-01", listed[0][1]), ("2035-01-01", listed[-1][1])]
    for (_, before), (day, after) in pairwise(listed):
        found += [(day_before(day), before), (day, after)]
    return found


@pytest.mark.parametrize(
    ("name", "system", "day", "value"),
    [
        (name, system, day, value)
        for name, systems, values in TIMELINE
        for system in systems
        for day, value in changes(values)
    ],
)
def test_a_parameter_on_a_day(name, system, day, value):
    assert getattr(rules_on(day, system), name) == value


@pytest.mark.parametrize(
    ("name", "day", "value"),
    [(name, day, value) for name, values in NAMES for day, value in changes(values)],
)
def test_a_conversion_on_a_day(name, day, value):
    conversion = getattr(rules_on(day), name)
    assert (None if conversion is None else conversion.name) == value


@pytest.mark.parametrize(("day", "base"), changes(AGE_BASE))
def test_the_age_formula_on_a_day(day, base):
    assert rules_on(day).age_formula.base == base


PRINTED: dict[str, tuple[Any, Any, Any, Any]] = load_cases("test_timeline", "printed")
PRINTED_ELSEWHERE = {
    "fide_conversion",
    "fide_youth_conversion",
    "cfc_conversion",
    "age_formula",
    "time_control",
}


@pytest.mark.parametrize("name", PRINTED)
def test_what_each_edition_prints(name):
    found = tuple(getattr(rules(edition), name) for edition in EDITIONS)
    assert found == PRINTED[name]


def test_no_parameter_is_left_out_here():
    assert set(PRINTED) | PRINTED_ELSEWHERE == set(PARAMETERS)
    dated = {name for name, *_ in (*TIMELINE, *NAMES)} | {"age_formula"}
    assert dated | {"time_control"} == set(PARAMETERS)


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        *(("2005-01-01", "2009"), ("2015-05-31", "2009"), ("2015-06-01", "2015")),
        *(("2020-05-31", "2015"), ("2020-06-01", "2020"), ("2024-12-31", "2020")),
        *(("2025-01-01", "2025"), ("2026-08-01", "2025")),
    ],
)
def test_the_edition_in_force_on_each_day(day, edition):
    assert rules_on(day).edition == edition


def test_every_date_names_its_source():
    for parameter in load_rule_table().parameters.values():
        assert all(row.source for row in parameter.dated)
        assert all(printed.section for printed in parameter.editions.values())
