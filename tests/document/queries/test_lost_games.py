"""The games that go with players, rounds and sections, each named once."""

from uscalc.document.model import Player, Section
from uscalc.document.queries.games import (
    list_games_lost_with_players,
    list_games_lost_with_round,
    list_games_lost_with_section,
)


def section() -> Section:
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
    assert words(list_games_lost_with_players(section(), [1])) == [
        "Round 1: 2, Pawn, Pam, loses to 1, Rook, Ray",
        "Round 2: 2, Pawn, Pam, wins by forfeit against 3, King, Kit",
    ]
    assert words(list_games_lost_with_players(section(), [0])) == [
        "Round 1: 1, Rook, Ray, beats 2, Pawn, Pam",
        "Round 3: 1, Rook, Ray, is to play 3, King, Kit",
        "Round 3: 4, no name, beats 1, Rook, Ray",
    ]
    assert len(list_games_lost_with_players(section(), [0, 1])) == 4
    assert list_games_lost_with_players(section(), [4]) == ()
    one = section().players[1]
    held = Section(players=(*section().players[:1], one, *section().players[2:]))
    game = list_games_lost_with_players(held, [1])[0]
    assert game.describe_for(one) == "Round 1: loses to 1, Rook, Ray"
    assert game.describe_for(held.players[0]) == str(game)


def test_a_round_and_a_section_lose_every_game_in_them():
    assert len(list_games_lost_with_round(section(), 0)) == 1
    assert len(list_games_lost_with_round(section(), 1)) == 1
    assert len(list_games_lost_with_round(section(), 2)) == 2
    assert len(list_games_lost_with_section(section())) == 4
    twice = Section(
        players=(
            Player(1, "Rook, Ray", results=("W2|L2",)),
            Player(2, "Pawn, Pam", results=("L1|W1",)),
        )
    )
    assert len(list_games_lost_with_round(twice, 0)) == 2
    assert len(list_games_lost_with_players(twice, [1])) == 2
