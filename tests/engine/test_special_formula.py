"""The special rating is where the documents' f is zero, for any input."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.oracle import problem, roots
from tests.often import often
from uscalc.engine.special import CAP, compute_special_rating, estimate_start
from uscalc.engine.standard import (
    compute_effective_games,
    compute_n_star_2001,
    compute_n_star_2013,
)
from uscalc.engine.trace import SpecialTrace

EPS = Fraction(1, 10**7) + Fraction(1, 10**10)
"""The documents' tolerance for f, plus the error of summing floats."""
SLACK = 1e-4
"""Where f rises, it rises by at least 1/800 a point, so 1e-7 of f is 8e-5 points."""

usual = often(400)

ratings = st.one_of(
    st.integers(100, 2900).map(float),
    st.floats(100, 2900, allow_nan=False),
    st.sampled_from([800.0, 1200.0, 1600.0, 2000.0, 2400.0]),
)


class Case(NamedTuple):
    r0: float
    n_eff: float
    opponents: tuple[float, ...]
    score: float
    record: str


@st.composite
def cases(draw: Callable[..., Any]) -> Case:
    r0 = draw(ratings)
    record = draw(st.sampled_from(["mixed", "mixed", "all_wins", "all_losses"]))
    n = draw(st.integers(0, 8) if record == "mixed" else st.integers(1, 60))
    variant = draw(st.sampled_from([compute_n_star_2001, compute_n_star_2013]))
    opponents: list[float] = []
    for _ in range(draw(st.integers(1, 9))):
        kinds = ["any", "equal", "shifted", "own"] if opponents else ["any", "own"]
        kind = draw(st.sampled_from(kinds))
        if kind == "any":
            opponents.append(draw(ratings))
            continue
        base = r0 if kind == "own" else draw(st.sampled_from(opponents))
        if kind == "shifted":
            base += draw(st.sampled_from([-800.0, -400.0, 0.0, 400.0, 800.0]))
            base += draw(st.sampled_from([0.0, 1e-13, 3e-8, 1e-7, -1e-7, -2e-9, 9e-7]))
        opponents.append(base)
    score = draw(st.integers(0, 2 * len(opponents))) / 2
    n_eff = compute_effective_games(r0, n, variant).n_eff
    return Case(r0, n_eff, tuple(opponents), score, record)


def solve(case: Case) -> SpecialTrace:
    return compute_special_rating(*case)


def exact(case: Case) -> Any:
    return problem(case.r0, case.n_eff, case.opponents, case.score, case.record)


@usual
@given(cases())
def test_f_is_zero_at_the_rating(case):
    assert roots(exact(case), -EPS, EPS).holds(Fraction(solve(case).end), Fraction(0))


@usual
@given(cases())
def test_the_rating_is_the_adjusted_prior_clamped_to_the_zeros(case):
    f, found = exact(case), solve(case)
    assert abs(found.end - float(roots(f).clamp(f.prior))) <= SLACK
    assert found.prior == pytest.approx(float(f.prior))
    assert found.target == pytest.approx(float(f.target))


@usual
@given(cases())
def test_the_walk_ends_within_twice_the_knots_and_two(case):
    around = (exact(case).prior, *exact(case).opponents)
    knots = {x + side for x in around for side in (-400, 400)}
    assert len(solve(case).moves) <= 2 * len(knots) + 2


@usual
@given(cases())
def test_some_rating_is_always_within_400_points_of_it(case):
    found = solve(case)
    assert found.p > 0
    assert found.tie_break is None


@usual
@given(cases())
@example(Case(2500.0, 0.0, (2300.0,), 1.0, "mixed"))  # The cap is exactly 2700.
def test_nothing_leaves_the_range_from_100_to_the_cap(case):
    found = solve(case)
    assert (found.raw, found.result) == (min(found.end, CAP), max(100.0, found.raw))
    assert found.capped == (found.end > CAP)


@usual
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_the_opponents_does_not_matter(case, random):
    shuffled = list(case.opponents)
    random.shuffle(shuffled)
    assert solve(case._replace(opponents=tuple(shuffled))).end == solve(case).end


