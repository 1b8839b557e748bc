"""Round robins printed by opponents are put into rounds, and nothing else is."""

import datetime as dt

import pytest

from tests.formats.msa_pages import Entry, table
from uscalc.document.model import Section
from uscalc.document.rate.check import check_section
from uscalc.formats import open_text
from uscalc.formats.msa.table import order_square_by_rounds

DAY = dt.date(2013, 5, 5)


def square(size: int, cycles: int = 1) -> list[list[str]]:
    """Whoever stands higher wins; the columns are the rows in reverse order."""
    columns = list(reversed(range(size))) * cycles
    return [
        [
            "*" if row == column else f"{'W' if row < column else 'L'} {column + 1:3}"
            for column in columns
        ]
        for row in range(size)
    ]


def section(cells: list[list[str]]) -> Section:
    entries = [
        Entry(
            i + 1, str(sum(cell[0] == "W" for cell in row)), row, member=f"9000000{i}"
        )
        for i, row in enumerate(cells)
    ]
    return open_text(table(*entries), DAY).document.sections[0]


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("size", range(2, 10))
def test_every_game_is_in_one_round_on_both_sides(size, cycles):
    read = section(square(size, cycles))
    assert not check_section(read, 0)
    assert read.rounds == cycles * (size if size % 2 else size - 1)
    for player in read.players:
        games = [token for token in player.results if token != "U"]
        assert len(games) == cycles * (size - 1)
        assert player.results.count("U") == cycles * (size % 2)


def test_forfeits_and_colors_move_with_their_games():
    cells = square(4)
    cells[0][0], cells[3][3] = "X   0", "F   0"
    players = section(cells).players
    assert players[0].results.index("X") == players[3].results.index("F")
    first = Entry(1, "1.0", ["*", "W   2"], colors=["", "W"], member="90000001")
    second = Entry(2, "0.0", ["L   1", "*"], colors=["B", ""], member="90000002")
    players = open_text(table(first, second), DAY).document.sections[0].players
    assert [player.results for player in players] == [("W2w",), ("L1b",)]
    players = section([["*", "W   2"], ["*", "L   1"]]).players
    assert [player.results for player in players] == [("U", "W2"), ("U", "L1")]


@pytest.mark.parametrize(
    "cells",
    [
        [["*", "W   2"], ["*", "L   1"]],
        [["*", "W   2"], ["L   1", "     "]],
        [["*", "W   3"], ["L   1", "*"]],
        [["*", "W   2"], ["L   1", "*", "*"]],
        [["W   2"], ["L   1"]],
        [["*"]],
    ],
)
def test_what_is_no_square_is_left_by_rounds(cells):
    assert order_square_by_rounds(list(range(1, len(cells) + 1)), cells) is None
