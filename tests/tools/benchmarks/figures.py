"""One benchmark figure, and functions that measure it."""

import gc
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure with its limit in the same unit; it doesn't depend on what else runs.

    `unit` is "times" (a ratio to similar work in the same run), "ms" or "MB". `beside`
    describes the work that a ratio is compared with.
    """

    name: str
    value: float
    limit: float
    unit: str
    beside: str = ""

    @property
    def exceeded(self) -> bool:
        return self.value > self.limit

    def as_json(self) -> dict[str, float | bool | str]:
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
    beside = f"{ours * 1e3:.3g} ms against {theirs * 1e3:.3g} ms"
    return Figure(name, ours / theirs, limit, "times", beside)


def p95(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def milliseconds(name, times, limit, more="") -> list[Figure]:
    """Return figures for the median, with half the limit, and for 95 of 100."""
    median = statistics.median(times)
    return [
        Figure(f"{name}, median", median, limit / 2, "ms", more),
        Figure(f"{name}, p95", p95(times), limit, "ms"),
    ]


def compare(name, measured, reference, limit, runs=21) -> Figure:
    """Return medians of interleaved runs, so that a busy moment affects both."""
    ours, theirs = side_by_side(measured, reference, runs)
    return ratio(name, ours, theirs, limit)


def side_by_side(measured, reference, runs=21) -> tuple[float, float]:
    """Return the seconds of both, as medians of interleaved runs."""
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
