"""Rating many scenarios at once gives the engine's result for each of them."""

from itertools import product
from math import floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.analysis.make import (
    FLOORS,
    LEVELS,
    RULES,
    SCORES,
    at_strength,
    fields,
    matches,
    scalar,
    sheets,
)
from tests.engine.make import EDITIONS, field, rules, rules_on, section
from tests.often import often
from uscalc.analysis import assumptions, whatif
from uscalc.analysis.arrays import alternatives, plans
from uscalc.analysis.arrays import sections as arrays_sections
from uscalc.analysis.arrays.alternatives import rate_alternatives
from uscalc.analysis.arrays.engine import ArrayEngine, describe_array_obstacle
from uscalc.analysis.arrays.sections import CLOSE
from uscalc.analysis.assumptions import (
    UnknownFact,
    find_relevant_assumptions_of_sections,
)
from uscalc.engine.floors import PEAK_ROUNDING, compute_peak_floor
from uscalc.engine.inputs import InitialRatingFacts
from uscalc.engine.section import rate_section
from uscalc.engine.special import compute_special_rating
from uscalc.engine.standard import EFFECTIVE_GAMES, REDUCED_K
from uscalc.monitor import Monitor
from uscalc.rules.resolve import load_rule_table

NEAR = 1e-9


def value_in_lane(row, lane):
    return row if row is None or isinstance(row, float) else float(row[lane])


def assert_equal(made, rule_set, pending, seed, wanted=None):
    engine = ArrayEngine(made, rule_set, pending)
    halves = np.random.default_rng(seed).integers(0, 3, (len(pending), 4))
    # Rate another block first, because it must not affect the next one.
    engine.rate_block(2 - halves, wanted)
    found = engine.rate_block(halves, wanted)
    for lane in range(halves.shape[1]):
        exact = scalar(made, rule_set, pending, halves[:, lane]).players
        for place, post in found.post.items():
            listed = value_in_lane(post, lane)
            assert listed == pytest.approx(exact[place].post, abs=NEAR)
        steps = (found.step3, "step3"), (found.step4, "step4"), (found.step5, "step5")
        for rows, name in steps:
            for place, row in rows.items():
                want = getattr(exact[place], name).result
                assert value_in_lane(row, lane) == pytest.approx(want, abs=NEAR)
    return engine, found


@often(150)
@given(fields(), RULES, st.integers(0, 99))
def test_every_step_of_every_player_of_an_event(drawn, rule_set, seed):
    made, pending = drawn
    _, found = assert_equal(made, rule_set, pending, seed)
    assert set(found.post) == set(range(len(made.entrants)))
    to_play = {place for game in pending for place in game.list_places()}
    played = {place for place, entrant in enumerate(made.entrants) if entrant.m}
    assert set(found.step5) == played | to_play


@often(80)
@given(fields(), RULES, st.integers(0, 99))
def test_a_player_alone_is_rated_as_among_all(drawn, rule_set, seed):
    made, pending = drawn
    engine, found = assert_equal(made, rule_set, pending, seed, [0])
    assert set(found.post) == {0}
    assert set(found.step4) <= engine.find_reached([0])


@often(220)
@given(st.one_of(matches(), sheets()), RULES, st.integers(0, 99))
def test_every_step_of_matches_and_one_sided_kinds(drawn, rule_set, seed):
    assert_equal(drawn[0], rule_set, drawn[1], seed)


@often(60)
@given(sheets(), RULES, st.lists(LEVELS, min_size=4, max_size=4))
def test_an_opponent_of_unknown_strength_differs_by_scenario(drawn, rule_set, levels):
    made, pending = drawn
    place = len(made.entrants) - 1
    engine = ArrayEngine(made, rule_set, pending)
    halves = np.ones((len(pending), 4), dtype=np.int64)
    engine.rate_block(halves, [0])
    found = engine.rate_block(halves, [0], {place: np.array(levels)})
    for lane, level in enumerate(levels):
        exact = scalar(at_strength(made, place, level), rule_set, pending, halves[:, 0])
        post = exact.players[0].post
        assert value_in_lane(found.post[0], lane) == pytest.approx(post, abs=NEAR)


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
    found = plans.compute_special_lanes(r0, n_eff, scores, plans.RECORDS[record], rows)
    for lane in range(3):
        met = tuple(rows[:, lane])
        exact = compute_special_rating(r0, n_eff, met, scores[lane], record)
        assert found[lane] == pytest.approx(exact.result, abs=NEAR)


