"""Compare alternatives of a rated section with its published ratings.

Each alternative is a few changed entrants. Its result is the number of published
ratings that it doesn't match, and the total error in points.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from uscalc.analysis.arrays.alternatives import rate_alternatives
from uscalc.analysis.arrays.sections import CLOSE, AlternativeOutcomes
from uscalc.analysis.whatif import AlternativesCase, RatedBase
from uscalc.engine.inputs import Entrant
from uscalc.engine.rounding import EXACT_DECIMALS
from uscalc.engine.section import finish_player, plan_player, run_step_4_or_5
from uscalc.engine.trace import PlayerTrace
from uscalc.monitor import UNMONITORED, Monitor

LARGEST_ERROR: Final = 40.0
"""The largest error of one rating in points; larger errors count as this."""
WHOLE: Final = 0.5
"""The largest difference between a rating and its displayed whole number."""


class PublishedTarget(NamedTuple):
    """A published rating, and the tolerance because of rounded pre-event ratings.

    With unrounded pre-event ratings, the computed rating could be `below` points lower
    or `above` points higher.
    """

    place: int
    published: float
    below: float = 0.0
    above: float = 0.0

    def compute_error(self, post: float) -> float:
        """Return the error of a rating in points; 0 if it matches."""
        within = EXACT_DECIMALS if self.published % 1.0 else WHOLE
        low, high = post - self.below, post + self.above
        # Exactly half a point rounds up, so the limit is the highest number below it.
        under, over = self.published - within - high, low - self.published - within
        return (
            max(under, over, CLOSE / 1000)
            if (within == WHOLE and over >= 0.0) or max(under, over) > CLOSE / 1000
            else 0.0
        )


class PublishedTargets(Struct, frozen=True, dict=True):
    """The published ratings of a section: a target for each place with one."""

    every: tuple[PublishedTarget, ...]

    @cached_property
    def by_place(self) -> Mapping[int, PublishedTarget]:
        """The target of each place."""
        return {target.place: target for target in self.every}

    @cached_property
    def without_rounding(self) -> "PublishedTargets":
        """The same targets without a tolerance for rounded pre-event ratings."""
        return PublishedTargets(
            tuple(one._replace(below=0.0, above=0.0) for one in self.every)
        )

    def find_mismatches(self, base: RatedBase) -> frozenset[int]:
        """Return the places whose published ratings do not match."""
        players = base.trace.players
        return frozenset(
            target.place
            for target in self.every
            if _compute_error(target, players[target.place]) > 0.0
        )

    def compute_total_error(self, base: RatedBase) -> float:
        """Return the total error in points."""
        players = base.trace.players
        return sum(
            min(_compute_error(one, players[one.place]), LARGEST_ERROR)
            for one in self.every
        )

    @cached_property
    def _columns(self) -> tuple[NDArray[np.float64], ...]:
        rows = [(t.published, t.below, t.above) for t in self.every]
        return tuple(np.array(rows, dtype=float).reshape(-1, 3).T)

    @cached_property
    def _line_of(self) -> NDArray[np.intp]:
        """The index of each place's target; -1 for a place without one."""
        wide = max((target.place for target in self.every), default=-1) + 1
        found = np.full(wide, -1, dtype=np.intp)
        for line, target in enumerate(self.every):
            found[target.place] = line
        return found

    def find_lines(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the index of each place's target; -1 for a place without one."""
        known = places < len(self._line_of)
        return np.where(known, self._line_of[np.where(known, places, 0)], -1)

    def compute_errors(
        self,
        lines: NDArray[np.intp],
        posts: NDArray[np.float64],
        shown: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """Return the error of many ratings at once, in points, as `PublishedTarget.compute_error`.

        `shown` has the displayed ratings, which decide ratings that end in a half.
        """
        published, below, above = (column[lines] for column in self._columns)
        whole = published % 1.0 == 0.0
        within = np.where(whole, WHOLE, EXACT_DECIMALS)
        off = np.maximum(
            published - within - (posts + above), posts - below - published - within
        )
        settled = whole & (below == 0.0) & (above == 0.0)
        off = np.where(settled & (shown == published), 0.0, off)
        off = np.where(settled & (shown != published), np.maximum(off, CLOSE), off)
        found: NDArray[np.float64] = np.where(
            off <= np.where(settled, 0.0, CLOSE), 0.0, off
        )
        return found


def _compute_error(target: PublishedTarget, player: PlayerTrace) -> float:
    return LARGEST_ERROR if player.post is None else target.compute_error(player.post)


class ScoredAlternative(NamedTuple):
    """An alternative: its number, the places that don't match, and its total error."""

    at: int
    wrong: frozenset[int]
    distance: float


def score_alternatives(
    base: RatedBase,
    targets: PublishedTargets,
    changes: Sequence[Mapping[int, Entrant]],
    most: int,
    monitor: Monitor = UNMONITORED,
) -> list[ScoredAlternative]:
    """Return the alternatives with fewer mismatches or a smaller total error."""
    if not changes:
        return []
    wrong_now, total = targets.find_mismatches(base), targets.compute_total_error(base)
    counts = np.full(len(changes), float(len(wrong_now)))
    distances = np.full(len(changes), total)
    blocks: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]] = []
    now = np.array(
        [
            min(_compute_error(t, base.trace.players[t.place]), LARGEST_ERROR)
            for t in targets.every
        ]
    )
    for found in rate_alternatives([AlternativesCase(base, changes)], monitor):
        at, lines, offs = _select_published(found, targets)
        counts += np.bincount(
            at,
            weights=(offs > 0).astype(float) - (now[lines] > 0),
            minlength=len(changes),
        )
        distances += np.bincount(
            at,
            weights=np.minimum(offs, LARGEST_ERROR) - now[lines],
            minlength=len(changes),
        )
        blocks.append((at, lines, offs > 0))
    better = np.flatnonzero((counts < len(wrong_now)) | (distances < total - WHOLE))
    if not better.size:
        return []
    order = better[np.lexsort((distances[better], counts[better]))]
    chosen = order[: max(most, int((counts[order] == counts[order[0]]).sum()))]
    near = better[np.argsort(distances[better], kind="stable")][:most]
    chosen = np.concatenate((chosen, near[~np.isin(near, chosen)]))
    wrong = _mark_mismatches(blocks, chosen, wrong_now, targets)
    return [
        ScoredAlternative(at, wrong[at], float(distances[at])) for at in chosen.tolist()
    ]


