"""Single cases of the special formula that a literal reading stumbles over."""

import pytest

from uscalc.engine.special import compute_special_rating, estimate_start


def test_a_walk_that_misses_a_knot_by_one_ulp_lands_on_it():
    r0 = 801.69808321589
    found = compute_special_rating(r0, 0.0, (r0,), 1.0)
    assert found.end == pytest.approx(r0 + 400.0, abs=1e-6)
    assert found.p == 2
    assert found.tie_break is None


def test_the_cap_of_2700_comes_last():
    found = compute_special_rating(2500.0, 0.0, (2600.0,), 1.0)
    assert (found.end, found.raw, found.capped) == (3000.0, 2700.0, True)


def test_exactly_2700_is_not_capped():
    found = compute_special_rating(2500.0, 0.0, (2300.0,), 1.0)
    assert (found.raw, found.capped) == (2700.0, False)


def test_on_a_plateau_the_prior_stays():
    found = compute_special_rating(1700.0, 0.0, (1000.0, 2400.0), 1.0)
    assert found.end == 1700.0
    assert found.moves == ()


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


def test_the_own_prior_within_400_points_breaks_no_tie():
    found = compute_special_rating(1300.0, 0.0, (1000.0, 2400.0), 1.0, start=1700.0)
    assert (found.p, found.tie_break, found.raw) == (1, None, 1700.0)


def test_the_closed_form_can_end_elsewhere_when_no_games_count():
    met = (1500.0,)
    start = estimate_start(met, 2100.0, 0.0, 1.0)
    assert compute_special_rating(2100.0, 0.0, met, 1.0).end == 2100.0
    assert compute_special_rating(2100.0, 0.0, met, 1.0, start=start).end == 1900.0


@pytest.mark.parametrize(
    ("record", "prior", "target"),
    [
        ("mixed", 1500.0, 2.0 + 2.5),
        ("all_wins", 1100.0, 2.0 + 5.0),
        ("all_losses", 1900.0, 2.0),
    ],
)
def test_the_record_adjusts_prior_and_score(record, prior, target):
    found = compute_special_rating(1500.0, 5.0, (1500.0,) * 3, 2.0, record)
    assert (found.prior, found.target) == (prior, target)


@pytest.mark.parametrize(
    ("record", "score", "end"), [("all_wins", 2.0, 2050.0), ("all_losses", 0.0, 1000.0)]
)
def test_a_one_way_record_that_goes_on_ends_400_beyond_everybody(record, score, end):
    found = compute_special_rating(1500.0, 5.0, (1400.0, 1650.0), score, record)
    assert found.end == pytest.approx(end)


def test_close_to_everybody_it_is_the_old_provisional_average():
    met = (1450.0, 1500.0, 1600.0)
    found = compute_special_rating(1500.0, 4.0, met, 2.0)
    average = (4 * 1500 + 1450 + 1500 + 1600 + 400 * (2 * 2 - 3)) / 7
    assert found.end == pytest.approx(average, abs=1e-9)


def test_no_result_is_below_100():
    found = compute_special_rating(150.0, 0.0, (200.0,), 0.0)
    assert (found.raw, found.result) == (-200.0, 100.0)


@pytest.mark.parametrize(
    ("score", "start"), [(0.0, 1325.0), (0.5, 1375.0), (2.5, 1575.0), (3.0, 1625.0)]
)
def test_the_closed_form_is_the_mean_moved_by_the_score(score, start):
    """(4800 + 5 x 1400 + 400 (2 S - 3)) / 8."""
    met = (1500.0, 1600.0, 1700.0)
    assert estimate_start(met, 1400.0, 5.0, score) == pytest.approx(start)
