"""How many rounds of a section are over."""

import pytest

from uscalc.document.model import Player, Section
from uscalc.document.queries.rounds import count_finished_rounds


def over(*rows: str, played: int | None = None) -> int:
    players = tuple(
        Player(number, results=tuple(row.replace(".", "").split(",")))
        for number, row in enumerate(rows, 1)
    )
    return count_finished_rounds(Section(played_rounds=played, players=players))


@pytest.mark.parametrize(
    ("rows", "rounds"),
    [
        ((), 0),
        ((".", "."), 0),
        (("W2", "L1"), 1),
        (("?2", "?1", "B"), 0),
        (("W2,?3", "L1,B", "B,?1"), 1),
        # Half typed: the round goes on.
        (("W2,W3", "L1,.", "W4,L1", "L3,."), 1),
        # One was forgotten, and no more: a finding says so, and the round is over.
        (("W2,W3", "L1,.", "B,L1"), 2),
        # Who left long ago is not waited for, nor who came late in a round before.
        (("W2,W3,W4", "L1,.,.", "W4,L1,W5", "L3,U,L1", ".,.,L3"), 3),
        (("W2,W3", "L1,B", "what,L1"), 0),
    ],
)
def test_the_results_say_which_rounds_are_over(rows, rounds):
    assert over(*rows) == rounds
    if rows == ("W2,?3", "L1,B", "B,?1"):
        # The file may call a round played even if one of its games wasn't.
        assert [over(*rows, played=n) for n in (0, 1, 2, 9)] == [1, 1, 2, 2]
