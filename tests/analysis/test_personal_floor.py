"""The floor that a player earns counts the games to come, in each of many scenarios."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.make import scalar
from tests.engine.make import field, rules, section
from tests.often import often
from uscalc.analysis.arrays.engine import ArrayEngine
from uscalc.analysis.whatif import PendingGame
from uscalc.engine.inputs import FloorFacts

counts = st.integers(0, 12)


@often(60)
@given(counts, counts, counts, st.integers(1, 3))
def test_the_personal_floor_of_a_section_with_games_to_come(
    wins, draws, events, coming
):
    """2025, section 5.1: 100 + 4 wins + 2 draws + events, at most 150."""
    floors = FloorFacts(wins=wins, draws=draws, events=events)
    facts = [
        {"rating": 100.0, "games": 300, "floors": floors},
        *[{"rating": 900.0, "games": 300}] * (coming + 1),
    ]
    made = section(field(facts, [(0, coming + 1, 0.0)]))
    pending = [PendingGame(0, i + 1, i + 2) for i in range(coming)]
    rule_set = rules("2025")
    engine = ArrayEngine(made, rule_set, pending)
    halves = np.array(list(product(range(3), repeat=coming))).T
    found = engine.rate_block(halves).post[0]
    # This event counts with three games.
    played = events + (coming + 1 >= 3)
    met = 0
    for lane in range(halves.shape[1]):
        won, drawn = (int((halves[:, lane] == points).sum()) for points in (2, 1))
        earned = min(150, 100 + 4 * (wins + won) + 2 * (draws + drawn) + played)
        post = float(found if isinstance(found, float) else found[lane])
        exact = scalar(made, rule_set, pending, halves[:, lane]).players[0].post
        assert post == pytest.approx(exact, abs=1e-9)
        assert post >= earned
        met += post == earned
    # Where everything is lost, the floor is all there is.
    assert met >= 1
