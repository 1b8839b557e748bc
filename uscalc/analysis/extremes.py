"""How low and how high a rating can end, whatever other people's games to come bring.

A player's new rating rises with the strength of the opponents, and theirs with their
own scores and the strength of the unrated whom they met. So the extremes lie where
everybody who counts wins or loses everything. Where two of them meet each other, both
ends of that game are tried; where there are too many such games, each side is given
its own best and worst, and the limits are not passed but may not be reached.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from uscalc.analysis.arrays import Halves, Lanes
from uscalc.analysis.one_player import OnePlayer, at_strengths
from uscalc.analysis.pending import LOSS, OUTCOMES, WIN, Pending, decided
from uscalc.analysis.question import Question
from uscalc.engine.inputs import SectionInput

MOST_TRIED: Final = 100_000
MOST_TRIED_ONE_BY_ONE: Final = 2_000

Way = tuple[int, ...]
"""How the player's own games end, in half points."""


@dataclass(frozen=True, slots=True)
class End:
    """An extreme: the rating, and the section in which it comes out."""

    rating: float
    section: SectionInput


@dataclass(frozen=True, slots=True)
class Extremes:
    """The lowest and the highest rating of one way; `reached` says that they occur."""

    low: End
    high: End
    reached: bool


def extremes(question: Question, ways: Sequence[Way]) -> tuple[Extremes, ...]:
    """Return the extremes of every way through the player's own games.

    The question must have been cut down to its neighbourhood. `ways` give the own games
    in the order of the question's pending games.
    """
    pending, reached = _split(question, len(ways))
    rater = OnePlayer(question, pending)
    own = [i for i, game in enumerate(pending) if game.one == question.place]
    contested = [] if not reached else _contested(question)
    tried = np.array(list(product(OUTCOMES, repeat=len(contested))), dtype=np.int64)
    low, high = (
        _ends(
            question,
            rater,
            _cases(len(pending), own, contested, ways, tried, best),
            best,
        )
        for best in (False, True)
    )
    found = []
    for at in range(len(ways)):
        part = slice(at * len(tried), (at + 1) * len(tried))
        found.append(Extremes(low(part), high(part), reached))
    return tuple(found)


def _cases(
    games: int,
    own: Sequence[int],
    contested: Sequence[int],
    ways: Sequence[Way],
    tried: Halves,
    best: bool,
) -> Halves:
    """Return a column for each way and, within it, each outcome of the contested games."""
    halves = np.full((games, len(ways) * len(tried)), WIN if best else LOSS)
    for row, index in enumerate(contested):
        halves[index] = np.tile(tried[:, row], len(ways))
    for row, index in enumerate(own):
        halves[index] = np.repeat([way[row] for way in ways], len(tried))
    return halves


def _contested(question: Question) -> list[int]:
    """Return the games in which two who count meet: what serves one harms the other."""
    return [
        i
        for i, game in enumerate(question.pending)
        if game.mirrored and question.place not in game.sides()
    ]


def _split(question: Question, ways: int) -> tuple[tuple[Pending, ...], bool]:
    """Return the games to come; those contested cut in two where there are too many."""
    pending = question.pending
    contested = _contested(question)
    most = MOST_TRIED
    if question.rules.guide is not None:
        most = MOST_TRIED_ONE_BY_ONE
    if not contested or ways * 3 ** len(contested) <= most:
        return pending, True
    cut: list[Pending] = []
    for i, game in enumerate(pending):
        if i in contested:
            one, other, round_, _ = game
            cut += [Pending(one, other, round_, False)]
            cut += [Pending(other, one, round_, False)]
        else:
            cut.append(game)
    return tuple(cut), False


def _ends(
    question: Question, rater: OnePlayer, halves: Halves, best: bool
) -> Callable[[slice], End]:
    """Rate all cases; gives the highest or the lowest of a part of them."""
    levels = {place: pair[best] for place, pair in question.between.items()}
    parts = []
    for first in range(0, halves.shape[1], rater.lanes):
        block = np.ascontiguousarray(halves[:, first : first + rater.lanes])
        strengths = {p: np.full(block.shape[1], end) for p, end in levels.items()}
        parts.append(rater(block, strengths))
    ratings: Lanes = np.concatenate(parts)

    def end(part: slice) -> End:
        cases = ratings[part]
        at = int(cases.argmax() if best else cases.argmin())
        chosen = halves[:, part.start + at].tolist()
        section = decided(question.section, rater.pending, chosen)
        return End(float(cases[at]), at_strengths(section, levels))

    return end
