"""Likelihoods of corrections, from rule data: they rank facts that explain the same."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PriorLikelihood:
    """The likelihood of a kind of fact, for one of the things that `of` names.

    `source` names its origin. `get_spread` is the usual error, if the kind has a figure.
    """

    name: str
    likelihood: float
    of: str
    source: str
    spread: float | None = None


@dataclass(frozen=True, slots=True)
class PriorTable:
    """Every prior by its name."""

    by_name: Mapping[str, PriorLikelihood]

    def __getitem__(self, name: str) -> float:
        return self.by_name[name].likelihood

    def get_spread(self, name: str) -> float:
        """Return how far a figure of the kind is usually off."""
        return self.by_name[name].spread or 1.0
