"""The curve of f equals the engine's f, and its search is described move by move."""

import datetime as dt
from fractions import Fraction
from math import isfinite
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import as_type
from tests.engine import make
from tests.engine.make import DAY, games, rate_one, rules, rules_on
from tests.engine.oracle import problem, roots
from tests.explain.make import name_of
from tests.often import often
from uscalc.engine import special, standard
from uscalc.engine.initial import compute_age_formula
from uscalc.engine.inputs import Entrant, InitialRatingFacts
from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace, SpecialTrace
from uscalc.explain import walk
from uscalc.explain.curve import (
    VARIABLES,
    CurveSubject,
    FormulaCurve,
    KnotMaker,
    ObjectiveCurve,
    make_objective_curve,
    make_subject,
    make_variable_values,
)
from uscalc.explain.curves import NAMES, USED, draw_formula
from uscalc.explain.numbers import PlayerDirectory

ratings = st.integers(400, 11200).map(lambda quarter: quarter / 4)
usual = often(60)


def entrant_against(strengths: tuple[float, ...]) -> Entrant:
    own = games(*((i, 0.5) for i in range(1, len(strengths) + 1)))
    return Entrant((1,), 1500.0, own=own)


@st.composite
def problems(draw: st.DrawFn) -> tuple[SpecialTrace, ObjectiveCurve]:
    strengths = tuple(draw(st.lists(ratings, min_size=1, max_size=9)))
    score = draw(st.integers(0, 2 * len(strengths))) / 2
    n_eff = draw(st.sampled_from((0.0, 1.0, 4.0, 7.5)))
    record = draw(st.sampled_from(("mixed", "all_wins", "all_losses")))
    done = special.compute_special_rating(
        draw(ratings), n_eff, strengths, score, record
    )
    return done, make_objective_curve(done, entrant_against(strengths))


@usual
@given(problems(), ratings)
def test_the_curve_is_the_engines_f_with_its_exact_zeros(made, anywhere):
    done, curve = made
    assert [knot.r for knot in curve.knots] == special.find_knots(
        done.strengths, done.prior
    )
    facts = done.strengths, done.prior, done.n_eff, done.target
    for r in (*(knot.r for knot in curve.knots), anywhere):
        assert curve.compute_f(r) == pytest.approx(
            special.compute_objective(r, *facts), abs=1e-8
        )
    ends = curve.list_points(curve.low, curve.high)
    assert ends[0][0] < curve.knots[0].r < curve.knots[-1].r < ends[-1][0]
    for piece in curve.pieces:
        # A piece knows which games count 0 or 1.
        low = piece.high - 2.0 if piece.low is None and piece.high else piece.low
        high = low + 2.0 if piece.high is None else piece.high
        middle = (low + high) / 2
        assert piece.zeros == sum(middle < s - 400 for s in done.strengths)
        assert piece.ones == sum(middle > s + 400 for s in done.strengths)
        rise = curve.compute_f(high) - curve.compute_f(low)
        assert piece.flat == (rise < 1e-12 * (high - low) + 1e-13)
    exact = problem(done.prior, done.n_eff, done.strengths, done.target)
    zeros = roots(exact._replace(target=Fraction(done.target)))
    for found, true in zip(curve.zeros, zeros, strict=True):
        assert isfinite(found) == (true is not None)
        if true is not None:
            assert found == pytest.approx(float(true), abs=1e-3)
    assert any(knot.deciding for knot in curve.knots)


