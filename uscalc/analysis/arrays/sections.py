"""Rated sections as arrays, which are rated again in many alternatives at once.

Only pairs of an alternative and a place that a change affects are rated. A value is
within `CLOSE` of the engine's. If this leaves the displayed rating open, the engine
itself rates the player.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, groupby
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uscalc.analysis.arrays.engine import STORED, round_lanes_for_display
from uscalc.analysis.arrays.plans import (
    CEILING,
    FAR,
    LEVEL,
    N_EFF,
    NEAR,
    NEEDS_3,
    PRIOR,
    R0,
    RATED,
    RATING,
    SCORE,
    STANDARD,
    TARGET,
    THRESHOLD,
    BlockPlans,
    Figures,
    K,
    Mask,
    Pairs,
    Places,
    SectionPlans,
    compute_special_rows,
    compute_standard_rows,
)
from uscalc.analysis.whatif import RatedBase, rerate_players
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import ONE_PASS, STEP_3_GAMES

CLOSE: Final = 1e-5
"""The largest error of a value in points: a hundred times the largest one ever observed."""
STILL: Final = 1e-7
"""A strength that changes by less than this many points counts as unchanged."""
NOBODY: Final = -1
"""The number that stands for a missing displayed rating."""
NONE: Final = float("nan")
"""The number that stands for a missing rating."""

FORMULAS: Final[tuple[tuple[Callable[..., Figures], tuple[int, ...]], ...]] = (
    (compute_standard_rows, (R0, K, THRESHOLD, SCORE)),
    (compute_special_rows, (PRIOR, N_EFF, TARGET, NEAR)),
)
"""The standard and the special formula, with the columns that each needs."""

Shown = NDArray[np.int64]


class AlternativeOutcomes(NamedTuple):
    """New ratings, with a line for each: the alternative, the place, and the rating.

    The lines are in the order of the alternatives. `shown` is the displayed rating in
    the alternative, `now` the displayed rating without it.
    """

    alternatives: Places
    places: Places
    posts: Figures
    shown: Shown
    now: Shown


def make_outcomes(
    lines: Sequence[tuple[int, int, float, float]],
) -> AlternativeOutcomes:
    """Return outcomes from lines of (alternative, place, new rating, unchanged rating)."""
    figures = np.array(lines, dtype=float).reshape(-1, 4).T
    whole = figures.astype(np.intp)
    return AlternativeOutcomes(
        whole[0],
        whole[1],
        figures[2],
        round_lanes_for_display(figures[2]),
        round_lanes_for_display(figures[3]),
    )


class SectionArrays:
    """Several rated sections side by side, ready for any number of alternatives.

    Each alternative has a lane, a part of the arrays with the places of its section
    in order and one more for "no opponent". An alternative and a place are given as
    one number, the position in the lanes. Values entered there are reset after each
    block, so that the cost depends on the entrants reached.
    """

    def __init__(self, bases: Sequence[RatedBase], lanes: Sequence[int]) -> None:
        """Prepare sections; `lanes` is the largest number of alternatives of each.

        All must have the same steps, and the same storage of ratings.
        """
        traces = [base.trace for base in bases]
        players = [trace.players for trace in traces]
        self.bases = bases
        self.one_pass = traces[0].section.kind in ONE_PASS
        self.stored = STORED[traces[0].rules.storage]
        self.plans = [SectionPlans(base) for base in bases]
        self.table = np.concatenate([plans.table for plans in self.plans])
        posts = [NONE if p is None else p.post for of in players for p in (*of, None)]
        known = np.array(posts, dtype=float)
        self.shown = np.where(
            np.isnan(known), NOBODY, round_lanes_for_display(np.nan_to_num(known))
        )

        wide = np.array([len(of) + 1 for of in players])
        self.base_of = np.repeat(np.arange(len(bases)), lanes)
        of_lanes = wide[self.base_of]
        self.starts = np.cumsum(of_lanes) - of_lanes
        self.lane_of = np.repeat(np.arange(len(of_lanes)), of_lanes)
        self.local_of = np.arange(len(self.lane_of)) - self.starts[self.lane_of]
        begins = np.cumsum(wide) - wide
        self.place_of = self.local_of + begins[self.base_of][self.lane_of]
        self.first, self.third, self.fourth = (
            _StrengthGrid(
                [far for base in bases for far in (*base.strengths[step], FAR)],
                self.place_of,
            )
            for step in range(3)
        )

        # For each place, its opponents, and the players who have it as their opponent.
        widest = max((p.entrant.m for of in players for p in of), default=0)
        opponents = []
        for of in players:
            nobody = [len(of)] * widest
            met = [player.entrant.opponents for player in of]
            opponents += [(*own, *nobody[len(own) :]) for own in (*met, ())]
        self.opponents = np.array(opponents, dtype=np.intp).T.copy()
        met_by = [met for base in bases for met in (*base.opponents_of, ())]
        self.met_counts = np.array(list(map(len, met_by)), dtype=np.intp)
        self.met_first = np.cumsum(self.met_counts) - self.met_counts
        self.met = np.array(list(chain.from_iterable(met_by)), dtype=np.intp)

    def rate_block(
        self, block: Sequence[Sequence[Mapping[int, Entrant]]]
    ) -> AlternativeOutcomes:
        """Return the new ratings in alternatives of each section, numbered across all sections."""
        changes = list(chain.from_iterable(block))
        starts = self.starts.tolist()
        changed = np.array(
            [
                start + place
                for start, change in zip(starts, changes, strict=False)
                for place in change
            ],
            dtype=np.intp,
        )
        new = np.concatenate(
            [
                plans.make_rows(
                    [place for change in of for place in change],
                    [entrant for change in of for entrant in change.values()],
                )
                for plans, of in zip(self.plans, block, strict=True)
            ]
        )
        order = np.argsort(changed)
        changed = changed[order]
        plans = BlockPlans(self.table, self.place_of, changed, new[order])
        planned = changed[plans.find_changed_steps()]
        self.first.set_strengths(planned, plans.columns[R0][plans.find_rows(planned)])
        again = self._find_reached(planned, self.first.find_moved(planned))
        reached, strengths = again, self.first
        if not self.one_pass:
            self.third.set_strengths(planned, self.first.flat[planned])
            self._run_step_3(again, plans)
            again = self._find_reached(planned, self.third.find_moved(again))
            self.fourth.set_strengths(again, self.third.flat[again])
            self._run_step_4(again, plans)
            moved = self.fourth.find_moved(again)
            reached = _merge_distinct(reached, again)
            again = self._find_reached(planned, moved)
            reached, strengths = _merge_distinct(reached, again), self.fourth
        reached = _merge_distinct(changed, reached)
        found = self._finish_ratings(changes, reached, again, plans, strengths)
        for grid in (self.first, self.third, self.fourth):
            grid.clear()
        return found

    def _find_reached(self, planned: Pairs, moved: Pairs) -> Pairs:
        """Return the pairs to rate again: changed entrants, and those with a changed opponent."""
        places = self.place_of[moved]
        counts = self.met_counts[places]
        ends = np.cumsum(counts)
        total = ends[-1] if ends.size else 0
        within = np.arange(total) - np.repeat(ends - counts, counts)
        met = self.met[np.repeat(self.met_first[places], counts) + within]
        return _merge_distinct(
            planned, np.repeat(moved - self.local_of[moved], counts) + met
        )

    def _collect_strengths(self, pairs: Pairs, grid: "_StrengthGrid") -> Figures:
        """Return the opponents' strengths of each pair, with a column for each opponent."""
        lanes = self.opponents.take(self.place_of[pairs], axis=1)
        lanes += pairs - self.local_of[pairs]
        found: Figures = grid.flat[lanes]
        return found

    def _run_step_3(self, pairs: Pairs, plans: BlockPlans) -> None:
        columns, of = plans.columns, plans.find_rows(pairs)
        needed = columns[NEEDS_3][of] > 0
        if needed.any():
            pairs, of = pairs[needed], of[needed]
            found = compute_special_rows(
                columns[R0][of],
                np.full(len(of), STEP_3_GAMES),
                columns[SCORE][of] + STEP_3_GAMES / 2.0,
                columns[NEAR][of],
                self._collect_strengths(pairs, self.first),
            )
            self.third.set_strengths(pairs, found)

    def _run_step_4(self, pairs: Pairs, plans: BlockPlans) -> None:
        of = plans.find_rows(pairs)
        rated = plans.columns[RATED][of] > 0
        pairs, of = pairs[rated], of[rated]
        found = self._rate_by_formula(pairs, of, plans.columns, self.third)
        self.fourth.set_strengths(pairs, found)

    def _rate_by_formula(
        self, pairs: Pairs, of: Places, columns: Figures, grid: "_StrengthGrid"
    ) -> Figures:
        """Return the rating of Step 4 or 5 of pairs that are rated.

        `of` are the places of their plans in the columns.
        """
        found = np.empty(len(pairs))
        standard = columns[STANDARD][of] > 0
        for which, (formula, needed) in zip(
            (standard, ~standard), FORMULAS, strict=True
        ):
            if which.any():
                at = of[which]
                found[which] = formula(
                    *[columns[name][at] for name in needed],
                    self._collect_strengths(pairs[which], grid),
                )
        return found

    def _finish_ratings(
        self,
        changes: Sequence[Mapping[int, Entrant]],
        reached: Pairs,
        again: Pairs,
        plans: BlockPlans,
        strengths: "_StrengthGrid",
    ) -> AlternativeOutcomes:
        """Compute new ratings from the results of Step 5; the engine rates doubtful ones."""
        now = self.shown[self.place_of[reached]]
        reached, now = reached[now != NOBODY], now[now != NOBODY]
        of = plans.find_rows(reached)
        r0, level, ceiling, rating, near, is_rated = (
            plans.columns[name][of]
            for name in (R0, LEVEL, CEILING, RATING, NEAR, RATED)
        )
        rated = is_rated > 0
        result = np.where(rated, near, rating)
        anew = rated & find_members(reached, again)
        result[anew] = self._rate_by_formula(
            reached[anew], of[anew], plans.columns, strengths
        )
        off = np.where(anew, CLOSE, 0.0)
        low, high, posts = (
            np.where(rated, np.clip(self.stored(at, r0), level, ceiling), at)
            for at in (result - off, result + off, result)
        )
        doubtful = np.isnan(result) | (np.floor(low + 0.5) != np.floor(high + 0.5))
        rating = rated | ~np.isnan(result)
        lanes, places = self.lane_of[reached], self.local_of[reached]
        self._rate_doubtful_by_engine(
            changes, lanes, places, posts, np.flatnonzero(doubtful & rating)
        )
        posts = posts[rating]
        return AlternativeOutcomes(
            lanes[rating],
            places[rating],
            posts,
            round_lanes_for_display(posts),
            now[rating],
        )

    def _rate_doubtful_by_engine(
        self,
        changes: Sequence[Mapping[int, Entrant]],
        lanes: Places,
        places: Places,
        posts: Figures,
        doubtful: Places,
    ) -> None:
        """Replace the lines in `doubtful`, whose displayed rating is open, by the engine's."""
        for lane, asked in groupby(doubtful.tolist(), key=lambda at: lanes[at]):
            lines = list(asked)
            found = rerate_players(
                self.bases[self.base_of[lane]], changes[lane], places[lines].tolist()
            )
            posts[lines] = [NONE if p.post is None else p.post for p in found]