@usual
@given(cases())
@example(Case(100.0, 0.0, (100.0, -699.9999991), 1.0, "mixed"))
def test_every_move_of_the_search_follows_the_text(case):
    found, f = solve(case), exact(case)
    knots = [float(x) + side for x in (f.prior, *f.opponents) for side in (-400, 400)]
    place = found.start
    assert place == float(f.prior)
    for move in found.moves:
        assert move.m == place
        for at, value in ((move.m, move.f), (move.knot, move.f_knot)):
            assert abs(value - float(f.value_at(Fraction(at)))) < 1e-9
        assert abs(move.f) > 1e-7
        up = move.f < 0
        assert move.knot > move.m if up else move.knot < move.m
        low, high = sorted((move.m, move.knot))
        assert not [z for z in knots if low + 2e-6 < z < high - 2e-6]
        if abs(move.f - move.f_knot) < 1e-7:
            assert (move.why, move.slope_root, move.to) == ("flat", None, move.knot)
        else:
            zero = move.m - move.f / ((move.f_knot - move.f) / (move.knot - move.m))
            assert move.slope_root is not None
            assert abs(move.slope_root - zero) < 1e-6 * max(1.0, abs(zero))
            past = zero - move.knot if up else move.knot - zero
            if abs(past) > 2e-6:
                assert move.why == ("beyond" if past > 0 else "root")
            if move.why == "beyond" or abs(past) < 9e-7:
                assert move.to == move.knot
            elif abs(past) > 1.1e-6:
                assert move.to == move.slope_root
        place = move.to
    assert place == found.end
    assert abs(found.f_end) <= 1e-7


# Single cases of the special formula in which a literal reading would fail.


def test_walks_and_closed_forms_end_at_their_knots():
    r0 = 801.69808321589
    found = compute_special_rating(r0, 0.0, (r0,), 1.0)
    assert (found.end, found.p) == (pytest.approx(r0 + 400.0, abs=1e-6), 2)
    assert found.tie_break is None
    found = compute_special_rating(1300.0, 0.0, (1000.0, 2400.0), 1.0, start=1700.0)
    assert (found.p, found.tie_break, found.raw) == (1, None, 1700.0)
    met = (1500.0,)
    start = estimate_start(met, 2100.0, 0.0, 1.0)
    assert compute_special_rating(2100.0, 0.0, met, 1.0).end == 2100.0
    assert compute_special_rating(2100.0, 0.0, met, 1.0, start=start).end == 1900.0


@pytest.mark.parametrize(
    ("r0", "nearest", "why", "walked"),
    [
        (1200.0, (1600.0, 2000.0), "below", 1400.0),
        (1299.0, (1699.0, 2000.0), "below", 1400.0),
        (2101.0, (1400.0, 1701.0), "above", 2000.0),
        (2600.0, (1400.0, 2000.0), "above", 2000.0),
    ],
)
def test_from_the_closed_form_the_prior_breaks_the_tie(r0, nearest, why, walked):
    met = (1000.0, 2400.0)
    start = estimate_start(met, r0, 0.0, 1.0)
    assert start == 1700.0
    found = compute_special_rating(r0, 0.0, met, 1.0, start=start)
    assert found.p == 0
    assert (found.tie_break.below, found.tie_break.above) == nearest
    assert found.tie_break.why == why
    assert found.raw == (nearest[0] if why == "below" else nearest[1])
    assert compute_special_rating(r0, 0.0, met, 1.0).end == walked


@pytest.mark.parametrize(
    ("met", "r0", "score", "record", "started", "prior"),
    [
        ((1000.0, 2900.0, 2900.0, 2900.0), 1100.0, 1.0, "all_wins", 1600.0, 1500.0),
        ((2400.0, 500.0, 500.0, 500.0), 2300.0, 3.0, "all_losses", 1800.0, 1900.0),
    ],
)
def test_from_the_closed_form_a_prior_at_either_end_of_the_plateau_is_taken(
    met, r0, score, record, started, prior
):
    start = estimate_start(met, r0, 5.0, score)
    assert start == started
    found = compute_special_rating(prior, 5.0, met, score, record, start)
    assert (found.p, found.tie_break.why, found.raw) == (0, "prior", prior)
    assert compute_special_rating(prior, 5.0, met, score, record).end == prior


@pytest.mark.parametrize(
    ("score", "start"), [(0.0, 1325.0), (0.5, 1375.0), (2.5, 1575.0), (3.0, 1625.0)]
)
def test_the_closed_form_is_the_mean_moved_by_the_score(score, start):
    """The expected value is (4800 + 5 x 1400 + 400 (2 S - 3)) / 8."""
    met = (1500.0, 1600.0, 1700.0)
    assert estimate_start(met, 1400.0, 5.0, score) == pytest.approx(start)
