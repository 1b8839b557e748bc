"""One benchmark figure, and how two functions are timed against each other."""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A ratio of two medians, its limit, and the seconds behind it."""

    name: str
    ratio: float
    limit: float
    seconds: float
    reference: float

    @property
    def exceeded(self) -> bool:
        """Whether it is above its limit."""
        return self.ratio > self.limit

    def as_json(self) -> dict[str, float | bool]:
        """The figure for other programs."""
        return {
            "ratio": round(self.ratio, 3),
            "limit": self.limit,
            "seconds": self.seconds,
            "reference_seconds": self.reference,
            "exceeded": self.exceeded,
        }

    def __str__(self) -> str:
        verdict = "  ABOVE THE LIMIT" if self.exceeded else ""
        return (
            f"{self.name}: {self.ratio:.2f} times the yardstick (limit {self.limit:g}), "
            f"{self.seconds * 1e3:.2f} ms against {self.reference * 1e3:.2f} ms{verdict}"
        )


def compare(
    name: str,
    measured: Callable[[], object],
    reference: Callable[[], object],
    limit: float,
    runs: int = 21,
) -> Figure:
    """Medians of interleaved runs, so that a busy moment falls on both alike."""
    times: tuple[list[float], list[float]] = ([], [])
    functions = (measured, reference)
    for function in functions:
        function()
    for _ in range(runs):
        for function, spent in zip(functions, times, strict=True):
            gc.collect()
            start = time.perf_counter()
            function()
            spent.append(time.perf_counter() - start)
    ours, theirs = (statistics.median(spent) for spent in times)
    return Figure(name, ours / theirs, limit, ours, theirs)
