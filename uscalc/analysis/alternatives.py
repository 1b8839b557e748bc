"""The new ratings in many alternatives of one section at once, each a few entrants.

What `whatif.rerate` gives for one alternative comes here for all of them by arrays: only
the pairs of an alternative and a place that a change reaches are rated. A figure is
within `CLOSE` of the engine's; where that does not settle what is shown, the engine
itself is asked.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uscalc.analysis.arrays_finish import STORED
from uscalc.analysis.arrays_plans import (
    CEILING,
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
    Figures,
    InBlock,
    K,
    Mask,
    Pairs,
    Places,
    Plans,
)
from uscalc.analysis.arrays_rows import FAR, special_rows, standard_rows
from uscalc.analysis.progress import Done, Wanted, always, nobody
from uscalc.analysis.rerate_one import rerate_some
from uscalc.analysis.whatif import Base, rerate
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import ONE_PASS
from uscalc.engine.steps import STEP_3_GAMES
from uscalc.engine.trace import PlayerTrace

CLOSE: Final = 1e-5
"""What a figure may be off, in points: a hundred times what was ever seen."""
STILL: Final = 1e-7
"""A strength that moves by less has not moved."""
FIGURES_AT_ONCE: Final = 1 << 18
"""About so many strengths are held at once in a step."""
NOBODY: Final = -1
"""Stands for the shown rating of who has none."""


class Outcomes(NamedTuple):
    """New ratings, a line each: of which alternative, of which place, and what.

    The lines stand in the order of the alternatives. `shown` is the rating as it is
    displayed, exactly.
    """

    alternatives: Places
    places: Places
    posts: Figures
    shown: NDArray[np.int64]


def outcomes(
    base: Base,
    changes: Sequence[Mapping[int, Entrant]],
    wanted: Wanted = always,
    done: Done = nobody,
) -> Iterator[Outcomes]:
    """Everybody whom each of the changes reaches, block by block, as `rerate` has them.

    Who has no rating, before or after, is left out. What `rerate` asks for of a change
    holds here too. `done` is told after each block how many of them are; ends early
    once `wanted` says no.
    """
    ratable = base.trace.rules.storage in STORED and not base.is_match
    most = max(1, FIGURES_AT_ONCE // (len(base.trace.players) + 1))
    most = max(1, min(most, len(changes)))
    engine = _Alternatives(base, most) if ratable and changes else None
    for first in range(0, len(changes), most or 1):
        block = changes[first : first + most]
        if engine is not None and _same_games(base, block):
            found = engine.rate(block, first, wanted)
        else:
            found = _one_by_one(base, block, first, wanted)
        if found is None:
            return
        yield found
        done(first + len(block), len(changes))


class Line(NamedTuple):
    """A new rating in one of the alternatives; see `Outcomes`."""

    alternative: int
    post: float
    shown: int


def outcomes_of(
    base: Base,
    changes: Sequence[Mapping[int, Entrant]],
    places: Collection[int],
    wanted: Wanted = always,
    done: Done = nobody,
) -> dict[int, list[Line]]:
    """What `outcomes` gives for some places, the alternatives in order."""
    lines: dict[int, list[Line]] = {place: [] for place in places}
    asked = np.array(sorted(places), dtype=np.intp)
    for found in outcomes(base, changes, wanted, done):
        theirs = _among(found.places, asked)
        columns = (column[theirs].tolist() for column in found)
        for at, place, post, shown in zip(*columns, strict=True):
            lines[place].append(Line(at, post, shown))
    return lines


def shown_now(base: Base) -> NDArray[np.int64]:
    """The ratings as they are displayed, by place; NOBODY where there is none."""
    posts = [player.post for player in base.trace.players]
    known = np.array([np.nan if post is None else post for post in posts])
    return np.where(np.isnan(known), NOBODY, np.floor(known + 0.5)).astype(np.int64)


def _same_games(base: Base, block: Sequence[Mapping[int, Entrant]]) -> bool:
    now = base.trace.section.entrants
    return all(
        [
            entrant.own is now[place].own or entrant.own == now[place].own
            for change in block
            for place, entrant in change.items()
        ]
    )


def _one_by_one(
    base: Base, block: Sequence[Mapping[int, Entrant]], first: int, wanted: Wanted
) -> Outcomes | None:
    lines = []
    for at, change in enumerate(block, first):
        if not wanted():
            return None
        lines += [(at, place, post) for place, post in _by_engine(base, change)]
    return _outcomes(*_columns(lines))


def _columns(
    lines: Sequence[tuple[int, int, float]],
) -> tuple[Places, Places, Figures]:
    return (
        np.array([at for at, _, _ in lines], dtype=np.intp),
        np.array([place for _, place, _ in lines], dtype=np.intp),
        np.array([post for _, _, post in lines], dtype=float),
    )


def _outcomes(alternatives: Places, places: Places, posts: Figures) -> Outcomes:
    shown = np.floor(posts + 0.5).astype(np.int64)
    return Outcomes(alternatives, places, posts, shown)


def _by_engine(base: Base, change: Mapping[int, Entrant]) -> list[tuple[int, float]]:
    players = base.trace.players
    return [
        (place, player.post)
        for place, player in sorted(rerate(base, change).items())
        if player.post is not None and players[place].post is not None
    ]


class _Alternatives:
    """A rated section as arrays, ready for any number of alternatives.

    A pair of an alternative and a place is one number, its place in the grids of
    strengths, which hold a line for each alternative of a block. What a block writes
    there is taken back after it, so that the cost follows what is reached.
    """

    def __init__(self, base: Base, most: int) -> None:
        """`most` is how many alternatives a block has at most."""
        players = base.trace.players
        self.base = base
        self.one_pass = base.trace.section.kind in ONE_PASS
        self.stored = STORED[base.trace.rules.storage]
        self.wide = len(players) + 1
        self.plans = Plans(base)
        self.first = _Grid([player.start.r0 for player in players], most)
        self.third = _Grid([_third(player) for player in players], most)
        self.fourth = _Grid([_fourth(player) for player in players], most)
        self.fifth = np.array([_fifth(player) for player in players])
        widest = max((p.entrant.m for p in players), default=0)
        # The place behind the last one stands for no opponent.
        rows = [player.entrant.opponents for player in players]
        nobody = [len(players)] * widest
        self.opponents = np.array(
            [(*row, *nobody[len(row) :]) for row in rows], dtype=np.intp
        ).T.copy()
        self.met_counts = np.array(list(map(len, base.met_by)), dtype=np.intp)
        self.met_first = np.cumsum(self.met_counts) - self.met_counts
        self.met = np.array(list(chain.from_iterable(base.met_by)), dtype=np.intp)
        self.shown = shown_now(base)

    def rate(
        self, block: Sequence[Mapping[int, Entrant]], first: int, wanted: Wanted
    ) -> Outcomes | None:
        """The new ratings in some alternatives, the first of them counted as `first`.

        None once `wanted` says no.
        """
        if not wanted():
            return None
        pairs = [
            lane * self.wide + place
            for lane, change in enumerate(block)
            for place in change
        ]
        entrants = [entrant for change in block for entrant in change.values()]
        changed = np.array(pairs, dtype=np.intp)
        new = self.plans.rows(changed % self.wide, entrants)
        order = np.argsort(changed)
        changed, new = changed[order], new[order]
        plans = InBlock(self.plans.table, changed, new, self.wide)
        planned = changed[plans.differ()]
        self.first.put(planned, plans.of(planned)[:, R0])
        again = self._reach(planned, self.first.moved(planned))
        reached, strengths = again, self.first
        if not self.one_pass:
            self.third.put(planned, self.first.flat[planned])
            self._step_3(again, plans)
            again = self._reach(planned, self.third.moved(again))
            self.fourth.put(again, self.third.flat[again])
            self._step_4(again, plans)
            moved = self.fourth.moved(again)
            reached = _distinct(reached, again)
            again = self._reach(planned, moved)
            reached, strengths = _distinct(reached, again), self.fourth
        reached = _distinct(changed, reached)
        found = self._ended(block, first, reached, again, plans, strengths)
        for grid in (self.first, self.third, self.fourth):
            grid.clear()
        return found

    def _reach(self, planned: Pairs, moved: Pairs) -> Pairs:
        """Whose step is made again: the changed, and who met somebody who has moved."""
        lanes, places = np.divmod(moved, self.wide)
        counts = self.met_counts[places]
        ends = np.cumsum(counts)
        total = ends[-1] if ends.size else 0
        within = np.arange(total) - np.repeat(ends - counts, counts)
        met = self.met[np.repeat(self.met_first[places], counts) + within]
        return _distinct(planned, np.repeat(lanes * self.wide, counts) + met)

    def _strengths(self, pairs: Pairs, grid: "_Grid") -> Figures:
        """What the opponents of each pair count, a column for each."""
        lanes, places = np.divmod(pairs, self.wide)
        return grid.flat[lanes * self.wide + self.opponents[:, places]]

    def _step_3(self, pairs: Pairs, plans: InBlock) -> None:
        of = plans.of(pairs)
        needed = of[:, NEEDS_3] > 0
        if needed.any():
            pairs, of = pairs[needed], of[needed]
            found = special_rows(
                of[:, R0],
                np.full(len(of), STEP_3_GAMES),
                of[:, SCORE] + STEP_3_GAMES / 2.0,
                self._strengths(pairs, self.first),
                of[:, NEAR],
            )
            self.third.put(pairs, found)

    def _step_4(self, pairs: Pairs, plans: InBlock) -> None:
        of = plans.of(pairs)
        rated = of[:, RATED] > 0
        pairs, of = pairs[rated], of[rated]
        self.fourth.put(pairs, self._by_formula(pairs, of, self.third))

    def _by_formula(self, pairs: Pairs, of: Figures, grid: "_Grid") -> Figures:
        """The rating of Step 4 or 5 of pairs that are rated."""
        found = np.empty(len(pairs))
        standard = of[:, STANDARD] > 0
        for which, formula in ((standard, _standard), (~standard, _special)):
            if which.any():
                strengths = self._strengths(pairs[which], grid)
                found[which] = formula(of[which], strengths)
        return found

    def _ended(
        self,
        block: Sequence[Mapping[int, Entrant]],
        first: int,
        reached: Pairs,
        again: Pairs,
        plans: InBlock,
        strengths: "_Grid",
    ) -> Outcomes:
        """Step 5, and from there to what is shown; what is doubtful is the engine's."""
        reached = reached[self.shown[reached % self.wide] != NOBODY]
        lanes, places = np.divmod(reached, self.wide)
        of = plans.of(reached)
        rated = of[:, RATED] > 0
        result = np.where(rated, self.fifth[places], of[:, RATING])
        anew = rated & _among(reached, again)
        result[anew] = self._by_formula(reached[anew], of[anew], strengths)
        off = np.where(anew, CLOSE, 0.0)
        low, high, posts = (
            self._post(at, of, rated) for at in (result - off, result + off, result)
        )
        doubtful = np.isnan(result) | (np.floor(low + 0.5) != np.floor(high + 0.5))
        rating = rated | ~np.isnan(result)
        self._ask(block, lanes, places, posts, np.flatnonzero(doubtful & rating))
        return _outcomes(lanes[rating] + first, places[rating], posts[rating])

    def _ask(
        self,
        block: Sequence[Mapping[int, Entrant]],
        lanes: Places,
        places: Places,
        posts: Figures,
        doubtful: Places,
    ) -> None:
        """Has the engine rate the doubtful ones; `doubtful` are their lines."""
        for lane, asked in groupby(doubtful.tolist(), key=lambda at: lanes[at]):
            lines = list(asked)
            found = rerate_some(self.base, block[lane], places[lines].tolist())
            posts[lines] = [np.nan if p.post is None else p.post for p in found]

    def _post(self, result: Figures, plans: Figures, rated: Mask) -> Figures:
        stored = self.stored(result, plans[:, R0])
        held = np.minimum(np.maximum(stored, plans[:, LEVEL]), plans[:, CEILING])
        return np.where(rated, held, result)


