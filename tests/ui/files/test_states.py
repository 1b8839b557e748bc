"""How the bar describes a followed file."""

import pytest

from uscalc.ui.files.states import FileTrouble, LinkStage, LinkState


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (LinkState(LinkStage.UNREAD), "not read yet"),
        (LinkState(LinkStage.WAITING), "a save waits: that of 14:02"),
        (LinkState(LinkStage.IN_STEP), "read 14:02"),
        (LinkState(LinkStage.COMPARING), "read 14:02"),
        (LinkState(LinkStage.STOPPED), "read 14:02, not taken over"),
        (LinkState(LinkStage.STRANGER), "holds another tournament"),
        (LinkState(LinkStage.BEHIND), "behind the file: 3 changes"),
        (LinkState(LinkStage.MERGING), ""),
        (LinkState(LinkStage.MERGING, FileTrouble.UNREADABLE), "cannot be read now"),
        (LinkState(LinkStage.IN_STEP, FileTrouble.GONE), "not there now"),
    ],
)
def test_the_bar_says_how_the_file_is(state, words):
    assert state.describe_state("14:02", 3) == words


def test_one_change_that_was_undone_is_one():
    assert (
        LinkState(LinkStage.BEHIND).describe_state("14:02", 1)
        == "behind the file: 1 change"
    )


def test_a_state_that_is_over_in_a_moment_has_no_words():
    for work in LinkStage:
        state = LinkState(work)
        assert (state.describe_state("14:02") == "") is state.passing
        assert state.busy or not state.passing
