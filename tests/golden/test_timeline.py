"""Every dated parameter on the last and first days of its values, and each edition's value."""

import datetime as dt
from itertools import pairwise
from math import isclose, sqrt
from typing import Any

import pytest

from tests.build import require
from tests.engine.make import EDITIONS, rate_one, rules, rules_on
from tests.shared_data import load_cases
from uscalc.engine.floors import compute_earned_floor, compute_peak_floor
from uscalc.engine.initial import blend_ratings
from uscalc.engine.inputs import InitialRatingFacts, SourceRating, System
from uscalc.engine.rounding import round_for_display
from uscalc.engine.standard import EFFECTIVE_GAMES, compute_effective_games
from uscalc.engine.table import PARAMETERS
from uscalc.engine.timecontrol import TimeControl, find_systems, parse_time_control
from uscalc.rules.resolve import load_rule_table

# Parameter, systems, and the value from each first day on; "" means from the beginning.
TIMELINE: list[tuple[str, tuple[System, ...], dict[str, Any]]] = load_cases(
    "test_timeline", "timeline"
)
NAMES = [
    ("fide_conversion", {"": "2009", "2015-06-01": "2015", "2024-03-01": "2024"}),
    ("fide_youth_conversion", {"": None, "2015-06-01": "2015", "2024-03-01": "2024"}),
    ("cfc_conversion", {"": "2009", "2025-01-01": "2025"}),
]
AGE_BASE = {"": 300, "2006-01-01": 0}


