"""Rate many outcomes of unplayed games at once, with NumPy arrays.

Values that an unplayed game can change are arrays with an element for each scenario.
The engine itself computes all other values. Each value equals the engine's within 1e-9.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from uscalc.analysis.arrays.plans import RECORDS, compute_special_lanes
from uscalc.analysis.whatif import DRAW, PendingGame, decide_games
from uscalc.engine.floors import (
    ABSOLUTE,
    list_applicable_floors,
    select_absolute_floors,
)
from uscalc.engine.inputs import Entrant, RatedGame, SectionInput, System
from uscalc.engine.match import BELOW_FLOOR, describe_match_obstacle, limit_change
from uscalc.engine.rounding import SLACK
from uscalc.engine.rules import Rules
from uscalc.engine.section import ONE_PASS, STEP_3_GAMES, PlayerPlan, plan_player
from uscalc.engine.special import LANDING, MINIMUM, REACH, compute_special_rating
from uscalc.engine.standard import compute_standard_rating

Lanes = NDArray[np.float64]


def _round_to_integers(result: Lanes, before: float | Lanes) -> Lanes:
    """Round away from the pre-event rating, as when ratings were whole numbers."""
    up, down = np.ceil(result - SLACK), np.floor(result + SLACK)
    rounded: Lanes = np.where(
        result > before + SLACK,
        up,
        np.where(result < before - SLACK, down, np.floor(before + 0.5)),
    )
    return rounded


STORED: Final[Mapping[str, Callable[[Lanes, float | Lanes], Lanes]]] = {
    "integer": _round_to_integers,
    "float": lambda result, _before: result,
}
"""How ratings are stored, by the name in the rules."""


def round_lanes_for_display(ratings: Lanes) -> NDArray[np.int64]:
    """Return displayed ratings: half a point rounds up."""
    return np.floor(ratings + 0.5).astype(np.int64)


class PostRatingRule:
    """The rules applied after Step 5 for one player, for all results of unplayed games.

    The personal floor depends on the numbers of wins and draws; the engine computes it
    once for each combination.
    """

    def __init__(
        self,
        planned: PlayerPlan,
        decided: Entrant,
        unplayed: int,
        system: System,
        rules: Rules,
    ) -> None:
        """Prepare an entrant; `decided` is the entrant with only the games already played."""
        entrant = planned.entrant
        self.before = planned.start.r0
        self.rating = entrant.rating
        self.ceiling = entrant.floors.ceiling
        self.stored = STORED[rules.storage]
        waived = planned.is_match and BELOW_FLOOR[rules.match_below_floor]
        self.limits = (
            limit_change(entrant, self.rating, rules).limits
            if planned.is_match and self.rating is not None
            else ()
        )
        self.levels = np.zeros((unplayed + 1, unplayed + 1))
        found = set()
        for won in range(unplayed + 1):
            for drawn in range(unplayed + 1 - won):
                lost = unplayed - won - drawn
                scores = (1.0,) * won + (0.5,) * drawn + (0.0,) * lost
                games = (RatedGame(planned.entrant.opponents[0], s, 0) for s in scores)
                named = list_applicable_floors(
                    replace(decided, own=(*decided.own, *games)), system, rules
                )
                if waived:
                    named = select_absolute_floors(named)
                level = float(max(ABSOLUTE, *(at for _, at in named)))
                self.levels[won, drawn] = level
                found.add(level)
        self.level = found.pop() if len(found) == 1 else None

    def __call__(self, step5: Any, halves: Sequence[NDArray[np.int64]]) -> Any:
        """Return the player's post-event rating in every scenario, in points.

        `step5` is the result of Step 5; `halves` has an array for each unplayed
        game, with the player's half points (0, 1 or 2) in every scenario. If
        Step 5 is the same in all, the result may be a single number.
        """
        constant = not isinstance(step5, np.ndarray)
        result: Lanes = np.atleast_1d(np.asarray(step5, dtype=float))
        if self.limits and self.rating is not None:
            change = result - self.rating
            cut = change
            for _, up, down in self.limits:
                cut = np.minimum(np.maximum(cut, -down), up)
            result = np.where(cut == change, result, self.rating + cut)
        result = self.stored(result, self.before)
        result = np.maximum(result, self._compute_floor_level(halves))
        if self.ceiling is not None:
            result = np.minimum(result, self.ceiling)
        return float(result[0]) if constant and result.size == 1 else result

    def _compute_floor_level(self, halves: Sequence[NDArray[np.int64]]) -> Any:
        if self.level is not None:
            return self.level
        won = sum((points == 2).astype(np.int64) for points in halves)
        drawn = sum((points == 1).astype(np.int64) for points in halves)
        return self.levels[won, drawn]


Halves = NDArray[np.int64]
Row = float | Lanes
"""A value that is the same in every scenario, or an array with one for each."""

MOST_LANES: Final = 3072
LEAST_LANES: Final = 256
FIGURES: Final = 1 << 20
"""The approximate number of values in memory at once, of eight bytes each."""
EXPONENT: Final = float(np.log(10.0) / 400.0)
STANDING: Final = 6
"""The number of a pseudo-step after Step 5, for ratings after the games already played."""


def describe_array_obstacle(rules: Rules) -> str | None:
    """Return why arrays cannot be used under these rules, in words; None if they can."""
    if rules.guide is not None:
        return "the guide rates one scenario at a time"
    if rules.has_changed_constants:
        return "changed rules rate one scenario at a time"
    return (
        "these rules store ratings in a way that requires rating one scenario at a time"
        if rules.storage not in STORED
        else None
    )


class ArrayEngine:
    """A section with unplayed games, ready to be rated in any number of scenarios."""

    def __init__(
        self, section: SectionInput, rules: Rules, pending: Sequence[PendingGame]
    ) -> None:
        self.before = section
        self.section = decide_games(section, pending, [DRAW] * len(pending))
        self.rules = rules
        self.one_pass = section.kind in ONE_PASS
        self.is_match = (
            section.kind == "match"
            and describe_match_obstacle(self.section, rules) is None
        )
        self._plans: dict[int, PlayerPlan] = {}
        self._endings: dict[int, PostRatingRule] = {}
        self.tables: dict[tuple[int, int], Lanes] = {}
        """The rating for each score, for players whose rating depends only on their own score."""
        self.games: dict[int, list[tuple[int, bool]]] = {}
        for index, game in enumerate(pending):
            self.games.setdefault(game.one, []).append((index, True))
            if game.mirrored:
                self.games.setdefault(game.other, []).append((index, False))

    @cached_property
    def everybody(self) -> tuple[int, ...]:
        """The places of all entrants, from 0."""
        return tuple(range(len(self.section.entrants)))

    def get_plan(self, place: int) -> PlayerPlan:
        """Return Steps 1 and 2 of an entrant, which no result can change."""
        if place not in self._plans:
            self._plans[place] = plan_player(
                self.section.entrants[place], self.section, self.rules, self.is_match
            )
        return self._plans[place]

    def get_ending(self, place: int) -> PostRatingRule:
        """Return the rules that apply after Step 5 to the entrant at a place."""
        if place not in self._endings:
            self._endings[place] = PostRatingRule(
                self.get_plan(place),
                self.before.entrants[place],
                len(self.games.get(place, ())),
                self.section.system,
                self.rules,
            )
        return self._endings[place]

    def compute_block_size(self, wanted: Sequence[int] | None = None) -> int:
        """Return the number of scenarios in a block, which limits the memory used."""
        rows = 4 * len(self.everybody if wanted is None else self.find_reached(wanted))
        return min(MOST_LANES, max(LEAST_LANES, FIGURES // max(1, rows)))

    def find_reached(self, wanted: Sequence[int]) -> set[int]:
        """Return the places of all entrants on whom the new ratings of some places depend."""
        found = set(wanted)
        for _ in range(1 if self.one_pass else 2):
            for place in tuple(found):
                found.update(self.section.entrants[place].opponents)
        return found

    def estimate_strengths(
        self, halves: Halves, strengths: Mapping[int, Lanes]
    ) -> Callable[[int], Row]:
        """Return a function that gives an entrant's rating by its formula, before rounding."""
        block = ScenarioBlock(self, halves, strengths)
        return lambda place: block.get_step_rating(STANDING, place)

    def rate_block(
        self,
        halves: Halves,
        wanted: Sequence[int] | None = None,
        strengths: Mapping[int, Lanes] | None = None,
    ) -> "ScenarioBlock":
        """Rate a block: a row of half points for each unplayed game, a column for each scenario.

        `wanted` are the places whose ratings are needed, None for all; `strengths`
        gives entrants of fixed strength a different strength in each scenario.
        """
        block = ScenarioBlock(self, halves, strengths or {})
        for place in self.everybody if wanted is None else wanted:
            block.rate_place(place)
        return block


