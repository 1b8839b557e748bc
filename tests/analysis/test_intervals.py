"""What is not known is carried into an answer as a range."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.make import RULES, fields
from tests.engine.make import field, rules, rules_on, section
from tests.often import often
from uscalc.analysis.assumptions import UnknownFact
from uscalc.analysis.spread import (
    RatingInterval,
    compute_slack,
    compute_slack_of_base,
    make_displayed_interval,
)
from uscalc.analysis.whatif import RatedBase
from uscalc.engine.rounding import round_for_display
from uscalc.engine.section import rate_section
from uscalc.rules.resolve import load_rule_table


def raised(made, places, points):
    return {
        place: replace(
            made.entrants[place], rating=made.entrants[place].rating + points
        )
        for place in places
        if made.entrants[place].rating is not None
    }


def interval_of(base, place, unknowns):
    now, open_ = (
        base.trace.players[place].post,
        compute_slack_of_base(base, place, unknowns),
    )
    return make_displayed_interval(now - open_.down, now + open_.up)


@often(60)
@given(fields(to_come=0), RULES, st.integers(0, 9), st.integers(0, 9))
def test_every_alternative_lies_within(drawn, rule_set, one, other):
    made, _ = drawn
    n = len(made.entrants)
    unknowns = [
        UnknownFact(
            "games",
            place % n,
            "taken as they stand",
            tuple(raised(made, [place % n], points) for points in (-20.0, 20.0)),
        )
        for place in {one % n, other % n}
    ]
    base = RatedBase(rate_section(made, rule_set))
    for place, player in enumerate(base.trace.players):
        if player.post is None:
            continue
        found = interval_of(base, place, unknowns)
        assert found.low <= round_for_display(player.post) <= found.high
        for unknown in unknowns:
            for alternative in unknown.alternatives:
                entrants = tuple(
                    alternative.get(i, e) for i, e in enumerate(made.entrants)
                )
                then = rate_section(replace(made, entrants=entrants), rule_set)
                assert (
                    found.low
                    <= round_for_display(then.players[place].post)
                    <= found.high
                )


def two():
    facts = [{"rating": 1500.0, "games": 40}, {"rating": 1600.0, "games": 40}]
    return section(field(facts, [(0, 1, 1.0)]))


def test_intervals_add_up_and_are_a_point_without_unknowns():
    made = two()
    doubts = [
        UnknownFact("rounded", place, "", (raised(made, [place], 10.0),))
        for place in (0, 1)
    ]
    both = compute_slack(made, rules(), 0, doubts)
    each = [compute_slack(made, rules(), 0, [doubt]) for doubt in doubts]
    assert both.up == pytest.approx(each[0].up + each[1].up)
    assert min(each[0].up, each[1].up) > 0.0
    assert both.down == 0.0
    base = RatedBase(rate_section(made, rules()))
    found = interval_of(base, 0, [])
    assert not found.open
    assert found == (round_for_display(base.trace.players[0].post),) * 2
    assert found.join(RatingInterval(3, 4)) == (3, found.high)
    day = rules_on("2003-02-01").date
    facts = [{"rating": 1500.0 + 40 * i, "games": 60} for i in range(4)]
    made = section(field(facts, [(0, 1, 1.0), (0, 2, 0.5), (0, 3, 0.0)]), end=day)
    by_guide = load_rule_table().get_rules_with_guide(day, "R")
    doubt = UnknownFact("rounded", 0, "", (raised(made, [0], 10.0),))
    found = compute_slack(made, by_guide, 0, [doubt])
    assert 5.0 < found.up < 10.0
