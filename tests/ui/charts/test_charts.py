"""Charts: their layout, their marks on the screen and in images, and their former look."""

import os
import re
import sys
import xml.etree.ElementTree as ElementTree
import zlib
from collections import Counter
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.often import often
from tests.ui.drawing import everything, measure
from tests.ui.keys import LEFT
from tests.ui.pixels import apart
from uscalc.document.rate.whole import rate_document
from uscalc.explain.curve import CurveSubject, make_variable_values
from uscalc.explain.curves import draw_formula
from uscalc.explain.scene.scene import SceneSubject
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.charts import chart_look
from uscalc.ui.charts.export import paint_picture, picture_bytes, picture_size
from uscalc.ui.charts.labels import spread_apart
from uscalc.ui.charts.layout import ChartLayout, lay_out, lay_over
from uscalc.ui.charts.picture_button import ExportImageButton, file_name
from uscalc.ui.charts.scene import (
    NOTHING,
    Axis,
    AxisTick,
    Chart,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Overlay,
    nice_ticks,
)
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explorer.scene import SolvedStep, solver_chart
from uscalc.ui.rules.graphs_page import curve_chart, newest_rules
from uscalc.ui.session.shared_scene import make_directory
from uscalc.ui.theme.theme import DARK, LIGHT, Theme
from uscalc.ui.widgets.layouts import FlowLayout

KIND = {kind.name: kind for kind in chart_look.KINDS}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> ChartView:
    view = ChartView(theme, "testChart")
    qtbot.addWidget(view)
    view.resize(480, 320)
    view.show_chart(everything())
    dot, label = ChartDot(5.0, 9.0, "text"), ChartLabel(5.0, 9.0, "top")
    view.show_overlay(Overlay((dot,), (label,)))
    view.show()
    qtbot.waitExposed(view)
    return view


CALLS = {
    **{"drawPolyline": "stroke", "drawLine": "stroke", "strokePath": "halo"},
    **{"drawRect": "rect", "fillRect": "rect", "drawPolygon": "polygon"},
    **{"drawEllipse": "dot", "drawText": "text", "fillPath": "text"},
}


