"""The curves of the formulas are the engine's functions, and mark the player's figures."""

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.make import DAY, rate_one, rules, rules_on
from tests.often import often
from uscalc.engine.initial import compute_age_formula
from uscalc.engine.inputs import InitialRatingFacts
from uscalc.engine.special import compute_provisional_expectancy
from uscalc.engine.standard import (
    compute_bonus_threshold,
    compute_n_star_2001,
    compute_n_star_2013,
    compute_winning_expectancy,
)
from uscalc.explain.curve import (
    VARIABLES,
    CurveSubject,
    FormulaCurve,
    make_subject,
    make_variable_values,
)
from uscalc.explain.curves import NAMES, USED, draw_formula

RULES = rules("2025")
NOBODY = CurveSubject("")
values = st.fixed_dictionaries(
    {
        v.key: st.integers(round(v.low / v.step), round(v.high / v.step)).map(
            lambda n, step=v.step: n * step
        )
        for v in VARIABLES
    }
)


def usual(**changed: float) -> dict[str, float]:
    return {v.key: v.usual for v in VARIABLES} | changed


def line(curve: FormulaCurve, name: str) -> dict[float, float]:
    return dict(next(s.points for s in curve.series if s.name == name))


@often(60)
@given(values, st.sampled_from(sorted(USED)))
def test_every_mark_lies_on_its_line_and_within_the_picture(moved, key):
    curve = draw_formula(key, moved, NOBODY, RULES)
    strong = [series for series in curve.series if series.strong]
    assert len(strong) == 1
    for series in curve.series:
        xs = [x for x, _ in series.points]
        assert xs == sorted(xs)
        for x, y in series.points:
            assert curve.x[0] <= x <= curve.x[1]
            assert curve.y[0] <= y <= curve.y[1] + 1e-9
    for spot in curve.spots:
        assert not spot.own
        assert curve.x[0] <= spot.x <= curve.x[1]
        assert curve.y[0] <= spot.y <= curve.y[1]
    assert curve.sentence.endswith(".")
    for word in ("None", "nan", "{"):
        assert word not in curve.sentence


def test_curves_show_effective_games_k_and_bonus():
    named = (("the old one", "2001"), ("the new one", "2013"))
    moved = usual(rating=1500.0, games=4.0)
    curve = draw_formula("effective", moved, NOBODY, RULES, effective=named)
    for r, n in line(curve, "the new one").items():
        assert n == compute_n_star_2013(r)
    for r, n in line(curve, "the old one").items():
        assert n == compute_n_star_2001(r)
    assert [s.strong for s in curve.series] == [False, True]
    assert [(s.x, s.y) for s in curve.spots] == [
        (1500.0, compute_n_star_2013(1500.0)),
        (1500.0, 4.0),
    ]
    old = draw_formula("effective", usual(), NOBODY, rules_on("2012-01-01"))
    assert [s.strong for s in old.series] == [True, False]
    assert old.spots[0].y == compute_n_star_2001(1500.0)
    curve = draw_formula("k", usual(rating=1500.0, games=8.0, m=4.0), NOBODY, RULES)
    assert curve.spots[0].x == 8.0
    assert curve.spots[0].y == pytest.approx(800 / 12)
    assert all(k == 800 / (n + 9) for n, k in line(curve, "m = 9").items())
    assert "dual" not in curve.sentence
    high = draw_formula("k", usual(rating=2300.0, games=60.0, m=4.0), NOBODY, RULES)
    name = "reduced above 2200"
    top = 800 * (6.5 - 0.0025 * 2300)
    assert all(k == top / (n + 4) for n, k in line(high, name).items())
    assert "600 replaces 800" in high.sentence
    moved = usual(m=9.0, multiplier=10.0, gain=50.0)
    curve = draw_formula("bonus", moved, NOBODY, RULES)
    for m, limit in line(curve, "threshold B√m'").items():
        assert limit == compute_bonus_threshold(int(m), 10.0)
    for m, bonus in line(curve, "bonus").items():
        assert bonus == max(0.0, 50.0 - compute_bonus_threshold(int(m), 10.0))
    assert [s.y for s in curve.spots] == [30.0, 20.0]
    assert "20 above 30" in curve.sentence
    few = draw_formula("bonus", usual(m=2.0), NOBODY, RULES)
    assert few.spots == ()
    assert "At least three games are required" in few.sentence
    moved = usual(rating=1700.0, opponent=1500.0)
    curve = draw_formula("expectancy", moved, NOBODY, RULES)
    for gap, we in line(curve, "standard formula").items():
        assert we == compute_winning_expectancy(gap, 0.0)
    for gap, we in line(curve, "special formula").items():
        assert we == compute_provisional_expectancy(gap, 0.0)
    assert [(s.x, s.y) for s in curve.spots] == [
        (200.0, compute_winning_expectancy(1700.0, 1500.0)),
        (200.0, 0.75),
    ]
    far = draw_formula("expectancy", usual(rating=2900.0), NOBODY, RULES)
    assert far.spots == ()


