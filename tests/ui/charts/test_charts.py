"""Charts: every picture has the marks of the screen, and a click means the nearest."""

import re
import xml.etree.ElementTree as ElementTree
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.ui.drawing import everything
from tests.ui.keys import LEFT
from uscalc.ui.charts.chart_look import KINDS, ChartImage
from uscalc.ui.charts.export import paint_picture, picture_bytes, picture_size
from uscalc.ui.charts.picture_button import ExportImageButton, file_name
from uscalc.ui.charts.scene import Axis, Chart, ChartDot, ChartLabel, ChartLine, Overlay
from uscalc.ui.charts.view import ChartView
from uscalc.ui.theme.theme import Theme

KIND = {kind.name: kind for kind in KINDS}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> Iterator[ChartView]:
    view = ChartView(theme, "testChart")
    qtbot.addWidget(view)
    view.resize(480, 320)
    view.show_chart(everything())
    view.show_overlay(
        Overlay((ChartDot(5.0, 9.0, "text"),), (ChartLabel(5.0, 9.0, "top"),))
    )
    view.show()
    qtbot.waitExposed(view)
    yield view
    theme.choose_look("light")
    theme.set_zoom(100)


CALLS = {
    "drawPolyline": "stroke",
    "drawLine": "stroke",
    "drawRect": "rect",
    "fillRect": "rect",
    "drawPolygon": "polygon",
    "drawEllipse": "dot",
    "strokePath": "halo",
    "drawText": "text",
    "fillPath": "text",
}