class Counting(QPainter):
    """A painter that counts what it has to draw."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.calls: Counter[str] = Counter()

    def __getattribute__(self, name: str) -> object:
        if name in CALLS:
            self.calls[CALLS[name]] += 1
        return super().__getattribute__(name)


def on_screen(picture: chart_look.ChartImage) -> Counter[str]:
    image = QImage(picture_size(picture), QImage.Format.Format_RGB32)
    painter = Counting(image)
    paint_picture(painter, picture)
    painter.end()
    return painter.calls


def test_every_mark_is_drawn_once_and_pictures_fit_their_words(view):
    calls = on_screen(view.make_image())
    layout = view.get_layout()
    placed = *layout.labels, *filter(None, view.get_placed_labels())
    leaders = sum(label.leader is not None for label in placed)
    grid = len(layout.x_ticks) + len(layout.y_ticks)
    assert calls["dot"] == 3
    assert calls["stroke"] == 2 + 1 + 2 + grid + leaders
    assert calls["rect"] == 1 + 1 + 1
    assert calls["polygon"] == 1
    ticks = sum(bool(tick.text) for tick in (*layout.x_ticks, *layout.y_ticks))
    assert calls["text"] == ticks + 2 + len(layout.labels) + 1 + 2
    picture = view.make_image()
    usual = picture_size(picture)
    for more in ({"title": "Long " * 40}, {"source": "L" * 90}):
        long = picture_size(replace(picture, **more))
        assert long.width() > usual.width()
        assert long.height() == usual.height()
    assert picture_size(replace(picture, title="", source="")).height() < usual.height()
    assert file_name("f(R) of Tom / Step 5") == "f-r-of-tom-step-5"
    assert file_name("***") == "picture"


@pytest.mark.parametrize("kind", ["svg", "svgText"])
def test_svg_has_the_marks_of_the_screen(view, kind):
    picture = view.make_image()
    expected = on_screen(picture)
    root = ElementTree.fromstring(picture_bytes(picture, KIND[kind]))
    tags = Counter(element.tag.removeprefix(SVG) for element in root.iter())
    # A line of two points is a polyline too; letters drawn as shapes are paths.
    assert tags["circle"] == expected["dot"]
    assert tags["polygon"] == expected["polygon"]
    assert tags["polyline"] == expected["stroke"]
    assert tags["rect"] == expected["rect"]
    if kind == "svg":
        assert tags["text"] == 0
        assert tags["path"] == expected["text"] + expected["halo"]
    else:
        assert tags["text"] == expected["text"]
        words = {e.text for e in root.iter(f"{SVG}text")}
        assert {"A chart of everything", "Invented for a test.", "near it"} <= words
    assert root.findtext(f"{SVG}title") == "A chart of everything"
    assert root.findtext(f"{SVG}desc") == "Two lines, two dots and a bar."


def page_of(pdf: bytes) -> tuple[str, bytes]:
    streams = []
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            streams.append(zlib.decompress(found[1]))
        except zlib.error:
            continue
    page = max(streams, key=lambda s: s.count(b"\nS\n") + s.count(b" re"))
    return page.decode("latin-1"), pdf


def test_pdf_has_the_marks_of_the_screen_and_its_fonts(view):
    picture = view.make_image()
    expected = on_screen(picture)
    page, pdf = page_of(picture_bytes(picture, KIND["pdf"]))
    drawn = re.sub(r"BT.*?ET", "", page, flags=re.DOTALL)
    painted = re.findall(r"(?:^|\s)(S|f\*?|B\*?|b\*?)(?=\s)", drawn)
    assert len(painted) == expected.total() - expected["text"]
    assert page.count("BT") == expected["text"]
    assert b"/FontFile2" in pdf or b"/FontFile3" in pdf


def rendered(view: ChartView, svg: bytes) -> QImage:
    image = QImage(picture_size(view.make_image()), QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    renderer = QSvgRenderer(svg)
    assert renderer.isValid()
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    return image


def differing(one: QImage, other: QImage) -> float:
    """Return the part of the pixels whose colors differ clearly."""
    return float((apart(one, other) > 64).mean())


@pytest.mark.parametrize("look", ["light", "dark"])
def test_svg_looks_like_the_png_when_it_is_rendered_back(view, theme, look):
    theme.choose_look("dark" if look == "dark" else "light")
    picture = view.make_image()
    png = QImage.fromData(picture_bytes(picture, KIND["png1"]))
    svg = rendered(view, picture_bytes(picture, KIND["svg"]))
    assert differing(png, svg) < 0.02
    ground = QColor(theme.colors.surface).rgb()
    assert png.pixel(2, 2) == svg.pixel(2, 2) == ground


def test_images_have_the_pixels_of_the_screen_and_paper_is_light(view, theme):
    for times in (1, 2, 3, 4):
        picture = view.make_image()
        png = QImage.fromData(picture_bytes(picture, KIND[f"png{times}"]))
        assert png.size() == picture_size(picture) * times
        fine = QImage.fromData(picture_bytes(picture, KIND["png1"]))
        assert differing(fine, png.scaled(fine.size())) < 0.2
    light = picture_bytes(view.make_image(), KIND["png1"])
    theme.choose_look("dark")
    assert picture_bytes(view.make_image(), KIND["png1"]) != light
    assert picture_bytes(view.make_image(light=True), KIND["png1"]) == light
    dots = tuple(ChartDot(1.0 + i, 1.0, "text") for i in range(4))

    def dots_are_visible() -> list[bool]:
        view.repaint()
        image = view.grab().toImage()
        at = [view.place_of(dot.x, dot.y).toPoint() for dot in dots]
        return [image.pixelColor(p).name() == theme.colors.text for p in at]

    for count in (1, 3, 4, 2, 0):
        view.show_overlay(Overlay(settled=dots[:count]))
        assert dots_are_visible() == [i < count for i in range(4)]
    view.show_overlay(Overlay(settled=dots[2:]))
    assert dots_are_visible() == [False, False, True, True]
    view.resize(500, 340)
    assert dots_are_visible() == [False, False, True, True]
    assert view.key_at(view.place_of(3.0, 1.0)) != "dot"
    assert picture_bytes(view.make_image(), KIND["svg"]).count(b"<circle") == 4


def test_images_are_copied_saved_under_their_title_or_reported(view, tmp_path, qtbot):
    button = ExportImageButton("test", "A chart", view.make_image, view)
    actions = {a.objectName(): a for a in button.choices.actions() if a.objectName()}
    assert set(actions) == {"testCopy", "testLight"} | {
        f"testSave{kind.name[0].upper()}{kind.name[1:]}" for kind in chart_look.KINDS
    }
    actions["testCopy"].trigger()
    copied = QGuiApplication.clipboard().image()
    assert copied.size() == picture_size(view.make_image()) * 2
    for kind in chart_look.KINDS:
        path = tmp_path / f"chart-{kind.name}.{kind.suffix}"
        button.save_image(kind, path)
        assert path.stat().st_size > 1000
    button.light.setChecked(True)
    button.save_image(KIND["png1"], tmp_path / "light.png")
    assert QImage(str(tmp_path / "light.png")).size().isValid()
    actions["testSavePdf"].trigger()
    dialog = view.window().findChild(QFileDialog, "pictureDialog")
    assert Path(dialog.selectedFiles()[0]).name == "a-chart-of-everything.pdf"
    path = tmp_path / "chosen.pdf"
    dialog.fileSelected.emit(str(path))
    assert path.read_bytes().startswith(b"%PDF")
    dialog.reject()
    with qtbot.waitSignal(button.failed) as told:
        button.save_image(KIND["png1"], tmp_path / "no such folder" / "chart.png")
    assert "Choose another folder" in told.args[0]


def test_a_click_means_the_nearest_mark(qtbot, view):
    layout = view.get_layout()
    chosen: list[object] = []
    view.chosen.connect(chosen.append)
    for place in ((2.0, 8.0), (5.0, 9.0), (4.5, 3.0), (8.0, 4.0), (6.0, 0.05)):
        qtbot.mouseClick(view, LEFT, pos=view.place_of(*place).toPoint())
    assert chosen == ["dot", "line", "bar", "area", "stroke"]
    words = next(p for p in layout.labels if p.label.key == "words")
    assert view.key_at(QPointF(*words.box.middle) + view.get_origin()) == "words"
    assert view.key_at(QPointF(1.0, 1.0)) is None
    assert view.hint_at(view.place_of(2.0, 8.0)) == "a dot"
    assert view.hint_at(view.place_of(1.0, 0.3)) == "a shaded part"
    assert view.accessibleName() == "A chart of everything"
    assert view.accessibleDescription() == "Two lines, two dots and a bar."


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("zoom", [100, 200])
def test_every_mark_is_seen_in_its_color(view, theme, look, zoom):
    theme.choose_look("dark" if look == "dark" else "light")
    theme.set_zoom(zoom)
    image = view.grab().toImage()
    for *place, role in ((2.0, 8.0, "loss"), (4.5, 3.0, "gain"), (8.0, 2.0, "surface")):
        seen = image.pixelColor(view.place_of(*place).toPoint()).name()
        assert seen == getattr(theme.colors, role)


def test_no_line_strikes_a_label_and_the_headline_is_whole(view, theme):
    levels = [y / 10 for y in range(0, 100, 2)]
    many = tuple(ChartLine(((0.0, y), (10.0, y)), "loss", 1.0) for y in levels)
    label = ChartLabel(5.0, 5.0, "HHHHHHHH", "text")
    axis = Axis(0.0, 10.0)
    view.show_chart(Chart("Struck", axis, axis, many, (label,)))
    view.show_overlay(Overlay())
    (placed,) = view.get_layout().labels
    image, at = view.grab().toImage(), view.get_origin()
    loss, box = QColor(theme.colors.loss), placed.box
    left, right = round(box.x + at.x()), round(box.right + at.x())
    top, bottom = round(box.y + at.y() + 3), round(box.bottom + at.y() - 3)
    places = product(range(left + 1, right - 1), range(top, bottom))
    inside = [image.pixelColor(*place) for place in places]
    hues = range(loss.hue() - 8, loss.hue() + 9)
    struck = sum(c.hue() in hues and c.saturation() > 120 for c in inside)
    assert struck < len(inside) * 0.03
    words = "Seven words that say what is found here, and some more of them"
    view.show_chart(replace(view.chart, title=words))
    view.resize(260, 320)
    lines = view.get_headline_lines()
    assert len(lines) > 1
    assert " ".join(lines) == words
    image = view.grab().toImage()
    ink = QColor("#111827")
    top = round(view.get_origin().y())

    def dark(y: int) -> int:
        row = (image.pixelColor(x, y) for x in range(image.width()))
        return sum(abs(c.lightness() - ink.lightness()) < 40 for c in row)

    assert sum(dark(y) for y in range(2, top - 4)) > 200
    # A chart with hardly any room shows no headline.
    view.resize(260, 100)
    assert view.get_headline_lines() == ()
    assert view.get_origin().y() == 4


def overlaps(layout: ChartLayout) -> list[tuple[str, str]]:
    boxes = [(p.text, p.box) for p in layout.labels]
    boxes += [(t.text, t.box) for t in (*layout.x_ticks, *layout.y_ticks) if t.text]
    boxes += list(layout.titles)
    pairs = combinations(boxes, 2)
    return [(one, other) for (one, a), (other, b) in pairs if a.overlaps(b)]


numbers = st.integers(0, 1000).map(lambda n: n / 100)
near_labels = st.builds(
    ChartLabel,
    numbers,
    numbers,
    st.text("abcdefghij", min_size=1, max_size=12),
    place=st.sampled_from(["near", "near", "right", "left", "top", "bottom"]),
    optional=st.booleans(),
    priority=st.integers(0, 3).map(float),
    strong=st.booleans(),
)


@often(60)
@given(
    st.lists(near_labels, max_size=40),
    st.lists(st.builds(ChartDot, numbers, numbers), max_size=10),
    st.sampled_from([(320.0, 200.0), (480.0, 320.0), (900.0, 500.0)]),
)
def test_no_two_texts_ever_overlap(labels, dots, size):
    axes = Axis(0.0, 10.0, "x"), Axis(0.0, 10.0, "y")
    layout = lay_out(Chart("t", *axes, tuple(dots), tuple(labels)), *size, measure)
    assert overlaps(layout) == []
    for placed in layout.labels:
        if placed.label.place == "near":
            assert placed.box.lies_within(layout.room.bounds)
    over = lay_over(layout, Overlay(labels=tuple(labels)), measure)
    taken = [p.box for p in layout.labels] + [p.box for p in over if p is not None]
    assert not any(a.overlaps(b) for a, b in combinations(taken, 2))
    assert len(over) == len(labels)
    for label, placed_over in zip(labels, over, strict=True):
        assert placed_over is None or placed_over.label is label


def test_labels_are_moved_apart_or_left_out():
    ends = [1400.0 + i for i in range(12)] + [1900.0]
    labels = tuple(
        ChartLabel(4.0, end, f"Player {i} {end:.0f}", place="right")
        for i, end in enumerate(ends)
    )
    chart = Chart("t", Axis(0.0, 4.0), Axis(1000.0, 2000.0), (), labels)
    layout = lay_out(chart, 480.0, 300.0, measure)
    assert len(layout.labels) == 13
    assert overlaps(layout) == []
    by_y = sorted(layout.labels, key=lambda placed: -placed.box.y)
    assert [placed.label.y for placed in by_y] == ends
    assert next(p for p in layout.labels if p.label.y == 1900.0).leader is None
    assert any(placed.leader is not None for placed in layout.labels)
    assert all(placed.box.right <= 480.0 for placed in layout.labels)

    def place(i: int) -> ChartLabel:
        own = {"optional": i % 2 == 0, "priority": i}
        return ChartLabel(1.0, float(i), f"{i}", place="right", **own)

    labels = tuple(map(place, range(60)))
    chart = Chart("t", Axis(0.0, 1.0), Axis(0.0, 60.0), (), labels)
    layout = lay_out(chart, 300.0, 14.0 * 20 + 4.0, measure)
    assert {int(placed.text) for placed in layout.labels} == set(range(21, 60, 2))
    label = ChartLabel(5.0, 5.0, "a label", sides=("right", "above"))
    axis = Axis(0.0, 10.0)
    free = lay_out(Chart("t", axis, axis, (), (label,)), 400.0, 300.0, measure)
    assert free.labels[0].box.middle[1] == free.y_to_pixel(5.0)
    struck = Chart("t", axis, axis, (ChartRule(y=5.0),), (label,))
    layout = lay_out(struck, 400.0, 300.0, measure)
    assert layout.labels[0].box.bottom < layout.y_to_pixel(5.0)


@often(80)
@given(st.lists(st.tuples(st.floats(-50, 350), st.integers(5, 20)), max_size=12))
def test_spreading_keeps_order_and_touches_nothing_that_fits(wanted):
    wanted.sort(key=lambda pair: pair[0])
    middles = [middle for middle, _ in wanted]
    sizes = [float(size) for _, size in wanted]
    placed = spread_apart(middles, sizes, 0.0, 300.0)
    edges = [
        (at - size / 2, at + size / 2) for at, size in zip(placed, sizes, strict=True)
    ]
    for (_, end), (start, _) in pairwise(edges):
        assert start >= end - 1e-9
    assert all(start >= -1e-9 and end <= 300.0 + 1e-9 for start, end in edges)
    wished = [(m - s / 2, m + s / 2) for m, s in zip(middles, sizes, strict=True)]
    within = all(low >= 0.0 and high <= 300.0 for low, high in wished)
    if within and all(one[1] <= other[0] for one, other in pairwise(wished)):
        assert placed == pytest.approx(middles)


@often(80)
@given(st.floats(-3000, 3000), st.floats(0.01, 3000), st.integers(1, 12))
def test_ticks_are_round_evenly_apart_and_no_more_than_asked(low, wide, most):
    ticks = nice_ticks(low, low + wide, most)
    assert len(ticks) <= most
    values = [tick.value for tick in ticks]
    assert all(low - 1e-6 * wide <= v <= low + wide + 1e-6 * wide for v in values)
    gaps = [b - a for a, b in pairwise(values)]
    assert gaps == pytest.approx([gaps[0]] * len(gaps)) if gaps else True
    for tick in ticks:
        assert float(tick.text.replace("−", "-")) == pytest.approx(tick.value, abs=1e-9)
    assert len({tick.text for tick in ticks}) == len(ticks)


def test_axes_have_as_many_ticks_as_fit_and_can_be_turned():
    assert [tick.text for tick in nice_ticks(-800.0, 800.0, 3)] == ["−500", "0", "500"]
    assert [tick.text for tick in nice_ticks(0.0, 1.0, 6)][1] == "0.2"
    assert [tick.text for tick in nice_ticks(0.0, 10.0, 4)] == ["0", "5", "10"]
    assert nice_ticks(5.0, 5.0, 4) == ()
    ratings = [tick.text for tick in nice_ticks(1777.0, 1807.0, 13)]
    assert ratings == ["1780", "1785", "1790", "1795", "1800", "1805"]
    ticks = (AxisTick(0.0, "first"), AxisTick(1.0, "second"))
    chart = Chart("t", Axis(0.0, 1.0, ticks=ticks, far=True), Axis(10.0, 0.0))
    layout = lay_out(chart, 400.0, 300.0, measure)
    assert layout.y_to_pixel(0.0) < layout.y_to_pixel(10.0)
    assert [tick.text for tick in layout.x_ticks] == ["first", "second"]
    assert all(tick.box.bottom <= layout.plot.y for tick in layout.x_ticks)
    assert layout.value_at(layout.x_to_pixel(0.25)) == pytest.approx(0.25)


def test_the_look_follows_the_zoom(theme):
    usual = chart_look.ChartLook.from_theme(theme).measure_text("1800", False)
    theme.set_zoom(200)
    large = chart_look.ChartLook.from_theme(theme).measure_text("1800", False)
    assert large[0] == pytest.approx(2 * usual[0], rel=0.2)


def test_controls_go_on_in_the_next_line(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    holder = QWidget()
    column.addWidget(holder)
    column.addStretch(1)
    row = FlowLayout(holder)
    parts = [QWidget() for _ in range(4)]
    for part in parts:
        part.setFixedSize(QSize(100, 20))
        row.addWidget(part)
    for wide, lines in ((420, 1), (220, 2), (110, 4)):
        page.resize(wide, 300)
        page.show()
        qtbot.waitUntil(
            lambda lines=lines: len({part.y() for part in parts}) == lines  # type: ignore[misc]
        )
        assert row.heightForWidth(wide) == lines * 20 + (lines - 1) * 4
        assert all(part.geometry().right() < wide for part in parts)


GOLDEN = Path(__file__).parent / "golden"
SIZE = (360, 260)
BLOCK = 6
CLEARLY = 20
"""The least difference of mean colors, of 255, between squares that clearly differ.

