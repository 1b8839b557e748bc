"""What each of the five steps takes as a player's and an opponent's strength."""

import pytest

from tests.engine.make import field, rate_one, rules, section
from uscalc.engine.inputs import Entrant, FloorFacts, RatedGame, StartFacts
from uscalc.engine.section import rate_section
from uscalc.engine.standard import compute_n_star_2013
from uscalc.engine.trace import PlayerTrace, SpecialTrace
from uscalc.monitor import Monitor

NEW = StartFacts(office=(1000.0, 0))
FIVE = StartFacts(office=(1000.0, 5))


def rate(*facts: dict[str, object], results: list[tuple[int, int, float]]) -> list:
    made = section(field(facts, results))
    return list(rate_section(made, rules()).players)


def special(trace: PlayerTrace, step: int) -> SpecialTrace:
    found = (trace.step3, trace.step4, trace.step5)[step - 3]
    assert isinstance(found, SpecialTrace)
    return found


def test_step_3_runs_only_for_the_unrated_without_games():
    new, sourced, rated, zero = rate(
        {"rating": None, "start": NEW},
        {"rating": None, "start": FIVE},
        {"rating": 1200.0, "games": 5},
        {"rating": 1200.0, "games": 0},
        results=[(0, 1, 1.0), (0, 2, 0.5), (1, 2, 1.0), (3, 0, 1.0)],
    )
    assert new.step3 is not None
    assert sourced.step3 is rated.step3 is zero.step3 is None


def test_step_3_counts_the_start_as_one_drawn_game():
    new, _ = rate(
        {"rating": None, "start": NEW},
        {"rating": 1200.0, "games": 100},
        results=[(0, 1, 1.0)],
    )
    third = special(new, 3)
    assert (third.n_eff, third.target, third.prior) == (1.0, 1.5, 1000.0)
    assert third.end == pytest.approx((1000 + 1200 + 400) / 2)


def test_steps_4_and_5_count_the_start_for_no_games():
    new, _ = rate(
        {"rating": None, "start": NEW},
        {"rating": 1200.0, "games": 100},
        results=[(0, 1, 1.0)],
    )
    for step in (4, 5):
        assert (special(new, step).n_eff, special(new, step).target) == (0.0, 1.0)
    assert special(new, 4).end == pytest.approx(1600.0)


def test_the_start_still_counts_among_the_neighbours():
    found = rate_one([1100.0], [0.5], rating=None, start=NEW)
    assert special(found, 5).p == 2


def test_strengths_of_the_steps_come_from_where_the_text_says():
    new, sourced, rated = rate(
        {"rating": None, "start": NEW},
        {"rating": None, "start": FIVE},
        {"rating": 1500.0, "games": 100},
        results=[(0, 1, 1.0), (0, 2, 0.5), (1, 2, 1.0)],
    )
    assert new.step3.strengths == (1000.0, 1500.0)
    assert sourced.step4.strengths == (new.step3.result, 1500.0)
    assert rated.step4.strengths == (new.step3.result, 1000.0)
    assert new.step4.strengths == (1000.0, 1500.0)
    assert rated.step5.strengths == (new.step4.result, sourced.step4.result)


@pytest.mark.parametrize("games", [0, 8])
def test_eight_games_are_special(games):
    assert rate_one([1500.0], [1.0], rating=1500.0, games=games).formula == "special"


@pytest.mark.parametrize("games", [9, 26, None])
def test_nine_games_and_an_unknown_count_are_standard(games):
    found = rate_one([1500.0], [1.0], rating=1500.0, games=games)
    assert found.formula == "standard"


def test_the_standard_formula_holds_even_with_an_effective_count_below_8():
    found = rate_one([100.0], [1.0], rating=100.0, games=100)
    assert found.effective.n_eff < 8
    assert found.formula == "standard"


def test_an_unknown_count_is_as_many_games_as_the_rating_can_be_worth():
    found = rate_one([1500.0], [1.0], rating=1500.0, games=None)
    assert found.effective.n_eff == compute_n_star_2013(1500.0)
    assert found.post_games is None


@pytest.mark.parametrize("record", ["all_wins", "all_losses"])
def test_a_one_way_record_is_special_whatever_the_count(record):
    for games in (1, 30, None):
        found = rate_one([1500.0], [0.5], rating=1500.0, games=games, record=record)
        assert found.formula == "special"
        assert special(found, 5).prior == (1100.0 if record == "all_wins" else 1900.0)


