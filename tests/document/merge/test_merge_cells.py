"""What cells of three states say, compared by who plays whom."""

import pytest

from uscalc.document.merge.differences import (
    TableState,
    adds_color,
    is_same_content,
    make_state,
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


def read(text: str):
    """Read a cell; `.` is an empty one and `_` a space."""
    return state(text.replace("_", " ").strip(".")).read_cell(ADA, 0)


def test_colors_are_merged_from_both_cells():
    same = "W2w W2w", "W2w W2", "W2 W2b", ". .", "W2w|L3 W2|L3b", "w2__x_y w2_x_y"
    for case in same:
        assert is_same_content(*map(read, case.split())), case
    for case in (
        *("W2w W2b", "W2 L2", "W2 W3", "W2w W3", "W2w L2", "H B", ". H", "W2|L3 W2"),
        *("W2 W2|L3", "W2w|L3w W2|L3b", "w2_x_y w2_x_z", "w2_x_y W2", "W2 w2_x_y"),
        *("y W2", "W2 y"),
    ):
        assert not is_same_content(*map(read, case.split())), case
    for case in ("W2w W2", "W2|L3b W2w|L3"):
        assert adds_color(*map(read, case.split())), case
    for case in ("W2w W2w", "W2 W2w", "W2 W2", "W2|L3 W2w|L3b", "w2_x W2", "W2w w2_x"):
        assert not adds_color(*map(read, case.split())), case
    doubled = state("W2", numbers=(1, 2, 2))
    assert doubled.persons == {1: ADA}
    assert doubled.read_cell(ADA, 0)[0][1] == ("number", 2)
    assert read("  w2 x  y ") == "w2 x y"


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
    assert write_cell(text, read(text), numbers) == result
