"""Compute the players' strengths before each unplayed game, and the game's chances.

A rating based on many games keeps its pre-event value. All other players have the
rating that the section gives them for the games so far. In a scenario, these include
its earlier rounds, so that the winner of the first round is stronger in the second.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from uscalc.analysis.arrays.engine import ArrayEngine, Halves, Lanes, Row
from uscalc.analysis.forecast_model import ChanceModel, compute_game_chance_lanes
from uscalc.analysis.question import RatingQuestion, find_relevant_players
from uscalc.analysis.whatif import DRAW, decide_games
from uscalc.engine.initial import compute_initial_rating
from uscalc.engine.inputs import NO_START
from uscalc.engine.section import run_step_1

BY_AGE: Final = ("age", "adult", "child")
"""The sources of starting ratings that say nothing about playing strength."""
FIRST_GAMES: Final = 1
"""The number of games that a starting rating set by US Chess or from another system counts as."""
OPEN: Final = np.full((3, 1), 1.0 / 3.0)
"""The chances of a game if they are unknown."""


class MomentStrength(NamedTuple):
    """A player's strength before a game in points, and the number of games it is based on.

    The strength is one number for all scenarios, or an array with one for each.
    """

    rating: Row
    games: int | None


class RoundChances:
    """The unplayed games of a question, round by round.

    `halves` are the results of the question's pending games, a row for each; only the
    rows of earlier rounds are read. `strengths` are those of players known by a range.
    """

    def __init__(
        self, question: RatingQuestion, model: ChanceModel, draws: float
    ) -> None:
        self.question = question
        self.model = model
        self.draws = draws
        self.rounds = sorted({game.round for game in question.pending})
        self._engines: dict[int, ArrayEngine] = {}
        self._before: dict[int, list[int]] = {}
        self._known: dict[int, Lanes] = {}

    def find_dependencies(self, games: Collection[int]) -> tuple[int, ...]:
        """Return these unplayed games, and the earlier ones on which their chances depend."""
        question = self.question
        found: set[int] = set()
        left = set(games)
        while left:
            index = left.pop()
            found.add(index)
            game = question.pending[index]
            earlier = self._list_earlier_games(game.round)
            if not earlier:
                continue
            for place in (game.one, game.other):
                if self._can_change(place):
                    full = decide_games(
                        question.section,
                        [question.pending[i] for i in earlier],
                        [DRAW] * len(earlier),
                    )
                    people = find_relevant_players(question, full, place)
                    left |= {
                        i
                        for i in earlier
                        if not people.isdisjoint(question.pending[i].list_places())
                    } - found
        return tuple(sorted(found))

    def compute_chances(
        self, round_: int, halves: Halves, strengths: Mapping[int, Lanes]
    ) -> dict[int, Lanes]:
        """Return the chances of every game of a round: rows of loss, draw and win."""
        found = {}
        standing = cache(lambda: self._rate_before_round(round_, halves, strengths))
        for index in self._list_games_of_round(round_):
            if index not in self._known:
                game = self.question.pending[index]
                game_chances, still = self._compute_game_chances(
                    *(
                        self._compute_strength(place, round_, standing, strengths)
                        for place in (game.one, game.other)
                    )
                )
                if not still:
                    found[index] = game_chances
                    continue
                self._known[index] = game_chances
            found[index] = self._known[index]
        return found

    def has_constant_chances(self, game: int) -> bool:
        """Return whether a game has the same chances in all scenarios computed so far."""
        return game in self._known

    def list_changing_players(self, round_: int) -> set[int]:
        """Return the players of a round whose strength depends on earlier unplayed rounds."""
        if round_ == min(self.rounds):
            return set()
        pending = self.question.pending
        playing = {
            p
            for i in self._list_games_of_round(round_)
            for p in (pending[i].one, pending[i].other)
        }
        return {place for place in playing if self._can_change(place)}

    def compute_current_strength(self, place: int) -> MomentStrength | None:
        """Return a player's strength after the games that have been decided."""
        first = self.rounds[0] if self.rounds else 0
        none = np.zeros((len(self.question.pending), 1), dtype=np.int64)
        return self._compute_strength(
            place, first, lambda: self._rate_before_round(first, none, {}), {}
        )

    def _compute_game_chances(
        self, one: MomentStrength | None, other: MomentStrength | None
    ) -> tuple[Lanes, bool]:
        """Return the chances of a game, and whether they are the same in every scenario."""
        if one is None or other is None:
            return OPEN, True
        chances = compute_game_chance_lanes(
            (np.atleast_1d(one.rating), one.games),
            (np.atleast_1d(other.rating), other.games),
            self.model,
            self.draws,
        )
        return chances, not any(isinstance(s.rating, np.ndarray) for s in (one, other))

    def _compute_strength(
        self,
        place: int,
        round_: int,
        standing: Callable[[], Callable[[int], Row]],
        strengths: Mapping[int, Lanes],
    ) -> MomentStrength | None:
        """Return a player's strength in a round; None if nothing is known about it."""
        question = self.question
        entrant = question.section.entrants[place]
        if entrant.fixed is not None:
            if entrant.rating is None and self._has_start_by_age(place):
                return None
            rated = entrant.rating is not None
            rating = strengths.get(place, entrant.fixed)
            return MomentStrength(rating, entrant.games if rated else FIRST_GAMES)
        start = run_step_1(entrant, question.section, question.rules)
        rated = entrant.rating is not None
        if rated and (start.n is None or start.n > self.model.few):
            return MomentStrength(start.r0, start.n)
        unplayed = sum(
            place in question.pending[i].list_places()
            for i in self._list_earlier_games(round_)
        )
        if not entrant.m and not unplayed:
            if rated:
                return MomentStrength(start.r0, start.n)
            return (
                None if start.how in BY_AGE else MomentStrength(start.r0, FIRST_GAMES)
            )
        return MomentStrength(standing()(place), (start.n or 0) + entrant.m + unplayed)

    def _rate_before_round(
        self, round_: int, halves: Halves, strengths: Mapping[int, Lanes]
    ) -> Callable[[int], Row]:
        """Return the section's ratings from its games before a round."""
        earlier = self._list_earlier_games(round_)
        if round_ not in self._engines:
            question = self.question
            # The 2001 guide has no ratings for these players, so its worksheet isn't
            # used here.
            rules = replace(question.rules, guide=None)
            self._engines[round_] = ArrayEngine(
                question.section, rules, [question.pending[i] for i in earlier]
            )
        return self._engines[round_].estimate_strengths(halves[earlier], strengths)

    def _can_change(self, place: int) -> bool:
        """Return whether unplayed games can change a player's strength."""
        entrant = self.question.section.entrants[place]
        if entrant.fixed is not None:
            return False
        known = entrant.games
        return entrant.rating is None or (known is not None and known <= self.model.few)

    def _has_start_by_age(self, place: int) -> bool:
        section, rules = self.question.section, self.question.rules
        facts = section.entrants[place].start
        if facts == NO_START:
            return True
        start = compute_initial_rating(facts, section.system, section.end_date, rules)
        return start.how in BY_AGE

    def _list_earlier_games(self, round_: int) -> list[int]:
        """Return the unplayed games before a round."""
        if round_ not in self._before:
            self._before[round_] = [
                i for i, game in enumerate(self.question.pending) if game.round < round_
            ]
        return self._before[round_]

    def _list_games_of_round(self, round_: int) -> list[int]:
        """Return the unplayed games of a round."""
        return [
            i for i, game in enumerate(self.question.pending) if game.round == round_
        ]
