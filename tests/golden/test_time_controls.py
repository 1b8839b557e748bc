"""Time controls as they are printed, and the systems that they belong to."""

import pytest

from tests.engine.make import rules, rules_on
from tests.shared_data import load_cases
from uscalc.engine.inputs import System
from uscalc.engine.timecontrol import TimeControl, find_systems, parse_time_control

SPELLINGS = load_cases("test_time_controls", "spellings")
UNREADABLE = load_cases("test_time_controls", "unreadable")


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_printed_time_control_is_read(text):
    assert parse_time_control(text) == TimeControl(*SPELLINGS[text])


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_read_is_not_guessed(text):
    assert parse_time_control(text) is None


def systems(text: str) -> tuple[System, ...]:
    return tuple(text.split())


@pytest.mark.parametrize("where", ["over_the_board", "online"])
def test_systems_over_the_board_and_online(where):
    for edition, control, expected in load_cases("test_time_controls", where):
        bounds = rules(edition).time_control
        found = find_systems(TimeControl(*control), where == "online", bounds)
        assert found == systems(expected), (edition, control)


@pytest.mark.parametrize(
    ("control", "days"),
    [
        ((5, 0), {"2003-12-31": "", "2004-01-01": "Q", "2013-02-28": "Q"}),
        ((5, 5), {"2012-08-11": "Q", "2013-02-28": "Q", "2013-03-01": "B"}),
        ((30, 0), {"2001-12-31": "R", "2002-01-01": "R Q", "2025-01-01": "R Q"}),
        ((60, 5), {"2002-01-01": "R Q", "2012-08-10": "R Q", "2012-08-11": "R Q"}),
        ((61, 0), {"2012-08-10": "R", "2012-08-11": "R Q", "2025-01-01": "R Q"}),
        ((61, 5), {"2012-08-10": "R", "2012-08-11": "R"}),
        ((25, 5), {"2012-08-10": "Q", "2012-08-11": "R Q", "2013-03-01": "R Q"}),
        ((3, 2), {"2012-08-10": "", "2012-08-11": "Q", "2013-03-01": "B"}),
        ((20, 0), {"2001-12-31": "Q", "2013-03-01": "Q", "2025-01-01": "Q"}),
    ],
)
def test_systems_by_date(control, days):
    found = {
        day: find_systems(TimeControl(*control), False, rules_on(day).time_control)
        for day in days
    }
    assert found == {day: systems(text) for day, text in days.items()}


@pytest.mark.parametrize(
    ("day", "expected"), [("2020-05-31", "OQ"), ("2020-06-01", "OR")]
)
def test_online_regular_begins_with_its_rules(day, expected):
    bounds = rules_on(day, "OR").time_control
    assert find_systems(TimeControl(30, 0), True, bounds) == systems(expected)
