"""Where the marks of a derivation's small pictures lie, whoever draws them."""

from typing import NamedTuple

from uscalc.explain.model import GameRow, Gauge


class Bar(NamedTuple):
    """A game as a bar: from nothing to what was expected, with a mark at the result.

    Both are parts of the whole length.
    """

    expected: float
    result: float


class Scale(NamedTuple):
    """A gain against a threshold; all but `passed` are parts of the whole length.

    `zero` is where nothing is gained, `gain` where the gain ends, `threshold` where a
    bonus begins.
    """

    zero: float
    gain: float
    threshold: float
    passed: bool


def bar_of(game: GameRow) -> Bar:
    """Return the bar of one game."""
    return Bar(min(max(game.expected, 0.0), 1.0), game.score)


def gauge_of(gauge: Gauge) -> Scale:
    """Return the scale that holds nothing, the gain and the threshold, with some room."""
    low = min(0.0, gauge.gain)
    high = max(gauge.threshold, gauge.gain, 1.0)
    room = (high - low) * 0.08
    start, length = (low - room if low < 0 else low), high - low + room
    length += room if low < 0 else 0.0

    def place(value: float) -> float:
        return (value - start) / length

    return Scale(
        place(0.0),
        place(gauge.gain),
        place(gauge.threshold),
        gauge.gain > gauge.threshold,
    )
