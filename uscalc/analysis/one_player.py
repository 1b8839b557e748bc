"""One player's new rating in many scenarios: by arrays, or one scenario at a time.

A player's new rating rises with the opponents' strengths, and those rise with the opponents'
own scores and with the strength of the unrated players they met. So the extremes are found
where everybody who matters wins or loses every game. Where two of them play each other,
both results of that game are tried; where there are too many such games, each side is given
its own best and worst result: the limits are then never passed, but may not be reached.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from uscalc.analysis.arrays.engine import (
    ArrayEngine,
    Halves,
    Lanes,
    describe_array_obstacle,
)
from uscalc.analysis.question import RatingQuestion
from uscalc.analysis.whatif import LOSS, OUTCOMES, WIN, PendingGame, decide_games
from uscalc.engine.guide import compute_worksheet
from uscalc.engine.inputs import SectionInput
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.monitor import UNMONITORED, Monitor

LANES_ONE_BY_ONE: Final = 64


class NoRatingError(ValueError):
    """The player has no rating; the message states the reason."""


def rate_player(section: SectionInput, rules: Rules, place: int) -> float:
    """Return a player's new rating; under the guide of 2001, the guide's answer."""
    if rules.guide is not None:
        worked = compute_worksheet(section.entrants[place], section, rules.guide)
        if worked.result is None:
            raise NoRatingError(f"the 2001 guide gives no rating: {worked.problem}")
        return worked.result
    post = rate_section(section, rules).players[place].post
    if post is None:
        raise NoRatingError("an unrated player without games has no rating")
    return post


class OnePlayerRater:
    """The player of a question, ready to be rated in any number of scenarios.

    `reason` says in words why scenarios are rated one by one; None where they are
    rated at once.
    """

    def __init__(
        self, question: RatingQuestion, pending: tuple[PendingGame, ...] | None = None
    ) -> None:
        """Prepare the question; `pending` replaces its games if given."""
        self.question = question
        self.pending = question.pending if pending is None else pending
        self.reason = describe_array_obstacle(question.rules)
        self.engine: ArrayEngine | None = None
        if self.reason is None:
            self.engine = ArrayEngine(question.section, question.rules, self.pending)
        self.known: dict[bytes, float] = {}

    @property
    def lanes(self) -> int:
        """How many scenarios a block should have."""
        if self.engine is None:
            return LANES_ONE_BY_ONE
        return self.engine.compute_block_size([self.question.place])

    def __call__(
        self, halves: Halves, strengths: Mapping[int, Lanes] | None = None
    ) -> Lanes:
        """Return the new rating in every scenario. Raises NoRatingError."""
        place, lanes = self.question.place, halves.shape[1]
        if self.engine is None:
            return self._rate_one_by_one(halves, strengths or {})
        post = self.engine.rate_block(halves, [place], strengths).post[place]
        if post is None:
            raise NoRatingError("an unrated player without games has no rating")
        return np.broadcast_to(np.asarray(post, dtype=float), (lanes,))

    def _rate_one_by_one(self, halves: Halves, strengths: Mapping[int, Lanes]) -> Lanes:
        question = self.question
        found = np.empty(halves.shape[1])
        for lane in range(halves.shape[1]):
            column = np.ascontiguousarray(halves[:, lane])
            levels = {place: float(row[lane]) for place, row in strengths.items()}
            key = column.tobytes() + repr(levels).encode()
            if key not in self.known:
                section = decide_games(question.section, self.pending, column.tolist())
                section = with_strengths(section, levels)
                self.known[key] = rate_player(section, question.rules, question.place)
            found[lane] = self.known[key]
        return found


def with_strengths(section: SectionInput, levels: Mapping[int, float]) -> SectionInput:
    """Return the section with entrants of fixed strength at other strengths."""
    if not levels:
        return section
    entrants = list(section.entrants)
    for place, level in levels.items():
        rating = None if entrants[place].rating is None else level
        entrants[place] = replace(entrants[place], fixed=level, rating=rating)
    return replace(section, entrants=tuple(entrants))


MOST_TRIED: Final = 100_000
MOST_TRIED_ONE_BY_ONE: Final = 2_000

Way = tuple[int, ...]
"""How the player's own games end, in half points."""


@dataclass(frozen=True, slots=True)
class ExtremeCase:
    """An extreme: the rating, and the section that gives it."""

    rating: float
    section: SectionInput


@dataclass(frozen=True, slots=True)
class RatingExtremes:
    """The lowest and the highest rating of one way; `reached` if they can occur."""

    low: ExtremeCase
    high: ExtremeCase
    reached: bool


def find_extremes(
    question: RatingQuestion, ways: Sequence[Way]
) -> tuple[RatingExtremes, ...]:
    """Return the extremes of every way through the player's own games.

    The question must have been cut down to its neighbourhood. `ways` give the own games
    in the order of the question's pending games.
    """
    pending, reached = _split_contested_games(question, len(ways))
    rater = OnePlayerRater(question, pending)
    own = [i for i, game in enumerate(pending) if game.one == question.place]
    contested = [] if not reached else _list_contested_games(question)
    tried = np.array(list(product(OUTCOMES, repeat=len(contested))), dtype=np.int64)
    low, high = (
        _find_ends(
            question,
            rater,
            _make_cases(len(pending), own, contested, ways, tried, best),
            best,
        )
        for best in (False, True)
    )
    ends = range(0, len(ways) * len(tried), len(tried))
    parts = [slice(begin, begin + len(tried)) for begin in ends]
    return tuple(RatingExtremes(low(part), high(part), reached) for part in parts)


