"""How the bar describes a followed file."""

import pytest

from uscalc.ui.follow.states import State, Trouble, Work


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State(Work.UNREAD), "not read yet"),
        (State(Work.WAITING), "a save waits: that of 14:02"),
        (State(Work.IN_STEP), "read 14:02"),
        (State(Work.COMPARING), "read 14:02"),
        (State(Work.STOPPED), "read 14:02, not taken over"),
        (State(Work.STRANGER), "holds another tournament"),
        (State(Work.BEHIND), "behind the file: 3 changes"),
        (State(Work.MERGING), ""),
        (State(Work.MERGING, Trouble.UNREADABLE), "cannot be read now"),
        (State(Work.IN_STEP, Trouble.GONE), "not there now"),
    ],
)
def test_the_bar_says_how_the_file_is(state: State, words: str) -> None:
    assert state.words("14:02", 3) == words


def test_one_change_that_was_undone_is_one() -> None:
    assert State(Work.BEHIND).words("14:02", 1) == "behind the file: 1 change"


def test_a_state_that_is_over_in_a_moment_has_no_words() -> None:
    for work in Work:
        state = State(work)
        assert (state.words("14:02") == "") is state.passing
        assert state.busy or not state.passing
