"""Re-rating what a change reaches gives, bit for bit, what a full rating gives."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.make import EDITIONS, field, rules, rules_on, section
from tests.often import often
from uscalc.analysis.whatif import RatedBase, rerate_changed
from uscalc.engine.inputs import Entrant, InitialRatingFacts, RatedGame
from uscalc.engine.section import rate_section

RATINGS = st.one_of(
    st.integers(100, 2800).map(float), st.floats(100, 2800), st.just(1500.0)
)
FACTS = st.one_of(
    st.fixed_dictionaries(
        {
            "rating": RATINGS,
            "games": st.one_of(st.none(), st.integers(0, 60)),
            "record": st.sampled_from(["mixed", "mixed", "all_wins", "all_losses"]),
        }
    ),
    st.fixed_dictionaries(
        {
            "rating": st.none(),
            "start": st.builds(
                InitialRatingFacts,
                office=st.tuples(RATINGS, st.sampled_from([0, 0, 5, 10])),
            ),
        }
    ),
)
RULES = st.sampled_from(
    [*(rules(key) for key in EDITIONS), rules_on("2013-02-01"), rules_on("2018-02-01")]
)


@st.composite
def sections(draw):
    n = draw(st.integers(2, 9))
    facts = draw(st.lists(FACTS, min_size=n, max_size=n))
    pairs = st.tuples(
        st.integers(0, n - 1), st.integers(0, n - 1), st.sampled_from([0.0, 0.5, 1.0])
    ).filter(lambda game: game[0] != game[1])
    results = draw(st.lists(pairs, max_size=2 * n))
    made = section(field(facts, results), dual=draw(st.booleans()))
    return made, facts, results


def changed_section(made, changes):
    entrants = list(made.entrants)
    for place, entrant in changes.items():
        entrants[place] = entrant
    return replace(made, entrants=tuple(entrants))


def assert_same(made, rule_set, changes):
    before = rate_section(made, rule_set)
    full = rate_section(changed_section(made, changes), rule_set)
    new = rerate_changed(RatedBase(before), changes)
    for place, player in enumerate(full.players):
        assert new.get(place, before.players[place]) == player
    return before, new


@often(200)
@given(sections(), RULES, st.data())
def test_a_game_more_or_less_gives_the_full_rating(drawn, rule_set, data):
    made, facts, results = drawn
    n = len(facts)
    one = data.draw(st.integers(0, n - 1))
    other = data.draw(st.integers(0, n - 1).filter(lambda place: place != one))
    more = field(facts, [*results, (one, other, 1.0)])
    assert_same(made, rule_set, {one: more[one], other: more[other]})
    full = section(more, dual=made.dual)
    assert_same(full, rule_set, {one: made.entrants[one], other: made.entrants[other]})


def test_reached_players_are_rated_again_also_from_one_sided_games():
    lonely = Entrant((1,), 1500.0, 30, own=(RatedGame(1, 1.0, 1),))
    stronger = Entrant((2,), 1700.0, 30)
    made = section((lonely, stronger))
    changes = {1: replace(stronger, rating=1900.0)}
    before, new = assert_same(made, rules(), changes)
    assert new[0].post > before.players[0].post
    facts = [{"rating": 1500.0 + i, "games": 50} for i in range(40)]
    ring = [(i, (i + 1) % 40, 1.0) for i in range(40)]
    made = section(field(facts, ring))
    changes = {10: replace(made.entrants[10], rating=1800.0)}
    _, new = assert_same(made, rules(), changes)
    # The neighbours' Step 4 ratings change, and with them their neighbours' Step 5.
    assert set(new) == {8, 9, 10, 11, 12}
