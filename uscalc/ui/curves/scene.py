"""The picture of a formula: its lines, and the marked points on them."""

from typing import Final

from uscalc.explain.curve import FormulaCurve
from uscalc.explain.numbers import format_number
from uscalc.ui.charts.scene import (
    Axis,
    Chart,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Mark,
    Side,
)

OWN: Final[tuple[Side, ...]] = ("below-right", "above-left", "below", "above", "right")
MOVED: Final[tuple[Side, ...]] = ("above-left", "above", "below-right", "left", "right")


def curve_chart(curve: FormulaCurve, source: str) -> Chart:
    """Return the chart of a formula; lines are named at their ends."""
    marks: list[Mark] = []
    labels: list[ChartLabel] = []
    moved = [spot for spot in curve.spots if not spot.own]
    marks += [ChartRule(x=spot.x, role="accent") for spot in moved[:1]]
    for series in sorted(curve.series, key=lambda series: series.strong):
        marks.append(
            ChartLine(
                series.points,
                "accent" if series.strong else "pale",
                2.2 if series.strong else 1.4,
                dashed=not series.strong,
                hint=series.name,
            )
        )
        x, y = series.points[-1]
        labels.append(
            ChartLabel(
                x,
                y,
                series.name,
                "accent" if series.strong else "pale",
                place="right",
                priority=1.0 if series.strong else 0.0,
            )
        )
    for spot in curve.spots:
        words = spot.text or f"{format_number(spot.x)}: {format_number(spot.y)}"
        marks.append(
            ChartDot(
                spot.x,
                spot.y,
                "loss" if spot.own else "accent",
                4.0,
                hollow=not spot.own,
                hint=words,
            )
        )
        if spot.text:
            labels.append(
                ChartLabel(
                    spot.x,
                    spot.y,
                    spot.text,
                    "loss" if spot.own else "accent",
                    strong=not spot.own,
                    sides=OWN if spot.own else MOVED,
                )
            )
    # The first sentence is what the marked points say.
    found = curve.sentence.partition(". ")[0].removesuffix(".")
    return Chart(
        found or curve.title,
        Axis(*curve.x, curve.x_title),
        Axis(*curve.y, curve.y_title),
        tuple(marks),
        tuple(labels),
        f"{curve.title}. {curve.sentence}",
        f"{source} Section {curve.section}." if curve.section else source,
    )
