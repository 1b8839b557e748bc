"""The parts of a chart: axes, marks and labels, in the units of the data."""

from collections.abc import Hashable
from math import ceil, floor, log10
from typing import Final, Literal, get_args

from msgspec import Struct

from uscalc.explain.numbers import format_number_column

Role = Literal[
    "text",
    "soft",
    "pale",
    "line",
    "accent",
    "gain",
    "loss",
    "warning",
    "edge",
    "raised",
    "selected",
    "surface",
]
"""A color by its role; the names are those of `uscalc.ui.theme.theme.Colors`."""

Place = Literal["near", "left", "right", "top", "bottom"]
Side = Literal[
    "above",
    "below",
    "right",
    "left",
    "above-right",
    "above-left",
    "below-right",
    "below-left",
]
SIDES: Final[tuple[Side, ...]] = get_args(Side)
Key = Hashable
Point = tuple[float, float]


class AxisTick(Struct, frozen=True):
    """A tick: its value on the axis, and its text."""

    value: float
    text: str


class Axis(Struct, frozen=True):
    """An axis from `low` to `high`; if `low` is above `high`, it is reversed.

    Without `ticks`, round numbers that fit are used. `title` is at the end of the axis.
    `grid` draws a pale line at each tick, and `texts` writes the numbers. If `far` is
    True, they are at the top instead of the bottom, or at the right instead of the
    left.
    """

    low: float
    high: float
    title: str = ""
    ticks: tuple[AxisTick, ...] | None = None
    grid: bool = True
    texts: bool = True
    far: bool = False


class KeyedMark(Struct, frozen=True, kw_only=True):
    """A mark; a click on it emits `key`, and `hint` is its tooltip."""

    key: Key | None = None
    hint: str = ""


class ChartLine(KeyedMark, frozen=True):
    """A line through points; `width` is in pixels, and `strength` is its opacity."""

    points: tuple[Point, ...]
    role: Role = "accent"
    width: float = 2.0
    dashed: bool = False
    strength: float = 1.0


class ChartBand(KeyedMark, frozen=True):
    """A shaded rectangle; an edge that is None is the plot's."""

    x0: float | None = None
    x1: float | None = None
    y0: float | None = None
    y1: float | None = None
    role: Role = "line"
    strength: float = 0.5


class ChartArea(KeyedMark, frozen=True):
    """The shaded area between two lines with the same x values."""

    lower: tuple[Point, ...]
    upper: tuple[Point, ...]
    role: Role = "accent"
    strength: float = 0.15


class ChartBar(KeyedMark, frozen=True):
    """A filled rectangle between two corners, with slightly rounded corners at its short edges."""

    x0: float
    x1: float
    y0: float
    y1: float
    role: Role = "accent"
    strength: float = 1.0


class ChartDot(KeyedMark, frozen=True):
    """A dot; `size` is its radius in pixels, and `hollow` draws only its outline."""

    x: float
    y: float
    role: Role = "accent"
    size: float = 4.0
    hollow: bool = False
    strength: float = 1.0


class ChartStroke(KeyedMark, frozen=True):
    """A short vertical stroke at the x axis, `length` pixels long."""

    x: float
    length: float = 6.0
    role: Role = "pale"
    width: float = 1.0


class ChartRule(KeyedMark, frozen=True):
    """A line across the whole plot: vertical at `x`, or horizontal at `y`."""

    x: float | None = None
    y: float | None = None
    role: Role = "pale"
    width: float = 1.0
    dashed: bool = True


Mark = ChartLine | ChartBand | ChartArea | ChartBar | ChartDot | ChartStroke | ChartRule


class ChartLabel(Struct, frozen=True):
    """A text at a point.

    `place` is near the point, or a row or column at an edge of the plot. A `near` label
    tries `sides` in this order, `gap` pixels from the point. A `bare` label has no
    halo, because no line crosses it.
    """

    x: float
    y: float
    text: str
    role: Role = "soft"
    strong: bool = False
    place: Place = "near"
    sides: tuple[Side, ...] = SIDES
    gap: float = 6.0
    optional: bool = False
    priority: float = 0.0
    key: Key | None = None
    bare: bool = False


class Overlay(Struct, frozen=True):
    """The parts over a chart that change often.

    All labels get their places together, but only the first `upto` are drawn, so that a
    label that appears moves no other one. `settled` marks are below the others. They
    are kept as pixels, and if marks are only added, only these are painted.
    """

    marks: tuple[Mark, ...] = ()
    labels: tuple[ChartLabel, ...] = ()
    upto: int | None = None
    settled: tuple[Mark, ...] = ()


class Chart(Struct, frozen=True):
    """A whole chart; images show its `title` and `source`.

    `description` is for screen readers. `rows` is the most rows of labels above and
    below the plot.
    """

    title: str
    x: Axis
    y: Axis
    marks: tuple[Mark, ...] = ()
    labels: tuple[ChartLabel, ...] = ()
    description: str = ""
    source: str = ""
    rows: int = 2


NOTHING: Final = Overlay()


HALVES: Final = 2.5


def round_step(least: float) -> float:
    """Return the smallest of 1, 2, 2.5 and 5 times a power of ten that is at least `least`.

    The number 2.5 itself is left out, so that axes of ratings and points have whole
    numbers.
    """
    power: float = 10.0 ** floor(log10(least))
    steps = (
        step * power for step in (1.0, 2.0, 2.5, 5.0, 10.0) if step * power != HALVES
    )
    return next((step for step in steps if step >= least * (1 - 1e-9)), 10.0 * power)


def nice_ticks(low: float, high: float, most: int) -> tuple[AxisTick, ...]:
    """Return ticks at round numbers between two ends: evenly spaced, and at most `most`."""
    low, high = min(low, high), max(low, high)
    if most < 1 or not high > low:
        return ()
    step = round_step((high - low) / (most + 1))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    while last - first + 1 > most:
        step = round_step(step * 1.01)
        first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    decimals = max(0, -floor(log10(step) + 1e-9))
    if step * 10**decimals % 1 > 1e-6:
        decimals += 1
    values = [i * step for i in range(first, last + 1)]
    return tuple(map(AxisTick, values, format_number_column(values, decimals)))
