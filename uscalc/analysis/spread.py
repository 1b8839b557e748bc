"""Compute the chances of each displayed rating, and the range that unknown data allow.

Each unknown fact is set to its extreme values, and the section is rated again. The
effects are added as if all changed the rating in the same direction. In the rating
estimator, players enter only their own games. The opponents' other games are unknown,
but they change the opponents' Step 4 ratings. `estimate_drift` estimates by how much,
in points: it assumes that each opponent plays as many games as the player, against
opponents of equal strength.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import erf, floor, fsum, sqrt
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from uscalc.analysis.arrays.engine import round_lanes_for_display
from uscalc.analysis.assumptions import SectionChange, UnknownFact
from uscalc.analysis.whatif import RatedBase, rerate_player
from uscalc.engine.guide import compute_worksheet
from uscalc.engine.inputs import Entrant, SectionInput
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.special import MINIMUM
from uscalc.engine.standard import (
    EFFECTIVE_GAMES,
    compute_bonus_threshold,
    compute_effective_games,
    compute_winning_expectancy,
)


class EstimatedChance(NamedTuple):
    """A chance and its standard error, which is 0 where every case was rated."""

    share: float
    error: float


class RatingSpread(Struct, frozen=True):
    """The displayed ratings from `low` up, with the chance of each; the chances add up to 1.

    `mean` is the mean of the unrounded ratings. `samples` is the number of scenarios
    drawn at random, None if all were rated.
    """

    low: int
    chances: tuple[float, ...]
    mean: float
    samples: int | None

    @property
    def high(self) -> int:
        """The highest possible displayed rating."""
        return self.low + len(self.chances) - 1

    @property
    def deviation(self) -> float:
        """The standard deviation, in points."""
        pairs = list(enumerate(self.chances, self.low))
        center = sum(rating * chance for rating, chance in pairs)
        return sqrt(sum(c * (rating - center) ** 2 for rating, c in pairs))

    def compute_chance_of(self, target: float) -> EstimatedChance:
        """Return the chance that the displayed rating is `target` or more."""
        if target <= self.low:
            share = 1.0
        else:
            pairs = enumerate(self.chances, self.low)
            share = fsum(chance for rating, chance in pairs if rating >= target)
        if self.samples is None:
            return EstimatedChance(share, 0.0)
        # A chance of 0 or 1 among samples has an error too.
        held = (share * self.samples + 1.0) / (self.samples + 2.0)
        return EstimatedChance(share, sqrt(held * (1.0 - held) / self.samples))

    def find_quantile(self, share: float) -> int:
        """Return the lowest rating that is not exceeded with at least this chance."""
        total = 0.0
        for rating, chance in enumerate(self.chances, self.low):
            total += chance
            if total >= share - 1e-12:
                return rating
        return self.high

    def find_middle_range(self, share: float) -> tuple[int, int]:
        """Return the ratings between which the middle `share` of all chances lies."""
        side = (1.0 - share) / 2.0
        return self.find_quantile(side), self.find_quantile(1.0 - side)

    def make_columns(
        self, most: int, fringe: float, target: float | None
    ) -> list[tuple[int, int, float]]:
        """Return columns of equal width for a chart, about `most`: (lowest, highest, chance)."""
        first, last = self.find_quantile(fringe), self.find_quantile(1.0 - fringe)
        width = max(1, -(-(last - first + 1) // most))
        from_ = 0 if target is None else -int(-target // 1)
        start = first - (first - from_) % width
        found = []
        for at in range(start, last + 1, width):
            inside = range(max(at, self.low), min(at + width - 1, self.high) + 1)
            share = sum(self.chances[rating - self.low] for rating in inside)
            if share > 0.0:
                found.append((at, at + width - 1, share))
        return found


def blur_spread(spread: RatingSpread, deviation: float) -> RatingSpread:
    """Return the chances after an independent, normally distributed effect is added."""
    if deviation <= 0.0:
        return spread
    pairs = list(enumerate(spread.chances, spread.low))
    offset = spread.mean - sum(rating * chance for rating, chance in pairs)
    reach = 4.0 * deviation
    low = floor(spread.low + offset - reach + 0.5)
    high = floor(spread.high + offset + reach + 0.5)
    chances = [0.0] * (high - low + 1)
    for rating, chance in pairs:
        if not chance:
            continue
        before = 0.0
        for at in range(len(chances)):
            edge = (low + at + 0.5 - rating - offset) / (deviation * sqrt(2.0))
            below = 0.5 * (1.0 + erf(edge)) if at < len(chances) - 1 else 1.0
            chances[at] += chance * (below - before)
            before = below
    return RatingSpread(low, tuple(chances), spread.mean, spread.samples)


def clip_spread(spread: RatingSpread, low: int, high: int) -> RatingSpread:
    """Return the chances with ratings beyond two limits moved to the limits."""
    if low <= spread.low and spread.high <= high:
        return spread
    chances = [0.0] * (high - low + 1)
    for rating, chance in enumerate(spread.chances, spread.low):
        chances[min(max(rating, low), high) - low] += chance
    return RatingSpread(low, tuple(chances), spread.mean, spread.samples)


class ScenarioTally:
    """Adds up scenarios, block by block, to the chances of ratings."""

    def __init__(self) -> None:
        self.counted: dict[int, float] = {}
        self.total = 0.0
        self.weight = 0.0
        self.squares = 0.0
        self.number = 0

    def add_ratings(
        self, ratings: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> None:
        """Count ratings with their weights; without weights, each counts 1."""
        whole = round_lanes_for_display(ratings)
        first = int(whole.min())
        counts = np.bincount(whole - first, weights)
        for at in np.flatnonzero(counts):
            rating = first + int(at)
            self.counted[rating] = self.counted.get(rating, 0.0) + float(counts[at])
        self.total += float(ratings.sum() if weights is None else ratings @ weights)
        self.weight += float(ratings.size if weights is None else weights.sum())
        self.squares += float(ratings.size if weights is None else weights @ weights)
        self.number += ratings.size

    @property
    def share(self) -> EstimatedChance:
        """The average weight of a scenario, with its standard error."""
        mean = self.weight / self.number
        left = max(0.0, self.squares / self.number - mean * mean)
        return EstimatedChance(mean, sqrt(left / self.number))

    def make_spread(self, sampled: bool) -> RatingSpread:
        """Return the distribution of the scenarios counted."""
        low, high = min(self.counted), max(self.counted)
        chances = [self.counted.get(r, 0.0) / self.weight for r in range(low, high + 1)]
        # Scenarios with unequal weights are as reliable as a smaller number with equal
        # weights.
        worth = round(self.weight**2 / self.squares) if self.squares else 1
        samples = max(1, worth) if sampled else None
        return RatingSpread(low, tuple(chances), self.total / self.weight, samples)


def mix_spreads(parts: Sequence[tuple[float, RatingSpread]]) -> RatingSpread:
    """Return the chances of ratings over several spreads, each with its own chance."""
    total = sum(chance for chance, _ in parts)
    if total <= 0.0:
        # All chances are 0, so use equal weights to have something to show.
        return mix_spreads([(1.0, spread) for _, spread in parts])
    low = min(spread.low for _, spread in parts)
    chances = [0.0] * (max(spread.high for _, spread in parts) - low + 1)
    for chance, spread in parts:
        for at, inner in enumerate(spread.chances, spread.low - low):
            chances[at] += chance / total * inner
    mean = sum(chance / total * spread.mean for chance, spread in parts)
    counts = [s.samples for _, s in parts if s.samples is not None]
    return RatingSpread(low, tuple(chances), mean, min(counts) if counts else None)


def compute_joint_chance(
    parts: Iterable[tuple[EstimatedChance, RatingSpread]], target: float
) -> EstimatedChance:
    """Return the chance of a target over several ways.

    The errors of the ways add up, because the ways share scenarios. The chances of the
    ways add up to 1 except for rounding, which is divided out: a rating that all ways
    reach is certain.
    """
    whole, shares, error = [], [], 0.0
    for chance, spread in parts:
        found = spread.compute_chance_of(target)
        whole.append(chance.share)
        shares.append(chance.share * found.share)
        error += chance.share * found.error + chance.error * found.share
    return EstimatedChance(min(1.0, fsum(shares) / (fsum(whole) or 1.0)), error)


class RatingInterval(NamedTuple):
    """All displayed ratings from `low` to `high`."""

    low: int
    high: int

    @property
    def open(self) -> bool:
        """True if it has more than one rating."""
        return self.low != self.high

    def join(self, other: "RatingInterval") -> "RatingInterval":
        """Return the smallest interval that contains both."""
        return RatingInterval(min(self.low, other.low), max(self.high, other.high))


class RatingSlack(NamedTuple):
    """The numbers of points by which unknown facts may lower and raise a rating."""

    down: float
    up: float


NO_SLACK = RatingSlack(0.0, 0.0)


def make_displayed_interval(low: float, high: float) -> RatingInterval:
    """Return the displayed ratings between two unrounded ones."""
    return RatingInterval(int(round_for_display(low)), int(round_for_display(high)))


def compute_slack(
    section: SectionInput, rules: Rules, place: int, unknowns: Iterable[UnknownFact]
) -> RatingSlack:
    """Return how far unknown facts may change a player's rating if no games are unplayed."""
    unknowns = tuple(unknowns)
    return (
        compute_slack_of_base(RatedBase(rate_section(section, rules)), place, unknowns)
        if unknowns
        else NO_SLACK
    )