def test_knots_and_moves_name_their_makers():
    done = special.compute_special_rating(1000.0, 0.0, (1400.0, 2200.0, 1400.0), 1.0)
    curve = make_objective_curve(done, entrant_against(done.strengths))
    assert [(k.r, k.makers) for k in curve.knots] == [
        (600.0, (KnotMaker(None, "minus"),)),
        (1000.0, (KnotMaker(1, "minus"), KnotMaker(3, "minus"))),
        (1400.0, (KnotMaker(None, "plus"),)),
        (1800.0, (KnotMaker(1, "plus"), KnotMaker(2, "minus"), KnotMaker(3, "plus"))),
        (2600.0, (KnotMaker(2, "plus"),)),
    ]
    people = section_of([1.0, 0.0], [700.0, 1700.0], rating=600.0, games=0)
    assert walk_texts(people) == [
        "M is the rating that the search is trying. It starts at R'0, from "
        "Step 1: M = R'0 = 600.",
        "f(M) is negative (M is too low), so M moves up to the next knot, 1000: "
        "R'0 plus 400.",
        "f(M) is negative (M is too low) and reaches zero at the next knot, 1100: "
        "Player 2 (no. 2) plus 400. "
        "f(M) is 0, so the expected score equals the score, and M is the result.",
    ]


def section_of(scores, strengths, **facts) -> PlayerDirectory:
    opponents = [Entrant((i,), None, fixed=s) for i, s in enumerate(strengths, 2)]
    me = Entrant((1,), own=games(*((i, s) for i, s in enumerate(scores, 1))), **facts)
    return PlayerDirectory(rated((me, *opponents)), name_of)


def rated(entrants: tuple[Entrant, ...]) -> SectionTrace:
    return rate_section(make.section(entrants), rules("2025"))


def walk_texts(people: PlayerDirectory, start: Any = "prior") -> list[str]:
    player = people.get_trace(0)
    done = walk.compute_walk_from(start, player, player.step5)
    curve = make_objective_curve(player.step5, player.entrant)
    stops = walk.list_walk_stops(done, start, curve, people)
    assert [stop.number for stop in stops] == list(range(len(done.moves) + 1))
    assert [stop.m for stop in stops] == [*(m.m for m in done.moves), done.end]
    return [stop.sentence for stop in stops]


def test_flat_pieces_and_records_have_their_own_starts():
    said = walk_texts(section_of([1.0, 1.0], [600.0, 2200.0], rating=100.0, games=0))
    flat = "f(M) is negative (M is too low) and doesn't change until the next knot"
    assert flat in " ".join(said)
    said = walk_texts(section_of([1.0, 0.0], [1500.0, 1700.0], rating=1500.0, games=4))
    assert "reaches zero before the next knot" in said[-1]
    known = {"rating": 1500.0, "games": 12, "record": "all_wins"}
    player = section_of([1.0, 0.5], [1500.0, 1800.0], **known).get_trace(0)
    other = walk.compute_walk_from("closed form", player, player.step5)
    assert (other.prior, other.target) == (player.step5.prior, player.step5.target)
    assert other.prior == 1100.0


def test_the_closed_form_start_shows_where_nobody_is_within_reach():
    people = section_of([1.0, 0.0], [1000.0, 2400.0], rating=1200.0, games=0)
    player = people.get_trace(0)
    done = as_type(player.step5, SpecialTrace)
    other = walk.compute_walk_from("closed form", player, done)
    assert (done.p, other.p) == (2, 0)
    assert "p = 0" in walk_texts(people, "closed form")[-1]
    curve = make_objective_curve(done, player.entrant)
    note = walk.compare_walk_starts(done, other, curve)
    assert "R'0 1400, the closed form 1600" in note
    assert "everywhere from 1400 to 2000" in note
    assert "so R0 decides" in note
    assert "nearest to R'0" in walk.describe_plateau(curve)


@usual
@given(problems())
def test_the_starts_end_together_only_where_stated(made):
    strengths, prior = list(made[0].strengths), made[0].prior
    people = section_of([0.5] * len(strengths), strengths, rating=prior, games=3)
    player = people.get_trace(0)
    other = walk.compute_walk_from("closed form", player, player.step5)
    curve = make_objective_curve(player.step5, player.entrant)
    note = walk.compare_walk_starts(player.step5, other, curve)
    together = abs(other.raw - player.step5.raw) <= 0.005
    assert note.startswith("Both starts give") is together
    # They may differ only if f is zero over a range.
    assert together or curve.zeros.is_range


