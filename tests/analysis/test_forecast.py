"""Forecasts agree with rating every combination of results with the engine."""

import random
from functools import reduce
from itertools import product
from math import sqrt
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.analysis.by_hand import MODEL, ByHand, transcribed
from tests.analysis.make import RULES, fields, matches, scalar, sheets
from tests.engine.make import field, games, rules, rules_on, section
from tests.often import often
from uscalc.analysis.arrays.engine import ArrayEngine
from uscalc.analysis.assumptions import UnknownFact
from uscalc.analysis.forecast import compute_forecast as answer
from uscalc.analysis.forecast_model import (
    BadSettingError,
    Forecast,
    ForecastParameters,
    NothingToForecastError,
    RatedSide,
    compute_game_chance_lanes,
    compute_game_chances,
)
from uscalc.analysis.goals import find_goals
from uscalc.analysis.question import RatingQuestion
from uscalc.analysis.spread import EstimatedChance, RatingSpread, compute_joint_chance
from uscalc.analysis.whatif import PendingGame
from uscalc.engine.inputs import Entrant, FloorFacts
from uscalc.engine.rounding import round_for_display
from uscalc.monitor import CancelledError, Monitor
from uscalc.rules.resolve import load_rule_table

DRAWS = 1.3


def settings(draws=1.0, scenarios=10_000, seed=1, always_random=False):
    return ForecastParameters(MODEL, draws, scenarios, seed, always_random)


def forecast(asked, chosen=None, **more):
    return answer(asked, chosen or settings(), **more)


def everything(made, rule_set, pending, place):
    """Return each combination of own results with the weight of every rating, by brute force."""
    found: dict[tuple[int, ...], dict[float, float]] = {}
    own = [i for i, game in enumerate(pending) if place in game.list_places()]
    own.sort(key=lambda i: pending[i].round)
    moments = ByHand(made, rule_set, pending, DRAWS)
    for halves in product((0, 1, 2), repeat=len(pending)):
        trace = scalar(made, rule_set, pending, halves)
        weight = 1.0
        for i, points in enumerate(halves):
            weight *= moments.chances(i, halves)[points]
        mine = (halves[i] if pending[i].one == place else 2 - halves[i] for i in own)
        way = tuple(mine)
        post = trace.players[place].post
        ratings = found.setdefault(way, {})
        ratings[post] = ratings.get(post, 0.0) + weight
    return found


def check_ways(found: Forecast, exact, close):
    assert {way.halves for way in found.ways} == set(exact)
    for way in found.ways:
        chance = sum(exact[way.halves].values())
        if found.has_probabilities:
            off = 1e-9 if found.samples is None else 5 * way.error + 1e-9
            assert way.chance == pytest.approx(chance, abs=off)
        else:
            assert way.chance is None
        ratings = {post: weight / chance for post, weight in exact[way.halves].items()}
        mean = sum(post * weight for post, weight in ratings.items())
        shares: dict[int, float] = {}
        for post, weight in ratings.items():
            whole = int(round_for_display(post))
            shares[whole] = shares.get(whole, 0.0) + weight
        close(way, mean, shares, ratings)
        low, high = (int(round_for_display(end(ratings))) for end in (min, max))
        assert way.open.low <= low <= high <= way.open.high
        assert not way.reached or way.open[:2] == (low, high)


def exactly(way, mean, shares, ratings):
    assert way.value == pytest.approx(mean, abs=1e-7)
    for whole, share in enumerate(way.spread.chances, way.spread.low):
        # A rating extremely close to a half may be rounded either way.
        edge = any(abs(post % 1 - 0.5) < 1e-7 for post in ratings)
        assert edge or share == pytest.approx(shares.get(whole, 0.0), abs=1e-9)