class _StrengthGrid:
    """All strengths in a step, for every lane."""

    def __init__(self, before: Sequence[float], place_of: Places) -> None:
        """Make a grid; `before` is each place's strength without a change."""
        self.before = np.array(before)
        self.flat = self.before[place_of]
        self._place_of = place_of
        self._written: list[Pairs] = []

    def set_strengths(self, pairs: Pairs, strengths: Figures) -> None:
        """Enter the strengths of pairs."""
        self.flat[pairs] = strengths
        self._written.append(pairs)

    def find_moved(self, pairs: Pairs) -> Pairs:
        """Return the pairs whose strength changes, or may change (NaN)."""
        apart = np.abs(self.flat[pairs] - self.before[self._place_of[pairs]])
        moved: Pairs = pairs[~(apart <= STILL)]
        return moved

    def clear(self) -> None:
        """Reset the entered strengths."""
        for pairs in self._written:
            self.flat[pairs] = self.before[self._place_of[pairs]]
        self._written.clear()


def _merge_distinct(*pairs: Pairs) -> Pairs:
    """Return the distinct numbers, ascending."""
    every = np.sort(np.concatenate(pairs))
    other = np.ones(len(every), dtype=bool)
    np.not_equal(every[1:], every[:-1], out=other[1:])
    return every[other]


def find_members(some: Pairs, others: Pairs) -> Mask:
    """Return, for each number in `some`, whether it is in `others`, an ascending array."""
    if not others.size:
        return np.zeros(len(some), dtype=bool)
    at = np.minimum(np.searchsorted(others, some), len(others) - 1)
    found: Mask = others[at] == some
    return found