def _make_cases(
    games: int,
    own: Sequence[int],
    contested: Sequence[int],
    ways: Sequence[Way],
    tried: Halves,
    best: bool,
) -> Halves:
    """Return a column for each way and each result of the contested games."""
    halves = np.full((games, len(ways) * len(tried)), WIN if best else LOSS)
    for row, index in enumerate(contested):
        halves[index] = np.tile(tried[:, row], len(ways))
    for row, index in enumerate(own):
        halves[index] = np.repeat([way[row] for way in ways], len(tried))
    return halves


def _list_contested_games(question: RatingQuestion) -> list[int]:
    """Return the games between two relevant players: a result helps one and hurts the other."""
    return [
        i
        for i, game in enumerate(question.pending)
        if game.mirrored and question.place not in game.list_places()
    ]


def _split_contested_games(
    question: RatingQuestion, ways: int
) -> tuple[tuple[PendingGame, ...], bool]:
    """Return the unplayed games; contested ones are cut in two if there are too many."""
    pending = question.pending
    contested = _list_contested_games(question)
    most = MOST_TRIED_ONE_BY_ONE if question.rules.guide is not None else MOST_TRIED
    if not contested or ways * 3 ** len(contested) <= most:
        return pending, True
    cut: list[PendingGame] = []
    for i, game in enumerate(pending):
        if i in contested:
            one, other, round_, _ = game
            cut += [PendingGame(one, other, round_, False)]
            cut += [PendingGame(other, one, round_, False)]
        else:
            cut.append(game)
    return tuple(cut), False


def _find_ends(
    question: RatingQuestion, rater: OnePlayerRater, halves: Halves, best: bool
) -> Callable[[slice], ExtremeCase]:
    """Rate all cases; return the highest or the lowest of each group."""
    levels = {place: pair[best] for place, pair in question.between.items()}
    parts = []
    for first in range(0, halves.shape[1], rater.lanes):
        block = np.ascontiguousarray(halves[:, first : first + rater.lanes])
        strengths = {p: np.full(block.shape[1], end) for p, end in levels.items()}
        parts.append(rater(block, strengths))
    ratings: Lanes = np.concatenate(parts)

    def end(part: slice) -> ExtremeCase:
        cases = ratings[part]
        at = int(cases.argmax() if best else cases.argmin())
        chosen = halves[:, part.start + at].tolist()
        section = decide_games(question.section, rater.pending, chosen)
        return ExtremeCase(float(cases[at]), with_strengths(section, levels))

    return end


MOST_GAMES: Final = 10
"""Three results each: some 59,000 ways, still a matter of seconds."""
MOST_BY_HAND: Final = 5


class ScoreRange(NamedTuple):
    """The range of displayed ratings that one score can give.

    `score` counts every rated game of the player; `ways` is the number of orders of
    results that give it.
    """

    score: float
    low: int
    high: int
    ways: int


def compute_score_ranges(
    section: SectionInput,
    rules: Rules,
    place: int,
    free: Sequence[PendingGame],
    monitor: Monitor = UNMONITORED,
) -> tuple[ScoreRange, ...] | None:
    """Return every score over the free games with its range, the highest score first.

    `section` has the games that are not free; in each free game `one` is the player at
    `place`. None when it was canceled, when there are too many games, or when the
    player is not rated.
    """
    most = MOST_GAMES if describe_array_obstacle(rules) is None else MOST_BY_HAND
    if len(free) > most:
        return None
    ways = list(itertools.product(OUTCOMES, repeat=len(free)))
    posts = (
        _rate_by_arrays if describe_array_obstacle(rules) is None else _rate_by_engine
    )(section, rules, place, free, ways, monitor)
    if posts is None:
        return None
    base = section.entrants[place].score
    found: dict[float, list[int]] = {}
    for way, post in zip(ways, posts, strict=True):
        found.setdefault(base + sum(way) / 2, []).append(post)
    return tuple(
        ScoreRange(score, min(found[score]), max(found[score]), len(found[score]))
        for score in sorted(found, reverse=True)
    )


Ways = Sequence[tuple[int, ...]]


def _rate_by_arrays(
    section: SectionInput,
    rules: Rules,
    place: int,
    free: Sequence[PendingGame],
    ways: Ways,
    monitor: Monitor,
) -> list[int] | None:
    engine = ArrayEngine(section, rules, free)
    block = engine.compute_block_size([place])
    halves = np.array(ways, dtype=np.int64).reshape(len(ways), len(free)).T
    posts: list[int] = []
    for start in range(0, len(ways), block):
        if monitor.is_canceled():
            return None
        lanes = np.ascontiguousarray(halves[:, start : start + block])
        row = engine.rate_block(lanes, [place]).post[place]
        if row is None:
            return None
        figures = np.broadcast_to(np.asarray(row, dtype=np.float64), lanes.shape[1])
        posts += [int(round_for_display(float(figure))) for figure in figures]
    return posts


def _rate_by_engine(
    section: SectionInput,
    rules: Rules,
    place: int,
    free: Sequence[PendingGame],
    ways: Ways,
    monitor: Monitor,
) -> list[int] | None:
    posts = []
    for way in ways:
        if monitor.is_canceled():
            return None
        given = decide_games(section, free, way)
        post = (
            compute_worksheet(given.entrants[place], given, rules.guide).result
            if rules.guide is not None
            else rate_section(given, rules).players[place].post
        )
        if post is None:
            return None
        posts.append(int(round_for_display(post)))
    return posts
