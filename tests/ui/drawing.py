"""A chart with every kind of mark, a font of equal letters, and the text of an image."""

from uscalc.ui.charts import scene as charted
from uscalc.ui.charts.chart_look import KINDS, ChartImage
from uscalc.ui.charts.export import picture_bytes


def measure(text: str, strong: bool) -> tuple[float, float]:
    """Return the size of a text in which all letters have the same size."""
    return len(text) * (8.0 if strong else 7.0), 14.0


def everything() -> charted.Chart:
    """Return a chart with each kind of mark and each place of a label."""
    marks = (
        charted.ChartBand(0.0, 3.0, role="line", strength=0.5, hint="a shaded part"),
        charted.ChartArea(
            ((0.0, 1.0), (10.0, 2.0)), ((0.0, 2.0), (10.0, 6.0)), key="area"
        ),
        charted.ChartBar(4.0, 5.0, 0.0, 7.0, "gain", key="bar"),
        charted.ChartLine(
            ((0.0, 0.0), (5.0, 9.0), (10.0, 3.0)), "accent", key="line", hint="up"
        ),
        charted.ChartLine(((0.0, 9.0), (10.0, 9.0)), "pale", dashed=True),
        charted.ChartDot(2.0, 8.0, "loss", key="dot", hint="a dot"),
        charted.ChartDot(8.0, 2.0, "loss", hollow=True),
        charted.ChartStroke(6.0, key="stroke"),
        charted.ChartRule(y=5.0),
        charted.ChartRule(x=9.0),
    )
    labels = (
        charted.ChartLabel(2.0, 8.0, "near it", key="words"),
        charted.ChartLabel(10.0, 3.0, "at its right", place="right"),
        charted.ChartLabel(0.0, 9.0, "left", place="left"),
        charted.ChartLabel(6.0, 0.0, "below", place="bottom"),
        charted.ChartLabel(6.0, 0.0, "above", place="top"),
    )
    return charted.Chart(
        "A chart of everything",
        charted.Axis(0.0, 10.0, "along"),
        charted.Axis(0.0, 10.0, "up"),
        marks,
        labels,
        "Two lines, two dots and a bar.",
        "Invented for a test.",
    )


def svg_text(picture: ChartImage) -> str:
    """Return an image as an SVG file that has its words as text."""
    kind = next(kind for kind in KINDS if kind.name == "svgText")
    return picture_bytes(picture, kind).decode()
