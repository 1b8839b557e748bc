"""Planted sections: the hidden facts are those that they state, and have a visible effect."""

import pytest

from tests.planted.facts import KINDS, rated, section_of
from tests.planted.judge import judge_halves, score, share_held_back
from tests.planted.plant import DECIMALS_FROM, Plant, planted
from tests.tools.planted import FIRST_OF_ONE, HELD_BACK, THREE_OF_TWO
from uscalc.document.model import Document
from uscalc.engine.rounding import round_for_display
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.write import write_event


def published_minus_computed(document: Document, plant: Plant) -> list[float]:
    """Return published minus computed ratings of everybody, for the file or the truth."""
    found = rated(document)
    players = section_of(plant.file).players
    pairs = [(p.published_in("R"), found.find_post(p.number)) for p in players]
    return [
        published.rating - round_for_display(post)
        for published, post in pairs
        if published is not None and post is not None
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_an_effect_and_the_truth_gives_every_published_rating(kind):
    for seed in range(3):
        plant = planted(seed, kind=kind)
        assert plant.hidden
        assert any(published_minus_computed(plant.file, plant))
        assert not any(published_minus_computed(plant.truth, plant))
        assert read_event(write_event(plant.file).encode()) == plant.file


def test_planted_sections_are_repeatable_and_differ_as_planned():
    for seed in range(10):
        plant = planted(seed, 2)
        assert len(plant.hidden) > 1
        assert any(published_minus_computed(plant.file, plant))
    for seed in range(30):
        plant = planted(seed, 0)
        assert not plant.hidden
        assert plant.kinds == ()
        most = 0.0 if plant.file.end_date < DECIMALS_FROM else 2.0
        assert max(map(abs, published_minus_computed(plant.file, plant))) <= most
    assert planted(5) == planted(5)
    assert planted(5) != planted(6)


# A few of the planted sections; `python tests/tools/planted.py` judges all of them.

ONE, TWO, CLEAN, HALVES = 30, 6, 10, 6


def test_hidden_facts_are_named_and_nothing_else_is_accused():
    one, two, clean = score(range(ONE), 1), score(range(TWO), 2), score(range(CLEAN), 0)
    assert one.share(3) >= FIRST_OF_ONE, list(map(str, one.missed))
    assert two.share(3) >= THREE_OF_TWO, list(map(str, two.missed))
    assert not clean.accused, list(map(str, clean.accused))
    assert not one.untrue + two.untrue
    every = one.verdicts + two.verdicts
    assert max(len(verdict.audit.explanations) for verdict in every) <= 3


def test_facts_found_on_half_of_the_misses_explain_the_other_half():
    pairs = judge_halves(range(25), HALVES)
    assert len(pairs) == HALVES
    assert share_held_back(pairs) >= HELD_BACK, pairs
