"""Steps 1 to 5 of many changed entrants at once.

For Steps 1 and 2, each entrant has a row, with the results of the engine's
`plan_player` and `list_applicable_floors`; the engine itself gives the start of unrated
players. The two formulas have a row for each player and a column for each opponent's
strength, with FAR where there is none. NaN means that the engine must decide where the
search of the special formula ends.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uscalc.analysis.whatif import RatedBase
from uscalc.engine.floors import (
    ABSOLUTE,
    BELOW_PEAK,
    ESTABLISHED_ABOVE,
    HIGHEST_PEAK_FLOOR,
    list_applicable_floors,
)
from uscalc.engine.inputs import Entrant, FloorFacts, Record
from uscalc.engine.rules import Rules
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL, ONE_PASS
from uscalc.engine.special import (
    CAP,
    MINIMUM,
    REACH,
    compute_special_rating,
)
from uscalc.engine.standard import (
    NUMERATOR,
    compute_bonus_threshold,
    describe_bonus_obstacle,
)
from uscalc.engine.trace import PlayerTrace, StandardTrace

Figures = NDArray[np.float64]
Places = NDArray[np.intp]
Pairs = NDArray[np.intp]
Mask = NDArray[np.bool_]

WITHOUT_END: Final = float("inf")
NO_STEPS: Final = (0.0, 0.0, 0.0, 0.0, WITHOUT_END, 0.0)

(R0, N_EFF, PRIOR, TARGET, K, THRESHOLD, STANDARD, NEEDS_3, SCORE) = range(9)
RATED, LEVEL, CEILING, RATING, NEAR = range(9, 14)
"""The columns of a plan's table.

