"""A chart with every kind of mark, a font of equal letters, and the text of an image."""

from uscalc.ui.charts.chart_look import KINDS, ChartImage
from uscalc.ui.charts.export import picture_bytes
from uscalc.ui.charts.scene import (
    Axis,
    Chart,
    ChartArea,
    ChartBand,
    ChartBar,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    ChartStroke,
)


def measure(text: str, strong: bool) -> tuple[float, float]:
    """Return the size of a text in which all letters have the same size."""
    return len(text) * (8.0 if strong else 7.0), 14.0


def everything() -> Chart:
    """Return a chart with each kind of mark and each place of a label."""
    marks = (
        ChartBand(0.0, 3.0, role="line", strength=0.5, hint="a shaded part"),
        ChartArea(((0.0, 1.0), (10.0, 2.0)), ((0.0, 2.0), (10.0, 6.0)), key="area"),
        ChartBar(4.0, 5.0, 0.0, 7.0, "gain", key="bar"),
        ChartLine(
            ((0.0, 0.0), (5.0, 9.0), (10.0, 3.0)), "accent", key="line", hint="up"
        ),
        ChartLine(((0.0, 9.0), (10.0, 9.0)), "pale", dashed=True),
        ChartDot(2.0, 8.0, "loss", key="dot", hint="a dot"),
        ChartDot(8.0, 2.0, "loss", hollow=True),
        ChartStroke(6.0, key="stroke"),
        ChartRule(y=5.0),
        ChartRule(x=9.0),
    )
    labels = (
        ChartLabel(2.0, 8.0, "near it", key="words"),
        ChartLabel(10.0, 3.0, "at its right", place="right"),
        ChartLabel(0.0, 9.0, "left", place="left"),
        ChartLabel(6.0, 0.0, "below", place="bottom"),
        ChartLabel(6.0, 0.0, "above", place="top"),
    )
    return Chart(
        "A chart of everything",
        Axis(0.0, 10.0, "along"),
        Axis(0.0, 10.0, "up"),
        marks,
        labels,
        "Two lines, two dots and a bar.",
        "Invented for a test.",
    )


def svg_text(picture: ChartImage) -> str:
    """Return an image as an SVG file that has its words as text."""
    kind = next(kind for kind in KINDS if kind.name == "svgText")
    return picture_bytes(picture, kind).decode()