def within_its_error(way, mean, shares, ratings):
    variance = sum(weight * (post - mean) ** 2 for post, weight in ratings.items())
    assert abs(way.value - mean) <= 5 * sqrt(variance / way.spread.samples) + 1e-9
    for target in shares:
        share = sum(weight for whole, weight in shares.items() if whole >= target)
        chance = way.spread.compute_chance_of(target)
        assert abs(chance.share - share) <= 5 * chance.error + 1e-9


SMALL = fields(most=6, to_come=4)


@often(60)
@given(SMALL, RULES, st.data())
def test_few_games_are_forecast_by_listing_every_combination(drawn, rule_set, data):
    made, pending = drawn
    place = data.draw(st.integers(0, len(made.entrants) - 1))
    asked = RatingQuestion(made, rule_set, pending, place)
    exact = everything(made, rule_set, pending, place)
    matters = len({post for ways in exact.values() for post in ways}) > 1
    try:
        found = forecast(asked, settings(DRAWS))
    except NothingToForecastError:
        assert not matters
        return
    assert found.samples is None
    check_ways(found, exact, exactly)


@often(25)
@given(fields(most=6, to_come=3), RULES, st.data())
def test_random_scenarios_agree_within_their_own_error(drawn, rule_set, data):
    made, pending = drawn
    pending = (*pending, PendingGame(0, 1, 99))
    asked = RatingQuestion(made, rule_set, pending, 0)
    chosen = settings(DRAWS, 10_000, data.draw(st.integers(0, 9)), always_random=True)
    found = forecast(asked, chosen)
    # Fewer scenarios are drawn than requested if many ratings are computed between the
    # rounds.
    assert found.samples is not None
    assert 200 <= found.samples <= 10_000
    check_ways(found, everything(made, rule_set, pending, 0), within_its_error)


@often(30)
@given(st.one_of(matches(), sheets()), RULES)
def test_matches_and_sheets(drawn, rule_set):
    made, pending = drawn
    if not any(game.one == 0 for game in pending):
        return
    found = forecast(RatingQuestion(made, rule_set, pending, 0), settings(DRAWS))
    check_ways(found, everything(made, rule_set, pending, 0), exactly)


WORKED = [(2, 1.0), (3, 0.5), (4, 1.0), (5, 0.0)]


def worked_case(own=WORKED):
    me = Entrant((1,), 1780.0, None, own=games(*((at - 1, s) for at, s in own)))
    fixed = [1702.0, 1855.0, 1760.0, 1910.0, 1824.0]
    others = [Entrant((i,), level, fixed=level) for i, level in enumerate(fixed, 2)]
    made = section((me, *others), kind="estimate")
    return RatingQuestion(made, rules("2025"), (PendingGame(0, 5, 5, False),), 0)


def test_the_worked_case_is_repeatable():
    found = forecast(worked_case())
    assert [round_for_display(way.value) for way in found.ways] == [1786, 1801, 1830]
    assert round_for_display(found.stopping.value) == 1800
    assert [way.halves for way in found.ways] == [(0,), (1,), (2,)]
    assert sum(way.chance for way in found.ways) == pytest.approx(1.0)
    assert not any(way.range.open for way in found.ways)
    asked = two_rounds_to_come()
    one, same = forecast(asked, settings(seed=4)), forecast(asked, settings(seed=4))
    other = forecast(asked, settings(seed=5))
    assert (one.samples, one) == (10_000, same)
    assert [w.spread for w in one.ways] != [w.spread for w in other.ways]
    for way, again in zip(one.ways, other.ways, strict=True):
        assert way.value == pytest.approx(again.value, abs=0.3)


