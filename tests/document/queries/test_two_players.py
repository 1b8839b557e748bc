"""Which sections look like a match: two players who meet again and again."""

import pytest

from tests.build import document, player, section
from uscalc.document.edit.structure import add_section
from uscalc.document.queries.games import count_games_of_two


@pytest.mark.parametrize(
    ("results", "met"),
    [
        (("W2",), 1),
        (("W2", "D2", "L2"), 3),
        (("W2|L2",), 2),
        (("W2", "B", "X2", "?2"), 1),
        (("W2", "?? what"), 1),
        ((), 0),
    ],
)
def test_the_games_of_two_are_counted(results, met):
    assert count_games_of_two(section(player(1, *results), player(2))) == met


def test_the_games_of_others_are_none_and_the_section_after_a_match_is_an_ordinary_one():
    made = document(section(player(1, "W2"), player(2, "L1"), kind="match"))
    assert [s.kind for s in add_section(made).document.sections] == ["match", "event"]
    two = player(1, "W2", "W2"), player(2, "L1", "L1")
    assert count_games_of_two(section(*two, player(3))) == 0
    assert count_games_of_two(section(*two, kind="match")) == 0
    assert count_games_of_two(section(*two, kind="unrated")) == 0
    assert count_games_of_two(section()) == 0