@pytest.mark.parametrize("facts", [{"rating": 1500.0, "games": 0}, {"rating": None}])
def test_without_an_earlier_game_no_record_is_one_way(facts):
    start = StartFacts(office=(1500.0, 5))
    found = rate_one([1500.0], [0.5], record="all_wins", start=start, **facts)
    assert special(found, 5).prior == 1500.0


def test_a_start_is_not_raised_to_100_but_every_result_is():
    low = StartFacts(office=(40.0, 0))
    found = rate_one([200.0], [0.0], rating=None, start=low)
    assert found.start.r0 == 40.0
    assert (found.step3.result, special(found, 4).result, found.post) == (100, 100, 100)


def test_a_personal_floor_acts_on_the_result_and_not_on_step_4():
    held, other = rate(
        {"rating": 1500.0, "games": 100, "floors": FloorFacts(peak=1700.0)},
        {"rating": 1500.0, "games": 100},
        results=[(0, 1, 0.0), (0, 1, 0.0)],
    )
    assert held.post == 1500.0
    assert held.step4.result < 1500.0
    assert other.step5.strengths == (held.step4.result,) * 2


def test_a_player_without_a_game_is_not_rated():
    idle = rate_one([], [], rating=1432.5, games=7)
    assert (idle.post, idle.post_games, idle.formula) == (1432.5, 7, "none")
    assert idle.step4 is idle.step5 is idle.floors is None
    assert rate_one([], [], rating=None, start=NEW).post is None


def test_an_opponent_who_has_no_game_of_his_own_keeps_his_strength():
    one = Entrant((1,), 1500.0, 100, own=(RatedGame(1, 1.0, 1),))
    other = Entrant((2,), 1640.0, 100)
    found = rate_section(section((one, other)), rules()).players
    assert found[0].step5.strengths == (1640.0,)
    assert found[1].post == 1640.0


def test_games_are_added_to_the_count():
    assert rate_one([1500.0] * 3, [1.0] * 3, rating=1500.0, games=7).post_games == 10
    found = rate_one([1500.0] * 3, [1.0, 0.5, 0.0], rating=None, start=FIVE)
    assert found.post_games == 8


def test_the_unrated_with_a_count_above_8_are_standard():
    start = StartFacts(office=(1500.0, 10))
    found = rate_one([1500.0], [1.0], rating=None, start=start)
    assert (found.formula, found.step3) == ("standard", None)
    assert found.effective.n_eff == 10


@pytest.mark.parametrize("kind", ["event", "foreign-fide", "foreign-fide-youth"])
def test_from_an_event_abroad_everybody_is_rated_in_one_step(kind):
    entrants = field(
        [
            {"rating": None, "start": NEW},
            {"rating": 1500.0, "games": 30},
            {"rating": 1200.0, "games": 30},
            {"rating": 1300.0, "games": 30},
        ],
        [(0, 1, 1.0), (1, 2, 0.5)],
    )
    new, rated, last, idle = rate_section(section(entrants, kind=kind), rules()).players
    usual = kind == "event"
    assert (new.step3 is not None, new.step4 is not None) == (usual, usual)
    assert (last.step3 is not None, last.step4 is not None) == (False, usual)
    assert None not in (rated.step5, last.step5)
    assert new.why == ("few-games" if usual else "foreign")
    assert rated.why == ("many-games" if usual else "foreign")
    # Who has no game has no steps at all.
    assert (idle.formula, idle.why) == ("none", "no-games")
    assert (idle.step3, idle.step4, idle.step5) == (None, None, None)


def test_there_is_a_pause_before_everybody_in_every_step():
    entrants = field(
        [*[{"rating": None, "start": NEW}] * 2, *[{"rating": 1500.0, "games": 30}] * 3],
        [(0, 2, 1.0), (3, 4, 0.5)],
    )
    pauses: list[None] = []
    rate_section(section(entrants), rules(), Monitor(lambda: bool(pauses.append(None))))
    # Steps 1 and 2 together, 3 for the new one with a game, 4 and 5.
    assert len(pauses) == 5 + 1 + 5 + 5


@pytest.mark.parametrize("games", [None, 0])
def test_a_strength_that_is_fixed_stands_in_every_step(games):
    rated, fixed = rate(
        {"rating": 1500.0, "games": 30},
        {"rating": None, "games": games, "fixed": 1400.0},
        results=[(0, 1, 1.0)],
    )
    assert rated.step4.strengths == rated.step5.strengths == (1400.0,)
    assert (fixed.formula, fixed.step5, fixed.post) == ("none", None, None)
    assert (fixed.start.how, fixed.start.r0, fixed.start.n) == ("fixed", 1400.0, None)