def test_rounded_ratings_widen_every_answer():
    asked = worked_case()
    me, *others = asked.section.entrants
    low = {0: replace(me, rating=1779.5)} | {
        i: replace(e, fixed=e.fixed - 0.5) for i, e in enumerate(others, 1)
    }
    high = {0: replace(me, rating=1780.499)}
    rounded = UnknownFact("rounded", None, "taken as they stand", (low, high))
    found = forecast(replace(asked, unknowns=(rounded,)))
    draw = found.ways[1]
    assert (draw.open, draw.range) == ((1801, 1801), (1801, 1802))
    for way, end in product(found.ways, (low, high)):
        entrants = enumerate(asked.section.entrants)
        then = tuple(replace(end.get(i, e), own=e.own) for i, e in entrants)
        made = replace(asked.section, entrants=then)
        trace = scalar(made, asked.rules, asked.pending, way.halves)
        post = round_for_display(trace.players[0].post)
        assert way.range.low <= post <= way.range.high


def test_an_opponent_known_by_a_range_opens_the_rating():
    asked = worked_case()
    found = forecast(replace(asked, between={5: (1724.0, 1924.0)}))
    assert found.samples == 10_000
    ends = [forecast(replace(asked, between={5: (x, x)})) for x in (1724.0, 1924.0)]
    for way, low, high in zip(found.ways, ends[0].ways, ends[1].ways, strict=True):
        assert way.open == (low.open.low, high.open.high)
        assert low.value < way.value < high.value
    assert found.own[0].between == (1724.0, 1924.0)


def two_rounds_to_come(players=40):
    facts = [{"rating": 1200.0 + 23 * i % 900, "games": 40} for i in range(players)]
    n = players
    played = [(i, (i + k) % n, 0.5 * (i * k % 3)) for i in range(n) for k in (1, 2)]
    coming = [PendingGame(i, (i + k) % n, 8 + k) for i in range(n) for k in (3, 5)]
    return RatingQuestion(section(field(facts, played)), rules(), tuple(coming), 0)


def test_the_chance_of_a_threshold_is_the_sum_of_its_combinations():
    found = forecast(two_rounds_to_come())
    target = round(found.spread.mean)
    shares = (way.spread.compute_chance_of(target).share for way in found.ways)
    parts = [way.chance * share for way, share in zip(found.ways, shares, strict=True)]
    chance = found.compute_chance_of(target)
    assert chance.share == pytest.approx(sum(parts))
    assert 0.1 < chance.share < 0.9
    assert 0.0 < chance.error < 0.01
    assert found.compute_chance_of(100).share == pytest.approx(1.0)
    assert found.spread.compute_chance_of(found.range.high + 1).share == 0.0
    for one, other in product(found.ways, repeat=2):
        if all(a <= b for a, b in zip(one.halves, other.halves, strict=True)):
            least = one.spread.compute_chance_of(target).share
            assert least <= other.spread.compute_chance_of(target).share


def test_a_forecast_reports_progress_and_can_be_canceled():
    told: list[tuple[int, int]] = []
    monitor = Monitor(report=lambda *step: told.append(step))
    forecast(two_rounds_to_come(), monitor=monitor)
    assert (told[0][0], told[-1][0], told) == (0, told[-1][1], sorted(told))
    asked = iter([True, True, True])
    with pytest.raises(CancelledError):
        forecast(two_rounds_to_come(), monitor=Monitor(lambda: not next(asked, False)))


def test_the_guide_is_forecast_one_scenario_after_the_other():
    day = rules_on("2003-02-01").date
    by_guide = load_rule_table().get_rules_with_guide(day, "R")
    facts = [{"rating": 1500.0 + 30 * i, "games": 60} for i in range(5)]
    made = section(field(facts, [(0, 1, 1.0), (0, 2, 0.5)]), end=day)
    pending = (PendingGame(0, 3, 3), PendingGame(1, 2, 3))
    asked = RatingQuestion(made, by_guide, pending, 0)
    found = forecast(asked)
    assert "guide" in found.reason
    values = [way.value for way in found.ways]
    assert values == sorted(values)
    assert values[0] < 1560 < values[2]
    assert forecast(replace(asked, rules=rules())).reason is None


