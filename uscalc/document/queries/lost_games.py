"""Games that are removed with a player, a round or a section, each named once."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from uscalc.document.cells import BadCell, Entry, parse_cell
from uscalc.document.model import Player, Section
from uscalc.document.words import describe_entry


@dataclass(frozen=True, slots=True)
class LostGame:
    """One game, as entered for one of its players.

    `round` counts from 1. `words` say what came of it: "beats 7, Rook, Vera".
    """

    round: int
    player: Player
    words: str

    def describe_for(self, player: Player) -> str:
        """Name the round and the result, and who has it unless it is this player."""
        if self.player is player:
            return f"Round {self.round}: {self.words}"
        return str(self)

    def __str__(self) -> str:
        """Name the round, both players and the result."""
        name = self.player.name or "no name"
        return f"Round {self.round}: {self.player.number}, {name}, {self.words}"


def lost_with_players(section: Section, rows: Collection[int]) -> tuple[LostGame, ...]:
    """Return the games of the players in these rows, by round.

    A game that only the opponent's cell has counts too. Byes are no games.
    """
    gone = {section.players[row].number for row in rows}
    first = [section.players[row] for row in sorted(rows)]
    others = [p for row, p in enumerate(section.players) if row not in set(rows)]
    games = _list_games(section, (*first, *others))
    return tuple(game for game, pair in games if not gone.isdisjoint(pair))


def lost_with_round(section: Section, round_index: int) -> tuple[LostGame, ...]:
    """Return the games of a round, by pairing number."""
    games = _list_games(section, section.players)
    return tuple(game for game, _ in games if game.round == round_index + 1)


def lost_with_section(section: Section) -> tuple[LostGame, ...]:
    """Return every game of a section, by round."""
    return tuple(game for game, _ in _list_games(section, section.players))


def _list_games(
    section: Section, players: Collection[Player]
) -> list[tuple[LostGame, frozenset[int]]]:
    """Return each game once, from the side of the player who comes first."""
    names = {player.number: player.name for player in section.players}
    found: list[tuple[LostGame, frozenset[int]]] = []
    for place in range(section.rounds):
        # Two players may meet twice in a round: the second is another game.
        seen: dict[tuple[int, int], int] = {}
        for player in players:
            told: dict[int, int] = {}
            for entry in _list_entries(player, place):
                assert entry.opponent is not None
                other = entry.opponent
                told[other] = told.get(other, 0) + 1
                if told[other] <= seen.get((other, player.number), 0):
                    continue
                seen[player.number, other] = seen.get((player.number, other), 0) + 1
                game = LostGame(place + 1, player, describe_entry(entry, names))
                found.append((game, frozenset((player.number, other))))
    return found


def _list_entries(player: Player, place: int) -> Iterator[Entry]:
    cell = parse_cell(player.results[place]) if place < len(player.results) else ()
    for entry in () if isinstance(cell, BadCell) else cell:
        if entry.opponent is not None:
            yield entry