def test_the_movement_of_the_curve_between_two_steps_is_described():
    known = ((1300.0, 3), (1500.0, 5), (1700.0, 40))
    facts = [{"rating": rating, "games": count} for rating, count in known]
    played = [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 0.5)]
    people = PlayerDirectory(rated(make.field(facts, played)), name_of)
    player = people.get_trace(0)
    note = walk.compare_step_curves(player.step4, player.step5, 4, player, people)
    moved = "Player 3 (no. 3) is now 1658, not 1700 (−42); "
    assert note.startswith(f"Since Step 4: {moved}")
    assert note.endswith("f is now 0 at 1491.50, not at 1500.")
    same = walk.compare_step_curves(player.step4, player.step4, 4, player, people)
    assert same.startswith("Since Step 4, no opponent's rating changed; f is still 0")


def test_the_reason_for_a_search_or_for_none_is_given():
    for count, words in ((40, "based on 40 games, more than 8"), (None, "is unknown")):
        for played, said in (([1.0], words), ([], "no rated game")):
            strengths = [1500.0] * len(played)
            people = section_of(played, strengths, rating=1500.0, games=count)
            assert said in walk.explain_missing_solver(people.get_trace(0), people, 0)
    for count, record, words in (
        (6, "mixed", "Calculated from 1500 by the special formula"),
        (6, "mixed", "based on 6 games (8 or fewer). 2025, 4.1"),
        (1, "mixed", "based on 1 game (8"),
        (30, "all_wins", "game was won"),
        (30, "all_losses", "game was lost"),
    ):
        facts = {"rating": 1500.0, "games": count, "record": record}
        people = section_of([1.0], [1500.0], **facts)
        assert words in walk.explain_special_choice(people.get_trace(0), people)


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


def draw(key: str, *more, rules=RULES, **changed: float) -> FormulaCurve:
    """Return the graph of a formula for nobody, with the usual values but these."""
    usual = {v.key: v.usual for v in VARIABLES}
    return draw_formula(key, usual | changed, NOBODY, rules, *more)


def line(curve: FormulaCurve, name: str) -> dict[float, float]:
    return dict(next(s.points for s in curve.series if s.name == name))


def spots(curve: FormulaCurve) -> list[tuple[float, float]]:
    return [(spot.x, spot.y) for spot in curve.spots]


@often(60)
@given(values, st.sampled_from(sorted(USED)))
def test_every_mark_is_on_its_line_and_within_the_picture(moved, key):
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
    moved = {v.key: v.usual for v in VARIABLES} | {"rating": 1500.0, "games": 4.0}
    curve = draw_formula("effective", moved, NOBODY, RULES, effective=named)
    for name, compute in (
        ("the new one", standard.compute_n_star_2013),
        ("the old one", standard.compute_n_star_2001),
    ):
        assert all(n == compute(r) for r, n in line(curve, name).items())
    assert [s.strong for s in curve.series] == [False, True]
    assert spots(curve) == [
        (1500.0, standard.compute_n_star_2013(1500.0)),
        (1500.0, 4.0),
    ]
    old = draw("effective", rules=rules_on("2012-01-01"))
    assert [s.strong for s in old.series] == [True, False]
    assert old.spots[0].y == standard.compute_n_star_2001(1500.0)
    curve = draw("k", rating=1500.0, games=8.0, m=4.0)
    assert spots(curve)[0] == (8.0, pytest.approx(800 / 12))
    assert all(k == 800 / (n + 9) for n, k in line(curve, "m = 9").items())
    assert "dual" not in curve.sentence
    high = draw("k", rating=2300.0, games=60.0, m=4.0)
    top = 800 * (6.5 - 0.0025 * 2300)
    assert all(k == top / (n + 4) for n, k in line(high, "reduced above 2200").items())
    assert "600 replaces 800" in high.sentence
    curve = draw("bonus", m=9.0, multiplier=10.0, gain=50.0)
    for m, limit in line(curve, "threshold B√m'").items():
        assert limit == standard.compute_bonus_threshold(int(m), 10.0)
    for m, bonus in line(curve, "bonus").items():
        assert bonus == max(0.0, 50.0 - standard.compute_bonus_threshold(int(m), 10.0))
    assert [s.y for s in curve.spots] == [30.0, 20.0]
    assert "20 above 30" in curve.sentence
    few = draw("bonus", m=2.0)
    assert few.spots == ()
    assert "At least three games are required" in few.sentence
    curve = draw("expectancy", rating=1700.0, opponent=1500.0)
    for name, compute in (
        ("standard formula", standard.compute_winning_expectancy),
        ("special formula", special.compute_provisional_expectancy),
    ):
        assert all(we == compute(gap, 0.0) for gap, we in line(curve, name).items())
    expected = standard.compute_winning_expectancy(1700.0, 1500.0)
    assert spots(curve) == [(200.0, expected), (200.0, 0.75)]
    assert draw("expectancy", rating=2900.0).spots == ()


