"""The effect of each result of each game of one player on the player's own rating."""

from collections.abc import Sequence
from dataclasses import replace

from uscalc.analysis.pending import add_games
from uscalc.analysis.whatif import RatedBase, rerate_player
from uscalc.document.model import Section
from uscalc.document.queries.scenario import WhatIfGame
from uscalc.document.queries.ways import without_game
from uscalc.document.rate.in_system import SystemRating
from uscalc.engine.inputs import Entrant, RatedGame
from uscalc.monitor import UNMONITORED, Monitor

LETTERS = "LDW"

Three = tuple[float | None, float | None, float | None]


def rate_stops(
    rating: SystemRating,
    section: Section,
    row: int,
    games: Sequence[WhatIfGame],
    monitor: Monitor = UNMONITORED,
) -> tuple[Three, ...] | None:
    """Return the unrounded new rating for loss, draw and win of each game, everything
    else as `rating` has it.

    Returns None where only a full rating can answer: in matches, by the guide's
    worksheet, with an unknown rating, or once `monitor` is canceled. An opponent who
    isn't rated gives None three times.
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
    base = RatedBase(rating.trace)
    found: list[Three] = []
    for game in games:
        if monitor.is_cancelled():
            return None
        other = rating.places.get(game.opponent)
        if other is None or other == place:
            found.append((None, None, None))
            continue
        loss, draw, win = (
            rerate_player(
                base, _make_entrants(base, place, other, game.round, half), place
            ).post
            for half in range(3)
        )
        found.append((loss, draw, win))
    return tuple(found)


def _make_entrants(
    base: RatedBase, place: int, other: int, round_number: int, half_points: int
) -> dict[int, Entrant]:
    """Return both entrants with the game of a round, however it stood before."""
    players = base.trace.players
    own, theirs = players[place].entrant, players[other].entrant
    stood = without_game(own, other, round_number)
    mirrored = stood is None
    opposite = without_game(theirs, place, round_number)
    if opposite is not None:
        theirs, mirrored = opposite, True
    mine = add_games(stood or own, [RatedGame(other, half_points / 2, round_number)])
    if not mirrored:
        return {place: mine}
    answer = RatedGame(place, 1.0 - half_points / 2, round_number)
    return {place: mine, other: replace(theirs, own=add_games(theirs, [answer]).own)}
