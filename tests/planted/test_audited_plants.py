"""A twentieth of the planted sections; `python tests/tools/planted.py` judges all."""

from functools import lru_cache

from tests.planted.judge import Score, held_back, share_held_back
from tests.planted.plant import planted
from tests.tools.planted import FIRST_OF_ONE, HELD_BACK, THREE_OF_TWO

ONE, TWO, CLEAN, HALVES = 50, 10, 15, 10


@lru_cache(maxsize=3)
def score(facts: int, sections: int) -> Score:
    found = Score()
    found.count(range(sections), facts, lambda _: None)
    return found


def test_hidden_facts_are_named_and_nothing_else_is_accused():
    found = score(1, ONE)
    assert found.share(3) >= FIRST_OF_ONE, list(map(str, found.missed))
    found = score(2, TWO)
    assert found.share(3) >= THREE_OF_TWO, list(map(str, found.missed))
    found = score(0, CLEAN)
    assert not found.accused, list(map(str, found.accused))
    assert not score(1, ONE).untrue
    assert not score(2, TWO).untrue
    every = score(1, ONE).verdicts + score(2, TWO).verdicts
    assert max(len(verdict.audit.explanations) for verdict in every) <= 3


def test_facts_found_on_half_of_the_misses_explain_the_other_half():
    found = (held_back(planted(seed)) for seed in range(40))
    pairs = [pair for pair in found if pair is not None][:HALVES]
    assert len(pairs) == HALVES
    assert share_held_back(pairs) >= HELD_BACK, pairs
