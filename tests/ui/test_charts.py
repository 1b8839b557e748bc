"""Charts: labels never collide, and every picture has the marks of the screen."""

import re
import xml.etree.ElementTree as ElementTree
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from uscalc.ui.charts.chart_view import ChartView
from uscalc.ui.charts.flow import Flow
from uscalc.ui.charts.labels import spread
from uscalc.ui.charts.layout import Layout, lay_out, lay_over
from uscalc.ui.charts.look import Look
from uscalc.ui.charts.picture_button import PictureButton, file_name
from uscalc.ui.charts.pictures import (
    KINDS,
    Picture,
    paint_picture,
    picture_bytes,
    picture_size,
)
from uscalc.ui.charts.scene import (
    Area,
    Axis,
    AxisTick,
    Band,
    Bar,
    Chart,
    Dot,
    Label,
    Line,
    Overlay,
    Rule,
    Stroke,
)
from uscalc.ui.charts.ticks import nice_ticks
from uscalc.ui.theme import Theme

KIND = {kind.name: kind for kind in KINDS}
SVG = "{http://www.w3.org/2000/svg}"


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


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> Iterator[ChartView]:
    view = ChartView(theme, "testChart")
    qtbot.addWidget(view)
    view.resize(480, 320)
    view.show_chart(everything())
    view.show_overlay(Overlay((Dot(5.0, 9.0, "text"),), (Label(5.0, 9.0, "top"),)))
    view.show()
    qtbot.waitExposed(view)
    yield view
    theme.choose("light")
    theme.set_zoom(100)


