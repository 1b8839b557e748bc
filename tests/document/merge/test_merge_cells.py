"""What cells of three states say, compared by who plays whom."""

import pytest

from uscalc.document.cells import parse_cell
from uscalc.document.merge.differences import (
    TableState,
    adds_color,
    find_named_persons,
    has_result,
    is_same_content,
    is_unplayed_pairing,
    make_state,
    trim_empty_rounds,
    write_cell,
)
from uscalc.document.model import Player

ADA, BEN, COY = 10, 11, 12
"""Persons of a merge; in the state below they are numbers 1, 2 and 3."""


def state(*results: str, numbers: tuple[int, ...] = (1, 2, 3)) -> TableState:
    """Ada has the results; the others have none."""
    rows = (results, (), ())
    return make_state(
        {
            who: Player(number, results=tuple(row))
            for who, number, row in zip((ADA, BEN, COY), numbers, rows, strict=True)
        }
    )


def said(text: str, without: tuple[int, ...] = ()):
    return state(text).read_cell(ADA, 0, without)


def test_a_cell_names_persons_and_not_numbers():
    ((entry, who),) = said("W2w")
    assert (entry.outcome, entry.opponent, entry.color, who) == ("win", None, "w", BEN)
    ((_, nobody),) = said("H")
    assert nobody is None
    ((_, unknown),) = said("W9")
    assert unknown == ("number", 9)


def test_the_same_game_under_other_numbers_says_the_same():
    assert state("W2w").read_cell(ADA, 0) == state("W3w", numbers=(1, 3, 2)).read_cell(
        ADA, 0
    )
    assert state("W2w").read_cell(ADA, 0) != state("W2w", numbers=(1, 3, 2)).read_cell(
        ADA, 0
    )


def test_two_of_one_number_are_nobody():
    doubled = state("W2", numbers=(1, 2, 2))
    assert doubled.persons == {1: ADA}
    assert doubled.read_cell(ADA, 0)[0][1] == ("number", 2)


def test_entries_that_name_the_left_out_are_not_said():
    both = state("W2|D3").read_cell(ADA, 0, (BEN,))
    assert [who for _, who in both] == [COY]
    assert state("H").read_cell(ADA, 0, (BEN,))[0][1] is None


def test_where_there_is_no_such_row_or_round_nothing_is_said():
    assert state("W2").get_text(99, 0) == ""
    assert state("W2").get_text(ADA, 1) == ""
    assert state("W2").get_text(ADA, 0) == "W2"
    assert state("W2").read_cell(ADA, 5) == ()


def test_a_draft_is_said_as_typed_without_its_spaces():
    assert said("  w2 x  y ") == "w2 x y"
    assert is_same_content(said("w2  x y"), said("w2 x y"))
    assert not is_same_content(said("w2 x y"), said("w2 x z"))
    assert not is_same_content(said("w2 x y"), said("W2"))
    assert not is_same_content(said("W2"), said("w2 x y"))
    assert not is_same_content(said("y"), said("W2"))
    assert not is_same_content(said("W2"), said("y"))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("W2w", "W2w", True),
        ("W2w", "W2", True),
        ("W2", "W2b", True),
        ("W2w", "W2b", False),
        ("W2", "L2", False),
        ("W2", "W3", False),
        ("W2w", "W3", False),
        ("W2w", "L2", False),
        ("H", "B", False),
        ("", "", True),
        ("", "H", False),
        ("W2|L3", "W2", False),
        ("W2", "W2|L3", False),
        ("W2w|L3", "W2|L3b", True),
        ("W2w|L3w", "W2|L3b", False),
    ],
)
def test_a_color_may_stand_in_one_of_two_cells(one, other, same):
    assert is_same_content(said(one), said(other)) is same


@pytest.mark.parametrize(
    ("text", "to", "adds"),
    [
        ("W2w", "W2", True),
        ("W2w", "W2w", False),
        ("W2", "W2w", False),
        ("W2", "W2", False),
        ("W2|L3b", "W2w|L3", True),
        ("W2|L3", "W2w|L3b", False),
        ("w2 x y", "W2", False),
        ("W2w", "w2 x y", False),
    ],
)
def test_a_cell_adds_a_color_that_the_other_lacks(text, to, adds):
    assert adds_color(said(text), said(to)) is adds


@pytest.mark.parametrize(
    ("pairing", "played", "only"),
    [
        ("?2w", "W2", True),
        ("?2", "L2b", True),
        ("?2", "?2w", True),
        ("?2", "W3", False),
        ("W2", "W2", False),
        ("", "W2", False),
        ("", "", False),
        ("?2|?3", "W2|L3", True),
        ("?2|W3", "W2|W3", False),
        ("?2|?3", "W2", False),
        ("w2 x y", "W2", False),
        ("?2", "w2 x y", False),
    ],
)
def test_a_pairing_gives_way_to_its_own_games(pairing, played, only):
    assert is_unplayed_pairing(said(pairing), said(played)) is only


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("W2", True),
        ("D2", True),
        ("X2", True),
        ("F2", True),
        ("?2", False),
        ("H", False),
        ("B", False),
        ("U", False),
        ("", False),
        ("w2 x y", False),
        ("H|W2", True),
    ],
)
def test_a_result_is_a_game_or_a_forfeit(text, has):
    assert has_result(said(text)) is has


def test_the_persons_that_a_cell_names():
    assert find_named_persons(said("W2|L3")) == {BEN, COY}
    assert find_named_persons(said("H")) == set()
    assert find_named_persons(said("W9")) == set()
    assert find_named_persons(said("w2 x y")) == set()


@pytest.mark.parametrize(
    ("text", "numbers", "result"),
    [
        ("w2w", {BEN: 2}, "w2w"),  # As it stood, where it says the same.
        ("W2w", {BEN: 7}, "W7w"),
        ("W2|d3", {BEN: 2, COY: 8}, "W2|D8"),
        ("W9", {BEN: 2}, "W9"),
        ("h", {}, "h"),
        ("w2 x y", {BEN: 7}, "w2 x y"),
    ],
)
def test_a_cell_is_written_with_the_numbers_of_now(text, numbers, result):
    assert write_cell(text, said(text), numbers) == result


def test_what_is_left_out_of_a_cell_is_not_written():
    left = state("W2|D3").read_cell(ADA, 0, (BEN,))
    assert write_cell("W2|D3", left, {COY: 3}) == "D3"
    nothing = state("W2").read_cell(ADA, 0, (BEN,))
    assert parse_cell(write_cell("W2", nothing, {})) == ()


@pytest.mark.parametrize(
    ("texts", "length", "left"),
    [
        (("W2", "", " "), 1, ("W2",)),
        (("W2", "", ""), 2, ("W2", "")),
        (("", ""), 0, ()),
        (("W2", "", "L3"), 0, ("W2", "", "L3")),
        (("W2",), 3, ("W2",)),
    ],
)
def test_empty_rounds_beyond_the_end_are_dropped(texts, length, left):
    assert trim_empty_rounds(texts, length) == left