def changes(values: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return every first day with its value, and the day before with the previous one."""
    listed = list(values.items())
    found = [("1995-01-01", listed[0][1]), ("2035-01-01", listed[-1][1])]
    for (_, before), (day, after) in pairwise(listed):
        day_before = dt.date.fromisoformat(day) - dt.timedelta(days=1)
        found += [(day_before.isoformat(), before), (day, after)]
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
    *("fide_conversion", "fide_youth_conversion", "cfc_conversion"),
    *("age_formula", "time_control"),
}


@pytest.mark.parametrize("name", PRINTED)
def test_what_each_edition_prints(name):
    assert tuple(getattr(rules(edition), name) for edition in EDITIONS) == PRINTED[name]


def test_every_parameter_has_dates_with_sources():
    assert set(PRINTED) | PRINTED_ELSEWHERE == set(PARAMETERS)
    dated = {name for name, *_ in (*TIMELINE, *NAMES)} | {"age_formula"}
    assert dated | {"time_control"} == set(PARAMETERS)
    for parameter in load_rule_table().parameters.values():
        assert all(row.source for row in parameter.dated)
        assert all(printed.section for printed in parameter.editions.values())


def test_the_edition_in_force_on_each_day():
    for day, edition in (
        *(("2005-01-01", "2009"), ("2015-05-31", "2009"), ("2015-06-01", "2015")),
        *(("2020-05-31", "2015"), ("2020-06-01", "2020"), ("2024-12-31", "2020")),
        *(("2025-01-01", "2025"), ("2026-08-01", "2025")),
    ):
        assert rules_on(day).edition == edition


SPELLINGS = load_cases("test_time_controls", "spellings")
UNREADABLE = load_cases("test_time_controls", "unreadable")


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_printed_time_control_is_read(text):
    assert parse_time_control(text) == TimeControl(*SPELLINGS[text])


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_time_controls_are_not_guessed(text):
    assert parse_time_control(text) is None


def systems(text: str) -> tuple[System, ...]:
    return tuple(text.split())


@pytest.mark.parametrize("where", ["over_the_board", "online"])
def test_systems_over_the_board_and_online(where):
    for edition, control, expected in load_cases("test_time_controls", where):
        bounds = rules(edition).time_control
        found = find_systems(TimeControl(*control), where == "online", bounds)
        assert found == systems(expected), (edition, control)


def test_systems_by_date():
    for control, days in (
        ((5, 0), {"2003-12-31": "", "2004-01-01": "Q", "2013-02-28": "Q"}),
        ((5, 5), {"2012-08-11": "Q", "2013-02-28": "Q", "2013-03-01": "B"}),
        ((30, 0), {"2001-12-31": "R", "2002-01-01": "R Q", "2025-01-01": "R Q"}),
        ((60, 5), {"2002-01-01": "R Q", "2012-08-10": "R Q", "2012-08-11": "R Q"}),
        ((61, 0), {"2012-08-10": "R", "2012-08-11": "R Q", "2025-01-01": "R Q"}),
        ((61, 5), {"2012-08-10": "R", "2012-08-11": "R"}),
        ((25, 5), {"2012-08-10": "Q", "2012-08-11": "R Q", "2013-03-01": "R Q"}),
        ((3, 2), {"2012-08-10": "", "2012-08-11": "Q", "2013-03-01": "B"}),
        ((20, 0), {"2001-12-31": "Q", "2013-03-01": "Q", "2025-01-01": "Q"}),
    ):
        found = {
            day: find_systems(TimeControl(*control), False, rules_on(day).time_control)
            for day in days
        }
        assert found == {day: systems(text) for day, text in days.items()}


def test_online_regular_begins_with_its_rules():
    for day, expected in (("2020-05-31", "OQ"), ("2020-06-01", "OR")):
        bounds = rules_on(day, "OR").time_control
        assert find_systems(TimeControl(30, 0), True, bounds) == systems(expected)


ALL = ("2009", "2015", "2020", "2025")
SINCE_2015 = ("2015", "2020", "2025")


@pytest.mark.parametrize(
    ("edition", "n_eff"), [("2009", 26.7), *((edition, 20.0) for edition in SINCE_2015)]
)
def test_effective_games_of_1700_on_30(edition, n_eff):
    variant = EFFECTIVE_GAMES[rules(edition).effective_games]
    assert round(compute_effective_games(1700.0, 30, variant).n_eff, 1) == n_eff
    assert compute_effective_games(1700.0, 12, variant).n_eff == 12.0


@pytest.mark.parametrize("edition", ALL)
def test_effective_games_are_50_beyond_the_curve(edition):
    variant = EFFECTIVE_GAMES[rules(edition).effective_games]
    last_curved = 2200.0 if edition == "2009" else 2355.0
    assert variant(last_curved + 0.001) == variant(3000.0) == 50.0
    assert abs(variant(last_curved) - 50.0) < 0.1
    assert variant(last_curved - 5) < 50.0
    assert variant(last_curved - 100) < 49.5


@pytest.mark.parametrize("edition", SINCE_2015)
def test_half_a_point_above_expectation_in_four_games(edition):
    found = rate_one(
        [1700.0] * 4, [1.0, 0.5, 0.5, 0.5], rules(edition), rating=1700.0, games=30
    )
    assert found.effective.n_eff == pytest.approx(20.01178674737454, abs=1e-12)
    assert found.step5.k == pytest.approx(33.3169, abs=1e-4)
    assert found.step5.expected == 2.0
    assert found.post == pytest.approx(1716.6585, abs=1e-4)
    assert found.post_games == 34


def rating_for_games(n: float, edition: str) -> float:
    """Return a rating that counts for exactly n games at most."""
    inside = (50 / n) ** 2
    if edition == "2009":
        return 2200 - sqrt((inside - 1) * 100000)
    return 2569 - sqrt((inside - 0.662) / 0.00000739)


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("n_eff", "m", "k"),
    [
        *((6, 4, 80), (6, 6, 66.67), (6, 10, 50), (20, 4, 33.33), (20, 6, 30.77)),
        *((20, 10, 26.67), (50, 4, 14.81), (50, 6, 14.29), (50, 10, 13.33)),
    ],
)
def test_the_table_of_k(edition, n_eff, m, k):
    rating = 2400.0 if n_eff == 50 else rating_for_games(n_eff, edition)
    facts = {"rating": rating, "games": 999}
    step = rate_one([1500.0] * m, [0.5] * m, rules(edition), **facts).step5
    assert round(step.k, 2) == k


@pytest.mark.parametrize("edition", ALL)
def test_three_wins_a_draw_and_ten_events_earn_124(edition):
    assert rules(edition).personal_floor in ("earned", "earned-over-the-board")
    assert compute_earned_floor(3, 1, 10) == 124


def test_the_floor_by_a_peak():
    """The peak is rounded first, except in the edition of 2009; the highest is 2100."""
    for editions, peak, floor in (
        *((ALL, 1941.0, 1700), (SINCE_2015, 1999.51, 1800)),
        *((SINCE_2015, 1999.49, 1700), (("2009",), 1999.51, 1700)),
        *((("2009",), 2000.51, 1800), (SINCE_2015, 1388.0, None)),
        *((SINCE_2015, 1399.5, 1200), (("2009",), 1588.0, None)),
        *((("2009",), 1601.0, 1400), (ALL, 2299.0, 2000), (ALL, 2301.0, 2100)),
        (ALL, 2750.0, 2100),
    ):
        for edition in editions:
            assert compute_peak_floor(peak, rules(edition)) == floor


def test_the_floor_just_below_is_literal_by_the_key_2009_only():
    for peak, floor in ((1600.0, None), (1700.0, 1400), (1741.0, 1500)):
        assert compute_peak_floor(peak, rules("2009")) == floor
    for peak, floor in ((1600.0, 1400), (1700.0, 1500)):
        assert compute_peak_floor(peak, rules_on("2009-12-01")) == floor


@pytest.mark.parametrize("edition", SINCE_2015)
def test_1643_759_and_1431_034_are_shown_as_1644_and_1431(edition):
    assert rules(edition).storage == "float"
    assert [round_for_display(r) for r in (1643.759, 1431.034)] == [1644.0, 1431.0]


@pytest.mark.parametrize("edition", ["2020", "2025"])
def test_the_blend_of_section_2(edition):
    facts = InitialRatingFacts(
        birth_date=dt.date(2000, 7, 1),
        others=(
            ("R", SourceRating(1759.0, 400, dt.date(2018, 3, 25))),
            ("Q", SourceRating(1643.0, 90, dt.date(2018, 1, 13))),
            ("B", SourceRating(1658.0, 60, dt.date(2016, 7, 16))),
        ),
    )
    start = blend_ratings(facts, "OB", dt.date(2020, 9, 1), rules(edition))
    table = {
        one.key: (one.g, one.d, *(round(v, 2) for v in (one.p, one.z, one.s, one.w)))
        for one in start.sources
    }
    assert table == {
        "R": (10, 891, 886.52, 2.49, 0.60, 5.98),
        "Q": (5, 962, 876.80, 2.19, 0.55, 2.74),
        "B": (10, 1508, 802.05, 2.45, 0.41, 4.15),
    }
    assert isclose(require(start.exact_n), 12.87, abs_tol=0.01)
    assert (start.r0, start.n, start.how) == (1702.0, 10, "blend")
