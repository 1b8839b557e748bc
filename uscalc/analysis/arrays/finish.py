"""From Step 5 to the new rating for many scenarios: match limits, rounding, floors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from uscalc.engine.floors import (
    ABSOLUTE,
    list_applicable_floors,
    select_absolute_floors,
)
from uscalc.engine.inputs import Entrant, RatedGame, System
from uscalc.engine.match import BELOW_FLOOR, limit_change
from uscalc.engine.rounding import SLACK
from uscalc.engine.rules import Rules
from uscalc.engine.section import PlayerPlan

Lanes = NDArray[np.float64]


def _round_to_integers(result: Lanes, before: float | Lanes) -> Lanes:
    """Round away from the rating before, as in the years of integer ratings."""
    up, down = np.ceil(result - SLACK), np.floor(result + SLACK)
    kept: Lanes = np.where(
        result > before + SLACK,
        up,
        np.where(result < before - SLACK, down, np.floor(before + 0.5)),
    )
    return kept


def _keep_as_computed(result: Lanes, before: float | Lanes) -> Lanes:
    return result


STORED: Final[Mapping[str, Callable[[Lanes, float | Lanes], Lanes]]] = {
    "integer": _round_to_integers,
    "float": _keep_as_computed,
}
"""How ratings are stored, by the name in the rules."""


def round_lanes_for_display(ratings: Lanes) -> NDArray[np.int64]:
    """Return displayed ratings: half a point rounds up."""
    return np.floor(ratings + 0.5).astype(np.int64)


class PostRatingRule:
    """The rules applied after Step 5 for one player, for all results of unplayed games.

    The floor a player earns depends on the numbers of wins and draws; the engine
    computes it once for every combination.
    """

    def __init__(
        self,
        planned: PlayerPlan,
        decided: Entrant,
        to_come: int,
        system: System,
        rules: Rules,
    ) -> None:
        """Prepare an entrant; `decided` has only the games that have been played."""
        entrant = planned.entrant
        self.before = planned.start.r0
        self.rating = entrant.rating
        self.ceiling = entrant.floors.ceiling
        self.stored = STORED[rules.storage]
        waived = planned.is_match and BELOW_FLOOR[rules.match_below_floor]()
        self.limits: tuple[tuple[str, float, float], ...] = ()
        if planned.is_match and self.rating is not None:
            self.limits = limit_change(entrant, self.rating, rules).limits
        self.levels = np.zeros((to_come + 1, to_come + 1))
        found = set()
        for won in range(to_come + 1):
            for drawn in range(to_come + 1 - won):
                lost = to_come - won - drawn
                scores = (1.0,) * won + (0.5,) * drawn + (0.0,) * lost
                games = (RatedGame(planned.entrant.opponents[0], s, 0) for s in scores)
                then = replace(decided, own=(*decided.own, *games))
                named = list_applicable_floors(then, system, rules)
                if waived:
                    named = select_absolute_floors(named)
                level = float(max(ABSOLUTE, *(at for _, at in named)))
                self.levels[won, drawn] = level
                found.add(level)
        self.level = found.pop() if len(found) == 1 else None

    def __call__(self, step5: Any, halves: Sequence[NDArray[np.int64]]) -> Any:
        """Return the new rating, from Step 5 and from the half points of each unplayed game."""
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