class Counting(QPainter):
    """A painter that counts what it is told to draw."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.calls: Counter[str] = Counter()

    def __getattribute__(self, name: str) -> object:
        if name in CALLS:
            self.calls[CALLS[name]] += 1
        return super().__getattribute__(name)


def on_screen(picture: ChartImage) -> Counter[str]:
    image = QImage(picture_size(picture), QImage.Format.Format_RGB32)
    painter = Counting(image)
    paint_picture(painter, picture)
    painter.end()
    return painter.calls


def the_picture(view: ChartView, light: bool = False) -> ChartImage:
    return view.make_image(light)


def test_every_mark_is_drawn_once_and_pictures_fit_their_words(view):
    calls = on_screen(the_picture(view))
    layout = view.laid_out()
    leaders = sum(p.leader is not None for p in layout.labels)
    leaders += sum(
        p is not None and p.leader is not None for p in view.get_placed_labels()
    )
    grid = len(layout.x_ticks) + len(layout.y_ticks)
    assert calls["dot"] == 3
    assert calls["stroke"] == 2 + 1 + 2 + grid + leaders
    assert calls["rect"] == 1 + 1 + 1
    assert calls["polygon"] == 1
    ticks = sum(bool(tick.text) for tick in (*layout.x_ticks, *layout.y_ticks))
    assert calls["text"] == ticks + 2 + len(layout.labels) + 1 + 2
    picture = the_picture(view)
    usual = picture_size(picture).width()
    for long in (
        replace(picture, title="Long " * 40),
        replace(picture, source="L" * 90),
    ):
        assert picture_size(long).width() > usual
        assert picture_size(long).height() == picture_size(picture).height()
    bare = replace(picture, title="", source="")
    assert picture_size(bare).height() < picture_size(picture).height()
    assert file_name("f(R) of Tom / Step 5") == "f-r-of-tom-step-5"
    assert file_name("***") == "picture"


@pytest.mark.parametrize("kind", ["svg", "svgText"])
def test_svg_has_the_marks_of_the_screen(view, kind):
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
    assert one.size() == other.size()
    count = 0
    for y in range(0, one.height(), 3):
        for x in range(0, one.width(), 3):
            a, b = one.pixel(x, y), other.pixel(x, y)
            if any(abs((a >> s & 255) - (b >> s & 255)) > 64 for s in (0, 8, 16)):
                count += 1
    return 9 * count / (one.width() * one.height())


@pytest.mark.parametrize("look", ["light", "dark"])
def test_svg_looks_like_the_png_when_it_is_rendered_back(view, theme, look):
    theme.choose_look("dark" if look == "dark" else "light")
    picture = the_picture(view)
    png = QImage.fromData(picture_bytes(picture, KIND["png1"]))
    svg = rendered(view, picture_bytes(picture, KIND["svg"]))
    assert differing(png, svg) < 0.02
    ground = QColor(theme.colors.surface).rgb()
    assert png.pixel(2, 2) == svg.pixel(2, 2) == ground


def test_png_has_so_many_pixels(view):
    for times in (1, 2, 3, 4):
        picture = the_picture(view)
        png = QImage.fromData(picture_bytes(picture, KIND[f"png{times}"]))
        assert png.size() == picture_size(picture) * times
        fine = QImage.fromData(picture_bytes(picture, KIND["png1"]))
        assert differing(fine, png.scaled(fine.size())) < 0.2


def test_svg_and_png_agree_and_paper_is_light(view, theme):
    light = picture_bytes(the_picture(view), KIND["png1"])
    theme.choose_look("dark")
    assert picture_bytes(the_picture(view), KIND["png1"]) != light
    assert picture_bytes(the_picture(view, light=True), KIND["png1"]) == light
    dots = tuple(ChartDot(1.0 + i, 1.0, "text") for i in range(4))

    def seen() -> list[bool]:
        view.repaint()
        image = view.grab().toImage()
        at = [view.place_of(dot.x, dot.y).toPoint() for dot in dots]
        return [image.pixelColor(p).name() == theme.colors.text for p in at]

    for count in (1, 3, 4, 2, 0):
        view.show_overlay(Overlay(settled=dots[:count]))
        assert seen() == [i < count for i in range(4)]
    view.show_overlay(Overlay(settled=dots[2:]))
    assert seen() == [False, False, True, True]
    view.resize(500, 340)
    assert seen() == [False, False, True, True]
    assert view.key_at(view.place_of(3.0, 1.0)) != "dot"
    picture = picture_bytes(the_picture(view), KIND["svg"])
    assert picture.count(b"<circle") == 4


def test_images_are_copied_saved_under_their_title_or_reported(view, tmp_path, qtbot):
    button = ExportImageButton("test", "A chart", view.make_image, view)
    actions = {a.objectName(): a for a in button.choices.actions() if a.objectName()}
    assert set(actions) == {"testCopy", "testLight"} | {
        f"testSave{kind.name[0].upper()}{kind.name[1:]}" for kind in KINDS
    }
    actions["testCopy"].trigger()
    copied = QGuiApplication.clipboard().image()
    assert copied.size() == picture_size(the_picture(view)) * 2
    for kind in KINDS:
        path = tmp_path / f"chart-{kind.name}.{kind.suffix}"
        button.save_image(kind, path)
        assert path.stat().st_size > 1000
    button.light.setChecked(True)
    button.save_image(KIND["png1"], tmp_path / "light.png")
    assert QImage(str(tmp_path / "light.png")).size().isValid()
    action = next(
        a for a in button.choices.actions() if a.objectName() == "testSavePdf"
    )
    action.trigger()
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
    layout = view.laid_out()
    chosen: list[object] = []
    view.chosen.connect(chosen.append)
    for place in ((2.0, 8.0), (5.0, 9.0), (4.5, 3.0), (8.0, 4.0), (6.0, 0.05)):
        at = view.place_of(*place).toPoint()
        qtbot.mouseClick(view, LEFT, pos=at)
    assert chosen == ["dot", "line", "bar", "area", "stroke"]
    words = next(p for p in layout.labels if p.label.key == "words")
    assert view.key_at(QPointF(*words.box.middle) + view.get_origin()) == "words"
    assert view.key_at(QPointF(1.0, 1.0)) is None
    assert view.hint_at(view.place_of(2.0, 8.0)) == "a dot"
    assert view.hint_at(view.place_of(1.0, 0.3)) == "a shaded part"
    # What is seen is said in words too.
    assert view.accessibleName() == "A chart of everything"
    assert view.accessibleDescription() == "Two lines, two dots and a bar."


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("zoom", [100, 200])
def test_every_mark_is_seen_in_its_color(view, theme, look, zoom):
    theme.choose_look("dark" if look == "dark" else "light")
    theme.set_zoom(zoom)
    image = view.grab().toImage()
    for place, role in (((2.0, 8.0), "loss"), ((4.5, 3.0), "gain")):
        seen = image.pixelColor(view.place_of(*place).toPoint()).name()
        assert seen == getattr(theme.colors, role)
    seen = image.pixelColor(view.place_of(8.0, 2.0).toPoint()).name()
    assert seen == theme.colors.surface


def test_the_headline_is_read_over_the_chart_and_nothing_of_it_is_cut(view):
    chart = view.chart
    words = "Seven words that say what is found here, and some more of them"
    view.show_chart(replace(chart, title=words))
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
    # A chart that has hardly any room keeps it for itself.
    view.resize(260, 100)
    assert view.get_headline_lines() == ()
    assert view.get_origin().y() == 4


def test_no_line_strikes_a_label_through(view, theme):
    many = tuple(
        ChartLine(((0.0, y / 10), (10.0, y / 10)), "loss", 1.0)
        for y in range(0, 100, 2)
    )
    label = ChartLabel(5.0, 5.0, "HHHHHHHH", "text")
    axis = Axis(0.0, 10.0)
    view.show_chart(Chart("Struck", axis, axis, many, (label,)))
    view.show_overlay(Overlay())
    layout = view.laid_out()
    (placed,) = layout.labels
    image, at = view.grab().toImage(), view.get_origin()
    loss, box = QColor(theme.colors.loss), placed.box
    left, right = round(box.x + at.x()), round(box.right + at.x())
    top, bottom = round(box.y + at.y() + 3), round(box.bottom + at.y() - 3)
    inside = [
        image.pixelColor(x, y)
        for x in range(left + 1, right - 1)
        for y in range(top, bottom)
    ]
    struck = sum(
        c.hue() in range(loss.hue() - 8, loss.hue() + 9) and c.saturation() > 120
        for c in inside
    )
    assert struck < len(inside) * 0.03