def test_unmoved_and_few_opponents_are_rated_in_smaller_blocks():
    strengths = (1100.0, *[1100.0 + 9e-7] * 120, 2600.0, 2600.0)
    exact = compute_special_rating(1000.0, 2.00000002, strengths, 122.0)
    assert (exact.end, exact.p) == (pytest.approx(2148.15, abs=0.01), 0)
    assert exact.result == 1500.0
    rows = np.array(strengths)[:, None]
    found = plans.compute_special_lanes(1000.0, 2.00000002, 122.0, 0.0, rows)
    assert found[0] == exact.result
    facts = [{"rating": 1500.0 + 10 * i, "games": 40} for i in range(6)]
    made = section(field(facts, [(0, 1, 1.0), (2, 3, 0.5), (4, 5, 0.0)]))
    engine = ArrayEngine(made, rules(), [whatif.PendingGame(0, 2, 2)])
    found = engine.rate_block(np.array([[0, 1, 2]]))
    assert isinstance(found.post[4], float)
    assert {type(found.post[place]) for place in (0, 1, 2, 3)} == {np.ndarray}
    facts = [{"rating": 1000.0 + i % 900, "games": 40} for i in range(4000)]
    games = [(i, (i + 1) % 4000, 1.0) for i in range(4000)]
    engine = ArrayEngine(
        section(field(facts, games)), rules(), [whatif.PendingGame(0, 5, 2)]
    )
    assert engine.compute_block_size() < engine.compute_block_size([0])
    assert engine.compute_block_size() * 4000 * 8 <= 40_000_000
    day = rules_on("2003-02-01")
    guide = load_rule_table().get_rules_with_guide(day.date, "R")
    assert "guide" in describe_array_obstacle(guide)
    assert describe_array_obstacle(day) is None
    assert describe_array_obstacle(rules("2025", storage="a later one")) is not None


# Computed for many plans at once, each variant of a rule equals the engine's.

RATINGS = np.array(
    [100.0, 1234.5, 2199.5, 2200.0, 2355.0, 2355.5, 2400.0, 2500.0, 2700.0]
)


def test_every_variant_of_the_engine_has_its_column():
    assert set(plans.PEAKS) == set(PEAK_ROUNDING)
    both = (plans.N_STARS, EFFECTIVE_GAMES), (plans.NUMERATORS, REDUCED_K)
    for columns, engines in both:
        assert set(columns) == set(engines)
        for name, compute in engines.items():
            expected = [compute(rating) for rating in RATINGS.tolist()]
            found = columns[name](RATINGS).tolist()
            assert found == pytest.approx(expected, rel=1e-12), name


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", plans.PEAKS)
def test_floors_of_peaks_are_the_engines(edition, name):
    chosen = rules(edition, peak_rounding=name)
    peaks = np.concatenate((RATINGS, np.arange(1300.0, 2500.0, 0.25)))
    found = [compute_peak_floor(peak, chosen) for peak in peaks.tolist()]
    expected = [-np.inf if level is None else level for level in found]
    assert plans.compute_peak_floors(peaks, chosen).tolist() == expected


# Many alternatives rated at once display the same ratings as each one rated alone.


@st.composite
def changed(draw, made):
    """Generate one or several entrants with changed facts; the games stay."""
    places = st.integers(0, len(made.entrants) - 1)
    found = {}
    for place in draw(st.lists(places, min_size=1, max_size=3, unique=True)):
        entrant = made.entrants[place]
        match draw(st.sampled_from(["games", "record", "floors", "rating"])):
            case "games":
                games = draw(st.sampled_from([None, 0, 1, 8, 9, 26, 60]))
                found[place] = entrant.with_facts(games=games)
            case "record":
                record = draw(st.sampled_from(["all_wins", "all_losses"]))
                found[place] = entrant.with_facts(record=record)
            case "floors":
                found[place] = entrant.with_facts(floors=draw(FLOORS))
            case _ if entrant.fixed is not None:
                found[place] = entrant.with_facts(fixed=draw(LEVELS))
            case _ if entrant.rating is None:
                office = draw(LEVELS), draw(st.sampled_from([0, 0, 5]))
                found[place] = entrant.with_facts(
                    start=InitialRatingFacts(office=office)
                )
            case _:
                away = draw(st.sampled_from([-0.5, 0.499999, -200.0, 700.0]))
                found[place] = entrant.with_facts(
                    rating=max(100.0, entrant.rating + away)
                )
    return found


