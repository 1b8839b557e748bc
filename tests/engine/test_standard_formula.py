"""The standard formula compared with decimal arithmetic of fifty digits."""

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.make import games, rate_one, rules, rules_on, section
from tests.often import often
from uscalc.engine import standard
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import rate_section

usual = often(200)
ratings = st.floats(100, 2900, allow_nan=False)


def exact_gain(r0, strengths, score, k) -> Decimal:
    with localcontext() as context:
        context.prec = 50
        expected = Decimal(0)
        for strength in strengths:
            power = -(Decimal(r0) - Decimal(strength)) / 400
            expected += 1 / (1 + Decimal(10) ** power)
        return Decimal(k) * (Decimal(score) - expected)


@usual
@given(ratings, st.lists(ratings, min_size=1, max_size=12), st.data())
def test_the_rating_is_right_to_a_billionth(r0, met, data):
    score = data.draw(st.integers(0, 2 * len(met))) / 2
    k = data.draw(st.floats(1, 100))
    threshold = data.draw(st.one_of(st.none(), st.floats(0, 40)))
    found = standard.compute_standard_rating(r0, tuple(met), score, k, threshold)
    gain = exact_gain(r0, tuple(met), score, k)
    bonus = Decimal(0)
    if threshold is not None:
        bonus = max(Decimal(0), gain - Decimal(threshold))
    assert float(gain) == pytest.approx(found.gain, abs=1e-9)
    assert float(bonus) == pytest.approx(found.bonus, abs=1e-9)
    assert float(Decimal(r0) + gain + bonus) == pytest.approx(found.raw, abs=1e-9)
    assert found.result == max(100.0, found.raw)


def test_the_multiplier_and_repeated_opponents_decide_the_bonus():
    strong, lower = {"rating": 1500.0, "games": 99}, rules(bonus_multiplier=6.0)
    assert rate_one([1500.0] * 4, [1.0] * 4, lower, **strong).step5.threshold == 12.0
    assert rate_one([1500.0] * 3, [1.0] * 3, rating=1500.0, games=99).no_bonus is None
    won = games(*((opponent, 1.0) for opponent in (1, 1, 2, 2, 1)))
    again = Entrant((1,), 1500.0, 99, own=won)
    other = [Entrant((i,), None, fixed=1500.0) for i in (2, 3)]
    found = rate_section(section((again, *other)), rules()).players[0]
    assert found.no_bonus == "repeats"


@pytest.mark.parametrize(
    ("variant", "most_of"),
    [
        ("more-than-twice", {3: 2, 6: 2}),
        ("more-than-twice-or-twice-in-three", {3: 1, 4: 2}),
    ],
)
def test_opponents_met_too_often_give_no_bonus(variant, most_of):
    for m, most in most_of.items():
        assert standard.BONUS_REPEATS[variant](m, most) is False
        assert standard.BONUS_REPEATS[variant](m, most + 1) is True


@pytest.mark.parametrize(
    ("rule_set", "refused"),
    [
        (rules_on("2011-11-30"), False),
        *((rules_on(day), True) for day in ("2011-12-01", "2013-05-17", "2021-01-01")),
        *((rules(edition), False) for edition in ("2009", "2015", "2020")),
        (rules("2025"), True),
    ],
)
def test_an_opponent_met_twice_in_three_games(rule_set, refused):
    """By date, US Chess's program is known to do this; by edition, the printed rule applies."""
    won = Entrant((1,), 1500.0, 99, own=games((1, 1.0), (1, 1.0), (2, 1.0)))
    others = [Entrant((i,), None, fixed=1500.0) for i in (2, 3)]
    found = rate_section(section((won, *others)), rule_set).players[0]
    assert (found.no_bonus == "repeats") is refused
    assert (found.step5.bonus > 0.0) is not refused


@pytest.mark.parametrize(
    ("r0", "numerator"),
    [
        *((2199.9, 800.0), (2200.0, 800.0), (2200.4, 799.2), (2300.0, 600.0)),
        *((2400.0, 400.0), (2499.0, 202.0), (2500.0, 200.0), (2500.4, 200.0)),
        (2650.0, 200.0),
    ],
)
def test_k_is_reduced_between_2200_and_2500(r0, numerator):
    assert standard.reduce_numerator_above_2200(r0) == pytest.approx(numerator)


@pytest.mark.parametrize(
    ("system", "dual", "edition", "reduced"),
    [
        *(("R", True, "2025", True), ("R", True, "2015", True)),
        *(("R", True, "2009", False), ("R", False, "2025", False)),
        ("Q", True, "2025", False),
    ],
)
def test_only_regular_of_a_dual_section_has_a_reduced_k(system, dual, edition, reduced):
    strong, rule_set = {"rating": 2400.0, "games": 100}, rules(edition)
    found = rate_one([2400.0] * 4, [1.0] * 4, rule_set, system, dual, **strong).step5
    assert found.k == pytest.approx((400 if reduced else 800) / 54)


@pytest.mark.parametrize(
    ("ahead", "odds"), [(0.0, 1), (400.0, 10), (800.0, 100), (1200.0, 1000)]
)
def test_400_points_are_ten_to_one(ahead, odds):
    better = standard.compute_winning_expectancy(1500.0 + ahead, 1500.0)
    assert better == pytest.approx(odds / (odds + 1), rel=1e-12)
    worse = standard.compute_winning_expectancy(1500.0, 1500.0 + ahead)
    assert worse == pytest.approx(1 / (odds + 1), rel=1e-12)
