"""Re-rating what a change reaches: matches, one-sided kinds, and floors."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.make import (
    FLOORS,
    LEVELS,
    RATED,
    RULES,
    UNRATED,
    fields,
    matches,
    scalar,
    sheets,
)
from tests.often import often
from uscalc.analysis.whatif import (
    RatedBase,
    decide_games,
    rerate_changed,
    rerate_player,
)
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import rate_section


def assert_same(base, changes):
    section, rules = base.trace.section, base.trace.rules
    entrants = list(section.entrants)
    for place, entrant in changes.items():
        entrants[place] = entrant
    full = rate_section(replace(section, entrants=tuple(entrants)), rules)
    new = rerate_changed(base, changes)
    for place, player in enumerate(full.players):
        assert new.get(place, base.trace.players[place]) == player
        assert rerate_player(base, changes, place) == player


def outcomes(draw, pending):
    return [draw(st.integers(0, 2)) for _ in pending]


@often(80)
@given(st.one_of(fields(), matches(), sheets()), RULES, st.data())
def test_any_set_of_outcomes(drawn, rules, data):
    made, pending = drawn
    base = RatedBase(scalar(made, rules, pending, outcomes(data.draw, pending)))
    then = decide_games(made, pending, outcomes(data.draw, pending))
    touched = {side for game in pending for side in game.list_places()}
    assert_same(base, {place: then.entrants[place] for place in touched})


@often(50)
@given(st.one_of(fields(), matches(), sheets()), RULES, st.data())
def test_other_floors(drawn, rules, data):
    made, pending = drawn
    base = RatedBase(scalar(made, rules, pending, outcomes(data.draw, pending)))
    entrants = base.trace.section.entrants
    places = data.draw(st.sets(st.integers(0, len(entrants) - 1), min_size=1))
    changes = {
        place: replace(entrants[place], floors=data.draw(FLOORS)) for place in places
    }
    assert_same(base, changes)


@often(60)
@given(fields(), RULES, st.data())
def test_other_ratings_counts_and_records(drawn, rules, data):
    made, pending = drawn
    base = RatedBase(scalar(made, rules, pending, outcomes(data.draw, pending)))
    entrants = base.trace.section.entrants
    places = data.draw(st.sets(st.integers(0, len(entrants) - 1), min_size=1))
    changes = {}
    for place in places:
        facts = data.draw(RATED | UNRATED)
        own = entrants[place].own
        changes[place] = Entrant(numbers=(place + 1,), own=own, **facts)
    assert_same(base, changes)


@often(30)
@given(sheets(), RULES, st.data())
def test_a_changed_fixed_strength_gives_the_full_rating(drawn, rules, data):
    made, pending = drawn
    base = RatedBase(scalar(made, rules, pending, outcomes(data.draw, pending)))
    place = len(made.entrants) - 1
    other = replace(base.trace.section.entrants[place], fixed=data.draw(LEVELS))
    assert_same(base, {place: other})
