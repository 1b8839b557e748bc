"""The picture of a forecast: how the new rating is spread, and where each result lies."""

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

from uscalc.analysis.spread import RatingSpread
from uscalc.explain.numbers import format_whole_rating
from uscalc.report.forecast.words import format_percent
from uscalc.ui.charts.scene import Axis, Chart, ChartBar, ChartLabel, ChartRule, Mark

MOST_BARS: Final = 60
FRINGE: Final = 0.0005
"""The chance on either side that is too small to be seen, and is left out."""
LEAST_WIDTH: Final = 12


class MarkedResult(NamedTuple):
    """A result marked over the spread: its words, its rating, and what a click means."""

    words: str
    rating: float
    key: Hashable


def spread_chart(
    spread: RatingSpread,
    places: Sequence[MarkedResult],
    target: float | None,
    title: str,
    source: str,
) -> Chart:
    """Return columns as high as the chance of their ratings; those that reach the target are
    strong."""
    bars = spread.make_columns(MOST_BARS, FRINGE, target)
    low, high = float(bars[0][0]), float(bars[-1][1])
    rated = [place.rating for place in places]
    if target is not None and low - 60 <= target <= high + 60:
        rated.append(target)
    low, high = min(low, *rated, low), max(high, *rated, high)
    short = max(0.0, LEAST_WIDTH - (high - low)) / 2
    low, high = low - 1 - short, high + 1 + short
    top = max(share for _, _, share in bars) * 100
    marks: list[Mark] = []
    labels: list[ChartLabel] = []
    for first, last, share in bars:
        reaches = target is None or first >= target
        words = str(first) if first == last else f"{first}\N{EN DASH}{last}"
        gap = 0.08 * (last - first + 1)
        marks.append(
            ChartBar(
                first - 0.5 + gap,
                last + 0.5 - gap,
                0.0,
                share * 100,
                "accent" if reaches else "pale",
                0.9 if reaches else 0.55,
                hint=f"{words}: {format_percent(share)}",
            )
        )
    for place in places:
        labels.append(
            ChartLabel(
                place.rating,
                top,
                f"{place.words} {format_whole_rating(place.rating)}",
                "soft",
                place="top",
                optional=len(places) > 3,
                key=place.key,
            )
        )
    if target is not None and low <= target <= high:
        marks.append(ChartRule(x=target - 0.5, role="text", width=1.2))
        labels.append(
            ChartLabel(
                target - 0.5,
                top,
                f"{target:g}",
                "text",
                strong=True,
                place="top",
                priority=2.0,
            )
        )
    return Chart(
        title,
        Axis(low, high, "new rating", grid=False),
        Axis(0.0, top * 1.08, "chance in %"),
        tuple(marks),
        tuple(labels),
        _describe_spread(spread, target),
        source,
    )


def _describe_spread(spread: RatingSpread, target: float | None) -> str:
    low, high = spread.find_middle_range(0.95)
    said = f"The new rating is {format_whole_rating(spread.mean)} on average"
    said += f", 19 times of 20 from {low} to {high}." if low < high else "."
    if target is not None:
        said += (
            f" It is {target:g} or more with "
            f"{format_percent(spread.compute_chance_of(target).share)}."
        )
    return said


def make_headline(spread: RatingSpread, target: float | None, name: str) -> str:
    """Return what is likely, in a sentence."""
    if target is not None:
        chance = format_percent(spread.compute_chance_of(target).share)
        return f"{name}: {chance} for {target:g} or more"
    low, high = spread.find_middle_range(0.95)
    if low == high:
        return f"{name}: {low}"
    return f"{name}: {low} to {high}, 19 times of 20"
