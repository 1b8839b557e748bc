"""Blocks from spreadsheets: where each cell goes, which ones are refused, which are emptied."""

from itertools import zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import document, player, section
from tests.often import often
from uscalc.document.edit.block import (
    PasteColumn,
    PastePlan,
    clear_cells,
    plan_paste,
    read_block,
    read_titles,
)
from uscalc.document.edit.cells import set_result
from uscalc.document.edit.structure import add_section
from uscalc.document.model import Document

ALL: tuple[PasteColumn, ...] = ("number", "name", "rating", "games", *range(9))


def paste(before: Document, text: str, row: int = 0, start: int = 1) -> PastePlan:
    return plan_paste(before, 0, row, ALL[start:], read_block(text), "R")


def two_players() -> Document:
    return document(section(player(1, "W2"), player(2, "L1")))


def numbers(plan: PastePlan) -> list[int]:
    return [p.number for p in plan.edit.document.sections[0].players]


def results(plan: PastePlan) -> list[tuple[str, ...]]:
    return [p.results for p in plan.edit.document.sections[0].players]


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("a\tb\r\nc\td\r\n\r\n", [["a", "b"], ["c", "d"]]),
        ('"Rook, ""Red"""\t1\n', [['Rook, "Red"', "1"]]),
        ('"two\nlines"\t1', [["two lines", "1"]]),
        ("\tb", [["", "b"]]),
        ("", []),
    ],
)
def test_a_block_is_read_as_spreadsheets_copy_it(text, block):
    assert read_block(text) == block


def test_a_block_adds_rows_and_rounds_and_writes_the_other_side():
    empty = add_section(document()).document
    plan = paste(empty, "Rook, Ada\t1500\t12\tW2\nBishop, Bo\tnew\t\tL1\n")
    assert (plan.new_players, plan.new_rounds, plan.refused_cells) == (2, 1, ())
    first, second = plan.edit.document.sections[0].players
    assert (first.number, first.name, first.results) == (1, "Rook, Ada", ("W2",))
    assert (first.facts("R").rating, first.facts("R").games) == (1500.0, 12)
    assert (second.facts("R").rating, second.results) == (None, ("L1",))
    assert plan.edit.name == "Paste 8 cells"
    plan = paste(two_players(), "D2", start=4)
    assert (results(plan), plan.edit.name) == ([("D2",), ("D1",)], "Paste 1 cell")
    assert results(paste(two_players(), "W2\nW1", start=4)) == [("W2",), ("W1",)]
    ragged = document(section(player(1, "W2", "B"), player(2, "L1")))
    assert results(paste(ragged, "\t\nL1\tU", start=4))[0] == ("", "")


def test_what_does_not_fit_is_refused_and_the_rest_is_pasted():
    text = "Queen, Vi\tstrong\tmany\tperhaps\nKing, Al\t9999\t5\tL1"
    plan = paste(two_players(), text)
    places = [(cell.row, cell.column) for cell in plan.refused_cells]
    assert places == [(0, "rating"), (0, "games"), (0, 0), (1, "rating")]
    queen, king = plan.edit.document.sections[0].players
    assert (queen.name, king.name) == ("Queen, Vi", "King, Al")
    assert king.facts("R").games == 5


@pytest.mark.parametrize("text", ["nan", "inf", "1e3", "-5", "١٢٠٠x"])
def test_what_only_python_calls_a_number_is_refused(text):
    assert paste(two_players(), text, start=2).refused_cells


def test_numbers_are_given_to_new_players_and_never_changed():
    text = "7\tRook, Ada\n1\tBishop, Bo\n9\tPawn, Pia"
    plan = paste(two_players(), text, row=1, start=0)
    assert numbers(plan) == [1, 2, 10, 9]
    said = [cell.refused for cell in plan.refused_cells]
    assert said == ["the player has number 2", "the player has number 10"]
    before = document(section(player(1)))
    plan = paste(before, "99999\tRook, Ada\n\tBishop, Bo", row=1, start=0)
    assert numbers(plan) == [1, 99_999, 2]
    before = document(section(player(99_998), player(3)))
    plan = paste(before, "Rook, Ada\nBishop, Bo\nCastle, Cy", row=2)
    assert (numbers(plan), plan.new_players) == ([99_998, 3, 99_999], 1)
    assert [cell.row for cell in plan.refused_cells] == [3, 4]
    said = "the highest pairing number is 99999. Renumber the players"
    assert {cell.refused for cell in plan.refused_cells} == {said}


def test_titles_tell_the_columns_and_repetition_changes_nothing():
    plan = paste(two_players(), "Name\tPts\tR1\tPost\nRook, Ada\t1\tD2\t1600", start=4)
    assert plan.refused_cells == ()
    assert plan.edit.document.sections[0].players[0].name == "Rook, Ada"
    assert results(plan) == [("D2",), ("D1",)]
    assert read_titles(["Rook", "1500"]) is None
    assert read_titles(["#", "Name", "Rd 2", "Total"]) == ["number", "name", 1, None]
    before = two_players()
    assert paste(before, "Player 1\t1500\t50\tW2").edit.document is before
    assert paste(before, "").edit.document is before
    before = document(section(player(1, "W2"), player(2, "L1")))
    assert clear_cells(before, 0, [0, 1], [1], "R").document is before


def test_each_row_is_announced_and_can_end_the_plan():
    told = []

    def at_row(done: int, of: int) -> None:
        told.append((done, of))
        if done == 1:
            raise InterruptedError

    block = [["Rook, Ada"], ["Bishop, Bo"], ["Castle, Cy"]]
    with pytest.raises(InterruptedError):
        plan_paste(two_players(), 0, 0, ["name"], block, "R", at_row)
    assert told == [(0, 3), (1, 3)]


CELL = st.sampled_from(["", "W1", "L2", "D3", "?2", "B", "odd", "X1", "W2|L3", "H"])


@often(60)
@given(
    st.lists(st.lists(CELL, max_size=3), min_size=2, max_size=4),
    st.sets(st.integers(0, 2), min_size=1).map(sorted),
)
def test_whole_rounds_are_emptied_as_their_cells_are(rows, rounds):
    before = document(section(*(player(n, *cells) for n, cells in enumerate(rows, 1))))
    everybody = range(len(rows))
    at_once = clear_cells(before, 0, everybody, rounds, "R").document
    one_by_one = before
    for row in everybody:
        for number in rounds:
            one_by_one = set_result(one_by_one, 0, row, number, "").document
    both = (made.sections[0].players for made in (at_once, one_by_one))
    for once, slowly in zip(*both, strict=True):
        cells = zip_longest(once.results, slowly.results, fillvalue="")
        assert all(one == other for one, other in cells)
