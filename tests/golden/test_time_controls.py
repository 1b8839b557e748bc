"""Time controls as they are printed, and the systems that they belong to."""

import pytest

from tests.engine.make import rules, rules_on
from uscalc.engine.inputs import System
from uscalc.engine.timecontrol import TimeControl, find_systems, parse_time_control

SPELLINGS = {
    "G/90;d5": (90, 5),
    "G/25+5": (25, 5),
    "40/120, SD/30;d10": (150, 10),
    "G/3 inc 2": (3, 2),
    "G/45;d5": (45, 5),
    "G/45; d5": (45, 5),
    "G/25;+5": (25, 5),
    "G30;+5": (30, 5),
    "G 90; d5": (90, 5),
    "G/90. SD/30; d5": (120, 5),
    "40/90, SD/30; d10": (120, 10),
    "90+30": (90, 30),
    "10+5'": (10, 5),
    "G/5d0": (5, 0),
    "G/3+2": (3, 2),
    "G/7d3": (7, 3),
    "G/20+5": (20, 5),
    "G/26d3": (26, 3),
    "G/5": (5, 0),
    "G/60": (60, 0),
    "SD/60": (60, 0),
    "GAME/30": (30, 0),
    "GAME 45": (45, 0),
    "Game 60": (60, 0),
    "g/61 d5": (61, 5),
    "G/45;d05": (45, 5),
    "G/90;+30": (90, 30),
    "G/5;+0": (5, 0),
    "G/30 d/5": (30, 5),
    "G/120 t/d5": (120, 5),
    "G/120 td5": (120, 5),
    "G/90 (d5)": (90, 5),
    "G/90;inc30": (90, 30),
    "40/90,SD/30,inc/30": (120, 30),
    "30/85,SD/60;d10": (145, 10),
    "40/90;SD/30;+30": (120, 30),
    "40/80, 20/40, SD/30; d5": (150, 5),
    "40/90, G/30": (120, 0),
    "  G/90;d5  ": (90, 5),
    "game/2": (2, 0),
    "G/1": (1, 0),
    "40/90, SD/5; d5": (95, 5),
}
UNREADABLE = (
    "",
    "None",
    "abc",
    "G/",
    "G/0",
    "0",
    "G/90;d",
    "G/90;d5;d5",
    "40/90, SD/",
    "40/2, SD/1",
    "30/90, SD/1",
    "40/2",
    "40/90, SD/4",
    "G/1000",
    "G/60;d.10",
    "Round 1: G/45;d5, Round 2: G/60;d5",
    "G/30;d5/G/60;d5",
)


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_printed_time_control_is_read(text: str) -> None:
    assert parse_time_control(text) == TimeControl(*SPELLINGS[text])


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_read_is_not_guessed(text: str) -> None:
    assert parse_time_control(text) is None


# (main time, delay): the systems over the board, by edition.
OVER_THE_BOARD: dict[str, dict[tuple[int, int], str]] = {
    "2009": {
        (4, 9): "",
        (5, 0): "Q",
        (29, 30): "Q",
        (30, 0): "R Q",
        (60, 0): "R Q",
        (60, 5): "R Q",
        (61, 0): "R",
        (120, 5): "R",
    },
    "2015": {
        (3, 1): "",
        (3, 2): "B",
        (5, 0): "B",
        (10, 0): "B",
        (10, 1): "Q",
        (25, 4): "Q",
        (25, 5): "R Q",
        (30, 0): "R Q",
        (60, 5): "R Q",
        (65, 0): "R Q",
        (61, 5): "R",
        (90, 5): "R",
    },
    "2025": {
        (4, 0): "",
        (5, 0): "B",
        (3, 2): "B",
        (7, 3): "B",
        (10, 0): "B",
        (9, 2): "Q",
        (20, 5): "Q",
        (26, 3): "Q",
        (29, 0): "Q",
        (28, 2): "R Q",
        (60, 5): "R Q",
        (65, 1): "R",
    },
}
OVER_THE_BOARD["2020"] = OVER_THE_BOARD["2025"]
ONLINE: dict[str, dict[tuple[int, int], str]] = {
    "2015": {
        (3, 2): "OB",
        (10, 0): "OB",
        (10, 5): "OQ",
        (30, 0): "OQ",
        (60, 5): "OQ",
        (61, 5): "",
    },
    "2025": {
        (3, 1): "",
        (5, 0): "OB",
        (10, 0): "OB",
        (10, 1): "OQ",
        (25, 4): "OQ",
        (25, 5): "OR",
        (60, 5): "OR",
        (90, 30): "OR",
    },
}
ONLINE["2020"] = ONLINE["2025"]

Table = dict[str, dict[tuple[int, int], str]]


def rows(table: Table) -> list[tuple[str, tuple[int, int], str]]:
    return [(e, control, s) for e, row in table.items() for control, s in row.items()]


def systems(text: str) -> tuple[System, ...]:
    return tuple(text.split())  # type: ignore[return-value]


@pytest.mark.parametrize(("edition", "control", "expected"), rows(OVER_THE_BOARD))
def test_systems_over_the_board(
    edition: str, control: tuple[int, int], expected: str
) -> None:
    found = find_systems(TimeControl(*control), False, rules(edition).time_control)
    assert found == systems(expected)


@pytest.mark.parametrize(("edition", "control", "expected"), rows(ONLINE))
def test_systems_online(edition: str, control: tuple[int, int], expected: str) -> None:
    found = find_systems(TimeControl(*control), True, rules(edition).time_control)
    assert found == systems(expected)


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
def test_systems_by_date(control: tuple[int, int], days: dict[str, str]) -> None:
    found = {
        day: find_systems(TimeControl(*control), False, rules_on(day).time_control)
        for day in days
    }
    assert found == {day: systems(text) for day, text in days.items()}


@pytest.mark.parametrize(
    ("day", "expected"),
    [("2020-05-31", "OQ"), ("2020-06-01", "OR")],
)
def test_online_regular_begins_with_its_rules(day: str, expected: str) -> None:
    bounds = rules_on(day, "OR").time_control
    assert find_systems(TimeControl(30, 0), True, bounds) == systems(expected)
