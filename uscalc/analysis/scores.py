"""From a score to the ratings it can give: every way through some of a player's games."""

import itertools
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from uscalc.analysis.arrays import ArrayEngine, obstacle
from uscalc.analysis.pending import OUTCOMES, Pending, decided
from uscalc.engine.guide import worksheet
from uscalc.engine.inputs import SectionInput
from uscalc.engine.rounding import shown
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section

MOST_GAMES: Final = 10
"""Three results each: some 59,000 ways, still a matter of seconds."""
MOST_BY_HAND: Final = 5


class ScoreLine(NamedTuple):
    """What one score can give: the lowest and the highest displayed rating.

    `score` counts every rated game of the player; `ways` how many orders of results
    give it.
    """

    score: float
    low: int
    high: int
    ways: int


def score_lines(
    section: SectionInput,
    rules: Rules,
    place: int,
    free: Sequence[Pending],
    wanted: Callable[[], bool] = lambda: True,
) -> tuple[ScoreLine, ...] | None:
    """Return every score over the free games with its range, the highest score first.

    `section` holds the games that are not free; in each free game `one` is the player
    at `place`. None when it was cancelled, when the games are too many to go through,
    or when the player is not rated.
    """
    most = MOST_GAMES if obstacle(rules) is None else MOST_BY_HAND
    if len(free) > most:
        return None
    ways = list(itertools.product(OUTCOMES, repeat=len(free)))
    posts = (_many if obstacle(rules) is None else _one_by_one)(
        section, rules, place, free, ways, wanted
    )
    if posts is None:
        return None
    base = section.entrants[place].score
    found: dict[float, list[int]] = {}
    for way, post in zip(ways, posts, strict=True):
        found.setdefault(base + sum(way) / 2, []).append(post)
    return tuple(
        ScoreLine(score, min(found[score]), max(found[score]), len(found[score]))
        for score in sorted(found, reverse=True)
    )


Ways = Sequence[tuple[int, ...]]
Wanted = Callable[[], bool]


def _many(
    section: SectionInput,
    rules: Rules,
    place: int,
    free: Sequence[Pending],
    ways: Ways,
    wanted: Wanted,
) -> list[int] | None:
    engine = ArrayEngine(section, rules, free)
    block = engine.lanes([place])
    halves = np.array(ways, dtype=np.int64).reshape(len(ways), len(free)).T
    posts: list[int] = []
    for start in range(0, len(ways), block):
        if not wanted():
            return None
        lanes = np.ascontiguousarray(halves[:, start : start + block])
        row = engine.rate(lanes, [place]).post[place]
        if row is None:
            return None
        figures = np.broadcast_to(np.asarray(row, dtype=np.float64), lanes.shape[1])
        posts += [int(shown(float(figure))) for figure in figures]
    return posts


def _one_by_one(
    section: SectionInput,
    rules: Rules,
    place: int,
    free: Sequence[Pending],
    ways: Ways,
    wanted: Wanted,
) -> list[int] | None:
    posts = []
    for way in ways:
        if not wanted():
            return None
        given = decided(section, free, way)
        post = rate_section(given, rules).players[place].post
        if rules.guide is not None:
            post = worksheet(given.entrants[place], given, rules.guide).result
        if post is None:
            return None
        posts.append(int(shown(post)))
    return posts
