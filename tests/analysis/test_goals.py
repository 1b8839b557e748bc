"""Targets: certain, likely or out of reach, and the score that is needed."""

from dataclasses import replace
from functools import reduce
from operator import add

import pytest

from tests.analysis.test_forecast import forecast, two_rounds_to_come, worked_case
from uscalc.analysis.assumptions import UnknownFact
from uscalc.analysis.forecast_model import BadSettingError
from uscalc.analysis.goals import find_goals
from uscalc.analysis.spread import EstimatedChance, RatingSpread, compute_joint_chance


def how(found):
    return [(goal.line.halves, goal.reach.how) for goal in found.ways]


def test_a_draw_in_the_worked_case_decides_with_certainty():
    found = find_goals(forecast(worked_case()), 1800)
    assert how(found) == [((0,), "out of reach"), ((1,), "certain"), ((2,), "certain")]
    assert found.ways[0].reach.lacking == 14
    assert found.stopping.reach.how == "certain"
    assert (found.certain_score, found.possible_score) == (0.5, 0.5)
    ways = [(EstimatedChance(0.1, 0.0), RatingSpread(1600, (1.0,), 1600.0, None))] * 10
    assert reduce(add, (chance.share for chance, _ in ways)) < 1.0
    assert compute_joint_chance(ways, 1600) == (1.0, 0.0)
    assert compute_joint_chance(ways, 1601) == (0.0, 0.0)


def test_a_target_beyond_the_displayed_rating_is_not_reached():
    """A draw gives 1801.17, shown as 1801."""
    assert find_goals(forecast(worked_case()), 1801).ways[1].reach.how == "certain"
    short = find_goals(forecast(worked_case()), 1802).ways[1].reach
    assert (short.how, short.lacking) == ("out of reach", 1)
    beyond = find_goals(forecast(worked_case()), 2000)
    assert (beyond.certain_score, beyond.possible_score) == (None, None)
    assert beyond.chance.share == 0.0


def test_other_results_and_unknown_facts_change_certainty():
    found = forecast(two_rounds_to_come())
    line = next(line for line in found.ways if line.open.high - line.open.low > 5)
    middle = (line.open.low + line.open.high) // 2
    goal = next(g for g in find_goals(found, middle).ways if g.line == line)
    assert goal.reach.how == "likely"
    assert goal.reach.chance == line.spread.compute_chance_of(middle)
    certain = next(g for g in find_goals(found, line.range.low).ways if g.line == line)
    assert certain.reach.how == "certain"
    out = next(g for g in find_goals(found, line.range.high + 3).ways if g.line == line)
    assert (out.reach.how, out.reach.lacking) == ("out of reach", 3)
    asked = worked_case()
    lower = {0: replace(asked.section.entrants[0], rating=1775.0)}
    doubt = UnknownFact("rounded", None, "taken as it stands", (lower,))
    found = find_goals(forecast(replace(asked, unknowns=(doubt,))), 1800)
    assert how(found)[1] == ((1,), "likely")
    assert found.ways[1].reach.chance.share == 1.0


@pytest.mark.parametrize("target", [99.0, -5.0, float("nan"), float("inf")])
def test_a_target_below_100_is_refused_in_plain_words(target):
    with pytest.raises(BadSettingError, match="100 or more"):
        find_goals(forecast(worked_case()), target)