def compute_slack_of_base(
    base: RatedBase, place: int, unknowns: Iterable[UnknownFact]
) -> RatingSlack:
    """Return how far unknown facts may change a player's rating in a rated section."""
    now = _rate_alternative(base, place, {})
    if now is None:
        return NO_SLACK
    down = up = 0.0
    for unknown in unknowns:
        others = [
            *(
                _rate_alternative(base, place, alternative)
                for alternative in unknown.alternatives
            ),
            *(_rate_changed_section(base, place, other) for other in unknown.remade),
        ]
        moved = [0.0, *(other - now for other in others if other is not None)]
        down -= min(moved)
        up += max(moved)
    return RatingSlack(down, up)


def _take_own_games(
    base: RatedBase, alternative: Mapping[int, Entrant]
) -> dict[int, Entrant]:
    """Return the alternative with the games of this section."""
    players = base.trace.players
    return {
        place: replace(entrant, own=players[place].entrant.own)
        for place, entrant in alternative.items()
    }


def _rate_changed_section(
    base: RatedBase, place: int, remade: SectionChange
) -> float | None:
    """Return the rating in a section that needs a full rating."""
    played = remade._replace(entrants=_take_own_games(base, remade.entrants))
    section, rules = played.apply_to(base.trace.section, base.trace.rules)
    return (
        compute_worksheet(section.entrants[place], section, rules.guide).result
        if rules.guide is not None
        else rate_section(section, rules).players[place].post
    )