Every version of Qt smooths edges a little differently.
"""
TOLERANCE = 0.002
"""The part of the squares that may differ clearly."""

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the pictures are of Linux"
)


class Wordless(QPainter):
    def drawText(self, *args: object) -> None:  # noqa: N802
        """Draw nothing."""

    def fillPath(self, *args: object) -> None:  # noqa: N802
        """Draw nothing."""

    def strokePath(self, *args: object) -> None:  # noqa: N802
        """Draw nothing."""


def drawn(chart: Chart, overlay: Overlay, dark: bool, zoom: float) -> QImage:
    look = chart_look.ChartLook(DARK if dark else LIGHT, QFont(), QFont(), zoom)
    size = QSize(*(round(side * zoom) for side in SIZE))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(look.color_of("surface"))

    def sized(text: str, strong: bool) -> tuple[float, float]:
        wide, high = measure(text, strong)
        return wide * zoom, high * zoom

    layout = lay_out(chart, image.width(), image.height(), sized, zoom)
    painter = Wordless(image)
    chart_look.paint_chart(painter, layout, look)
    chart_look.paint_overlay(
        painter, layout, look, overlay, lay_over(layout, overlay, sized)
    )
    painter.end()
    return image


def solver(position: float) -> tuple[Chart, Overlay]:
    document = open_event(get_resource_path("samples", "autumn-open.uscalc")).document
    found = rate_document(document, resolve_rules).sections[0].in_system("R")
    people = make_directory(found.trace, document.sections[0])
    scene = SceneSubject(found.trace, found.places[12], people).make_scene(5)
    solved, bounds = SolvedStep(scene, scene.picture), scene.bounds
    chart = solver_chart(
        "f(R)", "", 5, solved.picture.curve, solved.stops, solved.ghosts, people, bounds
    )
    return chart, solved.draw_search(position)


def formula(key: str) -> tuple[Chart, Overlay]:
    own = "Player", 1490.0, 19, 16.4, 5, 37.4, 28.0
    subject, rules = CurveSubject(*own, games=((1600.0, 0.35),)), newest_rules()
    curves = draw_formula(key, make_variable_values(subject, rules), subject, rules)
    return curve_chart(curves, ""), NOTHING


PICTURES = {
    "everything": lambda: (everything(), NOTHING),
    "solver-begins": lambda: solver(0.0),
    "solver-moves": lambda: solver(4.5),
    "expectancy": lambda: formula("expectancy"),
    "bonus": lambda: formula("bonus"),
}


def blocks(image: QImage) -> QImage:
    size = QSize(image.width() // BLOCK, image.height() // BLOCK)
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def count_differing(one: QImage, other: QImage) -> float:
    return float((apart(blocks(one), blocks(other)) > CLEARLY).mean())


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
    assert count_differing(image, kept) <= TOLERANCE


def test_one_missing_dot_or_moved_line_would_be_noticed(qapp):
    chart, overlay = PICTURES["solver-moves"]()
    whole = drawn(chart, overlay, False, 1.0)
    fewer = replace(overlay, marks=overlay.marks[:-1])
    assert count_differing(whole, drawn(chart, fewer, False, 1.0)) > TOLERANCE
    wider = replace(chart, x=replace(chart.x, high=chart.x.high + 60.0))
    assert count_differing(whole, drawn(wider, overlay, False, 1.0)) > 10 * TOLERANCE
