"""Game factors of the blend: every target, every source, and what caps them."""

import datetime as dt

import pytest

from tests.engine.make import rules
from uscalc.engine.initial import blend_ratings, compute_game_factor
from uscalc.engine.inputs import SYSTEMS, InitialRatingFacts, SourceRating, System

END = dt.date(2025, 9, 1)
FACTORS: dict[System, dict[System, int]] = {
    "R": {"Q": 5, "B": 5, "OR": 5, "OQ": 5, "OB": 5},
    "Q": {"R": 10, "B": 5, "OR": 5, "OQ": 5, "OB": 5},
    "B": {"R": 10, "Q": 5, "OR": 5, "OQ": 5, "OB": 5},
    "OR": {"R": 10, "Q": 5, "B": 5, "OQ": 5, "OB": 5},
    "OQ": {"R": 10, "Q": 10, "B": 5, "OR": 5, "OB": 5},
    "OB": {"R": 10, "Q": 5, "B": 10, "OR": 5, "OQ": 5},
}


@pytest.mark.parametrize(
    ("target", "source", "most"),
    [(t, s, most) for t, row in FACTORS.items() for s, most in row.items()],
)
def test_every_source_of_every_target(target, source, most):
    def factor(games: int | None) -> float:
        return compute_game_factor(target, source, SourceRating(1500.0, games))

    assert factor(None) == factor(100) == factor(most) == most
    assert factor(most - 1) == most - 1
    assert factor(7) == min(7, most)
    assert factor(1) == 1


@pytest.mark.parametrize("target", SYSTEMS)
def test_foreign_ratings_are_not_capped_by_games(target):
    for games in (None, 1, 900):
        assert compute_game_factor(target, "fide", SourceRating(2000.0, games)) == 5
        assert compute_game_factor(target, "fide", SourceRating(2000.5, games)) == 10
        assert compute_game_factor(target, "cfc", SourceRating(2300.0, games)) == 5


def test_age_of_a_source_reduces_it_with_limits():
    source = SourceRating(2900.0, 100, dt.date(2015, 9, 1))
    facts = InitialRatingFacts(birth_date=dt.date(2002, 9, 1), others=(("R", source),))
    found = blend_ratings(facts, "Q", END, rules()).sources[0]
    assert (found.z, found.s, found.w) == (6.0, 1.0, 10.0)
    facts = InitialRatingFacts(adult=True, others=(("Q", SourceRating(1500.0, 100)),))
    start = blend_ratings(facts, "R", END, rules())
    found = start.sources[0]
    assert (found.d, found.s, found.assumed_current) == (0, 1.0, True)
    assert (start.r0, start.n) == (1500.0, 5)
    old = SourceRating(600.0, 100, dt.date(1995, 9, 1))
    start = blend_ratings(InitialRatingFacts(others=(("Q", old),)), "R", END, rules())
    assert start.exact_n is not None
    assert 0 < start.exact_n < 1
    assert start.n == 1
    fresh = SourceRating(1500.0, 100, dt.date(2025, 8, 1))
    start = blend_ratings(InitialRatingFacts(others=(("Q", fresh),)), "R", END, rules())
    assert 4 < start.exact_n < 5
    assert start.n == 5


def test_the_average_is_rounded_over_converted_sources_with_games():
    def blend(one: float, other: float) -> float:
        others = (("Q", SourceRating(one, 50)), ("B", SourceRating(other, 50)))
        return blend_ratings(InitialRatingFacts(others=others), "R", END, rules()).r0

    assert blend(1500.0, 1501.0) == 1501.0
    assert blend(1500.0, 1500.8) == 1500.0
    empty = InitialRatingFacts(adult=True, others=(("Q", SourceRating(1800.0, 0)),))
    start = blend_ratings(empty, "R", END, rules())
    assert (start.r0, start.n, start.how) == (1300.0, 0, "adult")
    facts = InitialRatingFacts(adult=True, others=(("R", SourceRating(1800.0, 50)),))
    assert blend_ratings(facts, "R", END, rules()).sources == ()
    facts = InitialRatingFacts(fide=SourceRating(2100.0), cfc=SourceRating(1500.0))
    start = blend_ratings(facts, "R", END, rules())
    fide, cfc = 20 + 1.02 * 2100, -650 + 1.28 * 1500
    assert [source.x for source in start.sources] == pytest.approx([fide, cfc])
    assert start.exact_r0 == pytest.approx((10 * fide + 5 * cfc) / 15)
    assert start.n == 10