def _rate_alternative(
    base: RatedBase, place: int, alternative: Mapping[int, Entrant]
) -> float | None:
    return (
        _rate_changed_section(base, place, SectionChange(alternative))
        if base.trace.rules.guide is not None
        else rerate_player(base, _take_own_games(base, alternative), place).post
    )


class OpponentDrift(NamedTuple):
    """An opponent's possible Step 4 ratings: the lowest, the highest, and the usual deviation.

    `usual` is the root mean square of the distance from the pre-event rating, in
    points.
    """

    low: float
    high: float
    usual: float


def estimate_drift(
    rating: float,
    player: float,
    score: float | None,
    games: int,
    draw_rate: float,
    rules: Rules,
    n: int | None = None,
) -> OpponentDrift:
    """Return how far an opponent's rating may change in an event of `games` games.

    `rating` is the opponent's pre-event rating, `player` the rating of the estimate's
    player, and `score` the opponent's score against that player, None if they did not
    play. `n` is the number of games of the opponent's rating, None for an established
    one. The extremes assume that the opponent lost or won all other games; the pre-
    event rating is always between them.
    """
    n_star = EFFECTIVE_GAMES[rules.effective_games]
    m = max(1, games)
    k = rules.k_numerator / (compute_effective_games(rating, n, n_star).n_eff + m)
    known = (
        score - compute_winning_expectancy(rating, player) if score is not None else 0.0
    )
    others = m - (score is not None)
    threshold = compute_bonus_threshold(m, rules.bonus_multiplier) if m >= 3 else None

    def after(surplus: float) -> float:
        gain = k * surplus
        if threshold is not None and gain > threshold:
            gain += gain - threshold
        return max(MINIMUM, rating + gain)

    spread = sqrt(others * (1.0 - draw_rate) / 4.0)
    usual = sqrt((k * known) ** 2 + (k * spread) ** 2)
    low, high = after(known - others / 2.0), after(known + others / 2.0)
    # With other games, the opponent's rating may also stay unchanged.
    return OpponentDrift(min(low, rating), max(high, rating), usual)


def combine_deviations(effects: Sequence[float]) -> float:
    """Return the standard deviation of the sum of independent effects."""
    return sqrt(sum(effect * effect for effect in effects))
