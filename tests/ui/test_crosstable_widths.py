"""How the columns of the crosstable share its width."""

import pytest

from uscalc.ui.crosstable_widths import NameWidths, share

NAME = NameWidths(tight=90, narrow=170, wide=300)
FIVE = [50] * 6
"""Five rounds and the empty column of the next."""


@pytest.mark.parametrize(
    ("room", "name"),
    [
        (2000, 300),
        (300 + 300, 300),
        (300 + 200, 200),
        (300 + 170, 170),
        (300 + 150, 170),
        (250 + 170, 170),
        (250 + 130, 130),
        (250 + 90, 90),
        (100, 90),
    ],
)
def test_the_name_gets_what_the_rounds_leave(room: int, name: int) -> None:
    assert share(room, FIVE, NAME, 20).name == name


@pytest.mark.parametrize("room", range(250 + 90, 700, 7))
def test_no_round_is_cut_while_a_name_can_give_way(room: int) -> None:
    shared = share(room, FIVE, NAME, 20)
    assert shared.name + sum(shared.rounds[:5]) <= room
    assert min(shared.rounds) >= 50


@pytest.mark.parametrize("room", range(100, 2000, 31))
def test_more_room_never_makes_a_column_narrower(room: int) -> None:
    less, more = share(room, FIVE, NAME, 20), share(room + 31, FIVE, NAME, 20)
    assert more.name >= less.name
    assert more.rounds >= less.rounds


def test_what_is_left_over_spreads_the_rounds_a_little() -> None:
    assert share(600 + 60, FIVE, NAME, 20).rounds == (60,) * 6
    assert share(5000, FIVE, NAME, 20).rounds == (70,) * 6


def test_a_section_without_rounds_has_the_next_one() -> None:
    assert share(400, [50], NAME, 20) == (300, (70,))
