"""The performance rating: where the score was to be expected."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.oracle import problem, roots
from tests.often import often
from uscalc.engine.special import compute_performance_rating

ratings = st.floats(100, 2900, allow_nan=False)


@often(200)
@given(ratings, st.lists(ratings, min_size=2, max_size=9), st.data())
def test_it_is_where_f_is_zero_with_no_earlier_games(r0, met, data):
    score = data.draw(st.integers(1, 2 * len(met) - 1)) / 2
    found = compute_performance_rating(met, score, r0)
    level = roots(problem(r0, 0.0, met, score))
    exact = float(level.clamp(Fraction(r0)))
    assert found.relation == ("=" if exact >= 100.0 - 1e-4 else "<") or (
        abs(exact - 100.0) <= 1e-4
    )
    assert max(exact, 100.0) == pytest.approx(found.rating, abs=1e-4)


def test_a_performance_has_bounds_and_is_nearest_to_the_rating_and_not_capped():
    assert compute_performance_rating([1500.0, 1700.0], 2.0, 1600.0) == (2100.0, ">=")
    assert compute_performance_rating([1500.0, 1700.0], 0.0, 1600.0) == (1100.0, "<=")
    assert compute_performance_rating([], 0.0, 1600.0) is None
    met = [1000.0, 2400.0]
    found = [
        compute_performance_rating(met, 1.0, r0) for r0 in (1200.0, 1700.0, 2300.0)
    ]
    assert [f.rating for f in found if f] == [1400.0, 1700.0, 2000.0]
    found = compute_performance_rating([2700.0, 2700.0], 1.5, 2600.0)
    assert found.rating == pytest.approx(2900.0)


@pytest.mark.parametrize("score", [0.0, 0.5])
def test_it_is_never_below_100(score):
    found = compute_performance_rating([150.0, 200.0, 120.0], score, 160.0)
    assert found == (100.0, "<")
    assert found.words == "below 100"


@pytest.mark.parametrize(
    ("score", "words"), [(0.0, "at most 1100"), (1.0, "1600"), (2.0, "at least 2100")]
)
def test_a_performance_is_described_with_its_bound(score, words):
    found = compute_performance_rating([1500.0, 1700.0], score, 1600.0)
    assert found.words == words
