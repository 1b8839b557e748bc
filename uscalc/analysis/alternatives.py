"""The new ratings in many alternatives of one section at once, each a few entrants.

What `whatif.rerate` gives for one alternative comes here for all of them by arrays: only
the pairs of an alternative and a place that a change reaches are rated. A figure is
within `CLOSE` of the engine's; where that does not settle what is shown, the engine
itself is asked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uscalc.analysis.arrays_finish import STORED
from uscalc.analysis.arrays_rows import FAR, special_rows, standard_rows
from uscalc.analysis.whatif import Base, rerate
from uscalc.engine.floors import ABSOLUTE, floor_candidates
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import ONE_PASS
from uscalc.engine.special import adjusted
from uscalc.engine.steps import STEP_3_GAMES, plan
from uscalc.engine.trace import PlayerTrace, StandardTrace

Figures = NDArray[np.float64]
Places = NDArray[np.intp]
Mask = NDArray[np.bool_]

CLOSE: Final = 1e-5
"""What a figure may be off, in points: a hundred times what was ever seen."""
STILL: Final = 1e-7
"""A strength that moves by less has not moved."""
FIGURES_AT_ONCE: Final = 1 << 18
"""About so many strengths are held at once in a step."""
WITHOUT_END: Final = float("inf")
NOBODY: Final = -1
"""Stands for the shown rating of who has none."""

(R0, N_EFF, PRIOR, TARGET, K, THRESHOLD, STANDARD, NEEDS_3, SCORE) = range(9)
RATED, LEVEL, CEILING, RATING = range(9, 13)
"""The figures of a plan, as the columns of a table; those of the first line decide
what the steps give."""


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
    wanted: Callable[[], bool] = lambda: True,
) -> Iterator[Outcomes]:
    """Everybody whom each of the changes reaches, block by block, as `rerate` has them.

    Who has no rating, before or after, is left out. What `rerate` asks for of a change
    holds here too. Ends early once `wanted` says no.
    """
    ratable = base.trace.rules.storage in STORED and not base.is_match
    engine = _Alternatives(base) if ratable and changes else None
    each = max(1, FIGURES_AT_ONCE // (len(base.trace.players) + 1))
    for first in range(0, len(changes), each):
        if not wanted():
            return
        block = changes[first : first + each]
        if engine is not None and all(_same_games(base, c) for c in block):
            yield engine.rate(block, first)
        else:
            yield _one_by_one(base, block, first)


def shown_now(base: Base) -> NDArray[np.int64]:
    """The ratings as they are displayed, by place; NOBODY where there is none."""
    posts = [player.post for player in base.trace.players]
    known = np.array([np.nan if post is None else post for post in posts])
    return np.where(np.isnan(known), NOBODY, np.floor(known + 0.5)).astype(np.int64)


def _same_games(base: Base, change: Mapping[int, Entrant]) -> bool:
    players = base.trace.players
    return all(e.own == players[place].entrant.own for place, e in change.items())


def _one_by_one(
    base: Base, block: Sequence[Mapping[int, Entrant]], first: int
) -> Outcomes:
    lines = [
        (at, place, post)
        for at, change in enumerate(block, first)
        for place, post in _by_engine(base, change)
    ]
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
    """A rated section as arrays, ready for any number of alternatives."""

    def __init__(self, base: Base) -> None:
        players = base.trace.players
        self.base = base
        self.one_pass = base.trace.section.kind in ONE_PASS
        self.stored = STORED[base.trace.rules.storage]
        self.size = len(players)
        self.table = np.array([_row_of(player) for player in players])
        self.start = self.table[:, R0]
        self.third = np.array([_third(p) for p in players])
        self.fourth = np.array([_fourth(p) for p in players])
        self.fifth = np.array([_fifth(p) for p in players])
        widest = max((p.entrant.m for p in players), default=0)
        # A place behind the last one stands for no opponent.
        self.opponents = np.full((self.size, widest), self.size, dtype=np.intp)
        for place, player in enumerate(players):
            self.opponents[place, : player.entrant.m] = player.entrant.opponents
        self.met_counts = np.array([len(met) for met in base.met_by], dtype=np.intp)
        self.met_first = np.cumsum(self.met_counts) - self.met_counts
        self.met = np.array([i for met in base.met_by for i in met], dtype=np.intp)
        self.shown = shown_now(base)

    def rate(self, block: Sequence[Mapping[int, Entrant]], first: int) -> Outcomes:
        """The new ratings in some alternatives, the first of them counted as `first`."""
        rows = []
        pairs = []
        for lane, change in enumerate(block):
            for place, entrant in change.items():
                pairs.append((lane, place))
                rows.append(self._row(entrant))
        lanes, places = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
        table = np.concatenate((self.table, np.array(rows).reshape(-1, RATING + 1)))
        new = np.arange(self.size, len(table))
        decisive = slice(R0, SCORE)
        other = (table[new, decisive] != self.table[places, decisive]).any(axis=1)
        shape = len(block), self.size
        who = np.broadcast_to(np.arange(self.size), shape).copy()
        who[lanes, places] = new
        changed = np.zeros(shape, dtype=bool)
        changed[lanes, places] = True
        planned = np.zeros(shape, dtype=bool)
        planned[lanes[other], places[other]] = True

        start = self._strengths(self.start, len(block))
        start[lanes, places] = table[new, R0]
        moved = self._moved(start, self.start)
        again = planned | self._met_by(moved)
        reached = changed | again
        inputs = start
        if not self.one_pass:
            third = self._strengths(self.third, len(block))
            third[:, :-1][planned] = start[:, :-1][planned]
            todo = again & (table[who, NEEDS_3] > 0)
            self._step_3(todo, who, table, start, third)
            again = planned | self._met_by(self._moved(third, self.third))
            reached |= again
            fourth = self._strengths(self.fourth, len(block))
            fourth[:, :-1][again] = third[:, :-1][again]
            self._step(again, who, table, third, fourth, self.fourth)
            again = planned | self._met_by(self._moved(fourth, self.fourth))
            reached |= again
            inputs = fourth
        fifth = self._strengths(self.fifth, len(block))
        self._step(again, who, table, inputs, fifth, self.fifth)
        return self._ended(block, first, reached, again, who, table, fifth)

    def _strengths(self, row: Figures, lanes: int) -> Figures:
        """A figure for each place in each alternative, and one for no opponent."""
        found = np.empty((lanes, self.size + 1))
        found[:, :-1] = row
        found[:, -1] = FAR
        return found

    @staticmethod
    def _moved(strengths: Figures, before: Figures) -> Mask:
        """Whose strength is another one; a doubtful one counts as moved."""
        moved: Mask = ~(np.abs(strengths[:, :-1] - before) <= STILL)
        return moved

    def _met_by(self, moved: Mask) -> Mask:
        """Who counts a game against somebody whose strength has moved."""
        reached = np.zeros(moved.shape, dtype=bool)
        lanes, places = np.nonzero(moved)
        counts = self.met_counts[places]
        ends = np.cumsum(counts)
        if not len(ends) or not ends[-1]:
            return reached
        within = np.arange(ends[-1]) - np.repeat(ends - counts, counts)
        met = self.met[np.repeat(self.met_first[places], counts) + within]
        reached[np.repeat(lanes, counts), met] = True
        return reached

    def _step_3(
        self,
        todo: Mask,
        who: Places,
        table: Figures,
        start: Figures,
        third: Figures,
    ) -> None:
        lanes, places = np.nonzero(todo)
        if not len(lanes):
            return
        plans = table[who[lanes, places]]
        strengths = start[lanes[:, None], self.opponents[places]]
        third[lanes, places] = special_rows(
            plans[:, R0],
            np.full(len(lanes), STEP_3_GAMES),
            plans[:, SCORE] + STEP_3_GAMES / 2.0,
            strengths,
            self.third[places],
        )

    def _step(
        self,
        todo: Mask,
        who: Places,
        table: Figures,
        inputs: Figures,
        into: Figures,
        before: Figures,
    ) -> None:
        """Step 4 or 5 of the pairs that are to be rated again."""
        lanes, places = np.nonzero(todo)
        if not len(lanes):
            return
        plans = table[who[lanes, places]]
        rated = plans[:, RATED] > 0
        standard = rated & (plans[:, STANDARD] > 0)
        special = rated & ~standard
        for which, formula in ((standard, _standard), (special, _special)):
            if which.any():
                here, there = lanes[which], places[which]
                strengths = inputs[here[:, None], self.opponents[there]]
                into[here, there] = formula(plans[which], strengths, before[there])

    def _ended(
        self,
        block: Sequence[Mapping[int, Entrant]],
        first: int,
        reached: Mask,
        again: Mask,
        who: Places,
        table: Figures,
        fifth: Figures,
    ) -> Outcomes:
        """From Step 5 to what is shown; doubtful alternatives are the engine's."""
        lanes, places = np.nonzero(reached & (self.shown != NOBODY))
        plans = table[who[lanes, places]]
        rated = plans[:, RATED] > 0
        result = np.where(rated, fifth[lanes, places], plans[:, RATING])
        off = np.where(again[lanes, places] & rated, CLOSE, 0.0)
        low, high, posts = (
            self._post(at, plans, rated) for at in (result - off, result + off, result)
        )
        has_rating = rated | ~np.isnan(result)
        doubtful = np.isnan(result) | (np.floor(low + 0.5) != np.floor(high + 0.5))
        ask = np.unique(lanes[doubtful & has_rating])
        sure = has_rating & ~np.isin(lanes, ask)
        lanes, places, posts = lanes[sure], places[sure], posts[sure]
        exact = _columns(
            [
                (lane, place, post)
                for lane in ask.tolist()
                for place, post in _by_engine(self.base, block[lane])
            ]
        )
        lanes, places, posts = (
            np.concatenate(both)
            for both in zip((lanes, places, posts), exact, strict=True)
        )
        order = np.argsort(lanes, kind="stable")
        return _outcomes(lanes[order] + first, places[order], posts[order])

    def _row(self, entrant: Entrant) -> tuple[float, ...]:
        """The figures of a changed entrant's plan, as `_row_of` has those of a trace."""
        section, rules = self.base.trace.section, self.base.trace.rules
        planned = plan(entrant, section, rules, False)
        steps = (0.0, 0.0, 0.0, 0.0, WITHOUT_END, 0.0)
        if planned.formula == "standard":
            steps = 0.0, 0.0, 0.0, planned.k, _or_endless(planned.threshold), 1.0
        elif planned.formula == "special":
            n_eff, record = planned.effective.n_eff, planned.record
            r0, score = planned.start.r0, entrant.score
            steps = n_eff, *adjusted(r0, n_eff, score, record), 0.0, WITHOUT_END, 0.0
        rated = planned.formula != "none"
        named = floor_candidates(entrant, section.system, rules) if rated else ()
        return (
            planned.start.r0,
            *steps,
            float(planned.needs_step3 and not self.one_pass),
            entrant.score,
            float(rated),
            max((level for _, level in named), default=ABSOLUTE),
            _or_endless(entrant.floors.ceiling),
            np.nan if entrant.rating is None else entrant.rating,
        )

    def _post(self, result: Figures, plans: Figures, rated: Mask) -> Figures:
        stored = self.stored(result, plans[:, R0])
        held = np.minimum(np.maximum(stored, plans[:, LEVEL]), plans[:, CEILING])
        return np.where(rated, held, result)


