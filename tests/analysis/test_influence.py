"""What a game weighs is what rating the section anew says it weighs."""

from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.test_whatif import FACTS, RULES
from tests.engine.make import field, section
from tests.often import often
from uscalc.analysis.ripple import (
    compute_influence,
    explain_change,
    list_mutual_games,
    rerate_with_score,
)
from uscalc.analysis.whatif import RatedBase
from uscalc.engine.section import rate_section
from uscalc.monitor import Monitor


@st.composite
def rated(draw):
    n = draw(st.integers(2, 7))
    facts = draw(st.lists(FACTS, min_size=n, max_size=n))
    pairs = st.tuples(
        st.integers(0, n - 1), st.integers(0, n - 1), st.sampled_from([0.0, 0.5, 1.0])
    ).filter(lambda game: game[0] != game[1])
    return facts, draw(st.lists(pairs, min_size=1, max_size=2 * n))


@often(60)
@given(rated(), RULES)
def test_the_swing_of_a_game_is_that_of_three_full_ratings(drawn, rule_set):
    facts, results = drawn
    found = compute_influence(
        RatedBase(rate_section(section(field(facts, results)), rule_set))
    )
    assert len(found.meetings) == len(results)
    expected = []
    for i, (one, other, _) in enumerate(results):
        posts = []
        for score in (0.0, 0.5, 1.0):
            games = [*results[:i], (one, other, score), *results[i + 1 :]]
            trace = rate_section(section(field(facts, games)), rule_set)
            posts.append([player.post for player in trace.players])
        swings = {}
        for place, values in enumerate(zip(*posts, strict=True)):
            if None not in values and max(values) != min(values):
                swings[place] = max(values) - min(values)
        expected.append(swings)
    by_size = sorted(sorted(s.items()) for s in expected)
    assert sorted(sorted(s.items()) for s in found.swings) == by_size
    assert found.widest == max((v for s in expected for v in s.values()), default=0.0)


def one_unrated() -> RatedBase:
    facts = [
        {"rating": 1500.0, "games": 40},
        {"rating": 1600.0, "games": 40},
        {"rating": 1400.0, "games": 40},
    ]
    games = [(0, 1, 1.0), (1, 2, 0.5), (0, 2, 1.0)]
    from tests.engine.make import rules

    return RatedBase(rate_section(section(field(facts, games)), rules("2025")))


def test_a_game_is_listed_once_with_both_its_sides():
    found = list_mutual_games(one_unrated())
    assert len(found) == 3
    assert all(meeting.mirror is not None for meeting in found)


def test_counting_games_can_be_stopped_and_says_how_far_it_is():
    base = one_unrated()
    said: list[tuple[int, int]] = []
    assert (
        compute_influence(
            base, monitor=Monitor(report=lambda n, of: said.append((n, of)))
        )
        is not None
    )
    assert said == [(0, 3), (1, 3), (2, 3)]
    left = iter([True, False])
    assert compute_influence(base, monitor=Monitor(lambda: not next(left))) is None


def test_a_game_moves_opponents_of_its_players_through_step_4():
    base = one_unrated()
    (game,) = (m for m in list_mutual_games(base) if {m.place, m.opponent} == {0, 1})
    moved = rerate_with_score(base, game, 0.0)
    players = [moved.get(i, old) for i, old in enumerate(base.trace.players)]
    after = base.trace._replace(players=tuple(players))
    said = explain_change(base.trace, after, 2)
    assert {reason.kind for reason in said} == {"strength"}
    assert {reason.place for reason in said} == {0, 1}
    first = said[0]
    old, new = base.trace.players[first.place], after.players[first.place]
    assert (first.before, first.after) == (old.step4.result, new.step4.result)
    assert explain_change(base.trace, after, 0)[0].kind == "own"
    assert explain_change(base.trace, base.trace, 2) == ()