class ScenarioBlock:
    """A block of scenarios: the results of the steps and the new ratings, by place.

    A step has only the places that are needed. `post` is None for an unrated player
    without a game.
    """

    def __init__(
        self, engine: ArrayEngine, halves: Halves, strengths: Mapping[int, Lanes]
    ) -> None:
        self.engine = engine
        self.halves = halves
        self.strengths = strengths
        self.step3: dict[int, Row] = {}
        self.step4: dict[int, Row] = {}
        self.step5: dict[int, Row] = {}
        self.post: dict[int, Row | None] = {}
        self.odds: tuple[dict[int, Lanes], ...] = ({}, {}, {}, {})

    def _get_strength(self, step: int, place: int) -> Row:
        """Return the strength with which a place counts for its opponents in Step 3, 4 or 5."""
        planned = self.engine.get_plan(place)
        if step == 3 or self.engine.one_pass:
            return self.strengths.get(place, planned.start.r0)
        if step >= 5 and planned.formula != "none":
            if place not in self.step4:
                self.step4[place] = self.get_step_rating(4, place)
            return self.step4[place]
        if not planned.needs_step3:
            return self.strengths.get(place, planned.start.r0)
        if place not in self.step3:
            self.step3[place] = self.get_step_rating(3, place)
        return self.step3[place]

    def rate_place(self, place: int) -> None:
        """Compute the new rating of a place."""
        planned = self.engine.get_plan(place)
        if planned.formula == "none":
            self.post[place] = planned.entrant.rating
            return
        if not self.engine.one_pass:
            self._get_strength(5, place)
        self.step5[place] = done = self.get_step_rating(5, place)
        self.post[place] = self.engine.get_ending(place)(
            done, self._list_unplayed_halves(place)
        )

    def _list_unplayed_halves(self, place: int) -> list[Halves]:
        """Return a place's half points in each of its unplayed games."""
        return [
            self.halves[index] if first else 2 - self.halves[index]
            for index, first in self.engine.games.get(place, ())
        ]

    def get_step_rating(self, step: int, place: int) -> Row:
        """Return a place's rating in a step, from its opponents' strengths there."""
        engine = self.engine
        columns = self._list_unplayed_halves(place)
        halves: Any = sum(columns)
        known = None if self.strengths else engine.tables.get((step, place))
        if known is not None:
            return self._look_up_rating(known, halves)
        planned = engine.get_plan(place)
        rows = [
            self._get_strength(step, opponent) for opponent in planned.entrant.opponents
        ]
        base = engine.before.entrants[place].score
        if not any(isinstance(row, np.ndarray) for row in rows):
            fixed: Any = tuple(rows)
            table = np.array(
                [
                    _compute_scalar(step, planned, fixed, base + points / 2)
                    for points in range(2 * len(columns) + 1)
                ]
            )
            if not self.strengths:
                engine.tables[step, place] = table
            return self._look_up_rating(table, halves)
        score: Row = base + halves / 2 if columns else base
        return (
            self._compute_standard(step, planned, rows, score)
            if step > 3 and planned.formula == "standard"
            else self._compute_special(step, planned, rows, score)
        )

    @staticmethod
    def _look_up_rating(table: Lanes, halves: Any) -> Row:
        """Return the rating by the half points of the unplayed games; one number without any."""
        if len(table) == 1:
            return float(table[0])
        found: Lanes = table[halves]
        return found

    def _compute_special(
        self, step: int, planned: PlayerPlan, rows: Sequence[Row], score: Row
    ) -> Lanes:
        strengths = np.empty((len(rows), self.halves.shape[1]))
        for at, row in enumerate(rows):
            strengths[at] = row
        r0 = planned.start.r0
        if step == 3:
            return compute_special_lanes(r0, STEP_3_GAMES, score, 0.0, strengths)
        n_eff, record = planned.effective.n_eff, RECORDS[planned.record]
        found = compute_special_lanes(r0, n_eff, score, record, strengths)
        if step == STANDING and not n_eff:
            single = has_one_root(found, strengths)
            if not single.all():
                first = compute_special_lanes(r0, STEP_3_GAMES, score, 0.0, strengths)
                return np.where(single, found, first)
        return found

    def _compute_standard(
        self, step: int, planned: PlayerPlan, rows: Sequence[Row], score: Row
    ) -> Lanes:
        """Return K(S - E) and the bonus; an opponent's odds are computed once a step."""
        r0, k, threshold = planned.start.r0, planned.k, planned.threshold
        own = float(np.exp(-EXPONENT * r0))
        known = 0.0
        moving = []
        for opponent, row in zip(planned.entrant.opponents, rows, strict=True):
            if isinstance(row, np.ndarray):
                moving.append(self._compute_odds(step, opponent, row))
            else:
                known += 1.0 / (1.0 + 10.0 ** ((row - r0) / 400.0))
        # Use few calls on large arrays, because a call takes as long as its arithmetic.
        terms = np.empty((len(moving), self.halves.shape[1]))
        for at, odds in enumerate(moving):
            np.multiply(odds, own, out=terms[at])
        terms += 1.0
        np.reciprocal(terms, out=terms)
        expected = terms.sum(axis=0)
        gain: Lanes = np.subtract(score - known, expected, out=expected)
        gain *= k
        if threshold is not None:
            gain += np.maximum(gain - threshold, 0.0)
        gain += r0
        np.maximum(gain, MINIMUM, out=gain)
        return gain

    def _compute_odds(self, step: int, place: int, row: Lanes) -> Lanes:
        """Return 10^(strength / 400), the opponent's part of an expectancy."""
        found = self.odds[step - 3].get(place)
        if found is None:
            found = self.odds[step - 3][place] = np.exp(EXPONENT * row)
        return found


def _compute_scalar(
    step: int, planned: PlayerPlan, strengths: tuple[float, ...], score: float
) -> float:
    """Return the engine's result of a step for a score that may differ from the plan's."""
    r0 = planned.start.r0
    if step == 3:
        return compute_special_rating(r0, STEP_3_GAMES, strengths, score).result
    if planned.formula == "standard":
        return compute_standard_rating(
            r0, strengths, score, planned.k, planned.threshold
        ).result
    n_eff = planned.effective.n_eff
    found = compute_special_rating(r0, n_eff, strengths, score, planned.record).result
    if (
        step == STANDING
        and not n_eff
        and not has_one_root(np.array([found]), np.array(strengths)[:, None]).all()
    ):
        return compute_special_rating(r0, STEP_3_GAMES, strengths, score).result
    return found


def has_one_root(found: Lanes, strengths: Lanes) -> NDArray[np.bool_]:
    """Return whether f is zero only at `found`, not in a whole range around it."""
    below, above = found - strengths + REACH, strengths + REACH - found
    from_left = ((below > LANDING) & (above > -LANDING)).any(axis=0)
    to_right = ((above > LANDING) & (below > -LANDING)).any(axis=0)
    return np.logical_and(from_left, to_right)
