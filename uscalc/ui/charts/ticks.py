"""Round numbers for an axis."""

from math import ceil, floor, log10

from uscalc.ui.charts.scene import AxisTick

MINUS = "\N{MINUS SIGN}"
ROUND_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


def round_step(least: float) -> float:
    """Return the smallest round step not below `least`: 1, 2, 2.5 or 5 times ten's power."""
    power: float = 10.0 ** floor(log10(least))
    return next(
        (step * power for step in ROUND_STEPS if step * power >= least * (1 - 1e-9)),
        10.0 * power,
    )


def nice_ticks(low: float, high: float, most: int) -> tuple[AxisTick, ...]:
    """Return at most `most` round numbers between two ends, evenly apart."""
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
    return tuple(
        AxisTick(i * step, _format_tick(i * step, decimals))
        for i in range(first, last + 1)
    )


def _format_tick(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    if text.startswith("-"):
        return text[1:] if not text[1:].strip("0.") else MINUS + text[1:]
    return text
