"""The strip of likely ratings: darker where a rating is more likely, with the target."""

from typing import Final

from uscalc.analysis.forecast_model import Forecast
from uscalc.analysis.spread import RatingSpread
from uscalc.document.sheet.plan import GoalPlanAnswer
from uscalc.explain.numbers import format_whole_rating
from uscalc.report.as_answer import AnswerFacts
from uscalc.report.as_plan import make_chance_sentence, make_path_sentence
from uscalc.report.forecast_words import OUTCOME_WORDS, format_percent
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartArea,
    ChartBar,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Mark,
    Point,
)

MOST_BARS: Final = 90
FRINGE: Final = 0.001
"""The chance on either side that is too small to be seen, and is left out."""
LEAST_WIDTH: Final = 20
NEAR: Final = 60
"""A target further away than this stands at the strip's end, with an arrow."""
PALEST: Final = 0.12


def strip_chart(told: AnswerFacts, target: float | None, source: str) -> Chart | None:
    """Return the strip; None where nothing is known of the new rating."""
    spread = spread_of(told)
    if spread is None:
        return None
    bars = spread.make_columns(MOST_BARS, FRINGE, target)
    places = [
        *_place_marks(told),
        *([] if told.now is None else [("now", told.now.value)]),
    ]
    low = min(float(bars[0][0]), *(at for _, at in places)) - 2
    high = max(float(bars[-1][1]), *(at for _, at in places)) + 2
    if target is not None and low - NEAR <= target <= high + NEAR:
        low, high = min(low, target - 2), max(high, target + 2)
    short = max(0.0, LEAST_WIDTH - (high - low)) / 2
    low, high = low - short, high + short
    top = max(share for _, _, share in bars)
    marks: list[Mark] = []
    for first, last, share in bars:
        reaches = target is None or first >= target
        words = str(first) if first == last else f"{first}\N{EN DASH}{last}"
        marks.append(
            ChartBar(
                first - 0.5,
                last + 0.5,
                0.0,
                1.0,
                "accent" if reaches else "pale",
                PALEST + (1.0 - PALEST) * share / top,
                hint=f"{words}: {format_percent(share)}",
            )
        )
    labels = [
        ChartLabel(
            at,
            1.0,
            f"{words} {format_whole_rating(at)}",
            "soft",
            place="top",
            priority=1.0,
        )
        for words, at in places
    ]
    if target is not None:
        at = min(max(target - 0.5, low), high)
        marks.append(ChartRule(x=at, role="text", width=1.5, dashed=False))
        arrow = "\N{LEFTWARDS ARROW} " if target < low else ""
        arrow_on = " \N{RIGHTWARDS ARROW}" if target - 0.5 > high else ""
        words = f"{arrow}{target:g}{arrow_on}"
        labels.append(
            ChartLabel(
                at, 0.0, words, "text", strong=True, place="bottom", priority=2.0
            )
        )
    return Chart(
        "What is likely",
        Axis(low, high, grid=False),
        Axis(0.0, 1.0, grid=False, texts=False),
        tuple(marks),
        tuple(labels),
        _describe_strip(spread, told, target),
        source,
    )


def spread_of(told: AnswerFacts) -> RatingSpread | None:
    """Return the chances of the new rating: over all outcomes, or for the current score."""
    if told.forecast is not None:
        return told.forecast.spread
    return None if told.now is None else told.now.spread


def _place_marks(told: AnswerFacts) -> list[tuple[str, float]]:
    """Return the marks on the strip: each result of one game, or the worst and the best."""
    found: Forecast | None = told.forecast
    if found is None or not found.own:
        return []
    if len(found.own) == 1:
        values = [way.value for way in found.ways]
        return list(zip(OUTCOME_WORDS, values, strict=True))
    worst, best = found.scores[0], found.scores[-1]
    return [("all lost", worst.value), ("all won", best.value)]


def _describe_strip(
    spread: RatingSpread, told: AnswerFacts, target: float | None
) -> str:
    low, high = spread.find_middle_range(0.8)
    if told.forecast is not None and not told.forecast.has_probabilities:
        return (
            f"The new rating is from {spread.low} to {spread.high}; no chance is told."
        )
    said = f"The new rating is {format_whole_rating(spread.mean)} on average"
    said += f", 4 times of 5 between {low} and {high}." if low < high else "."
    if target is not None:
        share = format_percent(spread.compute_chance_of(target).share)
        said += f" It is {target:g} or more with {share}."
    return said


BANDS: Final = ((0.05, 0.95, 0.14), (0.25, 0.75, 0.22))
"""From which part of the ways to which, and how dark."""
ENDS: Final = ((0.95, "1 in 20 above"), (0.75, "1 in 4 above"), (0.25, "1 in 4 below"))
LOWEST: Final = (0.05, "1 in 20 below")
ROOM: Final = 12.0


def fan_chart(answer: GoalPlanAnswer, source: str) -> Chart:
    """Return the bands of the ways, the middle way, the target, and one bad event."""
    fan, begin = answer.outlook.fan, answer.begins_at
    target, bad = answer.outlook.target, answer.outlook.bad
    last = float(len(fan))

    def line(share: float) -> tuple[Point, ...]:
        found = [
            (float(at), float(s.find_quantile(share))) for at, s in enumerate(fan, 1)
        ]
        return ((0.0, begin), *found)

    low = min(y for _, y in line(BANDS[0][0]))
    high = max(y for _, y in line(BANDS[0][1]))
    low, high = min(low, target, bad.after) - ROOM, max(high, target) + ROOM
    marks: list[Mark] = [
        ChartArea(
            line(lower),
            line(upper),
            "accent",
            strength,
            hint=f"{round(100 * (upper - lower))} of 100 ways stay in here",
        )
        for lower, upper, strength in BANDS
    ]
    marks.append(ChartRule(y=target, role="text", width=1.2, hint=f"Target {target:g}"))
    marks.append(
        ChartLine(line(0.5), "accent", 2.5, hint="Half of the ways are above this")
    )
    labels = [
        ChartLabel(0.0, target, f"target {target:g}", "text", strong=True, priority=3.0)
    ]
    for share, words in (*ENDS, LOWEST):
        at = float(fan[-1].find_quantile(share))
        labels.append(ChartLabel(last, at, f"{words} {at:.0f}", "pale", place="right"))
    middle = float(fan[-1].find_quantile(0.5))
    labels.append(
        ChartLabel(
            last, middle, f"middle {middle:.0f}", "accent", strong=True, place="right"
        )
    )
    if len(fan) > 1:
        words = f"one bad event {format_whole_rating(bad.after)}"
        marks.append(
            ChartLine(((0.0, begin), (1.0, bad.after)), "loss", 1.5, dashed=True)
        )
        marks.append(ChartDot(1.0, bad.after, "loss", hint=words))
        labels.append(ChartLabel(1.0, bad.after, words, "loss", priority=2.0))
    ticks = [AxisTick(0.0, "now")]
    for at, day in enumerate(answer.days, 1):
        ticks.append(AxisTick(float(at), f"{day:%m-%d}"))
    return Chart(
        f"{format_whole_rating(begin)} to {target:g}: where it may go",
        Axis(0.0, last, ticks=tuple(ticks), grid=False),
        Axis(low, high, "rating after each event"),
        tuple(marks),
        tuple(labels),
        f"{make_chance_sentence(answer)} {make_path_sentence(answer)}",
        source,
    )
