"""The games of a section: which would be lost, are finished, or are of two players; each once."""

import pytest

from tests.build import document, player, section
from tests.shared_data import load_rows
from uscalc.document.edit.structure import add_section
from uscalc.document.model import Player, Section
from uscalc.document.queries import games as open_games
from uscalc.document.queries.rounds import count_finished_rounds


def five_players() -> Section:
    return Section(
        players=(
            Player(1, "Rook, Ray", results=("W2", "B", "?3")),
            Player(2, "Pawn, Pam", results=("L1", "X3", "")),
            Player(3, "King, Kit", results=("H", "F2", "?1")),
            Player(4, "", results=("U", "", "W1")),
            Player(5, "Idle, Ida", results=("U", "H", "what?")),
        )
    )


def words(games: object) -> list[str]:
    assert isinstance(games, tuple)
    return [str(game) for game in games]


def test_games_lost_with_players_are_named_once_by_round_and_opponent():
    assert words(open_games.list_games_lost_with_players(five_players(), [1])) == [
        "Round 1: 2, Pawn, Pam, loses to 1, Rook, Ray",
        "Round 2: 2, Pawn, Pam, wins by forfeit against 3, King, Kit",
    ]
    assert words(open_games.list_games_lost_with_players(five_players(), [0])) == [
        "Round 1: 1, Rook, Ray, beats 2, Pawn, Pam",
        "Round 3: 1, Rook, Ray, is to play 3, King, Kit",
        "Round 3: 4, no name, beats 1, Rook, Ray",
    ]
    assert len(open_games.list_games_lost_with_players(five_players(), [0, 1])) == 4
    assert open_games.list_games_lost_with_players(five_players(), [4]) == ()
    held = five_players()
    game = open_games.list_games_lost_with_players(held, [1])[0]
    assert game.describe_for(held.players[1]) == "Round 1: loses to 1, Rook, Ray"
    assert game.describe_for(held.players[0]) == str(game)


def test_games_of_rounds_sections_and_two_players_are_counted():
    assert len(open_games.list_games_lost_with_round(five_players(), 0)) == 1
    assert len(open_games.list_games_lost_with_round(five_players(), 1)) == 1
    assert len(open_games.list_games_lost_with_round(five_players(), 2)) == 2
    assert len(open_games.list_games_lost_with_section(five_players())) == 4
    twice = section(player(1, "W2|L2"), player(2, "L1|W1"))
    assert len(open_games.list_games_lost_with_round(twice, 0)) == 2
    assert len(open_games.list_games_lost_with_players(twice, [1])) == 2
    made = document(section(player(1, "W2"), player(2, "L1"), kind="match"))
    assert [s.kind for s in add_section(made).document.sections] == ["match", "event"]
    two = player(1, "W2", "W2"), player(2, "L1", "L1")
    assert open_games.count_games_of_two(section(*two, player(3))) == 0
    assert open_games.count_games_of_two(section(*two, kind="match")) == 0
    assert open_games.count_games_of_two(section(*two, kind="unrated")) == 0
    assert open_games.count_games_of_two(section()) == 0


# The number of finished rounds of a section.


def finished_rounds(*rows: str, played: int | None = None) -> int:
    players = tuple(
        Player(number, results=tuple(row.replace(".", "").split(",")))
        for number, row in enumerate(rows, 1)
    )
    return count_finished_rounds(Section(played_rounds=played, players=players))


@pytest.mark.parametrize(
    ("rows", "rounds"),
    load_rows("test_games_to_play", "the_results_decide_which_rounds_are_finished"),
)
def test_the_results_decide_which_rounds_are_finished(rows, rounds):
    assert finished_rounds(*rows) == rounds
    if rows == ("W2,?3", "L1,B", "B,?1"):
        # The file may call a round played although one of its games wasn't.
        assert [finished_rounds(*rows, played=n) for n in (0, 1, 2, 9)] == [1, 1, 2, 2]


# Sections that look like a match: two players who meet repeatedly.


@pytest.mark.parametrize(
    ("results", "met"),
    [
        (("W2",), 1),
        (("W2", "D2", "L2"), 3),
        (("W2|L2",), 2),
        (("W2", "B", "X2", "?2"), 1),
        (("W2", "?? what"), 1),
        ((), 0),
    ],
)
def test_the_games_of_two_are_counted(results, met):
    assert open_games.count_games_of_two(section(player(1, *results), player(2))) == met
