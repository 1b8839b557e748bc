"""The boards of a round and their results, forfeits too: both rows of a game agree."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.document.edit.test_edits import event, results
from uscalc.document.cells import score_cell
from uscalc.document.edit.boards import (
    count_open_boards,
    find_board,
    find_next_open_board,
    list_boards,
    set_board,
)
from uscalc.document.edit.cells import set_typed_result
from uscalc.document.history import History
from uscalc.document.model import Document
from uscalc.document.rate.check import check_section

ANSWERS = {"W": "L", "L": "W", "D": "D", "?": "?", "X": "F", "F": "X"}


def typed(document: Document, row: int, text: str) -> Document:
    edit = set_typed_result(document, 0, row, 0, text)
    assert not edit.refused
    return edit.document


def pair(*texts: str) -> list[str]:
    """Both cells of players 1 and 2 after texts typed as "1f2": player 1, then `f2`."""
    document = event(("",), ("",), ("",))
    for text in texts:
        document = typed(document, int(text[0]) - 1, text[1:])
    return [cells[0] for cells in results(document)[:2]]


@pytest.mark.parametrize(
    ("texts", "cells"),
    [
        (["1f2"], ["F2", "X1"]),
        (["1f2", "2f1"], ["F2", "F1"]),
        (["2f1", "1f2"], ["F2", "F1"]),
        (["1f2", "2f"], ["F2", "F1"]),
        (["1?2", "1-", "2-"], ["F2", "F1"]),
        # A win by forfeit over a loss moves both sides.
        (["1f2", "1x2"], ["X2", "F1"]),
        (["1x2", "2x1"], ["F2", "X1"]),
        (["1f2", "2f1", "1x2"], ["X2", "F1"]),
        (["1f2", "2f1", "2+"], ["F2", "X1"]),
        # A game after all, another opponent, nothing at all.
        (["1f2", "2f1", "1w2"], ["W2", "L1"]),
        (["1f2", "2f1", "2?"], ["?2", "?1"]),
        (["1f2", "2f1", "1d3"], ["D3", ""]),
        (["1f2", "2f1", "1"], ["", ""]),
        (["1w2", "2f1"], ["X2", "F1"]),
        (["1w2", "2f1", "1f2"], ["F2", "F1"]),
    ],
)
def test_forfeits_are_written_on_both_sides(texts, cells):
    assert pair(*texts) == cells


def test_a_double_forfeit_is_one_step_and_leaves_other_games_alone():
    history = History(event((), ()))
    history.apply_edit(set_typed_result(history.document, 0, 0, 0, "f2"))
    history.apply_edit(set_typed_result(history.document, 0, 1, 0, "f1"))
    assert results(history.document) == [("F2",), ("F1",)]
    assert (
        history.undo_name
        == "Round 1: 2 loses by forfeit against 1; 1 loses by forfeit too"
    )
    history.undo()
    assert results(history.document) == [("F2",), ("X1",)]
    before = event(("F2|?2",), ("F1|?1",))
    assert results(typed(before, 0, "f2|w2")) == [("F2|W2",), ("F1|L1",)]


STEPS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.sampled_from(["x", "f", "bare x", "bare f", "board +", "board -", "board *"])
        | st.sampled_from(["w", "l", "d", "?", "bare w", "bare d"]),
    ),
    max_size=12,
)


@given(STEPS)
def test_after_any_forfeits_both_rows_agree_and_the_points_are_right(steps):
    document = event(("?2",), ("?1",))
    # What the two have, kept apart from every cell.
    has = ["?", "?"]
    for row, step in steps:
        other = 1 - row
        way, _, key = step.rpartition(" ")
        if way == "board":
            (board,) = list_boards(document.sections[0], 0)
            assert not board.doubt
            win, loss = board.first, board.second
            if key == "*":
                edit = set_board(document, 0, 0, board, "double-forfeit")
                has = ["F", "F"]
            elif key == "+":
                edit = set_board(document, 0, 0, board, "forfeit-win")
                has[win], has[loss] = "X", "F"
            else:
                edit = set_board(document, 0, 0, board, "forfeit-loss")
                has[win], has[loss] = "F", "X"
        else:
            text = key if way == "bare" else f"{key}{other + 1}"
            edit = set_typed_result(document, 0, row, 0, text)
            letter = key.upper()
            if not (letter == has[other] == "F"):
                has[other] = ANSWERS[letter]
            has[row] = letter
        assert not edit.refused
        document = edit.document
        assert results(document) == [(f"{has[0]}2",), (f"{has[1]}1",)]
        points = [score_cell(cells[0]) for cells in results(document)]
        worth = {"W": 1.0, "X": 1.0, "D": 0.5}
        assert points == [worth.get(letter, 0.0) for letter in has]
        if "X" in has or "F" in has:
            assert sorted(has) in (["F", "X"], ["F", "F"])
        (board,) = list_boards(document.sections[0], 0)
        assert not board.doubt
        assert (board.outcome == "double-forfeit") == (has == ["F", "F"])


def numbers(document: Document, round_index: int = 0) -> list[tuple[int, int, str]]:
    players = document.sections[0].players
    return [
        (players[b.first].number, players[b.second].number, b.outcome)
        for b in list_boards(document.sections[0], round_index)
    ]


def test_white_is_first_on_a_board_if_a_color_is_known():
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
    assert numbers(event(("W2",), ("L1w",))) == [(2, 1, "loss")]


def test_a_missing_side_is_filled_in_and_a_disagreement_refused():
    document = event(("",), ("?1",))
    (board,) = list_boards(document.sections[0], 0)
    assert not board.doubt
    after = set_board(document, 0, 0, board, "win").document
    assert results(after) == [("L2",), ("W1",)]
    document = event(("W2",), ("D1",), ("?4",), ("W1",))
    first, second = list_boards(document.sections[0], 0)[:2]
    edit = set_board(document, 0, 0, first, "win")
    assert edit.document is document
    assert edit.refused == (
        "player 1 has W2, player 2 has D1. Correct one of the two results in the crosstable",
    )
    assert second.doubt


def test_boards_are_listed_by_open_results_first():
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
    document = event(("W2", "?3"), ("L1", "?4"), ("B", "?1"), ("U", "?2"))
    assert count_open_boards(document.sections[0]) == {1: 2}
    section = event(("W2",), ("L1",), ("?4",), ("?3",)).sections[0]
    assert find_board(section, list_boards(section, 0), "player") == 1
    document = event(("?2|?2",), ("?1|?1",))
    board = list_boards(document.sections[0], 0)[1]
    after = set_board(document, 0, 0, board, "loss").document
    assert results(after)[0] == ("?2|L2",)
    assert not check_section(after.sections[0], 0)
    document = event(("?2",), ("?1",), ("?4",), ("?3",))
    section = document.sections[0]
    players = (*section.players[:3], replace(section.players[3], number=3))
    assert not any(
        b.first in (2, 3) for b in list_boards(replace(section, players=players), 0)
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        *(("2", 1), ("#2", 0), ("# 3", 1), ("player 4", 1), ("PLAY", 0), ("4", None)),
        ("", None),
    ],
)
def test_a_board_is_found_by_number_player_or_name(text, place):
    document = event(("?2",), ("?1",), ("?4",), ("?3",))
    section = document.sections[0]
    assert find_board(section, list_boards(section, 0), text) == place
