"""How often hidden facts are true, from rule data: what ranks facts that explain alike."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prior:
    """How likely a kind of fact is, for one of what `of` names; `source` says whence.

    `spread` is how far a figure is usually off, where the kind has a figure.
    """

    name: str
    likelihood: float
    of: str
    source: str
    spread: float | None = None


@dataclass(frozen=True, slots=True)
class Priors:
    """Every prior by its name."""

    by_name: Mapping[str, Prior]

    def __getitem__(self, name: str) -> float:
        return self.by_name[name].likelihood

    def spread(self, name: str) -> float:
        """Return how far a figure of the kind is usually off."""
        return self.by_name[name].spread or 1.0