def _select_published(
    found: AlternativeOutcomes, targets: PublishedTargets
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    """Return the outcomes at places with a target, their targets, and their errors."""
    lines = targets.find_lines(found.places)
    known = lines >= 0
    lines = lines[known]
    offs = targets.compute_errors(lines, found.posts[known], found.shown[known])
    return found.alternatives[known], lines, offs


def _mark_mismatches(
    blocks: Iterable[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]],
    chosen: NDArray[np.intp],
    wrong_now: frozenset[int],
    targets: PublishedTargets,
) -> dict[int, frozenset[int]]:
    """Return which places don't match in each of the selected alternatives."""
    found = {at: set(wrong_now) for at in chosen.tolist()}
    for at, lines, wrong in blocks:
        asked = np.isin(at, chosen)
        for one, line, is_wrong in zip(
            at[asked].tolist(),
            lines[asked].tolist(),
            wrong[asked].tolist(),
            strict=True,
        ):
            place = targets.every[line].place
            if is_wrong:
                found[one].add(place)
            else:
                found[one].discard(place)
    return {at: frozenset(places) for at, places in found.items()}


def approximate_rating(
    base: RatedBase, entrant: Entrant, other: float | None = None
) -> float | None:
    """Return a changed player's rating if the opponents' strengths stayed unchanged.

    The effect of the change on the opponents, and their effect on the player, is left
    out. `other` is a different strength for the opponent of the last game.
    """
    trace = base.trace
    planned = plan_player(entrant, trace.section, trace.rules, base.is_match)
    if planned.formula == "none":
        return entrant.rating
    known = base.strengths.step5
    strengths = [known[one] for one in entrant.opponents]
    if other is not None:
        strengths[-1] = other
    step5 = run_step_4_or_5(planned, tuple(strengths))
    return finish_player(planned, None, None, step5, trace.section, trace.rules).post


def find_fitting_values(
    rating: Callable[[int], float | None],
    target: PublishedTarget,
    slack: float,
    low: int,
    high: int,
) -> range:
    """Return the whole numbers with which a published rating nearly matches.

    `rating` maps a value to a rating and is increasing; `slack` is the tolerance in
    points.
    """
    reach = WHOLE + slack
    first = _find_first_value(
        rating, target.published - target.above - reach, low, high
    )
    last = _find_first_value(
        rating, target.published + target.below + reach, first, high
    )
    return range(first, last)


def _find_first_value(
    rating: Callable[[int], float | None], level: float, low: int, high: int
) -> int:
    """Return the lowest value whose rating reaches a level; `high` + 1 if none does."""
    end = high + 1
    while low < end:
        middle = (low + end) // 2
        post = rating(middle)
        if post is not None and post < level:
            low = middle + 1
        else:
            end = middle
    return low