def lines(found):
    """Return each outcome as (alternative, place), with its exact and its displayed rating."""
    return {
        (at, place): (post, shown)
        for block in found
        for at, place, post, shown in zip(*(c.tolist() for c in block[:4]), strict=True)
    }


def by_engine(base, changes):
    players = base.trace.players
    return {
        (at, place): player.post
        for at, change in enumerate(changes)
        for place, player in whatif.rerate_changed(base, change).items()
        if player.post is not None and players[place].post is not None
    }


@often(400)
@given(st.data(), st.one_of(fields(), fields(), fields(), matches(), sheets()), RULES)
def test_every_rating_is_shown_as_the_engine_shows_it(data, drawn, rule_set):
    made, _ = drawn
    base = whatif.RatedBase(rate_section(made, rule_set))
    changes = data.draw(st.lists(changed(made), max_size=6))
    players = base.trace.players
    found = lines(rate_alternatives([whatif.AlternativesCase(base, changes)]))
    wanted = by_engine(base, changes)
    for key, (post, shown) in found.items():
        assert abs(post - wanted[key]) <= CLOSE
        assert shown == floor(wanted[key] + 0.5)
    # Players who are left out have not moved.
    for (at, place), post in wanted.items():
        if (at, place) not in found:
            assert abs(post - players[place].post) < 1e-6
            assert floor(post + 0.5) == floor(players[place].post + 0.5)


@often(100)
@given(st.data(), st.one_of(fields(), matches(), sheets()), RULES)
def test_few_and_many_unknowns_give_the_same_assumptions(data, drawn, rule_set):
    """The engine rates few unknowns one by one, arrays rate many; the assumptions are the same."""
    made, _ = drawn
    base = whatif.RatedBase(rate_section(made, rule_set))
    several = st.lists(changed(made), min_size=1, max_size=3).map(tuple)
    unknowns = [
        UnknownFact("games", None, f"fact {at}", changes)
        for at, changes in enumerate(data.draw(st.lists(several, max_size=4)))
    ]
    said = []
    usual = assumptions.MOST_RATED_ONE_BY_ONE
    try:
        for assumptions.MOST_RATED_ONE_BY_ONE in (-1, 1000):
            said += find_relevant_assumptions_of_sections([(base, unknowns)])
    finally:
        assumptions.MOST_RATED_ONE_BY_ONE = usual
    assert said[0] == said[1]


@often(60)
@given(st.data(), st.lists(st.one_of(fields(), matches(), sheets()), max_size=4), RULES)
def test_sections_side_by_side_are_evaluated_as_each_alone(data, drawn, rule_set):
    asked = []
    for made, _ in drawn:
        rules_here = data.draw(RULES) if data.draw(st.booleans()) else rule_set
        several = st.lists(changed(made), min_size=1, max_size=3).map(tuple)
        unknowns = [
            UnknownFact("games", None, f"fact {at}", changes)
            for at, changes in enumerate(data.draw(st.lists(several, max_size=3)))
        ]
        asked.append((whatif.RatedBase(rate_section(made, rules_here)), unknowns))
    usual, assumptions.MOST_RATED_ONE_BY_ONE = assumptions.MOST_RATED_ONE_BY_ONE, -1
    few = alternatives.FIGURES_AT_ONCE
    alternatives.FIGURES_AT_ONCE = data.draw(st.sampled_from([1, 100, few]))
    try:
        found = find_relevant_assumptions_of_sections(asked)
    finally:
        assumptions.MOST_RATED_ONE_BY_ONE, alternatives.FIGURES_AT_ONCE = usual, few
    assert found == [find_relevant_assumptions_of_sections([one])[0] for one in asked]


