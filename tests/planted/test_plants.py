"""Planted sections: what is hidden in them is what they say, and it shows."""

import pytest

from tests.planted.facts import KINDS, rated, section_of
from tests.planted.plant import DECIMALS_FROM, Plant, planted
from uscalc.engine.rounding import round_for_display
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.write import write_event


def off(plant: Plant, truth: bool = False) -> list[float]:
    """Published minus computed for everybody, from the file or the truth."""
    document = plant.truth if truth else plant.file
    found = rated(document)
    differences = []
    for player in section_of(plant.file).players:
        published, post = player.published_in("R"), found.find_post(player.number)
        if published is not None and post is not None:
            differences.append(published.rating - round_for_display(post))
    return differences


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_shows_and_the_truth_gives_every_published_rating(kind):
    for seed in range(3):
        plant = planted(seed, kind=kind)
        assert plant.hidden
        assert any(off(plant))
        assert not any(off(plant, truth=True))
        assert read_event(write_event(plant.file).encode()) == plant.file


def test_planted_sections_are_repeatable_and_differ_as_planned():
    for seed in range(10):
        plant = planted(seed, 2)
        assert len(plant.hidden) > 1
        assert any(off(plant))
    for seed in range(30):
        plant = planted(seed, 0)
        assert not plant.hidden
        assert plant.kinds == ()
        if plant.file.end_date < DECIMALS_FROM:
            assert not any(off(plant))
        else:
            assert max(map(abs, off(plant))) <= 2.0
    assert planted(5) == planted(5)
    assert planted(5) != planted(6)
