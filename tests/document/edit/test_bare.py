"""Results typed without opponent or color keep the pairing and its colors."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.document.edit.test_edits import event, results
from tests.shared_data import load_rows
from uscalc.document.cells import BadCell, parse_cell, score_cell
from uscalc.document.edit.block import plan_paste
from uscalc.document.edit.boards import (
    count_open_boards,
    find_board,
    find_next_open_board,
    list_boards,
    set_board,
)
from uscalc.document.edit.cells import is_unplayed_game, set_typed_result
from uscalc.document.history import History
from uscalc.document.model import Document, Edit
from uscalc.document.queries.scenario import Outcome, set_outcome
from uscalc.document.rate.check import check_section


def typed(document: Document, row: int, text: str) -> Document:
    edit = set_typed_result(document, 0, row, 0, text)
    assert not edit.refused
    return edit.document


@pytest.mark.parametrize(
    ("standing", "text", "mine", "theirs"),
    [
        *(("?2", "w", "W2", "L1"), ("?2b", "1", "W2b", "L1w"), ("W2", "l", "L2", "W1")),
        *(("L2b", " D ", "D2b", "D1w"), ("D2", "½", "D2", "D1")),
        *(("W2w", "=", "D2w", "D1b"), ("?2", "+", "X2", "F1"), ("?2", "f", "F2", "X1")),
        *(("X2", "w", "W2", "L1"), ("W2", "z", "Z2", "Z1"), ("W2b", "?", "?2b", "?1w")),
    ],
)
def test_a_bare_result_keeps_opponent_and_color(standing, text, mine, theirs):
    before = event((standing,), (_mirror(standing),))
    assert results(typed(before, 0, text)) == [(mine,), (theirs,)]


def _mirror(text: str) -> str:
    """Return the other side of a game of player 1 against player 2."""
    letter = {"W": "L", "L": "W", "X": "F", "F": "X"}.get(text[0], text[0])
    color = {"w": "b", "b": "w", "": ""}[text[2:]]
    return f"{letter}1{color}"


@pytest.mark.parametrize("text", ["w", "1", "="])
@pytest.mark.parametrize("standing", ["B", "H", "U", "X", "?1400-1600", "W2|L2"])
def test_an_entry_without_a_single_opponent_is_rejected(standing, text):
    document = event((standing,), ())
    edit = set_typed_result(document, 0, 0, 0, text)
    assert edit.document is document
    (reason,) = edit.refused
    assert f'"{text}"' in reason
    assert standing in reason
    assert "ype " in reason


@pytest.mark.parametrize("text", ["B", "h", "u", "-", "X", "f", "W3", "w3 or l3", "q"])
def test_a_result_with_an_opponent_replaces_the_whole_cell(text):
    """The text replaces a bye, keeps a draft, and names an opponent."""
    ((mine,), *_) = results(typed(event(("B",), (), ()), 0, text))
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        assert mine == text
    else:
        assert parse_cell(mine) == cell


def test_a_result_alone_stays_a_draft_on_an_empty_cell_and_fills_the_other_side():
    assert results(typed(event((), ()), 0, "w"))[0] == ("w",)
    assert results(typed(event(("W2",), ("",)), 0, "w2")) == [("W2",), ("L1",)]
    assert results(typed(event(("W2",), ("",)), 0, "w")) == [("W2",), ("L1",)]
    kept = event(("W2",), ("D3",), ("D2",))
    assert typed(kept, 0, "w2") is kept


def test_opponents_exchanged_are_mutual_and_a_freed_player_is_named():
    once = typed(event(("W3",), ("D4",), ("L1",), ("D2",)), 0, "w4")
    # By the table, 4 plays 2; that game is kept and shown as a conflict.
    assert results(once) == [("W4",), ("D4",), ("",), ("D2",)]
    assert [f.code for f in check_section(once.sections[0], 0)] == ["sides-disagree"]
    twice = typed(once, 1, "d3")
    assert results(twice) == [("W4",), ("D3",), ("D2",), ("L1",)]
    assert not check_section(twice.sections[0], 0)
    after = typed(event(("W2",), ("L1",), ("W2",), ("D2",), ()), 0, "w5")
    assert results(after) == [("W5",), ("",), ("W2",), ("D2",), ("L1",)]
    edit = set_typed_result(event(("F2",), ("X1",)), 0, 0, 0, "h")
    assert results(edit.document) == [("H",), ("",)]
    assert edit.name == "Round 1: 1 has a half-point bye; 2 is now blank"


@st.composite
def pairings(draw: st.DrawFn) -> Document:
    """Generate a round in which everybody is paired, has a bye, or has nothing yet."""
    count = draw(st.integers(2, 9))
    order = draw(st.permutations(range(count)))
    cells = [""] * count
    for one, other in zip(order[::2], order[1::2], strict=False):
        outcome = draw(st.sampled_from(["?", "W", "D", "L", "X", "bye", "none"]))
        if outcome == "bye":
            cells[one], cells[other] = "B", "U"
        elif outcome != "none":
            color, their = draw(st.sampled_from([("w", "b"), ("b", "w"), ("", "")]))
            back = {"W": "L", "L": "W", "X": "F"}.get(outcome, outcome)
            cells[one] = f"{outcome}{other + 1}{color}"
            cells[other] = f"{back}{one + 1}{their}"
    return event(*((cell,) for cell in cells))


@given(pairings(), st.data())
def test_another_opponent_changes_only_the_cells_of_those_involved(document, data):
    players = document.sections[0].players
    row, other = data.draw(st.permutations(range(len(players))))[:2]
    before = parse_cell(players[row].results[0])
    assert not isinstance(before, BadCell)
    left = {(e.opponent or 0) - 1 for e in before if e.opponent is not None}
    held = players[other].results[0]
    after = typed(document, row, f"w{other + 1}").sections[0].players
    assert {i for i, p in enumerate(after) if p != players[i]} <= {row, other} | left
    color = ""
    if other in left and before[0].color is not None:
        color = before[0].color
    assert after[row].results == (f"W{other + 1}{color}",)
    if not held:
        assert after[other].results == (f"L{row + 1}",)
    elif other not in left:
        # Nothing is lost silently: the other game is kept.
        assert after[other].results == (held,)
    for place in left - {other}:
        assert after[place].results == ("",)


def test_an_open_game_is_an_unplayed_game_against_a_player():
    texts = ("?2", "?2b", "W2", "?1400-1500", "", "?2|?2")
    assert list(filter(is_unplayed_game, texts)) == ["?2", "?2b"]


OTHER = {"w": "b", "b": "w", "": ""}
ANSWERS = {"W": "L", "L": "W", "D": "D", "X": "F", "F": "X", "?": "?"}


def cells_after_typing(before: tuple[str, ...], row: int, text: str) -> list[str]:
    edit = set_typed_result(event(*((cell,) for cell in before)), 0, row, 0, text)
    assert not edit.refused
    return [cells[0] if cells else "" for cells in results(edit.document)]


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    load_rows("test_bare", "a_color_stays_with_its_opponent"),
)
def test_a_color_stays_with_its_opponent(before, text, expected):
    assert cells_after_typing(before, 0, text) == list(expected)


def test_pastes_and_forfeits_change_only_their_games():
    before = event(("W2w",), ("L1b",), ("D4b",), ("D3w",))
    plan = plan_paste(before, 0, 0, [0], [["L2"], ["W1"], ["W4"], ["L3"]], "R")
    assert results(plan.edit.document) == [("L2w",), ("W1b",), ("W4b",), ("L3w",)]
    other = plan_paste(before, 0, 0, [0], [["L3"], ["W4"], ["W1"], ["L2"]], "R")
    assert results(other.edit.document) == [("L3",), ("W4",), ("W1",), ("L2",)]
    history = History(event((), ()))
    history.apply_edit(set_typed_result(history.document, 0, 0, 0, "f2"))
    history.apply_edit(set_typed_result(history.document, 0, 1, 0, "f1"))
    assert results(history.document) == [("F2",), ("F1",)]
    said = "Round 1: 2 loses by forfeit against 1; 1 loses by forfeit too"
    assert history.undo_name == said
    history.undo()
    assert results(history.document) == [("F2",), ("X1",)]
    before = event(("F2|?2",), ("F1|?1",))
    assert results(typed(before, 0, "f2|w2")) == [("F2|W2",), ("F1|L1",)]


class Step(NamedTuple):
    row: int
    other: int
    letter: str
    color: str
    way: str


STEPS = st.lists(
    st.builds(
        Step,
        st.integers(0, 3),
        st.integers(0, 3),
        st.sampled_from("WDLXF?"),
        st.sampled_from(["", "", "w", "b"]),
        st.sampled_from(["typed", "bare", "board", "paste", "what if", "clear"]),
    ),
    max_size=15,
)


@given(STEPS)
def test_after_any_steps_each_game_has_the_colors_last_typed_for_it(steps):
    document = event(("",), ("",), ("",), ("",))
    # Each player's opponent and color, tracked separately from the cells.
    plays: dict[int, int] = {}
    color: dict[int, str] = {}
    letter: dict[int, str] = {}
    for step in steps:
        row = step.row
        other = plays.get(row)
        if step.way in ("typed", "paste"):
            if step.other == row or plays.get(step.other, row) != row:
                # This is another player's game; it is kept, and colors don't matter.
                continue
            if other != step.other:
                for kept in (plays, color, letter):
                    kept.pop(row, None)
                    kept.pop(other, None)
                other = step.other
                plays |= {row: other, other: row}
                color |= {row: "", other: ""}
            if step.color:
                color |= {row: step.color, other: OTHER[step.color]}
        elif other is None:
            continue
        elif step.way == "clear":
            for one in (row, other):
                del plays[one], color[one], letter[one]
            document = set_typed_result(document, 0, row, 0, "").document
            assert results(document) == cells(plays, color, letter)
            continue
        if step.way == "what if" and not set(letter[row]) & set("WDL?"):
            continue
        said = "W" if step.way == "what if" else step.letter
        assert other is not None
        document = carried_out(document, step._replace(letter=said), other).document
        double = step.way != "board" and said == "F" == letter.get(other)
        letter |= {row: said, other: "F" if double else ANSWERS[said]}
        assert results(document) == cells(plays, color, letter)


def carried_out(document: Document, step: Step, other: int) -> Edit:
    """Return the edit of a step, made by the function that the step names."""
    section = document.sections[0]
    if step.way == "board":
        both = {step.row, other}
        board = next(b for b in list_boards(section, 0) if {b.first, b.second} == both)
        outcomes = ("win", "draw", "loss", "forfeit-win", "forfeit-loss", "to-play")
        key = step.letter if board.first == step.row else ANSWERS[step.letter]
        edit = set_board(document, 0, 0, board, outcomes["WDLXF?".index(key)])
    elif step.way == "paste":
        block = [[f"{step.letter}{other + 1}{step.color}"]]
        edit = plan_paste(document, 0, step.row, [0], block, "R").edit
    elif step.way == "what if":
        edit = set_outcome(document, 0, Outcome(1, step.row + 1, step.letter))
    else:
        text = f"{step.letter}{other + 1}{step.color}"
        if step.way == "bare":
            text = step.letter
        edit = set_typed_result(document, 0, step.row, 0, text)
    assert not edit.refused
    return edit


def cells(plays, color, letter) -> list[tuple[str, ...]]:
    """Return the round's cells as the oracle expects them."""
    return [
        (f"{letter[row]}{plays[row] + 1}{color[row]}" if row in plays else "",)
        for row in range(4)
    ]


