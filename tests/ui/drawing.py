"""A chart with everything in it, and a font whose letters are all alike."""

from uscalc.ui.charts.scene import (
    Area,
    Axis,
    Band,
    Bar,
    Chart,
    Dot,
    Label,
    Line,
    Rule,
    Stroke,
)


def measure(text: str, strong: bool) -> tuple[float, float]:
    """A font whose letters are all alike."""
    return len(text) * (8.0 if strong else 7.0), 14.0


def everything() -> Chart:
    """A chart with each kind of mark and each place of a label."""
    marks = (
        Band(0.0, 3.0, role="line", strength=0.5, hint="a shaded part"),
        Area(((0.0, 1.0), (10.0, 2.0)), ((0.0, 2.0), (10.0, 6.0)), key="area"),
        Bar(4.0, 5.0, 0.0, 7.0, "gain", key="bar"),
        Line(((0.0, 0.0), (5.0, 9.0), (10.0, 3.0)), "accent", key="line", hint="up"),
        Line(((0.0, 9.0), (10.0, 9.0)), "pale", dashed=True),
        Dot(2.0, 8.0, "loss", key="dot", hint="a dot"),
        Dot(8.0, 2.0, "loss", hollow=True),
        Stroke(6.0, key="stroke"),
        Rule(y=5.0),
        Rule(x=9.0),
    )
    labels = (
        Label(2.0, 8.0, "near it", key="words"),
        Label(10.0, 3.0, "at its right", place="right"),
        Label(0.0, 9.0, "left", place="left"),
        Label(6.0, 0.0, "below", place="bottom"),
        Label(6.0, 0.0, "above", place="top"),
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