NEAR is a rating from an earlier calculation, used as a first guess; all other columns
decide the result of the steps.
"""
FIGURES: Final = NEAR + 1

RECORDS: Final[Mapping[Record, float]] = {
    "mixed": 0.0,
    "all_wins": 1.0,
    "all_losses": -1.0,
}
"""The shift of the prior for each record of earlier games, as a multiple of REACH."""


def _use_full_numerator(r0: Figures) -> Figures:
    return np.full(len(r0), NUMERATOR)


def compute_peak_floors(peaks: Figures, rules: Rules) -> Figures:
    """Return the floors that the highest ratings give, or a value below all floors."""
    levels = LEVELS[rules.peak_level](PEAKS[rules.peak_rounding](peaks) - BELOW_PEAK)
    floors: Figures = np.where(
        levels >= rules.peak_floor_lowest,
        np.minimum(levels, HIGHEST_PEAK_FLOOR),
        -WITHOUT_END,
    )
    return floors


Column = Callable[[Figures], Figures]
N_STARS: Final[Mapping[str, Column]] = {
    "2001": lambda r0: np.where(
        r0 > 2200.0, 50.0, 50.0 / np.sqrt(1.0 + (2200.0 - r0) ** 2 / 100000.0)
    ),
    "2013": lambda r0: np.where(
        r0 > 2355.0, 50.0, 50.0 / np.sqrt(0.662 + 0.00000739 * (2569.0 - r0) ** 2)
    ),
}
"""N* of many ratings, by the name in the rules."""
NUMERATORS: Final[Mapping[str, Column]] = {
    "none": _use_full_numerator,
    "above-2200": lambda r0: np.interp(r0, (2200.0, 2500.0), (NUMERATOR, 200.0)),
}
"""The numerator of K for many ratings, in the Regular half of a dual-rated section."""
PEAKS: Final[Mapping[str, Column]] = {
    "as-it-is": lambda peaks: peaks,
    "nearest": lambda peaks: np.floor(peaks + 0.5),
}
"""The rounding of many highest ratings, by the name in the rules."""
LEVELS: Final[Mapping[str, Column]] = {
    "at-or-just-below": lambda below_peaks: np.floor(below_peaks / 100.0) * 100.0,
    "just-below": lambda below_peaks: np.ceil(below_peaks / 100.0) * 100.0 - 100.0,
}
"""The floors set by many highest ratings, by the name in the rules."""


class SectionPlans:
    """The plans of a rated section, and of its entrants with changes."""

    def __init__(self, base: RatedBase) -> None:
        self.base = base
        players = base.trace.players
        entrants = [player.entrant for player in players]
        rows = [make_plan_row(player) for player in players]
        # The last row is that of a missing opponent.
        self.table = np.array([*rows, (0.0,) * FIGURES])
        self.floors = [entrant.floors for entrant in entrants]
        self.levels = np.array([_find_floor_without_peak(player) for player in players])
        self.peaks = np.array([_get_known_peak(floors) for floors in self.floors])
        self.games = np.array([entrant.m for entrant in entrants], dtype=float)
        self.thresholds = np.array(
            [
                row[THRESHOLD] if row[STANDARD] else self._compute_threshold(entrant)
                for row, entrant in zip(rows, entrants, strict=True)
            ]
        )
        self.one_pass = base.trace.section.kind in ONE_PASS

    def make_rows(
        self, place_of: Sequence[int], entrants: Sequence[Entrant]
    ) -> Figures:
        """Return the plan of each changed entrant as a row of figures, like `make_plan_row`."""
        section, rules = self.base.trace.section, self.base.trace.rules
        places = np.array(place_of, dtype=np.intp)
        rating = np.array([entrant.rating for entrant in entrants], dtype=float)
        unrated = np.isnan(rating)
        given = np.array([entrant.fixed for entrant in entrants], dtype=float)
        fixed = ~np.isnan(given)
        r0 = np.where(fixed, given, rating)
        n = np.array([entrant.games for entrant in entrants], dtype=float)
        for at in np.flatnonzero(unrated & ~fixed).tolist():
            r0[at], n[at], *_ = self.base.start_of(entrants[at].start)
        n[fixed | np.isnan(n)] = WITHOUT_END
        record = np.array([RECORDS[entrant.record] for entrant in entrants])
        record[unrated | (n == 0.0)] = 0.0
        n_eff = np.minimum(n, N_STARS[rules.effective_games](r0))
        of_place = self.table[places]
        m, score = self.games[places], of_place[:, SCORE]
        numerator = (
            NUMERATORS[rules.reduced_k](r0)
            if section.dual and section.system == "R"
            else _use_full_numerator(r0)
        )
        played = (m > 0.0) & ~fixed
        special = (n <= MOST_GAMES_FOR_SPECIAL) | (record != 0.0)
        special &= played & (not self.one_pass)
        standard = played & ~special
        rows = np.zeros((len(entrants), FIGURES))
        rows[:, N_EFF] = n_eff * special
        rows[:, PRIOR] = (r0 - REACH * record) * special
        rows[:, TARGET] = (score + n_eff * (1.0 + record) / 2.0) * special
        rows[:, K] = numerator / np.maximum(n_eff + m, 1.0) * standard
        rows[:, THRESHOLD] = np.where(standard, self.thresholds[places], WITHOUT_END)
        rows[:, STANDARD] = standard
        rows[:, NEEDS_3] = special & unrated & (n == 0.0)
        rows[:, SCORE] = score
        rows[:, RATED] = played
        rows[:, LEVEL] = self._compute_floor_levels(places, entrants, rating, n)
        ceilings = [entrant.floors.ceiling for entrant in entrants]
        rows[:, CEILING] = list(map(_replace_none_by_infinity, ceilings))
        rows[:, R0], rows[:, RATING] = r0, rating
        rows[:, NEAR] = of_place[:, NEAR]
        return rows

    def _compute_floor_levels(
        self, places: Places, entrants: Sequence[Entrant], rating: Figures, n: Figures
    ) -> Figures:
        """Return the highest floor of each entrant; an unrated one has none by a peak."""
        known = self.peaks[places]
        peaks = compute_peak_floors(np.maximum(rating, known), self.base.trace.rules)
        none = (n <= ESTABLISHED_ABOVE) | np.isinf(known) | np.isnan(rating)
        peaks[none] = -WITHOUT_END
        levels: Figures = np.maximum(self.levels[places], peaks)
        for at, place in enumerate(places.tolist()):
            if entrants[at].floors is not self.floors[place]:
                levels[at] = self._compute_floor_level(entrants[at])
        return levels

    def _compute_threshold(self, entrant: Entrant) -> float:
        rules = self.base.trace.rules
        return (
            WITHOUT_END
            if describe_bonus_obstacle(entrant.m, entrant.most_meetings, False, rules)
            else compute_bonus_threshold(entrant.m, rules.bonus_multiplier)
        )

    def _compute_floor_level(self, entrant: Entrant) -> float:
        """Return the highest floor."""
        trace = self.base.trace
        named = list_applicable_floors(entrant, trace.section.system, trace.rules)
        return max([level for _, level in named])


def _find_floor_without_peak(player: PlayerTrace) -> float:
    """Return the highest floor that doesn't depend on a highest rating."""
    floors = player.floors
    if floors is None or floors.name != "peak":
        return ABSOLUTE if floors is None else floors.floor
    return max([level for name, level in floors.candidates if name != "peak"])


