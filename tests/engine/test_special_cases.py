"""Single cases of the special formula that a literal reading stumbles over."""

import pytest

from uscalc.engine.special import compute_special_rating, estimate_start


def test_a_walk_that_misses_a_knot_by_one_ulp_lands_on_it():
    r0 = 801.69808321589
    found = compute_special_rating(r0, 0.0, (r0,), 1.0)
    assert found.end == pytest.approx(r0 + 400.0, abs=1e-6)
    assert found.p == 2
    assert found.tie_break is None


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
    assert found.p == 0
    assert (found.tie_break.why, found.raw) == ("prior", prior)
    assert compute_special_rating(prior, 5.0, met, score, record).end == prior


def test_the_closed_form_can_end_elsewhere_and_a_near_prior_breaks_no_tie():
    found = compute_special_rating(1300.0, 0.0, (1000.0, 2400.0), 1.0, start=1700.0)
    assert (found.p, found.tie_break, found.raw) == (1, None, 1700.0)
    met = (1500.0,)
    start = estimate_start(met, 2100.0, 0.0, 1.0)
    assert compute_special_rating(2100.0, 0.0, met, 1.0).end == 2100.0
    assert compute_special_rating(2100.0, 0.0, met, 1.0, start=start).end == 1900.0


@pytest.mark.parametrize(
    ("score", "start"), [(0.0, 1325.0), (0.5, 1375.0), (2.5, 1575.0), (3.0, 1625.0)]
)
def test_the_closed_form_is_the_mean_moved_by_the_score(score, start):
    """(4800 + 5 x 1400 + 400 (2 S - 3)) / 8."""
    met = (1500.0, 1600.0, 1700.0)
    assert estimate_start(met, 1400.0, 5.0, score) == pytest.approx(start)
