"""The boards of a round: listed, found, and given results through both cells."""

from dataclasses import replace

import pytest

from tests.document.edit.test_edits import event, results
from uscalc.document.edit.boards import (
    count_open_boards,
    find_board,
    find_next_open_board,
    list_boards,
    set_board,
)
from uscalc.document.model import Document
from uscalc.document.rate.check import check_section


def numbers(document: Document, round_index: int = 0) -> list[tuple[int, int, str]]:
    players = document.sections[0].players
    return [
        (players[b.first].number, players[b.second].number, b.outcome)
        for b in list_boards(document.sections[0], round_index)
    ]


def test_white_is_first_and_the_lowest_number_leads():
    document = event(
        ("?4b",), ("W3",), ("L2",), ("?1w",), ("B",), ("W7|?7",), ("L6|?6",)
    )
    assert numbers(document) == [
        (4, 1, "to-play"),
        (2, 3, "win"),
        (6, 7, "win"),
        (6, 7, "to-play"),
    ]
    boards = list_boards(document.sections[0], 0)
    assert [b.number for b in boards] == [1, 2, 3, 4]
    assert [b.has_colors for b in boards] == [True, False, False, False]


def test_the_color_may_stand_on_the_other_side():
    assert numbers(event(("W2",), ("L1w",))) == [(2, 1, "loss")]


def test_a_side_that_is_missing_is_written_with_the_result():
    document = event(("",), ("?1",))
    (board,) = list_boards(document.sections[0], 0)
    assert not board.doubt
    after = set_board(document, 0, 0, board, "win").document
    assert results(after) == [("L2",), ("W1",)]


def test_sides_that_disagree_are_refused():
    document = event(("W2",), ("D1",), ("?4",), ("W1",))
    first, second = list_boards(document.sections[0], 0)[:2]
    edit = set_board(document, 0, 0, first, "win")
    assert edit.document is document
    assert edit.refused == (
        (
            "player 1 has W2, player 2 has D1. Correct one of the two "
            "results in the crosstable"
        ),
    )
    assert second.doubt


def test_one_game_of_two_in_a_cell():
    document = event(("?2|?2",), ("?1|?1",))
    board = list_boards(document.sections[0], 0)[1]
    after = set_board(document, 0, 0, board, "loss").document
    assert results(after)[0] == ("?2|L2",)
    assert not check_section(after.sections[0], 0)


def test_of_a_number_used_twice_nothing_is_listed():
    document = event(("?2",), ("?1",), ("?4",), ("?3",))
    section = document.sections[0]
    players = (*section.players[:3], replace(section.players[3], number=3))
    assert not any(
        b.first in (2, 3) for b in list_boards(replace(section, players=players), 0)
    )


def test_the_next_open_board_comes_round():
    document = event(("?2",), ("?1",), ("W4",), ("L3",), ("?6",), ("?5",))
    boards = list_boards(document.sections[0], 0)
    assert [find_next_open_board(boards, place) for place in (-1, 0, 1, 2)] == [
        0,
        2,
        2,
        0,
    ]
    assert find_next_open_board((), 0) is None
    assert find_next_open_board(boards[1:2], 0) is None


def test_rounds_with_open_boards():
    document = event(("W2", "?3"), ("L1", "?4"), ("B", "?1"), ("U", "?2"))
    assert count_open_boards(document.sections[0]) == {1: 2}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("2", 1),
        ("#2", 0),
        ("# 3", 1),
        ("player 4", 1),
        ("PLAY", 0),
        ("4", None),
        ("", None),
    ],
)
def test_a_board_is_found_by_number_player_or_name(text, place):
    document = event(("?2",), ("?1",), ("?4",), ("?3",))
    section = document.sections[0]
    assert find_board(section, list_boards(section, 0), text) == place


def test_open_boards_are_found_first():
    section = event(("W2",), ("L1",), ("?4",), ("?3",)).sections[0]
    assert find_board(section, list_boards(section, 0), "player") == 1