def _row_of(player: PlayerTrace) -> tuple[float, ...]:
    """What decides a player's rating, as a line of the table."""
    step, entrant = player.step5, player.entrant
    steps = (0.0, 0.0, 0.0, 0.0, WITHOUT_END, 0.0)
    if isinstance(step, StandardTrace):
        steps = 0.0, 0.0, 0.0, step.k, _or_endless(step.threshold), 1.0
    elif step is not None:
        steps = step.n_eff, step.prior, step.target, 0.0, WITHOUT_END, 0.0
    return (
        player.start.r0,
        *steps,
        float(player.step3 is not None),
        entrant.score,
        float(step is not None),
        ABSOLUTE if player.floors is None else player.floors.floor,
        _or_endless(entrant.floors.ceiling),
        np.nan if entrant.rating is None else entrant.rating,
    )


def _or_endless(figure: float | None) -> float:
    return WITHOUT_END if figure is None else figure


def _third(player: PlayerTrace) -> float:
    """What a player counts in Step 4."""
    return player.start.r0 if player.step3 is None else player.step3.result


def _fourth(player: PlayerTrace) -> float:
    """What a player counts in Step 5."""
    return _third(player) if player.step4 is None else player.step4.result


def _fifth(player: PlayerTrace) -> float:
    return np.nan if player.step5 is None else player.step5.result


def _standard(plans: Figures, strengths: Figures, _before: Figures) -> Figures:
    return standard_rows(
        plans[:, R0], plans[:, K], plans[:, THRESHOLD], plans[:, SCORE], strengths
    )


def _special(plans: Figures, strengths: Figures, before: Figures) -> Figures:
    return special_rows(
        plans[:, PRIOR], plans[:, N_EFF], plans[:, TARGET], strengths, before
    )
