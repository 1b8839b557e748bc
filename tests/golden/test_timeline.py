"""Every dated parameter on its last and first days, and what each edition prints."""

import datetime as dt
from itertools import pairwise
from typing import Any

import pytest

from tests.engine.make import EDITIONS, rules, rules_on
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.engine.table import PARAMETERS
from uscalc.rules.resolve import load_rule_table

ONLINE: tuple[System, ...] = ("OR", "OQ", "OB")

# Parameter, systems, and the value from each first day on; "" is the beginning.
TIMELINE: list[tuple[str, tuple[System, ...], dict[str, Any]]] = [
    (
        "bonus_multiplier",
        SYSTEMS,
        {
            "": 10,
            "2008-06-06": 6,
            "2012-08-03": 8,
            "2014-03-20": 10,
            "2015-06-01": 12,
            "2017-06-01": 14,
            "2023-02-01": 12,
            "2025-01-01": 10,
        },
    ),
    ("effective_games", SYSTEMS, {"": "2001", "2013-05-18": "2013"}),
    ("reduced_k", SYSTEMS, {"": "none", "2013-05-18": "above-2200"}),
    (
        "bonus_repeats",
        SYSTEMS,
        {"": "more-than-twice", "2011-12-01": "more-than-twice-or-twice-in-three"},
    ),
    ("storage", SYSTEMS, {"": "integer", "2014-09-01": "float"}),
    ("peak_floor_lowest", SYSTEMS, {"": 1400, "2010-04-01": 1200}),
    ("peak_rounding", SYSTEMS, {"": "as-it-is", "2015-06-01": "nearest"}),
    (
        "personal_floor",
        ("R", "Q", "B"),
        {"": "flat", "2008-08-07": "earned", "2020-06-01": "earned-over-the-board"},
    ),
    (
        "personal_floor",
        ONLINE,
        {"": "flat", "2015-06-01": "earned", "2020-06-01": "earned-over-the-board"},
    ),
    ("peak_level", SYSTEMS, {"": "at-or-just-below"}),
    (
        "initial",
        ("R", "Q"),
        {"": "list-2009", "2015-06-01": "list-2015", "2020-06-01": "blend-2020"},
    ),
    ("initial", ("B", *ONLINE), {"": "list-2015", "2020-06-01": "blend-2020"}),
    ("under_three", SYSTEMS, {"": "adult", "2020-06-01": "by-membership"}),
    ("match_change_cap", SYSTEMS, {"": None, "2013-01-01": 50}),
    ("match_eligibility", SYSTEMS, {"": "rated", "2013-01-01": "established"}),
    ("match_net_180_days", SYSTEMS, {"": None, "2015-06-01": 100}),
    ("match_net_3_years", SYSTEMS, {"": 200}),
    (
        "match_below_floor",
        SYSTEMS,
        {"": "floored", "2015-06-01": "asks-for-a-lower-floor"},
    ),
    (
        "foreign_fide",
        SYSTEMS,
        {"": "nobody", "2015-06-01": "any-rated", "2020-06-01": "established"},
    ),
    (
        "prize_floor",
        SYSTEMS,
        {"": "over-2000-dollars", "2020-06-01": "4000-dollars-or-more"},
    ),
    (
        "life_master_floor",
        SYSTEMS,
        {"": "every-system", "2020-06-01": "regular-only"},
    ),
    (
        "systems",
        SYSTEMS,
        {
            "": ("R", "Q"),
            "2013-03-01": ("R", "Q", "B"),
            "2014-10-01": ("R", "Q", "B", "OB"),
            "2015-03-01": ("R", "Q", "B", "OB", "OQ"),
            "2020-06-01": ("R", "Q", "B", "OB", "OQ", "OR"),
        },
    ),
]
NAMES = [
    (
        "fide_conversion",
        {"": "2009", "2015-06-01": "2015", "2024-03-01": "2024"},
    ),
    (
        "fide_youth_conversion",
        {"": None, "2015-06-01": "2015", "2024-03-01": "2024"},
    ),
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
def test_a_parameter_on_a_day(name: str, system: System, day: str, value: Any) -> None:
    assert getattr(rules_on(day, system), name) == value


@pytest.mark.parametrize(
    ("name", "day", "value"),
    [(name, day, value) for name, values in NAMES for day, value in changes(values)],
)
def test_a_conversion_on_a_day(name: str, day: str, value: str | None) -> None:
    conversion = getattr(rules_on(day), name)
    assert (None if conversion is None else conversion.name) == value


@pytest.mark.parametrize(("day", "base"), changes(AGE_BASE))
def test_the_age_formula_on_a_day(day: str, base: float) -> None:
    assert rules_on(day).age_formula.base == base


PRINTED: dict[str, tuple[Any, Any, Any, Any]] = {
    "bonus_multiplier": (6, 12, 14, 10),
    "effective_games": ("2001", "2013", "2013", "2013"),
    "bonus_repeats": (
        "more-than-twice",
        "more-than-twice",
        "more-than-twice",
        "more-than-twice-or-twice-in-three",
    ),
    "reduced_k": ("none", "above-2200", "above-2200", "above-2200"),
    "storage": ("integer", "float", "float", "float"),
    "peak_floor_lowest": (1400, 1200, 1200, 1200),
    "peak_rounding": ("as-it-is", "nearest", "nearest", "nearest"),
    "peak_level": ("just-below", *["at-or-just-below"] * 3),
    "personal_floor": (
        "earned",
        "earned",
        "earned-over-the-board",
        "earned-over-the-board",
    ),
    "initial": ("list-2009", "list-2015", "blend-2020", "blend-2020"),
    "under_three": ("adult", "adult", "by-membership", "by-membership"),
    "match_change_cap": (None, 50, 50, 50),
    "match_eligibility": ("rated", "established", "established", "established"),
    "match_net_180_days": (None, 100, 100, 100),
    "match_net_3_years": (200, 200, 200, 200),
    "match_below_floor": ("floored", *["asks-for-a-lower-floor"] * 3),
    "foreign_fide": ("nobody", "any-rated", "established", "established"),
    "prize_floor": (*["over-2000-dollars"] * 2, *["4000-dollars-or-more"] * 2),
    "life_master_floor": (*["every-system"] * 2, *["regular-only"] * 2),
    "systems": (
        ("R", "Q"),
        ("R", "Q", "B", "OB", "OQ"),
        ("R", "Q", "B", "OB", "OQ", "OR"),
        ("R", "Q", "B", "OB", "OQ", "OR"),
    ),
}
PRINTED_ELSEWHERE = {
    "fide_conversion",
    "fide_youth_conversion",
    "cfc_conversion",
    "age_formula",
    "time_control",
}


@pytest.mark.parametrize("name", PRINTED)
def test_what_each_edition_prints(name: str) -> None:
    found = tuple(getattr(rules(edition), name) for edition in EDITIONS)
    assert found == PRINTED[name]


def test_no_parameter_is_left_out_here() -> None:
    assert set(PRINTED) | PRINTED_ELSEWHERE == set(PARAMETERS)
    dated = {name for name, *_ in (*TIMELINE, *NAMES)} | {"age_formula"}
    assert dated | {"time_control"} == set(PARAMETERS)


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        ("2005-01-01", "2009"),
        ("2015-05-31", "2009"),
        ("2015-06-01", "2015"),
        ("2020-05-31", "2015"),
        ("2020-06-01", "2020"),
        ("2024-12-31", "2020"),
        ("2025-01-01", "2025"),
        ("2026-08-01", "2025"),
    ],
)
def test_the_edition_said_to_be_in_force(day: str, edition: str) -> None:
    assert rules_on(day).edition == edition


def test_every_date_names_its_source() -> None:
    for parameter in load_rule_table().parameters.values():
        assert all(row.source for row in parameter.dated)
        assert all(printed.section for printed in parameter.editions.values())
