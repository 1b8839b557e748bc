"""The distribution of a displayed rating: each whole number with its chance."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import erf, floor, fsum, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from uscalc.analysis.arrays.engine import round_lanes_for_display


class EstimatedChance(NamedTuple):
    """A chance and its standard error, which is 0 where every case was rated."""

    share: float
    error: float


@dataclass(frozen=True, slots=True)
class RatingSpread:
    """The displayed ratings from `low` up, with a chance for each; they add up to 1.

    `mean` is that of the unrounded ratings. `samples` is the number of scenarios drawn
    at random, None where every way was rated.
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
        # A share of none or all of the samples is inexact too.
        held = (share * self.samples + 1.0) / (self.samples + 2.0)
        return EstimatedChance(share, sqrt(held * (1.0 - held) / self.samples))

    def find_quantile(self, share: float) -> int:
        """Return the lowest displayed rating not exceeded with at least this chance."""
        total = 0.0
        for rating, chance in enumerate(self.chances, self.low):
            total += chance
            if total >= share - 1e-12:
                return rating
        return self.high

    def find_middle_range(self, share: float) -> tuple[int, int]:
        """Return the range with the middle `share` of the chances."""
        side = (1.0 - share) / 2.0
        return self.find_quantile(side), self.find_quantile(1.0 - side)

    def make_columns(
        self, most: int, fringe: float, target: float | None
    ) -> list[tuple[int, int, float]]:
        """Return at most about `most` columns of equal width: lowest, highest, chance."""
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


def convolved(spread: RatingSpread, deviation: float) -> RatingSpread:
    """Return the distribution after adding an independent normal effect."""
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
    """Return the distribution with values beyond two limits moved to them."""
    if low <= spread.low and spread.high <= high:
        return spread
    chances = [0.0] * (high - low + 1)
    for rating, chance in enumerate(spread.chances, spread.low):
        chances[min(max(rating, low), high) - low] += chance
    return RatingSpread(low, tuple(chances), spread.mean, spread.samples)


class ScenarioTally:
    """Collects scenarios block by block into a distribution."""

    def __init__(self) -> None:
        self.counted: dict[int, float] = {}
        self.total = 0.0
        self.weight = 0.0
        self.squares = 0.0
        self.number = 0

    def add_ratings(
        self, ratings: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> None:
        """Count ratings, each with its weight or with 1."""
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
        """The weight of a scenario on average, with its standard error."""
        mean = self.weight / self.number
        left = max(0.0, self.squares / self.number - mean * mean)
        return EstimatedChance(mean, sqrt(left / self.number))

    def make_spread(self, sampled: bool) -> RatingSpread:
        """Return the distribution of the scenarios counted."""
        low, high = min(self.counted), max(self.counted)
        chances = [self.counted.get(r, 0.0) / self.weight for r in range(low, high + 1)]
        # Scenarios of unequal weight have the information of fewer of equal weight.
        worth = round(self.weight**2 / self.squares) if self.squares else 1
        samples = max(1, worth) if sampled else None
        return RatingSpread(low, tuple(chances), self.total / self.weight, samples)


def mix_spreads(parts: Sequence[tuple[float, RatingSpread]]) -> RatingSpread:
    """Return the mixture of distributions, each with its chance."""
    total = sum(chance for chance, _ in parts)
    if total <= 0.0:
        # None of them can happen; equal weights give something to show.
        return mix_spreads([(1.0, spread) for _, spread in parts])
    low = min(spread.low for _, spread in parts)
    high = max(spread.high for _, spread in parts)
    chances = [0.0] * (high - low + 1)
    for chance, spread in parts:
        for at, inner in enumerate(spread.chances, spread.low - low):
            chances[at] += chance / total * inner
    mean = sum(chance / total * spread.mean for chance, spread in parts)
    counts = [s.samples for _, s in parts if s.samples is not None]
    return RatingSpread(low, tuple(chances), mean, min(counts) if counts else None)


def compute_joint_chance(
    parts: Iterable[tuple[EstimatedChance, RatingSpread]], target: float
) -> EstimatedChance:
    """Return the chance over several ways; their errors add up: they share scenarios.

    The chances of the ways add up to 1 except for rounding, which is divided out: a
    rating that all ways reach is certain.
    """
    whole, shares, error = [], [], 0.0
    for chance, spread in parts:
        found = spread.compute_chance_of(target)
        whole.append(chance.share)
        shares.append(chance.share * found.share)
        error += chance.share * found.error + chance.error * found.share
    return EstimatedChance(min(1.0, fsum(shares) / (fsum(whole) or 1.0)), error)
