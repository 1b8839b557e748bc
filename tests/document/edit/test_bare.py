"""Results typed without the opponent keep the pairing, and nobody else's cell moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.document.edit.test_edits import event, results
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.edit.cells import is_unplayed_game, set_typed_result
from uscalc.document.model import Document
from uscalc.document.rate.check import check_section


def typed(document: Document, row: int, text: str) -> Document:
    edit = set_typed_result(document, 0, row, 0, text)
    assert not edit.refused
    return edit.document


@pytest.mark.parametrize(
    ("standing", "text", "mine", "theirs"),
    [
        ("?2", "w", "W2", "L1"),
        ("?2b", "1", "W2b", "L1w"),
        ("W2", "l", "L2", "W1"),
        ("L2b", " D ", "D2b", "D1w"),
        ("D2", "\N{VULGAR FRACTION ONE HALF}", "D2", "D1"),
        ("W2w", "=", "D2w", "D1b"),
        ("?2", "+", "X2", "F1"),
        ("?2", "f", "F2", "X1"),
        ("X2", "w", "W2", "L1"),
        ("W2", "z", "Z2", "Z1"),
        ("W2b", "?", "?2b", "?1w"),
    ],
)
def test_a_bare_result_keeps_opponent_and_color(standing, text, mine, theirs):
    before = event((standing,), (_mirror(standing),))
    assert results(typed(before, 0, text)) == [(mine,), (theirs,)]


def _mirror(text: str) -> str:
    """The other side of a game of player 1 against player 2."""
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
def test_everything_else_is_as_it_was(text):
    """A bye is replaced, a draft is kept, an opponent is named."""
    after = typed(event(("B",), (), ()), 0, text)
    ((mine,), *_) = results(after)
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        assert mine == text
    else:
        assert parse_cell(mine) == cell


def test_on_an_empty_cell_it_stays_a_draft():
    assert results(typed(event((), ()), 0, "w"))[0] == ("w",)


def test_a_result_typed_again_fills_the_other_side():
    assert results(typed(event(("W2",), ("",)), 0, "w2")) == [("W2",), ("L1",)]
    assert results(typed(event(("W2",), ("",)), 0, "w")) == [("W2",), ("L1",)]
    kept = event(("W2",), ("D3",), ("D2",))
    assert typed(kept, 0, "w2") is kept


def test_two_opponents_exchanged_are_mutual_again():
    before = event(("W3",), ("D4",), ("L1",), ("D2",))
    once = typed(before, 0, "w4")
    # 4 plays 2 as far as the table knows: kept, and in sight.
    assert results(once) == [("W4",), ("D4",), ("",), ("D2",)]
    assert [f.code for f in check_section(once.sections[0], 0)] == ["sides-disagree"]
    twice = typed(once, 1, "d3")
    assert results(twice) == [("W4",), ("D3",), ("D2",), ("L1",)]
    assert not check_section(twice.sections[0], 0)


def test_a_freed_player_that_two_claim_stays_empty():
    before = event(("W2",), ("L1",), ("W2",), ("D2",), ())
    after = typed(before, 0, "w5")
    assert results(after) == [("W5",), ("",), ("W2",), ("D2",), ("L1",)]


def test_the_edit_says_whose_cell_is_empty_thereafter():
    edit = set_typed_result(event(("F2",), ("X1",)), 0, 0, 0, "h")
    assert results(edit.document) == [("H",), ("",)]
    assert edit.name == "Round 1: 1 has a half-point bye; 2 is now blank"


@st.composite
def pairings(draw: st.DrawFn) -> Document:
    """A round in which everybody is paired, has a bye, or has nothing yet."""
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
def test_another_opponent_moves_the_named_alone(document, data):
    """The cell, the opponent left, the one who was named, and no other."""
    players = document.sections[0].players
    row, other = data.draw(st.permutations(range(len(players))))[:2]
    before = parse_cell(players[row].results[0])
    assert not isinstance(before, BadCell)
    left = {(e.opponent or 0) - 1 for e in before if e.opponent is not None}
    held = players[other].results[0]
    after = typed(document, row, f"w{other + 1}").sections[0].players
    moved = {i for i, p in enumerate(after) if p != players[i]}
    assert moved <= {row, other} | left
    color = ""
    if other in left and before[0].color is not None:
        color = before[0].color
    assert after[row].results == (f"W{other + 1}{color}",)
    if not held:
        assert after[other].results == (f"L{row + 1}",)
    elif other not in left:
        # Nothing is lost silently: the game that stood there stands there.
        assert after[other].results == (held,)
    for place in left - {other}:
        assert after[place].results == ("",)


@pytest.mark.parametrize(
    ("text", "open_"),
    [("?2", True), ("?2b", True), ("W2", False), ("?1400-1500", False), ("", False)],
)
def test_open_is_a_game_to_come_against_a_player(text, open_):
    assert is_unplayed_game(text) is open_
    assert not is_unplayed_game("?2|?2")