@pytest.mark.parametrize(
    ("chosen", "word"),
    [
        (settings(-0.1), "from 0 to 10"),
        (settings(10.2), "from 0 to 10"),
        (settings(scenarios=3), "scenarios"),
        (settings(seed=-1), "seed"),
    ],
)
def test_settings_out_of_range_are_refused(chosen, word):
    with pytest.raises(BadSettingError, match=word):
        forecast(worked_case(), chosen)


def test_forecasts_that_are_too_large_or_empty_are_refused_with_the_reason():
    with pytest.raises(NothingToForecastError, match="no unplayed game can change"):
        forecast(replace(worked_case(), pending=()))
    many = tuple(PendingGame(0, 5, 5 + i, False) for i in range(10))
    with pytest.raises(NothingToForecastError, match="enter some results"):
        forecast(replace(worked_case(), pending=many))
    asked = two_rounds_to_come()
    exact = forecast(asked)
    assert all(way.reached for way in exact.ways)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("uscalc.analysis.one_player.MOST_TRIED", 0)
        found = forecast(asked)
    assert not any(way.reached for way in found.ways)
    for way, wider in zip(exact.ways, found.ways, strict=True):
        assert wider.open.low <= way.open.low
        assert way.open.high <= wider.open.high


@often(25)
@given(SMALL, RULES)
def test_limits_hold_with_too_many_contested_games(drawn, rule_set):
    made, pending = drawn
    pending = (*pending, PendingGame(0, 1, 99))
    asked = RatingQuestion(made, rule_set, pending, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("uscalc.analysis.one_player.MOST_TRIED", 0)
        found = forecast(asked, settings(DRAWS))
    check_ways(found, everything(made, rule_set, pending, 0), exactly)


# Targets: certain, likely or out of reach, and the score that is needed.


def list_reaches(found):
    return [(goal.line.halves, goal.reach.how) for goal in found.ways]


def test_a_draw_decides_but_no_target_beyond_the_displayed_rating():
    found = find_goals(forecast(worked_case()), 1800)
    reaches = [((0,), "out of reach"), ((1,), "certain"), ((2,), "certain")]
    assert (list_reaches(found), found.ways[0].reach.lacking) == (reaches, 14)
    assert found.stopping.reach.how == "certain"
    assert (found.certain_score, found.possible_score) == (0.5, 0.5)
    ways = [(EstimatedChance(0.1, 0.0), RatingSpread(1600, (1.0,), 1600.0, None))] * 10
    assert reduce(add, (chance.share for chance, _ in ways)) < 1.0
    assert compute_joint_chance(ways, 1600) == (1.0, 0.0)
    assert compute_joint_chance(ways, 1601) == (0.0, 0.0)
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
    assert list_reaches(found)[1] == ((1,), "likely")
    assert found.ways[1].reach.chance.share == 1.0


@pytest.mark.parametrize("target", [99.0, -5.0, float("nan"), float("inf")])
def test_a_target_below_100_is_refused_in_plain_words(target):
    with pytest.raises(BadSettingError, match="100 or more"):
        find_goals(forecast(worked_case()), target)


# Chances fitted to played games, compared with a separate transcription of the model.

CLOSE = 1e-9


def pairs(count: int) -> list[tuple[float, int | None, float, int | None, float]]:
    chance = random.Random(14)
    games = [None, 1, 2, 3, 4, 8, 9, 15, 16, 25, 26, 300]
    found = []
    for _ in range(count):
        r1 = round(chance.uniform(100, 2800), 2)
        far = chance.choice((60, 400, 1500))
        r2 = max(100.0, r1 + chance.uniform(-far, far))
        draws = chance.choice((1.0, 1.0, 0.0, 0.5, 2.25))
        found.append((r1, chance.choice(games), r2, chance.choice(games), draws))
    return found


def test_two_hundred_pairs_on_both_engines():
    for r1, n1, r2, n2, draws in pairs(200):
        wanted = transcribed(r1, n1, r2, n2, draws)
        told = compute_game_chances(RatedSide(r1, n1), RatedSide(r2, n2), MODEL, draws)
        assert told == pytest.approx(wanted, abs=CLOSE)
        # The same in many scenarios at once, in which only one of the two ratings
        # varies.
        sides = (np.array([r1, 900.0, r1]), n1), (np.full(3, r2), n2)
        lanes = compute_game_chance_lanes(*sides, MODEL, draws)
        assert lanes[:, 0].tolist() == pytest.approx(wanted, abs=CLOSE)
        assert lanes[:, 2].tolist() == lanes[:, 0].tolist()
        assert lanes.sum(axis=0).tolist() == pytest.approx([1.0] * 3, abs=CLOSE)


def test_chances_are_symmetric_bounded_and_dated():
    for r1, n1, r2, n2, draws in pairs(50):
        told = compute_game_chances(RatedSide(r1, n1), RatedSide(r2, n2), MODEL, draws)
        other = compute_game_chances(RatedSide(r2, n2), RatedSide(r1, n1), MODEL, draws)
        assert told == pytest.approx((other.win, other.draw, other.loss), abs=CLOSE)
    told = compute_game_chances(RatedSide(100.0, 300), RatedSide(1e6), MODEL)
    assert (told.loss, told.win) == (pytest.approx(1.0), 0.0)
    assert "770,858 games" in MODEL.source
    assert MODEL.date.year >= 2026
    assert [len(held.pairs) for held in MODEL.held] == [6, 6, 3]
    sides = RatedSide(1500.0), RatedSide(1620.0)
    usual, none, twice = (
        compute_game_chances(*sides, MODEL, draws) for draws in (1.0, 0.0, 2.0)
    )
    assert none.draw == 0.0
    for scaled in (none, twice):
        assert scaled.win / scaled.loss == pytest.approx(usual.win / usual.loss)
    assert twice.draw / twice.win == pytest.approx(2.0 * usual.draw / usual.win)


@pytest.mark.parametrize("draws", [-0.1, 10.5, float("nan"), float("inf")])
def test_an_invalid_draw_factor_is_refused(draws):
    with pytest.raises(BadSettingError, match="draw factor must be from 0 to 10"):
        compute_game_chances(RatedSide(1500.0), RatedSide(1500.0), MODEL, draws)


# The floor that a player earns counts the unplayed games, in each of many scenarios.

counts = st.integers(0, 12)


@often(60)
@given(counts, counts, counts, st.integers(1, 3))
def test_the_personal_floor_of_a_section_with_open_games(wins, draws, events, coming):
    """2025, section 5.1: 100 + 4 wins + 2 draws + events, at most 150."""
    floors = FloorFacts(wins=wins, draws=draws, events=events)
    facts = [
        {"rating": 100.0, "games": 300, "floors": floors},
        *[{"rating": 900.0, "games": 300}] * (coming + 1),
    ]
    made = section(field(facts, [(0, coming + 1, 0.0)]))
    pending = [PendingGame(0, i + 1, i + 2) for i in range(coming)]
    rule_set = rules("2025")
    engine = ArrayEngine(made, rule_set, pending)
    halves = np.array(list(product(range(3), repeat=coming))).T
    found = engine.rate_block(halves).post[0]
    # This event counts if it has at least three games.
    played = events + (coming + 1 >= 3)
    met = 0
    for lane in range(halves.shape[1]):
        won, drawn = (int((halves[:, lane] == points).sum()) for points in (2, 1))
        earned = min(150, 100 + 4 * (wins + won) + 2 * (draws + drawn) + played)
        post = float(found if isinstance(found, float) else found[lane])
        exact = scalar(made, rule_set, pending, halves[:, lane]).players[0].post
        assert post == pytest.approx(exact, abs=1e-9)
        assert post >= earned
        met += post == earned
    # If all games are lost, the floor decides the rating.
    assert met >= 1
