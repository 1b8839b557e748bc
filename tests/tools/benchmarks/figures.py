"""One benchmark figure, and how it is come by."""

import gc
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure with its limit, both in one unit; it binds by itself, whatever else ran.

    `unit` is "times", a ratio to work of the same kind in the same run; "ms" or "MB".
    `beside` says in words what stood behind a ratio.
    """

    name: str
    value: float
    limit: float
    unit: str
    beside: str = ""

    @property
    def exceeded(self) -> bool:
        """Whether it is above its limit."""
        return self.value > self.limit

    def as_json(self) -> dict[str, float | bool | str]:
        """The figure for other programs."""
        return {
            "value": round(self.value, 4),
            "limit": self.limit,
            "unit": self.unit,
            "exceeded": self.exceeded,
        }

    def __str__(self) -> str:
        verdict = "  ABOVE THE LIMIT" if self.exceeded else ""
        beside = f", {self.beside}" if self.beside else ""
        return f"{self.name}: {self.value:.4g} {self.unit} (limit {self.limit:g}){beside}{verdict}"


def ratio(name: str, ours: float, theirs: float, limit: float) -> Figure:
    """How many times the seconds of work of the same kind."""
    beside = f"{ours * 1e3:.3g} ms against {theirs * 1e3:.3g} ms"
    return Figure(name, ours / theirs, limit, "times", beside)


def p95(times: Sequence[float]) -> float:
    """What 95 of 100 stay within."""
    return sorted(times)[int(len(times) * 0.95)]


def milliseconds(name, times, limit, more="") -> list[Figure]:
    """The median and what 95 of 100 stay within; the median within half the limit."""
    median = statistics.median(times)
    return [
        Figure(f"{name}, median", median, limit / 2, "ms", more),
        Figure(f"{name}, p95", p95(times), limit, "ms"),
    ]


def compare(name, measured, reference, limit, runs=21) -> Figure:
    """Medians of interleaved runs, so that a busy moment falls on both alike."""
    ours, theirs = side_by_side(measured, reference, runs)
    return ratio(name, ours, theirs, limit)


def side_by_side(measured, reference, runs=21) -> tuple[float, float]:
    """The seconds of both, medians of interleaved runs."""
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
    return ours, theirs