def _get_known_peak(facts: FloorFacts) -> float:
    """Return the highest known rating; infinity if there is no floor from it."""
    return WITHOUT_END if facts.given is not None else facts.peak or 0.0


def make_plan_row(player: PlayerTrace) -> tuple[float, ...]:
    """Return the values that decide a player's rating, as a row of the plan's table."""
    step, entrant = player.step5, player.entrant
    steps = NO_STEPS
    if isinstance(step, StandardTrace):
        steps = 0.0, 0.0, 0.0, step.k, _replace_none_by_infinity(step.threshold), 1.0
    elif step is not None:
        steps = step.n_eff, step.prior, step.target, 0.0, WITHOUT_END, 0.0
    return (
        player.start.r0,
        *steps,
        float(player.step3 is not None),
        entrant.score,
        float(step is not None),
        ABSOLUTE if player.floors is None else player.floors.floor,
        _replace_none_by_infinity(entrant.floors.ceiling),
        np.nan if entrant.rating is None else entrant.rating,
        player.start.r0 if step is None else step.result,
    )


def _replace_none_by_infinity(figure: float | None) -> float:
    return WITHOUT_END if figure is None else figure


class BlockPlans:
    """The plan of each pair of an alternative and a place.

    It is the plan of the changed entrant or, without a change, that of the place.
    """

    def __init__(
        self, table: Figures, place_of: Places, changed: Pairs, new: Figures
    ) -> None:
        """Join both tables; `changed` is ascending, and `new` has a row for each of its numbers."""
        self.columns = np.concatenate((table, new)).T.copy()
        self._place_of = place_of
        self._changed = changed
        self._places = len(table)

    def find_rows(self, pairs: Pairs) -> Places:
        """Return the place of each pair's plan in every column."""
        at = np.searchsorted(self._changed, pairs)
        at[at == len(self._changed)] = 0
        own = self._changed[at] == pairs
        return np.where(own, self._places + at, self._place_of[pairs])

    def find_changed_steps(self) -> Mask:
        """Return for which changed entrants Steps 1 and 2 give other results than before."""
        steps = self.columns[:SCORE]
        old = steps[:, self._place_of[self._changed]]
        differ: Mask = (old != steps[:, self._places :]).any(axis=0)
        return differ


FAR: Final = 1e5
"""The strength that stands for a missing opponent, so high that it changes no expected score."""
EXPONENT: Final = float(np.log(10.0) / 400.0)
ZERO: Final = 1e-10
"""A smaller |f| counts as zero; the rounding errors of sums are a thousand times smaller."""
NEARLY_ZERO: Final = 1e-6
"""If |f| at a knot is below this, the search may end at the knot, and the engine decides."""
BESIDE: Final = 1e-3
"""At this distance from a zero, in points, |f| is larger than NEARLY_ZERO."""
SAME: Final = 1e-9
"""A smaller difference in points is ignored."""
LINES: Final = 2
"""The most straight pieces of f that are followed; one is enough if no knot is passed."""


def compute_standard_rows(
    r0: Figures, k: Figures, threshold: Figures, score: Figures, strengths: Figures
) -> Figures:
    """Return K(S - E) plus the bonus, in points; an infinite threshold means no bonus."""
    odds = strengths - r0
    odds *= EXPONENT
    np.exp(odds, out=odds)
    odds += 1.0
    gain: Figures = score - np.reciprocal(odds, out=odds).sum(axis=0)
    gain *= k
    gain += np.maximum(gain - threshold, 0.0)
    gain += r0
    return np.maximum(gain, MINIMUM, out=gain)


def compute_special_rows(
    prior: Figures, n_eff: Figures, target: Figures, near: Figures, strengths: Figures
) -> Figures:
    """Return the ratings at which f is zero; `near` are first guesses."""
    found = _find_zero_along_lines(prior, n_eff, target, near, strengths)
    left = np.flatnonzero(np.isnan(found))
    if left.size:
        found[left] = _find_zero_along_knots(
            prior[left], n_eff[left], target[left], strengths[:, left]
        )
    # The search starts at R'0, and stays there if f is nearly zero.
    apart = np.abs(found - prior)
    found[(apart > SAME) & (apart < BESIDE)] = np.nan
    return found.clip(MINIMUM, CAP)