@given(st.data(), fields(), RULES)
def test_blocks_of_any_size_give_the_same_results(data, drawn, rule_set):
    made, _ = drawn
    base = whatif.RatedBase(rate_section(made, rule_set))
    changes = data.draw(st.lists(changed(made), min_size=2, max_size=9))
    usual, alternatives.FIGURES_AT_ONCE = alternatives.FIGURES_AT_ONCE, 1
    try:
        one_by_one = lines(rate_alternatives([whatif.AlternativesCase(base, changes)]))
    finally:
        alternatives.FIGURES_AT_ONCE = usual
    assert one_by_one == lines(
        rate_alternatives([whatif.AlternativesCase(base, changes)])
    )


def ring(size):
    facts = [{"rating": 1500.0 + 3 * i, "games": None} for i in range(size)]
    results = [(i, (i + 1) % size, 0.5 * (i % 3)) for i in range(size)]
    return whatif.RatedBase(rate_section(section(field(facts, results)), rules("2025")))


def test_rating_alternatives_can_be_canceled_and_none_give_nothing(monkeypatch):
    base = ring(9)
    entrants = base.trace.section.entrants
    changes = [{place: entrants[place].with_facts(games=1)} for place in range(9)]
    monkeypatch.setattr(alternatives, "FIGURES_AT_ONCE", 20)
    told, cases = [], [whatif.AlternativesCase(base, changes)]
    monitor = Monitor(report=lambda count, of: told.append((count, of)))
    list(rate_alternatives(cases, monitor))
    assert told == [(2, 9), (4, 9), (6, 9), (8, 9), (9, 9)]
    asked = iter([True] * 2 + [False] * 99)
    assert len(list(rate_alternatives(cases, Monitor(lambda: not next(asked))))) == 2
    assert list(rate_alternatives([whatif.AlternativesCase(ring(4), [])])) == []


def test_a_changed_game_and_open_points_are_left_to_the_engine(monkeypatch):
    base = ring(40)
    entrants = base.trace.section.entrants
    figures = product(range(40), (1, 9, 26))
    changes = [{place: entrants[place].with_facts(games=n)} for place, n in figures]
    asked = []

    def rerate(base, change, places):
        asked.extend(places)
        return whatif.rerate_players(base, change, places)

    monkeypatch.setattr(arrays_sections, "rerate_players", rerate)
    list(rate_alternatives([whatif.AlternativesCase(base, changes)]))
    assert len(asked) <= 2
    base = ring(6)
    entrants = list(base.trace.section.entrants)
    games = tuple(game._replace(score=1.0) for game in entrants[2].own)
    changes = [{2: replace(entrants[2], own=games)}]
    found = lines(rate_alternatives([whatif.AlternativesCase(base, changes)]))
    assert {key: post for key, (post, _) in found.items()} == by_engine(base, changes)


@often(400)
@given(
    st.lists(LEVELS, min_size=1, max_size=9),
    LEVELS,
    st.sampled_from([0.0, 1.0, 4.0, 8.0, 17.3]),
    st.data(),
)
def test_a_row_of_the_special_formula_ends_where_the_walk_ends(met, r0, n_eff, data):
    mixed = sum(data.draw(SCORES) for _ in met)
    # With a perfect score, f may be zero over a range, which a straight line could
    # overshoot.
    score = data.draw(st.sampled_from([mixed, 0.0, float(len(met))]))
    record = data.draw(st.sampled_from(["mixed", "all_wins", "all_losses"]))
    walked = compute_special_rating(r0, n_eff, tuple(met), score, record)
    otherwise = compute_special_rating(r0, n_eff, tuple(met), score, "mixed").result
    starts = st.one_of(LEVELS, st.just(np.nan), st.just(otherwise))
    assert_row_is_walked(walked, n_eff, met, data.draw(starts))


def assert_row_is_walked(walked, n_eff, met, near):
    strengths = np.array([[*met, plans.FAR, plans.FAR]]).T
    (found,) = plans.compute_special_rows(
        *(np.array([x]) for x in (walked.prior, n_eff, walked.target, near)),
        strengths,
    )
    assert np.isnan(found) or abs(found - walked.result) < 1e-6
