"""Games still to be played, and a section in which they have been decided."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from uscalc.engine.inputs import Entrant, Game, SectionInput

LOSS, DRAW, WIN = 0, 1, 2
OUTCOMES: Final = (LOSS, DRAW, WIN)
"""What a game can give the one who is named first, in half points."""


class Pending(NamedTuple):
    """A game to come between two places of a section, in a round counted from 1.

    Outcomes are told for `one`. `mirrored` False: it will be rated for `one` alone.
    """

    one: int
    other: int
    round: int
    mirrored: bool = True

    def sides(self) -> tuple[int, ...]:
        """Return the places whose score it will change."""
        return (self.one, self.other) if self.mirrored else (self.one,)


def decided(
    section: SectionInput, pending: Sequence[Pending], halves: Sequence[int]
) -> SectionInput:
    """Return the section with each game to come decided: `halves` half points for its `one`."""
    more: dict[int, list[Game]] = {}
    for game, points in zip(pending, halves, strict=True):
        more.setdefault(game.one, []).append(Game(game.other, points / 2, game.round))
        if game.mirrored:
            more.setdefault(game.other, []).append(
                Game(game.one, (WIN - points) / 2, game.round)
            )
    entrants = list(section.entrants)
    for place, games in more.items():
        entrants[place] = with_games(entrants[place], games)
    return replace(section, entrants=tuple(entrants))


def with_games(entrant: Entrant, games: Sequence[Game]) -> Entrant:
    """Return the entrant with more games, each in its round."""
    own = sorted((*entrant.own, *games), key=lambda game: game.round)
    return replace(entrant, own=tuple(own))
