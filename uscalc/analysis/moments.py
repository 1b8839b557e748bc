"""How strong people are at the moment of each game to come, and so its chances.

A rating on many games counts as it was before the event. Everybody else counts what
the section gives from the games decided so far: in a scenario those of the earlier
rounds are among them, so that who wins the first is stronger in the second.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from uscalc.analysis.arrays.engine import ArrayEngine, Halves, Lanes, Row
from uscalc.analysis.chances import ChanceModel, outcome_lanes
from uscalc.analysis.pending import DRAW, decided
from uscalc.analysis.question import Question, people_of
from uscalc.engine.initial import initial_rating
from uscalc.engine.inputs import NO_START
from uscalc.engine.section import step_1

BY_AGE: Final = ("age", "adult", "child")
"""Starts that say nothing of how somebody plays."""
FIRST_GAMES: Final = 1
"""A rating of the office or of another system counts as one of so many games."""
OPEN: Final = np.full((3, 1), 1.0 / 3.0)
"""Stands for the chances of a game of which none can be told."""


class Strength(NamedTuple):
    """A rating at some moment, in all scenarios or in each, and its games."""

    rating: Row
    games: int | None


class Moments:
    """The games to come of a question, round by round.

    `halves` are those of the question's pending games, a row for each; only the rows of
    earlier rounds are looked at. `strengths` are those of people known by a range.
    """

    def __init__(self, question: Question, model: ChanceModel, draws: float) -> None:
        self.question = question
        self.model = model
        self.draws = draws
        self.rounds = sorted({game.round for game in question.pending})
        self._engines: dict[int, ArrayEngine] = {}
        self._before: dict[int, list[int]] = {}
        self._known: dict[int, Lanes] = {}

    def closure(self, games: Collection[int]) -> tuple[int, ...]:
        """Return these games to come, and those on which the chances of them depend."""
        question = self.question
        found: set[int] = set()
        left = set(games)
        while left:
            index = left.pop()
            found.add(index)
            game = question.pending[index]
            earlier = self._earlier(game.round)
            if not earlier:
                continue
            for place in (game.one, game.other):
                if self._moves(place):
                    full = decided(
                        question.section,
                        [question.pending[i] for i in earlier],
                        [DRAW] * len(earlier),
                    )
                    people = people_of(question, full, place)
                    left |= {
                        i
                        for i in earlier
                        if not people.isdisjoint(question.pending[i].sides())
                    } - found
        return tuple(sorted(found))

    def chances(
        self, round_: int, halves: Halves, strengths: Mapping[int, Lanes]
    ) -> dict[int, Lanes]:
        """Return the chances of every game of a round: rows of loss, draw and win."""
        found = {}
        standing = cache(lambda: self._standing(round_, halves, strengths))
        for index in self._of(round_):
            if index not in self._known:
                game = self.question.pending[index]
                told, still = self._told(
                    *(
                        self._strength(place, round_, standing, strengths)
                        for place in (game.one, game.other)
                    )
                )
                if not still:
                    found[index] = told
                    continue
                self._known[index] = told
            found[index] = self._known[index]
        return found

    def still(self, game: int) -> bool:
        """Return whether a game has been found to have the same chances in every scenario."""
        return game in self._known

    def moving(self, round_: int) -> set[int]:
        """Return who plays in a round, and is as strong as the rounds to come before it say."""
        if round_ == min(self.rounds):
            return set()
        pending = self.question.pending
        playing = {
            p for i in self._of(round_) for p in (pending[i].one, pending[i].other)
        }
        return {place for place in playing if self._moves(place)}

    def now(self, place: int) -> Strength | None:
        """Return how strong somebody is with the games that have been decided."""
        first = self.rounds[0] if self.rounds else 0
        none = np.zeros((len(self.question.pending), 1), dtype=np.int64)
        return self._strength(place, first, lambda: self._standing(first, none, {}), {})

    def _told(self, one: Strength | None, other: Strength | None) -> tuple[Lanes, bool]:
        """Return the chances of a game, and whether they are the same in every scenario."""
        if one is None or other is None:
            return OPEN, True
        told = outcome_lanes(
            (np.atleast_1d(one.rating), one.games),
            (np.atleast_1d(other.rating), other.games),
            self.model,
            self.draws,
        )
        in_each = (
            isinstance(one.rating, np.ndarray),
            isinstance(other.rating, np.ndarray),
        )
        return told, not any(in_each)

    def _strength(
        self,
        place: int,
        round_: int,
        standing: Callable[[], Callable[[int], Row]],
        strengths: Mapping[int, Lanes],
    ) -> Strength | None:
        """Return how strong somebody is in a round; None where nothing says it."""
        question = self.question
        entrant = question.section.entrants[place]
        if entrant.fixed is not None:
            if entrant.rating is None and self._start_by_age(place):
                return None
            rated = entrant.rating is not None
            rating = strengths.get(place, entrant.fixed)
            return Strength(rating, entrant.games if rated else FIRST_GAMES)
        start = step_1(entrant, question.section, question.rules)
        rated = entrant.rating is not None
        if rated and (start.n is None or start.n > self.model.few):
            return Strength(start.r0, start.n)
        to_come = sum(
            place in question.pending[i].sides() for i in self._earlier(round_)
        )
        if not entrant.m and not to_come:
            if rated:
                return Strength(start.r0, start.n)
            return None if start.how in BY_AGE else Strength(start.r0, FIRST_GAMES)
        return Strength(standing()(place), (start.n or 0) + entrant.m + to_come)

    def _standing(
        self, round_: int, halves: Halves, strengths: Mapping[int, Lanes]
    ) -> Callable[[int], Row]:
        """Return what the section gives with its games before a round."""
        earlier = self._earlier(round_)
        if round_ not in self._engines:
            question = self.question
            # The guide has no rating for those whose strength moves; the documents do.
            rules = replace(question.rules, guide=None)
            games = [question.pending[i] for i in earlier]
            self._engines[round_] = ArrayEngine(question.section, rules, games)
        return self._engines[round_].standing(halves[earlier], strengths)

    def _moves(self, place: int) -> bool:
        """Return whether games to come can move somebody's strength."""
        entrant = self.question.section.entrants[place]
        if entrant.fixed is not None:
            return False
        known = entrant.games
        if entrant.rating is None:
            return True
        return known is not None and known <= self.model.few

    def _start_by_age(self, place: int) -> bool:
        section, rules = self.question.section, self.question.rules
        facts = section.entrants[place].start
        if facts == NO_START:
            return True
        start = initial_rating(facts, section.system, section.end_date, rules)
        return start.how in BY_AGE

    def _earlier(self, round_: int) -> list[int]:
        """Return the games to come before a round."""
        if round_ not in self._before:
            pending = enumerate(self.question.pending)
            self._before[round_] = [i for i, game in pending if game.round < round_]
        return self._before[round_]

    def _of(self, round_: int) -> list[int]:
        """Return the games to come of a round."""
        pending = enumerate(self.question.pending)
        return [i for i, game in pending if game.round == round_]
