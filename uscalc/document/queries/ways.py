"""Which of a player's games are open to imagination, taken out of a rated section."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from uscalc.analysis.pending import PendingGame
from uscalc.document.model import Section
from uscalc.document.queries.scenario import WhatIfGame, list_own_games
from uscalc.document.rate.in_system import SystemRating
from uscalc.engine.inputs import Entrant, SectionInput


class FreeGames(NamedTuple):
    """A section without a player's free games, and those games.

    `free` and `games` tell of the same games in the same order, `place` is the
    player's among the entrants.
    """

    section: SectionInput
    place: int
    free: tuple[PendingGame, ...]
    games: tuple[WhatIfGame, ...]


def free_games(rating: SystemRating, section: Section, row: int) -> FreeGames | None:
    """Return the unplayed games of a row; where all are played, all of them.

    `rating` may be of the section with its what-if results; `section` is
    the real one. None where the row is not rated or has no such game.
    """
    place = rating.places.get(section.players[row].number)
    games = list_own_games(section, row)
    to_come = tuple(game for game in games if game.letter is None)
    chosen = [g for g in to_come or games if g.opponent in rating.places]
    if place is None or not chosen:
        return None
    free = []
    taken: dict[int, Entrant] = {}
    entrants = rating.trace.section.entrants
    for game in chosen:
        other = rating.places[game.opponent]
        mirrored = True
        without = without_game(taken.get(place, entrants[place]), other, game.round)
        if without is not None:
            taken[place] = without
            opposite = without_game(
                taken.get(other, entrants[other]), place, game.round
            )
            mirrored = opposite is not None
            if opposite is not None:
                taken[other] = opposite
        free.append(PendingGame(place, other, game.round, mirrored))
    return FreeGames(
        _replace_games(rating.trace.section, taken), place, tuple(free), tuple(chosen)
    )


def without_game(entrant: Entrant, opponent: int, round_number: int) -> Entrant | None:
    """Return the entrant without the game against an opponent in a round; None: there is none."""
    for index, game in enumerate(entrant.own):
        if game.opponent == opponent and game.round == round_number:
            own = entrant.own[:index] + entrant.own[index + 1 :]
            return replace(entrant, own=own)
    return None


def _replace_games(section: SectionInput, changed: dict[int, Entrant]) -> SectionInput:
    entrants: Sequence[Entrant] = section.entrants
    return replace(
        section, entrants=tuple(changed.get(i, e) for i, e in enumerate(entrants))
    )
