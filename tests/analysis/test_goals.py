"""Targets: certain, likely or out of reach, and the score that is needed."""

from dataclasses import replace

import pytest

from tests.analysis.test_forecast import forecast, two_rounds_to_come, worked_case
from tests.engine.make import games, rules, section
from uscalc.analysis.assumptions import Unknown
from uscalc.analysis.chances import BadSettingError
from uscalc.analysis.forecast_model import NothingToForecastError
from uscalc.analysis.goals import goals, ratings_by_score, score_needed
from uscalc.analysis.pending import Pending
from uscalc.analysis.question import Question
from uscalc.analysis.spread import Chance, Spread, reaching
from uscalc.engine.inputs import Entrant
from uscalc.engine.rounding import shown
from uscalc.engine.section import rate_section


def how(found):
    return [(goal.line.halves, goal.reach.how) for goal in found.ways]


def test_a_draw_is_enough_in_the_worked_case():
    found = goals(forecast(worked_case()), 1800)
    assert how(found) == [((0,), "out of reach"), ((1,), "certain"), ((2,), "certain")]
    assert found.ways[0].reach.lacking == 14
    assert found.stopping.reach.how == "certain"
    assert (found.certain_score, found.possible_score) == (0.5, 0.5)


def test_what_every_way_reaches_is_certain_to_the_last_figure():
    """Ten times 0.1 is a little less than 1 for a computer, and would be told so."""
    ways = [(Chance(0.1, 0.0), Spread(1600, (1.0,), 1600.0, None))] * 10
    assert sum(chance.share for chance, _ in ways) < 1.0
    assert reaching(ways, 1600) == (1.0, 0.0)
    assert reaching(ways, 1601) == (0.0, 0.0)


def test_a_target_beyond_the_displayed_rating_is_not_reached():
    """A draw gives 1801.17, shown as 1801."""
    assert goals(forecast(worked_case()), 1801).ways[1].reach.how == "certain"
    short = goals(forecast(worked_case()), 1802).ways[1].reach
    assert (short.how, short.lacking) == ("out of reach", 1)
    beyond = goals(forecast(worked_case()), 2000)
    assert (beyond.certain_score, beyond.possible_score) == (None, None)
    assert beyond.chance.share == 0.0


def test_what_other_people_do_makes_a_target_likely():
    found = forecast(two_rounds_to_come())
    line = next(line for line in found.ways if line.open.high - line.open.low > 5)
    middle = (line.open.low + line.open.high) // 2
    goal = next(g for g in goals(found, middle).ways if g.line == line)
    assert goal.reach.how == "likely"
    assert goal.reach.chance == line.spread.reaching(middle)
    certain = next(g for g in goals(found, line.range.low).ways if g.line == line)
    assert certain.reach.how == "certain"
    out = next(g for g in goals(found, line.range.high + 3).ways if g.line == line)
    assert (out.reach.how, out.reach.lacking) == ("out of reach", 3)


def test_unknown_facts_can_take_certainty_away():
    asked = worked_case()
    lower = {0: replace(asked.section.entrants[0], rating=1775.0)}
    doubt = Unknown("rounded", None, "taken as it stands", (lower,))
    found = goals(forecast(replace(asked, unknowns=(doubt,))), 1800)
    assert how(found)[1] == ((1,), "likely")
    assert found.ways[1].reach.chance.share == 1.0


def sheet(count, target_games=6, rating=1500.0):
    me = Entrant((1,), rating, count, own=games((1, 1.0)))
    others = [
        Entrant((i,), 1400.0 + 30 * i, fixed=1400.0 + 30 * i)
        for i in range(2, 3 + target_games)
    ]
    pending = tuple(Pending(0, i, i, False) for i in range(2, 2 + target_games))
    return Question(section((me, *others), kind="estimate"), rules(), pending, 0)


@pytest.mark.parametrize("count", [None, 100, 12, 4])
def test_the_score_needed_is_the_least_that_reaches(count):
    asked = sheet(count)
    found = score_needed(asked, 1540)
    assert found.certain == found.possible
    for line in found.scores:
        own = list(asked.section.entrants[0].own)
        wins, draws = divmod(round(2 * line.score), 2)
        results = [1.0] * wins + [0.5] * draws
        results += [0.0] * (6 - len(results))
        for game, result in zip(asked.pending, results, strict=True):
            own.append(type(own[0])(game.other, result, game.round))
        me = replace(asked.section.entrants[0], own=tuple(own))
        made = replace(asked.section, entrants=(me, *asked.section.entrants[1:]))
        post = shown(rate_section(made, rules()).players[0].post)
        assert line.range == (post, post)
        assert (post >= 1540) is (line.score >= found.certain)


def test_as_many_games_as_one_likes():
    found = score_needed(sheet(40, 30), 1600)
    assert len(found.scores) == 61
    assert found.certain is not None


def test_opponents_known_by_a_range_open_the_score_needed():
    asked = sheet(40)
    wide = replace(asked, between={g.other: (1200.0, 1900.0) for g in asked.pending})
    found = score_needed(wide, 1540)
    assert found.possible < score_needed(asked, 1540).certain < found.certain


def test_floors_earned_by_wins_are_looked_at():
    asked = sheet(4, rating=110.0)
    low = ratings_by_score(asked)[1]
    assert low.range.low >= 100


@pytest.mark.parametrize("target", [99.0, -5.0, float("nan"), float("inf")])
def test_a_target_below_100_is_refused_in_plain_words(target):
    with pytest.raises(BadSettingError, match="100 or more"):
        goals(forecast(worked_case()), target)
    with pytest.raises(BadSettingError, match="100 or more"):
        score_needed(sheet(40), target)


def test_a_score_needed_wants_games_against_given_opponents():
    with pytest.raises(NothingToForecastError, match="blank"):
        score_needed(replace(sheet(40), pending=()), 1600)
    with pytest.raises(NothingToForecastError, match="forecast"):
        score_needed(two_rounds_to_come(), 1600)
