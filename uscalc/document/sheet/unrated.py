"""Unrated opponents of a sheet, rated from the known games as the rating rules do it.

An unrated opponent has no given strength. Step 1 starts it. Step 3 rates it from its
games, here those with the sheet's player, for Step 4, and Step 4 for Step 5.
"""

from collections.abc import Container, Mapping
from dataclasses import replace

from uscalc.analysis.intervals import OpponentDrift
from uscalc.analysis.question import RatingQuestion
from uscalc.engine.inputs import Entrant, RatedGame, SectionInput
from uscalc.engine.section import plan_player, rate_section
from uscalc.engine.special import MINIMUM, compute_special_rating

SHARE_OF_RANGE = 0.25
"""A quarter of the range: 19 of 20 lie within two standard deviations of the middle."""


def rate_unrated_opponents(question: RatingQuestion) -> RatingQuestion:
    """Return the question with unrated opponents rated from games with the player."""
    section, me = question.section, question.place
    unrated = frozenset(
        place
        for place, entrant in enumerate(section.entrants)
        if entrant.fixed is not None and entrant.rating is None
    )
    if not unrated:
        return question
    entrants = list(section.entrants)
    for place in unrated:
        own = tuple(
            RatedGame(me, 1.0 - game.score, game.round)
            for game in entrants[me].own
            if game.opponent == place
        )
        entrants[place] = replace(entrants[place], fixed=None, own=own)
    return replace(
        question,
        section=replace(section, entrants=tuple(entrants)),
        pending=tuple(
            game._replace(mirrored=True) if game.other in unrated else game
            for game in question.pending
        ),
        unknowns=tuple(
            replace(
                unknown,
                alternatives=tuple(
                    _free_strengths(one, unrated) for one in unknown.alternatives
                ),
                remade=tuple(
                    one._replace(entrants=_free_strengths(one.entrants, unrated))
                    for one in unknown.remade
                ),
            )
            for unknown in question.unknowns
        ),
    )


def _free_strengths(
    changed: Mapping[int, Entrant], unrated: Container[int]
) -> dict[int, Entrant]:
    """Return changed entrants, without the given strength of unrated ones."""
    return {
        place: entrant.with_facts(fixed=None) if place in unrated else entrant
        for place, entrant in changed.items()
    }


def find_strengths(question: RatingQuestion, section: SectionInput) -> dict[int, float]:
    """Return each opponent's strength in Step 5, in a section without unplayed games."""
    entrants = section.entrants
    met = set(entrants[question.place].opponents)
    found = {p: fixed for p in met if (fixed := entrants[p].fixed) is not None}
    if met != set(found):
        players = rate_section(section, question.rules).players
        for place in met - set(found):
            step4 = players[place].step4
            found[place] = (
                question.get_strength(place) if step4 is None else step4.result
            )
    return found


def find_unrated_drift(
    entrant: Entrant,
    question: RatingQuestion,
    section: SectionInput,
    now: float,
    player: float,
    games: int,
) -> OpponentDrift:
    """Return how far an unrated opponent's other games may move it from `now`.

    There are as many as the player's own. At one end all are lost against players of
    the opponent's own start, at the other all are won against players as strong as the
    player.
    """
    planned = plan_player(entrant, section, question.rules, False)
    start = planned.start.r0
    others = max(0, games - entrant.m)

    def rate_after(strength: float, score: float) -> float:
        opponents = (player,) * entrant.m + (strength,) * others
        if not opponents:
            return start
        n_eff = planned.effective.n_eff
        found = compute_special_rating(start, n_eff, opponents, entrant.score + score)
        return max(MINIMUM, found.result)

    low = min(now, rate_after(min(start, player), 0.0))
    high = max(now, rate_after(max(start, player), float(others)))
    return OpponentDrift(low, high, (high - low) * SHARE_OF_RANGE)
