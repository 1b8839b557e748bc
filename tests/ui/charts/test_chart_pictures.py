"""Charts look as they were last looked at and found good.

The kept pictures have no letters, because no two machines have the same fonts, and are
compared with a tolerance, on Linux only. After a wanted change: delete them, run this
once with USCALC_KEEP_PICTURES=1, and look at each.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QImage, QPainter

from tests.ui.drawing import everything, measure
from uscalc.document.model import Document
from uscalc.document.rate.rated import SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.explain.curve import CurveSubject, make_variable_values
from uscalc.explain.curves import draw_formula
from uscalc.explain.scene.scene import SceneSubject
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.charts.chart_look import ChartLook, paint_chart, paint_overlay
from uscalc.ui.charts.layout import lay_out, lay_over
from uscalc.ui.charts.scene import NOTHING, Chart, Overlay
from uscalc.ui.explorer.scene import SolvedStep, solver_chart
from uscalc.ui.rules.graphs_page import curve_chart, newest_rules
from uscalc.ui.session.shared_scene import make_directory
from uscalc.ui.theme.theme import DARK, LIGHT

GOLDEN = Path(__file__).parent / "golden"
SIZE = (360, 260)
BLOCK = 6
CLEARLY = 20
"""Squares of so many pixels are compared by their mean color, of 255: edges are
smoothed a little differently by every version of Qt."""
TOLERANCE = 0.002
"""The part of the squares that may differ clearly."""

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the pictures are of Linux"
)


class Wordless(QPainter):
    def drawText(self, *args: object) -> None:  # noqa: N802
        """Nothing."""

    def fillPath(self, *args: object) -> None:  # noqa: N802
        """Nothing."""

    def strokePath(self, *args: object) -> None:  # noqa: N802
        """Nothing."""


def drawn(chart: Chart, overlay: Overlay, dark: bool, zoom: float) -> QImage:
    look = ChartLook(DARK if dark else LIGHT, QFont(), QFont(), zoom)
    image = QImage(
        round(SIZE[0] * zoom), round(SIZE[1] * zoom), QImage.Format.Format_RGB32
    )
    image.fill(look.color_of("surface"))

    def sized(text: str, strong: bool) -> tuple[float, float]:
        wide, high = measure(text, strong)
        return wide * zoom, high * zoom

    layout = lay_out(chart, image.width(), image.height(), sized, zoom)
    painter = Wordless(image)
    paint_chart(painter, layout, look)
    paint_overlay(painter, layout, look, overlay, lay_over(layout, overlay, sized))
    painter.end()
    return image


def sample() -> tuple[Document, SystemRating]:
    document = open_event(get_resource_path("samples", "autumn-open.uscalc")).document
    found = rate_document(document, resolve_rules).sections[0].in_system("R")
    return document, found


def solver(position: float) -> tuple[Chart, Overlay]:
    document, found = sample()
    people = make_directory(found.trace, document.sections[0])
    scene = SceneSubject(found.trace, found.places[12], people).make_scene(5)
    solved, bounds = SolvedStep(scene, scene.idea), scene.bounds
    chart = solver_chart(
        "f(R)", "", 5, solved.idea.curve, solved.stops, solved.ghosts, people, bounds
    )
    return chart, solved.draw_search(position)


def formula(key: str) -> tuple[Chart, Overlay]:
    subject = CurveSubject(
        "Player", 1490.0, 19, 16.4, 5, 37.4, 28.0, games=((1600.0, 0.35),)
    )
    rules = newest_rules()
    return curve_chart(
        draw_formula(key, make_variable_values(subject, rules), subject, rules), ""
    ), NOTHING


PICTURES = {
    "everything": lambda: (everything(), NOTHING),
    "solver-begins": lambda: solver(0.0),
    "solver-moves": lambda: solver(4.5),
    "expectancy": lambda: formula("expectancy"),
    "bonus": lambda: formula("bonus"),
}


def blocks(image: QImage) -> QImage:
    return image.scaled(
        image.width() // BLOCK,
        image.height() // BLOCK,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )


def differing(one: QImage, other: QImage) -> float:
    one, other = blocks(one), blocks(other)
    count = sum(
        any(
            abs((one.pixel(x, y) >> s & 255) - (other.pixel(x, y) >> s & 255)) > CLEARLY
            for s in (0, 8, 16)
        )
        for y in range(one.height())
        for x in range(one.width())
    )
    return count / (one.width() * one.height())


@pytest.mark.parametrize(
    ("name", "dark", "zoom"),
    [(name, False, 1.0) for name in PICTURES]
    + [("solver-moves", True, 1.0), ("solver-moves", False, 2.0)],
)
def test_a_chart_looks_as_it_did(qapp, name, dark, zoom):
    chart, overlay = PICTURES[name]()
    image = drawn(chart, overlay, dark, zoom)
    path = GOLDEN / f"{name}{'-dark' if dark else ''}{'-200' if zoom == 2 else ''}.png"
    if os.environ.get("USCALC_KEEP_PICTURES") and not path.exists():
        assert image.save(str(path))
    kept = QImage(str(path))
    assert kept.size() == image.size()
    assert differing(image, kept) <= TOLERANCE


def test_one_missing_dot_or_a_moved_line_would_be_seen(qapp):
    chart, overlay = PICTURES["solver-moves"]()
    whole = drawn(chart, overlay, False, 1.0)
    fewer = replace(overlay, marks=overlay.marks[:-1])
    assert differing(whole, drawn(chart, fewer, False, 1.0)) > TOLERANCE
    wider = replace(chart, x=replace(chart.x, high=chart.x.high + 60.0))
    assert differing(whole, drawn(wider, overlay, False, 1.0)) > 10 * TOLERANCE
