"""A section by date gets the rules that the table has on exactly its day."""

import datetime as dt

import pytest

from uscalc.document.model import BY_DATE
from uscalc.engine.inputs import SYSTEMS
from uscalc.rules.resolve import load_rule_table, resolve_rules

TABLE = load_rule_table()
ROWS = [row for parameter in TABLE.parameters.values() for row in parameter.dated]
CHANGES = {
    *(edition.in_force for edition in TABLE.editions.values()),
    *(row.start for row in ROWS),
    *(date.start for row in ROWS for date in row.dates),
} - {None}


@pytest.mark.parametrize("change", sorted(CHANGES), ids=str)
def test_the_rules_around_a_change_are_those_of_the_table(change):
    for days in (-1, 0, 1):
        day = change + dt.timedelta(days=days)
        for system in SYSTEMS:
            found = resolve_rules(BY_DATE, day, system)
            assert (found, found.date) == (TABLE.get_rules_on(day, system), day)
