"""The effect of each result of each game of one player on the player's own rating."""

from collections.abc import Sequence
from dataclasses import replace

from uscalc.analysis.pending import with_games
from uscalc.analysis.whatif import Base, rerate_one
from uscalc.document.model import Section
from uscalc.document.queries.scenario import OwnGame
from uscalc.document.queries.ways import without_game
from uscalc.document.rate.rating import SystemRating
from uscalc.engine.inputs import Entrant, Game
from uscalc.monitor import UNMONITORED, Monitor

LETTERS = "LDW"

Three = tuple[float | None, float | None, float | None]


def stops(
    rating: SystemRating,
    section: Section,
    row: int,
    games: Sequence[OwnGame],
    monitor: Monitor = UNMONITORED,
) -> tuple[Three, ...] | None:
    """Return the unrounded new rating for loss, draw and win of each game, everything else
    as `rating` has it.

    None where only a full rating can tell: in matches, by the guide's worksheet, with a
    unknown rating, or once `monitor` is cancelled. An opponent who is not rated
    leaves three times None.
    """
    place = rating.places.get(section.players[row].number)
    if place is None or rating.trace.rules.guide is not None:
        return None
    if rating.trace.section.kind == "match":
        return None
    unknown = {p.number for p in section.players if p.facts(rating.system).unknown}
    if section.players[row].number in unknown:
        return None
    if any(game.opponent in unknown for game in games):
        return None
    base = Base(rating.trace)
    found: list[Three] = []
    for game in games:
        if monitor.is_cancelled():
            return None
        other = rating.places.get(game.opponent)
        if other is None or other == place:
            found.append((None, None, None))
            continue
        loss, draw, win = (
            rerate_one(base, _played(base, place, other, game.round, half), place).post
            for half in range(3)
        )
        found.append((loss, draw, win))
    return tuple(found)


def _played(
    base: Base, place: int, other: int, round_number: int, half_points: int
) -> dict[int, Entrant]:
    """Return both entrants with the game of a round, however it stood before."""
    players = base.trace.players
    own, theirs = players[place].entrant, players[other].entrant
    stood = without_game(own, other, round_number)
    mirrored = stood is None
    opposite = without_game(theirs, place, round_number)
    if opposite is not None:
        theirs, mirrored = opposite, True
    mine = with_games(stood or own, [Game(other, half_points / 2, round_number)])
    if not mirrored:
        return {place: mine}
    answer = Game(place, 1.0 - half_points / 2, round_number)
    return {place: mine, other: replace(theirs, own=with_games(theirs, [answer]).own)}
