"""A rating without a system in the file gets its system by the rules of the day."""

import datetime as dt

import pytest
from msgspec.structs import replace

from uscalc.formats.shared.pairing import find_systems_by_time
from uscalc.rules.resolve import load_rule_table


@pytest.mark.parametrize(
    ("time_control", "day", "systems"),
    [
        ("G/60", "2001-12-31", ("R",)),
        ("G/60", "2002-01-01", ("R", "Q")),
        ("G/5", "2003-12-31", ()),
        ("G/5", "2004-01-01", ("Q",)),
        ("G/25;d5", "2012-08-10", ("Q",)),
        ("G/25;d5", "2012-08-11", ("R", "Q")),
        ("G/5;d0", "2013-02-28", ("Q",)),
        ("G/5;d0", "2013-03-01", ("B",)),
        ("G/60;d5", "2025-09-01", ("R", "Q")),
        ("by ear", "2025-09-01", ()),
    ],
)
def test_the_systems_of_a_time_control(time_control, day, systems):
    assert find_systems_by_time(time_control, dt.date.fromisoformat(day)) == systems


def test_other_rule_data_place_it_elsewhere():
    table = load_rule_table()
    times = table.parameters["time_control"]
    last = times.dated[-1]
    rows = (*times.dated[:-1], replace(last, value=replace(last.value, dual_to=70)))
    changed = {**table.parameters, "time_control": replace(times, dated=rows)}
    other = replace(table, parameters=changed)
    day = dt.date(2025, 9, 1)
    assert find_systems_by_time("G/70;d0", day) == ("R",)
    assert find_systems_by_time("G/70;d0", day, other) == ("R", "Q")
