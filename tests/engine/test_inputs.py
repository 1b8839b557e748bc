"""What goes into a rating: what follows from an entrant's games, and what is usual."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uscalc.engine.inputs import Entrant, RatedGame


@given(st.lists(st.tuples(st.integers(2, 6), st.sampled_from([0.0, 0.5, 1.0]))))
def test_what_follows_from_the_games(own):
    entrant = Entrant((1,), 1500.0, own=tuple(RatedGame(*game, 1) for game in own))
    assert entrant.opponents == tuple(place for place, _ in own)
    assert entrant.m == len(own)
    assert entrant.score == sum(score for _, score in own)
    assert entrant.wins == sum(score == 1.0 for _, score in own)
    assert entrant.draws == sum(score == 0.5 for _, score in own)
    met = Counter(place for place, _ in own)
    assert entrant.most_meetings == max(met.values(), default=0)


@pytest.mark.parametrize("count", [19, 20, 21])
def test_meetings_are_counted_alike_in_short_events_and_long(count):
    own = tuple(RatedGame(2 + place // 3, 1.0, place) for place in range(count))
    assert Entrant((1,), 1500.0, own=own).most_meetings == 3
