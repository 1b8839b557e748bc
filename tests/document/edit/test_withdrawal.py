"""A player who leaves is unpaired in the rounds that are left, and in no other."""

from dataclasses import replace

import pytest

from tests.document.edit.test_edits import event, results
from uscalc.document.edit.withdrawal import withdraw_player


@pytest.mark.parametrize(
    ("mine", "theirs", "rounds", "after", "left", "said"),
    [
        (("W2", ""), ("L1", ""), None, ("W2", "U"), ("L1", ""), "U in round 2"),
        (
            *(("W2", "?2"), ("L1", "?1"), None, ("W2", "U"), ("L1", "")),
            "U in round 2; player 2 has no opponent in round 2",
        ),
        # Planned rounds are left, too, and a bye that was entered is not.
        (("H",), ("B",), 4, ("H", "U", "U", "U"), ("B",), "U in rounds 2 to 4"),
        # A round without a result before a later one was played stays a question.
        (("", "D2", ""), ("B", "D1", ""), None, ("", "D2", "U"), None, "U in round 3"),
    ],
)
def test_the_rounds_after_the_last_result_become_unplayed(
    mine, theirs, rounds, after, left, said
):
    before = event(mine, theirs)
    section = replace(before.sections[0], planned_rounds=rounds)
    edit = withdraw_player(replace(before, sections=(section,)), 0, 0)
    found = results(edit.document)
    assert found[0] == after
    assert left is None or found[1] == left
    assert edit.name == f"Withdraw player 1: {said}"
    assert not edit.refused


def test_a_player_who_has_played_every_round_is_recognized():
    before = event(("W2",), ("L1",))
    edit = withdraw_player(before, 0, 0)
    assert edit.document is before
    assert "No unplayed round is left" in edit.refused[0]
