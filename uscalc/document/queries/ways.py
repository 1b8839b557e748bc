"""Find the games of a player that are open to what-if results, and rate each result.

Rounded ratings and unknown facts leave a range for the player's new rating.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from uscalc.analysis.question import RatingQuestion, reduce_question
from uscalc.analysis.spread import (
    RatingInterval,
    compute_slack,
    make_displayed_interval,
)
from uscalc.analysis.whatif import PendingGame, RatedBase, add_games, rerate_player
from uscalc.document.model import Section
from uscalc.document.queries.scenario import WhatIfGame, list_own_games
from uscalc.document.queries.unknowns import list_unknowns
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.engine.inputs import Entrant, RatedGame, SectionInput
from uscalc.monitor import UNMONITORED, Monitor


class FreeGames(NamedTuple):
    """A section without the games of a player whose results may vary, and those games.

    `free` and `games` are the same games in the same order, as the engine and What if
    have them. `place` is the player's place among the entrants.
    """

    section: SectionInput
    place: int
    free: tuple[PendingGame, ...]
    games: tuple[WhatIfGame, ...]


def find_free_games(
    rating: SystemRating, section: Section, row: int
) -> FreeGames | None:
    """Return the unplayed games of a row, or all its games if every one is played.

    `rating` may include what-if results; `section` has the real ones. Return None if
    the row is not rated or has no such game.
    """
    place = rating.places.get(section.players[row].number)
    games = list_own_games(section, row)
    unplayed = tuple(game for game in games if game.letter is None)
    chosen = [g for g in unplayed or games if g.opponent in rating.places]
    if place is None or not chosen:
        return None
    free = []
    taken: dict[int, Entrant] = {}
    entrants = rating.trace.section.entrants
    for game in chosen:
        other = rating.places[game.opponent]
        mirrored = True
        without = remove_game(taken.get(place, entrants[place]), other, game.round)
        if without is not None:
            taken[place] = without
            opposite = remove_game(taken.get(other, entrants[other]), place, game.round)
            mirrored = opposite is not None
            if opposite is not None:
                taken[other] = opposite
        free.append(PendingGame(place, other, game.round, mirrored))
    without_free = tuple(taken.get(at, one) for at, one in enumerate(entrants))
    left = replace(rating.trace.section, entrants=without_free)
    return FreeGames(left, place, tuple(free), tuple(chosen))


def remove_game(entrant: Entrant, opponent: int, round_number: int) -> Entrant | None:
    """Return the entrant without the game against an opponent in a round; None without one."""
    return next(
        (
            replace(entrant, own=entrant.own[:index] + entrant.own[index + 1 :])
            for index, game in enumerate(entrant.own)
            if game.opponent == opponent and game.round == round_number
        ),
        None,
    )


LETTERS = "LDW"

Three = tuple[float | None, float | None, float | None]


def rate_each_result(
    rating: SystemRating,
    section: Section,
    row: int,
    games: Sequence[WhatIfGame],
    monitor: Monitor = UNMONITORED,
) -> tuple[Three, ...] | None:
    """Return the unrounded new rating for a loss, draw and win of each game.

    All other games are as in `rating`. Return None if only a full rating can answer (in
    matches, by the guide's worksheet, with an unknown rating), or if `monitor` is
    canceled. An opponent who isn't rated gives None three times.
    """
    place = rating.places.get(section.players[row].number)
    trace = rating.trace
    if place is None or trace.rules.guide is not None or trace.section.kind == "match":
        return None
    unknown = {p.number for p in section.players if p.facts(rating.system).unknown}
    if section.players[row].number in unknown or any(
        game.opponent in unknown for game in games
    ):
        return None
    base = RatedBase(rating.trace)
    found: list[Three] = []
    for game in games:
        if monitor.is_canceled():
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
    """Return both entrants with this result of their game in a round."""
    players = base.trace.players
    own, theirs = players[place].entrant, players[other].entrant
    stood = remove_game(own, other, round_number)
    mirrored = stood is None
    opposite = remove_game(theirs, place, round_number)
    if opposite is not None:
        theirs, mirrored = opposite, True
    mine = add_games(stood or own, [RatedGame(other, half_points / 2, round_number)])
    if not mirrored:
        return {place: mine}
    answer = RatedGame(place, 1.0 - half_points / 2, round_number)
    return {place: mine, other: replace(theirs, own=add_games(theirs, [answer]).own)}


def compute_open_interval(
    section: SectionRating,
    rating: SystemRating,
    number: int,
    monitor: Monitor = UNMONITORED,
) -> RatingInterval | None:
    """Return the range that a player's displayed rating may be in; None without a rating.

    Only players that the rating depends on count. Once `monitor` is canceled, no more
    unknown facts are tried; the range is then too narrow.
    """
    place = rating.places.get(number)
    post = None if place is None else rating.find_post(number)
    if place is None or post is None:
        return None
    unknowns = tuple(
        takewhile(lambda _: not monitor.is_canceled(), list_unknowns(section, rating))
    )
    trace = rating.trace
    near = reduce_question(
        RatingQuestion(trace.section, trace.rules, (), place, {}, unknowns)
    ).question
    open_ = compute_slack(
        near.section,
        near.rules,
        near.place,
        takewhile(lambda _: not monitor.is_canceled(), near.unknowns),
    )
    return make_displayed_interval(post - open_.down, post + open_.up)