def test_starting_ratings_by_age_under_every_formula():
    old = rules_on("2005-01-01").age_formula
    curve = draw("age", [("until 2005", old)], age=10.0)
    for name, formula in (("these rules", RULES.age_formula), ("until 2005", old)):
        for age, start in line(curve, name).items():
            assert start == compute_age_formula(formula, age)
    assert spots(curve) == [(10.0, 500.0)]
    assert "50 · 10 = 500" in curve.sentence
    assert len(draw("age", [("again", RULES.age_formula)]).series) == 1


def draw_of(player, key="effective") -> tuple[FormulaCurve, list[tuple[float, float]]]:
    subject = make_subject("Player 1", player, DAY)
    curve = draw_formula(key, make_variable_values(subject, RULES), subject, RULES)
    return curve, [(s.x, s.y) for s in curve.spots if s.own]


def draw_marked_formula(key, **facts) -> tuple[FormulaCurve, Any, list[Any]]:
    player = rate_one([1500.0, 1600.0, 1700.0], [1.0, 1.0, 0.5], RULES, **facts)
    curve, own = draw_of(player, key)
    return curve, player, own


STANDARD = {"rating": 1550.0, "games": 30}
SPECIAL = {"rating": 1550.0, "games": 3}


def test_the_players_figures_are_the_traces():
    _, player, own = draw_marked_formula("effective", **STANDARD)
    assert own == [(1550.0, player.effective.n_star)]
    _, player, own = draw_marked_formula("k", **STANDARD)
    assert own == [(player.effective.n_eff, player.step5.k)]
    _, player, own = draw_marked_formula("expectancy", **STANDARD)
    gaps = [1550.0 - s for s in player.step5.strengths]
    assert own == list(zip(gaps, player.step5.expectations, strict=True))
    curve, player, own = draw_marked_formula("bonus", **STANDARD)
    assert own == [(3.0, player.step5.gain)]
    assert curve.spots[1].y == pytest.approx(player.step5.bonus, abs=0.05)
    born = InitialRatingFacts(birth_date=dt.date(2013, 9, 1))
    _, player, own = draw_marked_formula("age", rating=None, start=born)
    assert own == [(pytest.approx(12.0, abs=0.01), player.start.r0)]


def test_if_the_player_cannot_be_marked_the_reason_is_given():
    for key, facts, words in (
        ("k", SPECIAL, "is rated with the special formula, which has no K"),
        ("bonus", SPECIAL, "is rated with the special formula, which has no bonus"),
        ("age", STANDARD, "birth date of Player 1 is missing"),
        ("expectancy", SPECIAL, "The dots are the games of Player 1"),
        ("bonus", {"rating": 2400.0, "games": 30}, "lost rating points"),
    ):
        curve, _, own = draw_marked_formula(key, **facts)
        assert words in curve.sentence
        assert bool(own) is (key == "expectancy")


def test_a_player_is_marked_even_without_games_or_their_number():
    player = rate_one([1500.0], [1.0], RULES, rating=1550.0, games=None)
    curve, _ = draw_of(player)
    assert {spot.y for spot in curve.spots} == {player.effective.n_eff}
    player = rate_one([], [], RULES, rating=1550.0, games=20)
    assert make_subject("Player 1", player, DAY).games == ()
    for key in USED:
        assert bool(draw_of(player, key)[1]) is (key == "effective")
    assert set(NAMES) == set(USED)
