"""Unplayed games, and a section in which they have been decided."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from uscalc.engine.inputs import Entrant, RatedGame, SectionInput

LOSS, DRAW, WIN = 0, 1, 2
OUTCOMES: Final = (LOSS, DRAW, WIN)
"""The possible half points of the first player of a game."""


class PendingGame(NamedTuple):
    """An unplayed game between two places of a section, in a round counted from 1.

    Results are given from the view of `one`. `mirrored` False: the game counts for
    `one` alone.
    """

    one: int
    other: int
    round: int
    mirrored: bool = True

    def list_places(self) -> tuple[int, ...]:
        """Return the places whose score the game changes."""
        return (self.one, self.other) if self.mirrored else (self.one,)


def decide_games(
    section: SectionInput, pending: Sequence[PendingGame], halves: Sequence[int]
) -> SectionInput:
    """Return the section with each unplayed game decided by `one`'s half points, `halves`."""
    more: dict[int, list[RatedGame]] = {}
    for game, points in zip(pending, halves, strict=True):
        more.setdefault(game.one, []).append(
            RatedGame(game.other, points / 2, game.round)
        )
        if game.mirrored:
            more.setdefault(game.other, []).append(
                RatedGame(game.one, (WIN - points) / 2, game.round)
            )
    entrants = list(section.entrants)
    for place, games in more.items():
        entrants[place] = add_games(entrants[place], games)
    return replace(section, entrants=tuple(entrants))


def add_games(entrant: Entrant, games: Sequence[RatedGame]) -> Entrant:
    """Return the entrant with more games, each in its round."""
    own = sorted((*entrant.own, *games), key=lambda game: game.round)
    return replace(entrant, own=tuple(own))
