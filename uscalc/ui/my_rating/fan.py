"""The fan of a plan: where the rating goes from event to event, and how far it may stray."""

from typing import Final

from uscalc.document.sheet.plan import GoalPlanAnswer
from uscalc.explain.numbers import format_whole_rating
from uscalc.report.as_plan import make_chance_sentence, make_path_sentence
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartArea,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Mark,
    Point,
)

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