# The boards of a round and their results, with forfeits: both rows of a game agree.


FORFEIT_STEPS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.sampled_from(["x", "f", "bare x", "bare f", "board +", "board -", "board *"])
        | st.sampled_from(["w", "l", "d", "?", "bare w", "bare d"]),
    ),
    max_size=12,
)


@given(FORFEIT_STEPS)
def test_after_any_forfeits_both_rows_agree_and_the_points_are_right(steps):
    document = event(("?2",), ("?1",))
    # The results of the two players, tracked separately from the cells.
    has = ["?", "?"]
    for row, step in steps:
        other = 1 - row
        way, _, key = step.rpartition(" ")
        if way == "board":
            (board,) = list_boards(document.sections[0], 0)
            assert not board.doubt
            outcome, first, second = {
                "*": ("double-forfeit", "F", "F"),
                "+": ("forfeit-win", "X", "F"),
                "-": ("forfeit-loss", "F", "X"),
            }[key]
            edit = set_board(document, 0, 0, board, outcome)
            has[board.first], has[board.second] = first, second
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
    cells = ("?4b", "W3", "L2", "?1w", "B", "W7|?7", "L6|?6")
    document = event(*((cell,) for cell in cells))
    first, *others = numbers(document)
    assert (first, others[0]) == ((4, 1, "to-play"), (2, 3, "win"))
    assert others[1:] == [(6, 7, "win"), (6, 7, "to-play")]
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
    said = "player 1 has W2, player 2 has D1. Correct one of the two results in the"
    assert edit.refused == (f"{said} crosstable",)
    assert second.doubt


def test_boards_are_listed_by_open_results_first():
    document = event(("?2",), ("?1",), ("W4",), ("L3",), ("?6",), ("?5",))
    boards = list_boards(document.sections[0], 0)
    following = [find_next_open_board(boards, place) for place in (-1, 0, 1, 2)]
    assert following == [0, 2, 2, 0]
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
    section = event(("?2",), ("?1",), ("?4",), ("?3",)).sections[0]
    players = (*section.players[:3], replace(section.players[3], number=3))
    boards = list_boards(replace(section, players=players), 0)
    assert not {2, 3} & {board.first for board in boards}


@pytest.mark.parametrize(
    ("text", "place"), [("2", 1), ("#2", 0), ("# 3", 1), ("player 4", 1), ("PLAY", 0)]
)
def test_a_board_is_found_by_number_player_or_name(text, place):
    section = event(("?2",), ("?1",), ("?4",), ("?3",)).sections[0]
    boards = list_boards(section, 0)
    assert find_board(section, boards, text) == place
    assert find_board(section, boards, "4") is find_board(section, boards, "") is None
