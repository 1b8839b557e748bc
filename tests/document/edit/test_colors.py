"""Colors stay with a game whatever comes of it, and go with another opponent."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.document.edit.test_edits import event, results
from uscalc.document.edit.block import plan_paste
from uscalc.document.edit.boards import list_boards, set_board
from uscalc.document.edit.cells import set_typed_result
from uscalc.document.model import Document, Edit
from uscalc.document.queries.scenario import Outcome, set_outcome

OTHER = {"w": "b", "b": "w", "": ""}
ANSWERS = {"W": "L", "L": "W", "D": "D", "X": "F", "F": "X", "?": "?"}


def after(before: tuple[str, ...], row: int, text: str) -> list[str]:
    edit = set_typed_result(event(*((cell,) for cell in before)), 0, row, 0, text)
    assert not edit.refused
    return [cells[0] if cells else "" for cells in results(edit.document)]


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        (("W2w", "L1b"), "l2", ["L2w", "W1b"]),
        (("W2w", "L1b"), "w2", ["W2w", "L1b"]),
        (("W2w", "L1b"), "x2", ["X2w", "F1b"]),
        (("?2b", "?1w"), "d2", ["D2b", "D1w"]),
        # One side alone has a color: it stays where it is known.
        (("W2", "L1b"), "l2", ["L2", "W1b"]),
        (("W2w", "L1"), "l2", ["L2w", "W1b"]),
        # A color that is typed is meant, and so is the opposite one.
        (("W2w", "L1b"), "l2b", ["L2b", "W1w"]),
        (("W2", "L1b"), "l2b", ["L2b", "W1w"]),
        # Two that contradict each other are kept; only a typed color corrects them.
        (("W2w", "L1w"), "d2", ["D2w", "D1w"]),
        (("W2w|L2b", "L1b|W1w"), "d2|l2", ["D2w|L2b", "D1b|W1w"]),
        (("W2w|L2b", "W1w|L1b"), "d2|l2", ["D2w|L2b", "W1w|D1b"]),
        (("W2w|L2b", "L1b|W1w"), "l2", ["L2b", "W1w"]),
        (("N2w", ""), "s2", ["S2w", ""]),
        # A result typed again gives an empty other side its color.
        (("W2w", ""), "w2", ["W2w", "L1b"]),
        # It goes with another opponent.
        (("W2w", "L1b", ""), "w3", ["W3", "", "L1"]),
        (("W2w", "L1b", ""), "w3b", ["W3b", "", "L1w"]),
        (("W2w", "L1b", "?1w"), "w3", ["W3", "", "L1w"]),
        (("W2w", "L1b", ""), "b", ["B", "", ""]),
        (("W2w", "L1b", ""), "", ["", "", ""]),
    ],
)
def test_a_color_stays_with_its_opponent(before, text, expected):
    assert after(before, 0, text) == expected


def test_a_paste_without_colors_keeps_those_that_stand():
    before = event(("W2w",), ("L1b",), ("D4b",), ("D3w",))
    block = [["L2"], ["W1"], ["W4"], ["L3"]]
    plan = plan_paste(before, 0, 0, [0], block, "R")
    assert results(plan.edit.document) == [("L2w",), ("W1b",), ("W4b",), ("L3w",)]
    other = plan_paste(before, 0, 0, [0], [["L3"], ["W4"], ["W1"], ["L2"]], "R")
    assert results(other.edit.document) == [("L3",), ("W4",), ("W1",), ("L2",)]


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
    # Whom each plays, and each one's color, kept apart from every cell.
    plays: dict[int, int] = {}
    color: dict[int, str] = {}
    letter: dict[int, str] = {}
    for step in steps:
        row = step.row
        other = plays.get(row)
        if step.way in ("typed", "paste"):
            if step.other == row or plays.get(step.other, row) != row:
                # Somebody else's game: kept, and no matter of colors.
                continue
            if other != step.other:
                for one in (row, other):
                    if one is not None:
                        plays.pop(one, None)
                        color.pop(one, None)
                        letter.pop(one, None)
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
    """The edit that a step means, through the way that it names."""
    section = document.sections[0]
    if step.way == "board":
        board = next(
            b
            for b in list_boards(section, 0)
            if {b.first, b.second} == {step.row, other}
        )
        mine = {
            "W": "win",
            "D": "draw",
            "L": "loss",
            "X": "forfeit-win",
            "F": "forfeit-loss",
            "?": "to-play",
        }
        key = step.letter if board.first == step.row else ANSWERS[step.letter]
        edit = set_board(document, 0, 0, board, mine[key])
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
    """The round as the oracle has it."""
    return [
        (f"{letter[row]}{plays[row] + 1}{color[row]}" if row in plays else "",)
        for row in range(4)
    ]