class _Grid:
    """What everybody counts in a step, a line for each alternative of a block."""

    def __init__(self, before: Sequence[float], most: int) -> None:
        """`before` is what each place counts where nothing is changed."""
        self.before = np.array([*before, FAR])
        self.flat = np.tile(self.before, most)
        self._written: list[Pairs] = []

    def put(self, pairs: Pairs, strengths: Figures) -> None:
        """Enters what pairs count."""
        self.flat[pairs] = strengths
        self._written.append(pairs)

    def moved(self, pairs: Pairs) -> Pairs:
        """Those of the pairs that count something else; doubtful ones are among them."""
        apart = np.abs(self.flat[pairs] - self.before[pairs % len(self.before)])
        moved: Pairs = pairs[~(apart <= STILL)]
        return moved

    def clear(self) -> None:
        """Takes back what was entered."""
        for pairs in self._written:
            self.flat[pairs] = self.before[pairs % len(self.before)]
        self._written.clear()


def _distinct(*pairs: Pairs) -> Pairs:
    """Each of them once, ascending."""
    every = np.sort(np.concatenate(pairs))
    other = np.ones(len(every), dtype=bool)
    np.not_equal(every[1:], every[:-1], out=other[1:])
    return every[other]


def _among(some: Pairs, others: Pairs) -> Mask:
    """Which of them are among others that are ascending."""
    if not others.size:
        return np.zeros(len(some), dtype=bool)
    at = np.minimum(np.searchsorted(others, some), len(others) - 1)
    found: Mask = others[at] == some
    return found


def _third(player: PlayerTrace) -> float:
    """What a player counts in Step 4."""
    return player.start.r0 if player.step3 is None else player.step3.result


def _fourth(player: PlayerTrace) -> float:
    """What a player counts in Step 5."""
    return _third(player) if player.step4 is None else player.step4.result


def _fifth(player: PlayerTrace) -> float:
    return np.nan if player.step5 is None else player.step5.result


def _standard(plans: Figures, strengths: Figures) -> Figures:
    return standard_rows(
        plans[:, R0], plans[:, K], plans[:, THRESHOLD], plans[:, SCORE], strengths
    )


def _special(plans: Figures, strengths: Figures) -> Figures:
    return special_rows(
        plans[:, PRIOR], plans[:, N_EFF], plans[:, TARGET], strengths, plans[:, NEAR]
    )
