"""How results are stored in each era, and how they are displayed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import require
from tests.engine.make import rate_one, rules, rules_on
from tests.engine.oracle import problem, roots
from tests.often import often
from uscalc.engine.inputs import InitialRatingFacts
from uscalc.engine.rounding import SLACK, STORAGE, round_for_display
from uscalc.engine.special import compute_performance_rating

away = STORAGE["integer"]


@pytest.mark.parametrize(
    ("result", "before", "stored"),
    [
        *((result, 1500.0, 1501.0) for result in (1500.01, 1500.99, 1501.0)),
        *((1499.99, 1500.0, 1499.0), (1499.0, 1500.0, 1499.0), (1500.0,) * 3),
        *((405.2, 405.6, 405.0), (405.61, 405.6, 406.0), (405.6, 405.6, 406.0)),
        *((405.4, 405.4, 405.0), (405.4 + SLACK, 405.4, 405.0)),
        (405.6 - SLACK, 405.6, 406.0),
    ],
)
def test_whole_numbers_are_made_away_from_the_rating_before(result, before, stored):
    assert away(result, before) == stored


@pytest.mark.parametrize("noise", [1e-12, -1e-12, 4e-10, -4e-10])
def test_float_errors_decide_no_point(noise):
    assert away(1500.0 + noise, 1500.0) == 1500.0
    assert away(1512.0 + noise, 1500.0) == 1512.0
    assert away(1488.0 + noise, 1500.0) == 1488.0


@pytest.mark.parametrize("rating", [1107.0, 1500.0, 1733.0, 2001.0])
@pytest.mark.parametrize("distance", [37.0, 100.0, 211.0])
def test_a_score_exactly_as_expected_keeps_the_rating(rating, distance):
    met = [rating + distance, rating - distance] * 2
    found = rate_one(met, [1.0, 0.0, 0.5, 0.5], rules("2009"), rating=rating, games=40)
    assert found.post == rating


def test_rounding_is_away_from_the_start_until_2014():
    found = rate_one([1300.0], [1.0], rules("2009"), rating=1500.0, games=0)
    assert found.post == 1700.0
    start = InitialRatingFacts(office=(1000.5, 8))
    up = rate_one([1003.1], [1.0], rules("2009"), rating=None, start=start)
    down = rate_one([1003.1], [0.0], rules("2009"), rating=None, start=start)
    assert up.post == int(require(up.rounded_from)) + 1
    assert down.post == int(require(down.rounded_from))
    found = rate_one([1400.0], [1.0], rules("2009"), rating=1500.0, games=40)
    assert found.step4.result % 1 != 0
    assert found.post % 1 == 0
    for day, whole in (("2014-08-31", True), ("2014-09-01", False)):
        found = rate_one([1400.0], [1.0], rules_on(day), rating=1500.0, games=40)
        assert (found.post % 1 == 0) is whole


@pytest.mark.parametrize(
    ("rating", "whole"),
    [(1499.5, 1500.0), (1499.49, 1499.0), (1500.5, 1501.0), (1500.0, 1500.0)],
)
def test_half_a_point_is_shown_as_the_higher_number(rating, whole):
    assert round_for_display(rating) == whole


# The performance rating: where the score would be expected.

ratings = st.floats(100, 2900, allow_nan=False)


@often(200)
@given(ratings, st.lists(ratings, min_size=2, max_size=9), st.data())
def test_the_performance_is_where_f_is_zero_without_earlier_games(r0, met, data):
    score = data.draw(st.integers(1, 2 * len(met) - 1)) / 2
    found = compute_performance_rating(met, score, r0)
    exact = float(roots(problem(r0, 0.0, met, score)).clamp(Fraction(r0)))
    assert found.relation == ("=" if exact >= 100.0 - 1e-4 else "<") or (
        abs(exact - 100.0) <= 1e-4
    )
    assert max(exact, 100.0) == pytest.approx(found.rating, abs=1e-4)


def test_a_performance_has_bounds_and_is_nearest_to_the_rating_and_not_capped():
    assert compute_performance_rating([1500.0, 1700.0], 2.0, 1600.0) == (2100.0, ">=")
    assert compute_performance_rating([1500.0, 1700.0], 0.0, 1600.0) == (1100.0, "<=")
    assert compute_performance_rating([], 0.0, 1600.0) is None
    met = [1000.0, 2400.0]
    for r0, nearest in ((1200.0, 1400.0), (1700.0, 1700.0), (2300.0, 2000.0)):
        assert compute_performance_rating(met, 1.0, r0).rating == nearest
    found = compute_performance_rating([2700.0, 2700.0], 1.5, 2600.0)
    assert found.rating == pytest.approx(2900.0)


@pytest.mark.parametrize("score", [0.0, 0.5])
def test_the_performance_is_never_below_100(score):
    found = compute_performance_rating([150.0, 200.0, 120.0], score, 160.0)
    assert (found, found.words) == ((100.0, "<"), "below 100")


@pytest.mark.parametrize(
    ("score", "words"), [(0.0, "at most 1100"), (1.0, "1600"), (2.0, "at least 2100")]
)
def test_a_performance_is_described_with_its_bound(score, words):
    assert compute_performance_rating([1500.0, 1700.0], score, 1600.0).words == words