def compute_special_lanes(
    r0: float | Figures,
    n_eff: float | Figures,
    scores: float | Figures,
    records: float | Figures,
    strengths: Figures,
) -> Figures:
    """Return the special rating in every scenario, as `compute_special_rating` does for one.

    `strengths` has a row for each opponent and a column for each scenario; the other
    figures have one value, or one for each scenario. `records` are those of `RECORDS`.
    """
    one = np.empty((5, strengths.shape[1]))
    one[:4] = np.broadcast_arrays(r0, n_eff, scores, records, one[4])[:4]
    r0, n_eff, scores, records, _ = one
    targets = scores + n_eff * (1.0 + records) / 2.0
    found = compute_special_rows(r0 - REACH * records, n_eff, targets, r0, strengths)
    left = np.flatnonzero(np.isnan(found))
    if left.size:
        lanes = np.vstack((one[:4], strengths))[:, left]
        different, which = np.unique(lanes, axis=1, return_inverse=True)
        rated = [_compute_special_by_engine(*lane) for lane in different.T.tolist()]
        found[left] = np.array(rated)[which.ravel()]
    return found


def _compute_special_by_engine(
    r0: float, n_eff: float, score: float, record: float, *met: float
) -> float:
    name = next(name for name, sign in RECORDS.items() if sign == record)
    return compute_special_rating(r0, n_eff, met, score, name).result


def _find_zero_along_lines(
    prior: Figures, n_eff: Figures, target: Figures, near: Figures, strengths: Figures
) -> Figures:
    """Return the zero of f, found by following its straight pieces; NaN if this fails."""
    # The prior counts like an opponent who was met N' times.
    at_zero = 0.5 - np.vstack((strengths, prior)) / (2.0 * REACH)
    found = near
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for line in range(LINES + 1):
            expected = at_zero + found / (2.0 * REACH)
            limited = expected.clip(0.0, 1.0)
            f = limited[:-1].sum(axis=0) + n_eff * limited[-1] - target
            rising = limited == expected
            rise = rising[:-1].sum(axis=0, dtype=np.int16) + n_eff * rising[-1]
            if line < LINES:
                found = found - f * (2.0 * REACH) / rise
    to_knot = np.abs(np.abs(expected - 0.5) - 0.5)
    clear = (to_knot > BESIDE / (2.0 * REACH)).all(axis=0)
    # On a plateau this is not necessarily the point nearest to R'0.
    return np.where((np.abs(f) <= ZERO) & clear & (rise > 0), found, np.nan)


def _find_zero_along_knots(
    prior: Figures, n_eff: Figures, target: Figures, strengths: Figures
) -> Figures:
    """Return the zero of f from its values at all knots; on a plateau, the nearest to R'0."""
    people = np.column_stack((strengths.T, prior))
    rise = np.ones_like(people)
    rise[:, -1] = n_eff
    rise /= 2.0 * REACH
    knots = np.concatenate((people - REACH, people + REACH), axis=1)
    order = np.argsort(knots, axis=1)
    lines = np.arange(len(knots))
    knots = knots[lines[:, None], order]
    slopes = np.concatenate((rise, -rise), axis=1)[lines[:, None], order]
    np.cumsum(slopes, axis=1, out=slopes)
    f = np.empty_like(knots)
    f[:, 0] = -target
    np.multiply(slopes[:, :-1], knots[:, 1:] - knots[:, :-1], out=f[:, 1:])
    np.cumsum(f, axis=1, out=f)
    ends = []
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for below in (f < -ZERO, f <= ZERO):
            last = below.sum(axis=1) - 1
            ends.append(
                (last, knots[lines, last] - f[lines, last] / slopes[lines, last])
            )
    (first, low), (last, high) = ends
    low[first < 0] = -np.inf
    high[last == knots.shape[1] - 1] = np.inf
    found: Figures = np.minimum(np.maximum(prior, low), high)
    apart = np.abs(f)
    doubtful = ((apart > ZERO) & (apart < NEARLY_ZERO)).any(axis=1)
    found[doubtful | np.isnan(f[:, -1])] = np.nan
    return found
