"""Rate one player in many scenarios: with arrays, or one scenario at a time.

A player's new rating rises with the opponents' strengths. Those rise with the
opponents' own scores, and with the strength of unrated players they met. So the
extremes are the scenarios in which every other player who matters wins or loses every
game. If two of these players meet, all results of their game are tried. If there are
too many such games, each side gets its own best and worst result; the limits then
always hold, but perhaps can't occur.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.arrays.engine import (
    ArrayEngine,
    Halves,
    Lanes,
    describe_array_obstacle,
    round_lanes_for_display,
)
from uscalc.analysis.question import RatingQuestion
from uscalc.analysis.whatif import LOSS, OUTCOMES, WIN, PendingGame, decide_games
from uscalc.engine.guide import compute_worksheet
from uscalc.engine.inputs import SectionInput
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.monitor import UNMONITORED, CancelledError, Monitor

LANES_ONE_BY_ONE: Final = 64


class NoRatingError(ValueError):
    """The player has no rating; the message states the reason."""


def rate_player(section: SectionInput, rules: Rules, place: int) -> float:
    """Return a player's new rating; under the 2001 guide, the guide's."""
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
    """Rates the player of a question in any number of scenarios.

    `reason` says why scenarios are rated one by one; None if they are rated together.
    """

    def __init__(
        self, question: RatingQuestion, pending: tuple[PendingGame, ...] | None = None
    ) -> None:
        """Prepare the question; if `pending` is given, its games replace those of the question."""
        self.question = question
        self.pending = question.pending if pending is None else pending
        self.reason = describe_array_obstacle(question.rules)
        self.engine = (
            ArrayEngine(question.section, question.rules, self.pending)
            if self.reason is None
            else None
        )
        self.known: dict[bytes, float] = {}

    @property
    def lanes(self) -> int:
        """The number of scenarios that fit in a block."""
        return (
            LANES_ONE_BY_ONE
            if self.engine is None
            else self.engine.compute_block_size([self.question.place])
        )

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

    def rate_all(
        self,
        halves: Halves,
        levels: Mapping[int, float],
        monitor: Monitor = UNMONITORED,
    ) -> Lanes:
        """Return the new rating in any number of scenarios, block by block.

        `levels` are other strengths of entrants of fixed strength. Raises NoRatingError
        and CancelledError.
        """
        parts = []
        for first in monitor.watch(range(0, halves.shape[1], self.lanes)):
            block = np.ascontiguousarray(halves[:, first : first + self.lanes])
            ends = {
                place: np.full(block.shape[1], end) for place, end in levels.items()
            }
            parts.append(self(block, ends))
        return np.concatenate(parts)

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
    """Return the section with other strengths for entrants of fixed strength, by place."""
    if not levels:
        return section
    entrants = section.entrants
    return section.with_entrants(
        {
            place: replace(
                entrants[place],
                fixed=level,
                rating=None if entrants[place].rating is None else level,
            )
            for place, level in levels.items()
        }
    )


MOST_TRIED: Final = 100_000
MOST_TRIED_ONE_BY_ONE: Final = 2_000

Way = tuple[int, ...]
"""The results of the player's own games, in half points."""


class ExtremeCase(Struct, frozen=True):
    """An extreme rating, and the section that gives it."""

    rating: float
    section: SectionInput


class RatingExtremes(Struct, frozen=True):
    """The lowest and the highest rating of one way; `reached` is True if they can occur."""

    low: ExtremeCase
    high: ExtremeCase
    reached: bool


def find_extremes(
    question: RatingQuestion, ways: Sequence[Way]
) -> tuple[RatingExtremes, ...]:
    """Return the extremes for each combination of the player's own results.

    The question must be reduced to the relevant players. `ways` give the results of the
    own games in the order of the question's pending games.
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
    """Return a column for each way, combined with each result of the contested games."""
    halves = np.full((games, len(ways) * len(tried)), WIN if best else LOSS)
    for row, index in enumerate(contested):
        halves[index] = np.tile(tried[:, row], len(ways))
    for row, index in enumerate(own):
        halves[index] = np.repeat([way[row] for way in ways], len(tried))
    return halves


def _list_contested_games(question: RatingQuestion) -> list[int]:
    """Return the games between two relevant players: any result helps one and hurts the other."""
    return [
        i
        for i, game in enumerate(question.pending)
        if game.mirrored and question.place not in game.list_places()
    ]


def _split_contested_games(
    question: RatingQuestion, ways: int
) -> tuple[tuple[PendingGame, ...], bool]:
    """Return the unplayed games, and whether the extremes can occur.

    If there are too many contested games, each becomes two games, one for each side.
    """
    pending = question.pending
    contested = _list_contested_games(question)
    by_hand = describe_array_obstacle(question.rules) is not None
    most = MOST_TRIED_ONE_BY_ONE if by_hand else MOST_TRIED
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
    ratings = rater.rate_all(halves, levels)

    def end(part: slice) -> ExtremeCase:
        cases = ratings[part]
        at = int(cases.argmax() if best else cases.argmin())
        section = decide_games(
            question.section, rater.pending, halves[:, part.start + at].tolist()
        )
        return ExtremeCase(float(cases[at]), with_strengths(section, levels))

    return end


MOST_GAMES: Final = 10
"""The most free games; three results for each give about 59,000 ways."""
MOST_BY_HAND: Final = 5


class ScoreRange(NamedTuple):
    """The range of displayed ratings for one score.

    `score` counts every rated game of the player; `ways` is the number of combinations
    of results that give it.
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
    """Return the range of ratings for every score over the free games, highest score first.

    `section` has only the games that are not free; in each free game `one` is the
    player at `place`. Return None if the work is canceled, if there are too many games,
    or if the player is not rated.
    """
    rater = OnePlayerRater(RatingQuestion(section, rules, tuple(free), place))
    if len(free) > (MOST_BY_HAND if rater.reason else MOST_GAMES):
        return None
    halves = np.array(list(product(OUTCOMES, repeat=len(free))), dtype=np.int64).T
    try:
        posts = round_lanes_for_display(rater.rate_all(halves, {}, monitor))
    except (NoRatingError, CancelledError):
        return None
    scores = section.entrants[place].score + halves.sum(axis=0) / 2
    found = [(score, posts[scores == score]) for score in np.unique(scores)[::-1]]
    return tuple(
        ScoreRange(float(score), int(those.min()), int(those.max()), those.size)
        for score, those in found
    )
