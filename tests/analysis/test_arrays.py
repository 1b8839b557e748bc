"""Many scenarios at once give what the engine gives for each."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.make import (
    LEVELS,
    RULES,
    at_strength,
    fields,
    matches,
    scalar,
    sheets,
)
from tests.engine.make import field, rules, rules_on, section
from tests.often import often
from uscalc.analysis.arrays.engine import ArrayEngine, describe_array_obstacle
from uscalc.analysis.arrays.plans import RECORDS, compute_special_lanes
from uscalc.analysis.whatif import PendingGame
from uscalc.engine.special import compute_special_rating
from uscalc.rules.resolve import load_rule_table

CLOSE = 1e-9


def at(row, lane):
    return row if row is None or isinstance(row, float) else float(row[lane])


def assert_equal(made, rule_set, pending, seed, wanted=None):
    engine = ArrayEngine(made, rule_set, pending)
    halves = np.random.default_rng(seed).integers(0, 3, (len(pending), 4))
    # A block before: what it left behind must not matter to the next.
    engine.rate_block(2 - halves, wanted)
    found = engine.rate_block(halves, wanted)
    for lane in range(halves.shape[1]):
        exact = scalar(made, rule_set, pending, halves[:, lane]).players
        for place, post in found.post.items():
            assert at(post, lane) == pytest.approx(exact[place].post, abs=CLOSE)
        steps = (found.step3, "step3"), (found.step4, "step4"), (found.step5, "step5")
        for rows, name in steps:
            for place, row in rows.items():
                want = getattr(exact[place], name).result
                assert at(row, lane) == pytest.approx(want, abs=CLOSE)
    return engine, found


@often(150)
@given(fields(), RULES, st.integers(0, 99))
def test_every_step_of_every_player_of_an_event(drawn, rule_set, seed):
    made, pending = drawn
    _, found = assert_equal(made, rule_set, pending, seed)
    assert set(found.post) == set(range(len(made.entrants)))
    assert set(found.step5) == {
        place
        for place, entrant in enumerate(made.entrants)
        if entrant.m or any(place in game.list_places() for game in pending)
    }


@often(80)
@given(fields(), RULES, st.integers(0, 99))
def test_a_player_alone_is_rated_as_among_all(drawn, rule_set, seed):
    made, pending = drawn
    engine, found = assert_equal(made, rule_set, pending, seed, [0])
    assert set(found.post) == {0}
    assert set(found.step4) <= engine.find_reached([0])


@often(120)
@given(matches(), RULES, st.integers(0, 99))
def test_matches_with_their_limits(drawn, rule_set, seed):
    assert_equal(*drawn[:1], rule_set, drawn[1], seed)


@often(100)
@given(sheets(), RULES, st.integers(0, 99))
def test_one_sided_kinds(drawn, rule_set, seed):
    assert_equal(drawn[0], rule_set, drawn[1], seed)


@often(60)
@given(sheets(), RULES, st.lists(LEVELS, min_size=4, max_size=4))
def test_an_opponent_of_unknown_strength_has_another_in_each_scenario(
    drawn, rule_set, levels
):
    made, pending = drawn
    place = len(made.entrants) - 1
    engine = ArrayEngine(made, rule_set, pending)
    halves = np.ones((len(pending), 4), dtype=np.int64)
    engine.rate_block(halves, [0])
    found = engine.rate_block(halves, [0], {place: np.array(levels)})
    for lane, level in enumerate(levels):
        exact = scalar(at_strength(made, place, level), rule_set, pending, halves[:, 0])
        assert at(found.post[0], lane) == pytest.approx(
            exact.players[0].post, abs=CLOSE
        )


NICE = st.one_of(st.sampled_from([400.0 * i for i in range(1, 7)]), LEVELS)


@often(200)
@given(
    NICE,
    st.one_of(st.integers(0, 8).map(float), st.floats(1, 50)),
    st.lists(st.tuples(NICE, NICE, NICE), min_size=1, max_size=7),
    st.sampled_from(["mixed", "all_wins", "all_losses"]),
    st.data(),
)
def test_the_walk_of_the_special_formula(r0, n_eff, strengths, record, data):
    rows = np.array(strengths)
    halves = st.integers(0, 2 * len(strengths))
    scores = np.array([data.draw(halves) / 2 for _ in range(3)])
    found = compute_special_lanes(r0, n_eff, scores, RECORDS[record], rows)
    for lane in range(3):
        exact = compute_special_rating(
            r0, n_eff, tuple(rows[:, lane]), scores[lane], record
        )
        assert found[lane] == pytest.approx(exact.result, abs=CLOSE)


def test_unmoved_and_few_opponents_are_rated_in_smaller_blocks():
    strengths = (1100.0, *[1100.0 + 9e-7] * 120, 2600.0, 2600.0)
    exact = compute_special_rating(1000.0, 2.00000002, strengths, 122.0)
    assert exact.end == pytest.approx(2148.15, abs=0.01)
    assert exact.p == 0
    assert exact.result == 1500.0
    rows = np.array(strengths)[:, None]
    found = compute_special_lanes(1000.0, 2.00000002, 122.0, 0.0, rows)
    assert found[0] == exact.result
    facts = [{"rating": 1500.0 + 10 * i, "games": 40} for i in range(6)]
    made = section(field(facts, [(0, 1, 1.0), (2, 3, 0.5), (4, 5, 0.0)]))
    found = ArrayEngine(made, rules(), [PendingGame(0, 2, 2)]).rate_block(
        np.array([[0, 1, 2]])
    )
    assert isinstance(found.post[4], float)
    assert {type(found.post[place]) for place in (0, 1, 2, 3)} == {np.ndarray}
    facts = [{"rating": 1000.0 + i % 900, "games": 40} for i in range(4000)]
    games = [(i, (i + 1) % 4000, 1.0) for i in range(4000)]
    engine = ArrayEngine(section(field(facts, games)), rules(), [PendingGame(0, 5, 2)])
    assert engine.compute_block_size() < engine.compute_block_size([0])
    assert engine.compute_block_size() * 4000 * 8 <= 40_000_000
    day = rules_on("2003-02-01")
    guide = load_rule_table().get_rules_with_guide(day.date, "R")
    assert "guide" in describe_array_obstacle(guide)
    assert describe_array_obstacle(day) is None
    assert describe_array_obstacle(rules("2025", storage="a later one")) is not None
