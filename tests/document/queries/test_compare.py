"""A section under every edition; each difference names the rule that causes it."""

import datetime as dt

import pytest

from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.queries.compare import BY_DATE, compare_editions
from uscalc.rules.resolve import load_rule_table, resolve_rules


def compared(end, *players, systems=("R",)):
    event = Document("Event", end, (Section(systems=systems, players=players),))
    return compare_editions(event, 0, tuple(load_rule_table().editions), resolve_rules)


def player(number, rating, *results, games=60):
    facts = RatingFacts(rating, games=games)
    return Player(number, "", ratings=(("R", facts), ("Q", facts)), results=results)


FOUR = (
    player(1, 1500.0, "W2", "W3", "W4"),
    player(2, 1700.0, "L1", "W4", "D3"),
    player(3, 1650.0, "W4", "L1", "D2"),
    player(4, 1900.0, "L3", "L2", "L1"),
)


def test_the_switched_rules_add_up_to_the_whole_difference():
    found = compared(dt.date(2025, 3, 2), *FOUR)
    by_date = next(c for c in found.columns if c.rules == BY_DATE)
    for column in found.columns:
        if column.rated.guide is not None:
            continue
        for number in (1, 2, 3, 4):
            whole = column.find_post(number) - by_date.find_post(number)
            parts = sum(points for _, points in column.list_causes(number))
            assert parts == pytest.approx(whole, abs=1e-9)


def test_a_column_differs_by_its_switched_rules_only():
    found = compared(dt.date(2025, 3, 2), *FOUR)
    column = next(c for c in found.columns if c.rules == "2020")
    assert [name for name, _ in column.list_causes(1)] == ["bonus_multiplier"]
    found = compared(dt.date(2025, 8, 2), *FOUR)
    assert next(c for c in found.columns if c.rules == "2025").switches == ()
    strong = (player(1, 2400.0, "W2", "W2"), player(2, 2300.0, "L1", "L1"))
    names = {
        c.system: {switch.parameter for switch in c.switches}
        for c in compared(dt.date(2013, 4, 1), *strong, systems=("R", "Q")).columns
        if c.rules == "2015"
    }
    assert "reduced_k" in names["R"]
    assert "reduced_k" not in names["Q"]
