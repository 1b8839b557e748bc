"""Emptying a whole table says the same as emptying it cell by cell."""

from hypothesis import given
from hypothesis import strategies as st

from tests.build import document, player, section
from tests.often import often
from uscalc.document.edit.block import clear_cells
from uscalc.document.edit.cells import set_result

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
    for once, slowly in zip(
        at_once.sections[0].players, one_by_one.sections[0].players, strict=True
    ):
        width = max(len(once.results), len(slowly.results))
        assert [*once.results, *[""] * (width - len(once.results))] == [
            *slowly.results,
            *[""] * (width - len(slowly.results)),
        ]


def test_an_empty_round_is_no_edit():
    before = document(section(player(1, "W2"), player(2, "L1")))
    assert clear_cells(before, 0, [0, 1], [1], "R").document is before
