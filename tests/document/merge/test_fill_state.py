"""A state from a rating list: filled in where nobody said one."""

import datetime as dt

import pytest

from uscalc.document.merge.listed import ListEntry, fill_player, list_changes
from uscalc.document.model import Player

DAY = dt.date(2025, 9, 1)


@pytest.mark.parametrize(
    ("here", "listed", "then"),
    [(None, "WA", "WA"), ("OR", "WA", "OR"), (None, "", None)],
)
def test_a_state_is_filled_in_and_told(here, listed, then):
    before = Player(1, "Inventa, Ada", "90000001", state=here)
    entry = ListEntry("90000001", "INVENTA, ADA", state=listed)
    after = fill_player(before, entry, DAY, DAY)
    assert after.state == then
    told = [
        (c.before, c.after) for c in list_changes(before, after) if c.what == "State"
    ]
    assert told == ([] if here == then else [("–", "WA")])
