"""Planted sections: the hidden facts are those that they state, and have a visible effect."""

from functools import lru_cache

import pytest

from tests.planted.facts import KINDS, rated, section_of
from tests.planted.judge import Score, held_back, share_held_back
from tests.planted.plant import DECIMALS_FROM, Plant, planted
from tests.tools.planted import FIRST_OF_ONE, HELD_BACK, THREE_OF_TWO
from uscalc.engine.rounding import round_for_display
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.write import write_event


def published_minus_computed(plant: Plant, truth: bool = False) -> list[float]:
    """Return published minus computed ratings of everybody, for the file or the truth."""
    document = plant.truth if truth else plant.file
    found = rated(document)
    differences = []
    for player in section_of(plant.file).players:
        published, post = player.published_in("R"), found.find_post(player.number)
        if published is not None and post is not None:
            differences.append(published.rating - round_for_display(post))
    return differences


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_an_effect_and_the_truth_gives_every_published_rating(kind):
    for seed in range(3):
        plant = planted(seed, kind=kind)
        assert plant.hidden
        assert any(published_minus_computed(plant))
        assert not any(published_minus_computed(plant, truth=True))
        assert read_event(write_event(plant.file).encode()) == plant.file


def test_planted_sections_are_repeatable_and_differ_as_planned():
    for seed in range(10):
        plant = planted(seed, 2)
        assert len(plant.hidden) > 1
        assert any(published_minus_computed(plant))
    for seed in range(30):
        plant = planted(seed, 0)
        assert not plant.hidden
        assert plant.kinds == ()
        if plant.file.end_date < DECIMALS_FROM:
            assert not any(published_minus_computed(plant))
        else:
            assert max(map(abs, published_minus_computed(plant))) <= 2.0
    assert planted(5) == planted(5)
    assert planted(5) != planted(6)


# A few of the planted sections; `python tests/tools/planted.py` judges all of them.

ONE, TWO, CLEAN, HALVES = 30, 6, 10, 6


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
    found = (held_back(planted(seed)) for seed in range(25))
    pairs = [pair for pair in found if pair is not None][:HALVES]
    assert len(pairs) == HALVES
    assert share_held_back(pairs) >= HELD_BACK, pairs
