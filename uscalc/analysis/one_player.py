"""One player's new rating in many scenarios: by arrays, or one scenario at a time."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from uscalc.analysis.arrays import ArrayEngine, Halves, Lanes, obstacle
from uscalc.analysis.pending import Pending, decided
from uscalc.analysis.question import Question
from uscalc.engine.guide import worksheet
from uscalc.engine.inputs import SectionInput
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section

LANES_ONE_BY_ONE: Final = 64


class NoRatingError(ValueError):
    """There is no rating to speak of; its text says why."""


def rating_of(section: SectionInput, rules: Rules, place: int) -> float:
    """Return a player's new rating; under the guide, the guide's answer.

    Raises NoRatingError where there is none.
    """
    if rules.guide is not None:
        worked = worksheet(section.entrants[place], section, rules.guide)
        if worked.result is None:
            raise NoRatingError(f"the guide of 2001 has no answer: {worked.problem}")
        return worked.result
    post = rate_section(section, rules).players[place].post
    if post is None:
        raise NoRatingError("an unrated player without a game has no rating")
    return post


class OnePlayer:
    """The player of a question, ready to be rated in any number of scenarios.

    `reason` says in words why scenarios are rated one by one; None where they are
    rated at once.
    """

    def __init__(
        self, question: Question, pending: tuple[Pending, ...] | None = None
    ) -> None:
        """`pending` stands for the games of the question, where others are given."""
        self.question = question
        self.pending = question.pending if pending is None else pending
        self.reason = obstacle(question.rules)
        self.engine: ArrayEngine | None = None
        if self.reason is None:
            self.engine = ArrayEngine(question.section, question.rules, self.pending)
        self.known: dict[bytes, float] = {}

    @property
    def lanes(self) -> int:
        """How many scenarios a block should have."""
        if self.engine is None:
            return LANES_ONE_BY_ONE
        return self.engine.lanes([self.question.place])

    def __call__(
        self, halves: Halves, strengths: Mapping[int, Lanes] | None = None
    ) -> Lanes:
        """Return the new rating in every scenario. Raises NoRatingError."""
        place, lanes = self.question.place, halves.shape[1]
        if self.engine is None:
            return self._one_by_one(halves, strengths or {})
        post = self.engine.rate(halves, [place], strengths).post[place]
        if post is None:
            raise NoRatingError("an unrated player without a game has no rating")
        return np.broadcast_to(np.asarray(post, dtype=float), (lanes,))

    def _one_by_one(self, halves: Halves, strengths: Mapping[int, Lanes]) -> Lanes:
        question = self.question
        found = np.empty(halves.shape[1])
        for lane in range(halves.shape[1]):
            column = np.ascontiguousarray(halves[:, lane])
            levels = {place: float(row[lane]) for place, row in strengths.items()}
            key = column.tobytes() + repr(levels).encode()
            if key not in self.known:
                section = decided(question.section, self.pending, column.tolist())
                section = at_strengths(section, levels)
                self.known[key] = rating_of(section, question.rules, question.place)
            found[lane] = self.known[key]
        return found


def at_strengths(section: SectionInput, levels: Mapping[int, float]) -> SectionInput:
    """Return the section with entrants of fixed strength at other strengths."""
    if not levels:
        return section
    entrants = list(section.entrants)
    for place, level in levels.items():
        rating = None if entrants[place].rating is None else level
        entrants[place] = replace(entrants[place], fixed=level, rating=rating)
    return replace(section, entrants=tuple(entrants))