class Counting(QPainter):
    """Counts what is drawn, and draws it."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.calls: Counter[str] = Counter()

    def drawPolyline(self, *args: object) -> None:  # noqa: N802
        self.calls["stroke"] += 1
        super().drawPolyline(*args)  # type: ignore[call-overload]

    def drawLine(self, *args: object) -> None:  # noqa: N802
        self.calls["stroke"] += 1
        super().drawLine(*args)  # type: ignore[call-overload]

    def drawRect(self, *args: object) -> None:  # noqa: N802
        self.calls["rect"] += 1
        super().drawRect(*args)  # type: ignore[call-overload]

    def fillRect(self, *args: object) -> None:  # noqa: N802
        self.calls["rect"] += 1
        super().fillRect(*args)  # type: ignore[call-overload]

    def drawPolygon(self, *args: object) -> None:  # noqa: N802
        self.calls["polygon"] += 1
        super().drawPolygon(*args)  # type: ignore[call-overload]

    def drawEllipse(self, *args: object) -> None:  # noqa: N802
        self.calls["dot"] += 1
        super().drawEllipse(*args)  # type: ignore[call-overload]

    def drawText(self, *args: object) -> None:  # noqa: N802
        self.calls["text"] += 1
        super().drawText(*args)  # type: ignore[call-overload]

    def fillPath(self, *args: object) -> None:  # noqa: N802
        self.calls["text"] += 1
        super().fillPath(*args)  # type: ignore[call-overload]


def on_screen(picture: Picture) -> Counter[str]:
    """What the drawing of a picture is made of, drawn as on the screen."""
    image = QImage(picture_size(picture), QImage.Format.Format_RGB32)
    painter = Counting(image)
    paint_picture(painter, picture)
    painter.end()
    return painter.calls


def the_picture(view: ChartView, light: bool = False) -> Picture:
    picture = view.picture(light)
    assert picture is not None
    return picture


def test_every_mark_is_drawn_once(view: ChartView) -> None:
    calls = on_screen(the_picture(view))
    layout = view.laid_out()
    assert layout is not None
    leaders = sum(p.leader is not None for p in layout.labels)
    leaders += sum(p is not None and p.leader is not None for p in view.placed())
    grid = len(layout.x_ticks) + len(layout.y_ticks)
    assert calls["dot"] == 3
    assert calls["stroke"] == 2 + 1 + 2 + grid + leaders
    assert calls["rect"] == 1 + 1 + 1
    assert calls["polygon"] == 1
    ticks = sum(bool(tick.text) for tick in (*layout.x_ticks, *layout.y_ticks))
    assert calls["text"] == ticks + 2 + len(layout.labels) + 1 + 2


@pytest.mark.parametrize("kind", ["svg", "svgText"])
def test_svg_has_the_marks_of_the_screen(view: ChartView, kind: str) -> None:
    picture = the_picture(view)
    expected = on_screen(picture)
    root = ElementTree.fromstring(picture_bytes(picture, KIND[kind]))
    tags = Counter(element.tag.removeprefix(SVG) for element in root.iter())
    # A line of two points is a polyline too; letters as shapes are paths.
    assert tags["circle"] == expected["dot"]
    assert tags["polygon"] == expected["polygon"]
    assert tags["polyline"] == expected["stroke"]
    assert tags["rect"] == expected["rect"]
    if kind == "svg":
        assert tags["text"] == 0
        assert tags["path"] == expected["text"]
    else:
        assert tags["text"] == expected["text"]
        words = {e.text for e in root.iter(f"{SVG}text")}
        assert {"A chart of everything", "Invented for a test.", "near it"} <= words
    assert root.findtext(f"{SVG}title") == "A chart of everything"
    assert root.findtext(f"{SVG}desc") == "Two lines, two dots and a bar."


def page_of(pdf: bytes) -> tuple[str, bytes]:
    """The drawing operators of a one-page PDF, and the rest of the file."""
    streams = []
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            streams.append(zlib.decompress(found[1]))
        except zlib.error:
            continue
    page = max(streams, key=lambda s: s.count(b"\nS\n") + s.count(b" re"))
    return page.decode("latin-1"), pdf


def test_pdf_has_the_marks_of_the_screen_and_its_fonts(view: ChartView) -> None:
    picture = the_picture(view)
    expected = on_screen(picture)
    page, pdf = page_of(picture_bytes(picture, KIND["pdf"]))
    drawn = re.sub(r"BT.*?ET", "", page, flags=re.DOTALL)
    painted = Counter(re.findall(r"(?:^|\s)(S|f\*?|B\*?|b\*?)(?=\s)", drawn))
    shapes = expected.total() - expected["text"]
    assert sum(painted.values()) == shapes
    assert page.count("BT") == expected["text"]
    assert b"/FontFile2" in pdf or b"/FontFile3" in pdf


def rendered(view: ChartView, svg: bytes) -> QImage:
    image = QImage(picture_size(the_picture(view)), QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    renderer = QSvgRenderer(svg)
    assert renderer.isValid()
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    return image


def differing(one: QImage, other: QImage) -> float:
    """The part of the pixels that differ clearly between two pictures."""
    assert one.size() == other.size()
    count = 0
    for y in range(0, one.height(), 3):
        for x in range(0, one.width(), 3):
            a, b = one.pixel(x, y), other.pixel(x, y)
            if any(abs((a >> s & 255) - (b >> s & 255)) > 64 for s in (0, 8, 16)):
                count += 1
    return 9 * count / (one.width() * one.height())


@pytest.mark.parametrize("look", ["light", "dark"])
def test_svg_looks_like_the_png_when_it_is_rendered_back(
    view: ChartView, theme: Theme, look: str
) -> None:
    theme.choose("dark" if look == "dark" else "light")
    picture = the_picture(view)
    png = QImage.fromData(picture_bytes(picture, KIND["png1"]))
    svg = rendered(view, picture_bytes(picture, KIND["svg"]))
    assert differing(png, svg) < 0.02
    ground = QColor(theme.colours.surface).rgb()
    assert png.pixel(2, 2) == svg.pixel(2, 2) == ground


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_png_has_so_many_pixels(view: ChartView, times: int) -> None:
    picture = the_picture(view)
    png = QImage.fromData(picture_bytes(picture, KIND[f"png{times}"]))
    assert png.size() == picture_size(picture) * times
    fine = QImage.fromData(picture_bytes(picture, KIND["png1"]))
    assert differing(fine, png.scaled(fine.size())) < 0.2


def test_light_colours_for_paper_whatever_the_window_has(
    view: ChartView, theme: Theme
) -> None:
    light = picture_bytes(the_picture(view), KIND["png1"])
    theme.choose("dark")
    assert picture_bytes(the_picture(view), KIND["png1"]) != light
    assert picture_bytes(the_picture(view, light=True), KIND["png1"]) == light


def test_the_menu_copies_and_saves(
    qtbot: QtBot, view: ChartView, tmp_path: Path
) -> None:
    button = PictureButton("test", "A chart", view.picture, view)
    actions = {a.objectName(): a for a in button.choices.actions() if a.objectName()}
    assert set(actions) == {"testCopy", "testLight"} | {
        f"testSave{kind.name[0].upper()}{kind.name[1:]}" for kind in KINDS
    }
    actions["testCopy"].trigger()
    copied = QGuiApplication.clipboard().image()
    assert copied.size() == picture_size(the_picture(view)) * 2
    for kind in KINDS:
        path = tmp_path / f"chart-{kind.name}.{kind.suffix}"
        with qtbot.waitSignal(button.saved, timeout=20_000):
            button.save(kind, path)
        assert path.stat().st_size > 1000
    button.light.setChecked(True)
    button.save(KIND["png1"], tmp_path / "light.png")
    assert QImage(str(tmp_path / "light.png")).size().isValid()


def test_the_file_is_asked_for_with_a_name_from_the_title(
    qtbot: QtBot, view: ChartView, tmp_path: Path
) -> None:
    button = PictureButton("test", "A chart", view.picture, view)
    action = next(
        a for a in button.choices.actions() if a.objectName() == "testSavePdf"
    )
    action.trigger()
    dialog = view.window().findChild(QFileDialog, "pictureDialog")
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]).name == "a-chart-of-everything.pdf"
    path = tmp_path / "chosen.pdf"
    dialog.fileSelected.emit(str(path))
    assert path.read_bytes().startswith(b"%PDF")
    dialog.reject()


def test_a_picture_that_cannot_be_written_is_told(
    qtbot: QtBot, view: ChartView, tmp_path: Path
) -> None:
    button = PictureButton("test", "A chart", view.picture, view)
    with qtbot.waitSignal(button.failed, timeout=20_000) as told:
        button.save(KIND["png1"], tmp_path / "no such folder" / "chart.png")
    assert "choose another folder" in told.args[0]


def test_titles_make_file_names() -> None:
    assert file_name("f(R) of Tom / Step 5") == "f-r-of-tom-step-5"
    assert file_name("***") == "picture"


def test_a_click_means_the_nearest_mark(qtbot: QtBot, view: ChartView) -> None:
    layout = view.laid_out()
    assert layout is not None
    chosen: list[object] = []
    view.chosen.connect(chosen.append)
    for place in ((2.0, 8.0), (5.0, 9.0), (4.5, 3.0), (8.0, 4.0), (6.0, 0.05)):
        at = QPointF(*layout.point(place)).toPoint()
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert chosen == ["dot", "line", "bar", "area", "stroke"]
    words = next(p for p in layout.labels if p.label.key == "words")
    assert view.key_at(QPointF(*words.box.middle)) == "words"
    assert view.key_at(QPointF(1.0, 1.0)) is None
    assert view.hint_at(QPointF(*layout.point((2.0, 8.0)))) == "a dot"
    assert view.hint_at(QPointF(*layout.point((1.0, 0.3)))) == "a shaded part"


def test_what_is_seen_is_said_in_words(view: ChartView) -> None:
    assert view.accessibleName() == "A chart of everything"
    assert view.accessibleDescription() == "Two lines, two dots and a bar."


def test_only_what_moves_is_painted_anew(view: ChartView) -> None:
    view.repaint()
    still = view._still
    assert still is not None
    view.show_overlay(Overlay((Dot(1.0, 1.0, "loss"),)))
    view.repaint()
    assert view._still is still
    view.resize(500, 320)
    view.repaint()
    assert view._still is not still


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("zoom", [100, 200])
def test_every_mark_is_seen_in_its_colour(
    view: ChartView, theme: Theme, look: str, zoom: int
) -> None:
    theme.choose("dark" if look == "dark" else "light")
    theme.set_zoom(zoom)
    layout = view.laid_out()
    assert layout is not None
    image = view.grab().toImage()
    for place, role in (((2.0, 8.0), "loss"), ((4.5, 3.0), "gain")):
        x, y = layout.point(place)
        seen = image.pixelColor(round(x), round(y)).name()
        assert seen == getattr(theme.colours, role)
    x, y = layout.point((8.0, 2.0))
    assert image.pixelColor(round(x), round(y)).name() == theme.colours.surface


# Layout


def overlaps(layout: Layout) -> list[tuple[str, str]]:
    """Texts that share pixels."""
    boxes = [(p.text, p.box) for p in layout.labels]
    boxes += [(t.text, t.box) for t in (*layout.x_ticks, *layout.y_ticks) if t.text]
    boxes += list(layout.titles)
    return [
        (one, other)
        for i, (one, a) in enumerate(boxes)
        for other, b in boxes[:i]
        if a.meets(b)
    ]


numbers = st.integers(0, 1000).map(lambda n: n / 100)
near_labels = st.builds(
    Label,
    numbers,
    numbers,
    st.text("abcdefghij", min_size=1, max_size=12),
    place=st.sampled_from(["near", "near", "right", "left", "top", "bottom"]),
    optional=st.booleans(),
    priority=st.integers(0, 3).map(float),
    strong=st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(near_labels, max_size=40),
    st.lists(st.builds(Dot, numbers, numbers), max_size=10),
    st.sampled_from([(320.0, 200.0), (480.0, 320.0), (900.0, 500.0)]),
)
def test_no_two_texts_ever_overlap(
    labels: list[Label], dots: list[Dot], size: tuple[float, float]
) -> None:
    chart = Chart(
        "t", Axis(0.0, 10.0, "x"), Axis(0.0, 10.0, "y"), tuple(dots), tuple(labels)
    )
    layout = lay_out(chart, *size, measure)
    assert overlaps(layout) == []
    for placed in layout.labels:
        if placed.label.place == "near":
            assert placed.box.within(layout.room.bounds)
    over = lay_over(layout, Overlay(labels=tuple(labels)), measure)
    taken = [p.box for p in layout.labels] + [p.box for p in over if p is not None]
    assert not any(a.meets(b) for i, a in enumerate(taken) for b in taken[:i])
    assert len(over) == len(labels)
    for label, placed_over in zip(labels, over, strict=True):
        assert placed_over is None or placed_over.label is label


def test_end_labels_are_moved_apart_and_lead_to_their_lines() -> None:
    ends = [1400.0 + i for i in range(12)] + [1900.0]
    labels = tuple(
        Label(4.0, end, f"Player {i} {end:.0f}", place="right")
        for i, end in enumerate(ends)
    )
    chart = Chart("t", Axis(0.0, 4.0), Axis(1000.0, 2000.0), (), labels)
    layout = lay_out(chart, 480.0, 300.0, measure)
    assert len(layout.labels) == 13
    assert overlaps(layout) == []
    by_y = sorted(layout.labels, key=lambda placed: -placed.box.y)
    assert [placed.label.y for placed in by_y] == ends
    alone = next(p for p in layout.labels if p.label.y == 1900.0)
    assert alone.leader is None
    assert any(placed.leader is not None for placed in layout.labels)
    assert all(placed.box.right <= 480.0 for placed in layout.labels)


def test_where_room_is_short_the_less_important_labels_go() -> None:
    labels = tuple(
        Label(1.0, float(i), f"{i}", place="right", optional=i % 2 == 0, priority=i)
        for i in range(60)
    )
    chart = Chart("t", Axis(0.0, 1.0), Axis(0.0, 60.0), (), labels)
    layout = lay_out(chart, 300.0, 14.0 * 20 + 4.0, measure)
    kept = {int(placed.text) for placed in layout.labels}
    assert kept == set(range(21, 60, 2))


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.floats(-50, 350), st.integers(5, 20)), max_size=12),
)
def test_spreading_keeps_order_and_touches_nothing_that_fits(
    wanted: list[tuple[float, int]],
) -> None:
    wanted.sort(key=lambda pair: pair[0])
    middles = [middle for middle, _ in wanted]
    sizes = [float(size) for _, size in wanted]
    placed = spread(middles, sizes, 0.0, 300.0)
    edges = [
        (at - size / 2, at + size / 2) for at, size in zip(placed, sizes, strict=True)
    ]
    for (_, end), (start, _) in pairwise(edges):
        assert start >= end - 1e-9
    assert all(start >= -1e-9 and end <= 300.0 + 1e-9 for start, end in edges)
    fits = all(
        low >= 0.0 and high <= 300.0
        for low, high in (
            (m - s / 2, m + s / 2) for m, s in zip(middles, sizes, strict=True)
        )
    ) and all(
        b - a >= (s + t) / 2
        for a, b, s, t in zip(middles, middles[1:], sizes, sizes[1:], strict=False)
    )
    if fits:
        assert placed == pytest.approx(middles)


@settings(max_examples=80, deadline=None)
@given(st.floats(-3000, 3000), st.floats(0.01, 3000), st.integers(1, 12))
def test_ticks_are_round_evenly_apart_and_no_more_than_asked(
    low: float, wide: float, most: int
) -> None:
    ticks = nice_ticks(low, low + wide, most)
    assert len(ticks) <= most
    values = [tick.value for tick in ticks]
    assert all(low - 1e-6 * wide <= v <= low + wide + 1e-6 * wide for v in values)
    gaps = [b - a for a, b in pairwise(values)]
    assert gaps == pytest.approx([gaps[0]] * len(gaps)) if gaps else True
    for tick in ticks:
        assert float(tick.text.replace("−", "-")) == pytest.approx(tick.value, abs=1e-9)
    assert len({tick.text for tick in ticks}) == len(ticks)


def test_an_axis_can_be_turned_round_and_have_its_own_ticks() -> None:
    ticks = (AxisTick(0.0, "first"), AxisTick(1.0, "second"))
    chart = Chart("t", Axis(0.0, 1.0, ticks=ticks, far=True), Axis(10.0, 0.0))
    layout = lay_out(chart, 400.0, 300.0, measure)
    assert layout.y(0.0) < layout.y(10.0)
    assert [tick.text for tick in layout.x_ticks] == ["first", "second"]
    assert all(tick.box.bottom <= layout.plot.y for tick in layout.x_ticks)
    assert layout.value_at(layout.x(0.25)) == pytest.approx(0.25)


def test_the_look_follows_the_zoom(theme: Theme) -> None:
    usual = Look.of(theme).measure("1800", False)
    theme.set_zoom(200)
    try:
        large = Look.of(theme).measure("1800", False)
    finally:
        theme.set_zoom(100)
    assert large[0] == pytest.approx(2 * usual[0], rel=0.2)


def test_controls_go_on_in_the_next_line(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    holder = QWidget()
    column.addWidget(holder)
    column.addStretch(1)
    row = Flow(holder)
    parts = [QWidget() for _ in range(4)]
    for part in parts:
        part.setFixedSize(QSize(100, 20))
        row.addWidget(part)
    for wide, lines in ((420, 1), (220, 2), (110, 4)):
        page.resize(wide, 300)
        page.show()
        qtbot.waitUntil(
            lambda lines=lines: len({part.y() for part in parts}) == lines,  # type: ignore[misc]
            timeout=20_000,
        )
        assert row.heightForWidth(wide) == lines * 20 + (lines - 1) * 4
        assert all(part.geometry().right() < wide for part in parts)
