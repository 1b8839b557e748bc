"""A section's rounds as a report has them: a code a game, or one for two."""

import pytest

from uscalc.document.cells import parse_cell
from uscalc.document.model import Player, Section, SectionReport
from uscalc.document.reporting.rounds import lay_out_section


def section(*rows: tuple[str, ...], **more: object) -> Section:
    players = tuple(Player(n, results=row) for n, row in enumerate(rows, 1))
    return Section(**({"players": players} | more))


def test_codes_are_the_letter_the_opponent_and_the_color():
    rows = (("W2w", "B", "X2", "N2", "?2", ""), ("l1b", "h", "F1b", "U", "?1", "Z"))
    laid = lay_out_section(section(*rows))
    assert laid.rows == (
        ("W2W", "B0", "X2", "N2", "U0", "U0"),
        ("L1B", "H0", "F1B", "U0", "U0", "Z0"),
    )


@pytest.mark.parametrize(
    ("one", "two", "codes"),
    [
        ("W2|W2", "L1|L1", ("$2", "L1")),
        ("W2|D2", "D1|L1", ("#2", "D1")),
        ("L2|W2", "W1|L1", ("W2", "W1")),
        ("D2|D2", "D1|D1", ("%2", "%1")),
    ],
)
def test_two_games_against_one_are_one_code(one, two, codes):
    laid = lay_out_section(section((one,), (two,)))
    assert (laid.type, laid.rounds) == ("2", 1)
    assert tuple(row[0] for row in laid.rows) == codes


def test_both_sides_of_every_game_are_in_the_same_round():
    rows = (("W2|D2", "W2"), ("D1|L1", "L1"))
    laid = lay_out_section(section(*rows, report=SectionReport(type="2")))
    assert laid.type == "S"
    assert laid.rows == (("W2", "D2", "W2"), ("L1", "D1", "L1"))
    rows = (("W2|L3",), ("W3|L1",), ("W1|L2",), ("B",))
    laid = lay_out_section(section(*rows))
    assert laid.rounds == 3
    played = 0
    for place in range(laid.rounds):
        cells = [parse_cell(row[place].replace("0", "")) for row in laid.rows]
        for number, cell in enumerate(cells, 1):
            (entry,) = cell
            if entry.opponent is not None:
                (other,) = cells[entry.opponent - 1]
                assert other.opponent == number
                assert {entry.outcome, other.outcome} == {"win", "loss"}
                played += 1
    assert played == 6
    laid = lay_out_section(section(("W2",), ("L1",), planned_rounds=3))
    assert laid.rows == (("W2", "U0", "U0"), ("L1", "U0", "U0"))


def test_the_type_follows_from_kind_and_games():
    robin = (("W2", "W3", "B"), ("L1", "B", "W3"), ("B", "L1", "L2"))
    assert lay_out_section(section(*robin)).type == "R"
    assert lay_out_section(section(("W2",), ("L1",))).type == "S"
    assert lay_out_section(section(("W2|W2",), ("L1|L1",), kind="match")).type == "M"
    assert lay_out_section(section(*robin, report=SectionReport(type="O"))).type == "O"
    odd = section(("W2",), ("L1",), report=SectionReport(type="M"))
    assert lay_out_section(odd).type == "S"