def test_starting_ratings_by_age_under_every_formula():
    old = rules_on("2005-01-01").age_formula
    curve = draw_formula("age", usual(age=10.0), NOBODY, RULES, [("until 2005", old)])
    for age, start in line(curve, "these rules").items():
        assert start == compute_age_formula(RULES.age_formula, age)
    for age, start in line(curve, "until 2005").items():
        assert start == compute_age_formula(old, age)
    assert [(s.x, s.y) for s in curve.spots] == [(10.0, 500.0)]
    assert "50 · 10 = 500" in curve.sentence
    same = draw_formula("age", usual(), NOBODY, RULES, [("again", RULES.age_formula)])
    assert len(same.series) == 1


def marked(key, **facts) -> tuple[FormulaCurve, Any, list[tuple[float, float]]]:
    player = rate_one([1500.0, 1600.0, 1700.0], [1.0, 1.0, 0.5], RULES, **facts)
    subject = make_subject("Player 1", player, RULES, DAY)
    curve = draw_formula(key, make_variable_values(subject, RULES), subject, RULES)
    return curve, player, [(s.x, s.y) for s in curve.spots if s.own]


STANDARD = {"rating": 1550.0, "games": 30}
SPECIAL = {"rating": 1550.0, "games": 3}


def test_the_players_figures_are_the_traces():
    _, player, own = marked("effective", **STANDARD)
    assert own == [(1550.0, player.effective.n_star)]
    _, player, own = marked("k", **STANDARD)
    assert own == [(player.effective.n_eff, player.step5.k)]
    _, player, own = marked("expectancy", **STANDARD)
    gaps = [1550.0 - s for s in player.step5.strengths]
    assert own == list(zip(gaps, player.step5.expectations, strict=True))
    curve, player, own = marked("bonus", **STANDARD)
    assert own == [(3.0, player.step5.gain)]
    # Where nothing was moved, the moved variables give the player's own bonus.
    assert curve.spots[1].y == pytest.approx(player.step5.bonus, abs=0.05)
    born = InitialRatingFacts(birth_date=dt.date(2013, 9, 1))
    _, player, own = marked("age", rating=None, start=born)
    assert own == [(pytest.approx(12.0, abs=0.01), player.start.r0)]


@pytest.mark.parametrize(
    ("key", "facts", "words"),
    [
        ("k", SPECIAL, "is rated with the special formula, which has no K"),
        ("bonus", SPECIAL, "is rated with the special formula, which has no bonus"),
        ("age", STANDARD, "birth date of Player 1 is missing"),
        ("expectancy", SPECIAL, "The dots are the games of Player 1"),
        ("bonus", {"rating": 2400.0, "games": 30}, "lost rating points"),
    ],
)
def test_where_the_player_cannot_be_marked_it_is_said_why(key, facts, words):
    curve, _, own = marked(key, **facts)
    assert words in curve.sentence
    assert bool(own) is (key == "expectancy")


def test_a_player_is_marked_even_without_games_or_their_number():
    player = rate_one([1500.0], [1.0], RULES, rating=1550.0, games=None)
    subject = make_subject("Player 1", player, RULES, DAY)
    curve = draw_formula(
        "effective", make_variable_values(subject, RULES), subject, RULES
    )
    assert {spot.y for spot in curve.spots} == {player.effective.n_eff}
    player = rate_one([], [], RULES, rating=1550.0, games=20)
    subject = make_subject("Player 1", player, RULES, DAY)
    assert subject.games == ()
    for key in USED:
        curve = draw_formula(key, make_variable_values(subject, RULES), subject, RULES)
        own = [s for s in curve.spots if s.own]
        assert bool(own) is (key == "effective")
    assert set(NAMES) == set(USED)
