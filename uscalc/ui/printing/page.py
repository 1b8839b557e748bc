"""Pages as values, and the painter for paper, PDF and the screen.

Lengths are tenths of a point (1/720 inch), from the upper left corner of the page.
"""

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSizeF
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPageLayout,
    QPageSize,
    QPainter,
    QPainterStateGuard,
    QPdfWriter,
)

from uscalc.monitor import UNMONITORED, Monitor
from uscalc.report.wall.outputs import Paper
from uscalc.ui.charts.chart_look import set_page_type, words_of

PER_INCH: Final = 720
POINT: Final = 10
INK: Final = "#111827"
SOFT_INK: Final = "#3f4856"
RULE: Final = "#9aa3af"
BAND: Final = "#f1f4f8"
_REFERENCE: Final = 1000
_MOST_FONTS: Final = 64
_PAPERS: Final[dict[str, QPageSize.PageSizeId]] = {
    "letter": QPageSize.PageSizeId.Letter,
    "a4": QPageSize.PageSizeId.A4,
}
LandscapePaper = Literal["letter-across", "a4-across"]
NamedSize = Paper | LandscapePaper | Literal["slide"]
"""A sheet of paper, portrait or landscape, or a slide in the shape of a screen."""
SheetSize = NamedSize | tuple[float, float]
"""A named size, or the width and height of a screen of any shape."""
LANDSCAPE: Final[dict[Paper, LandscapePaper]] = {
    "letter": "letter-across",
    "a4": "a4-across",
}
_SIZES: Final[dict[NamedSize, tuple[float, float]]] = {
    "letter-across": (7920, 6120),
    "a4-across": (8419, 5953),
    "letter": (6120, 7920),
    "a4": (5953, 8419),
    "slide": (9600, 5400),
}


class TypeFace(NamedTuple):
    """The size, weight and ink of a printed text."""

    size: int
    strong: bool = False
    ink: str = INK


class TextItem(NamedTuple):
    """A text on one line; `x` is its left end, and `y` its baseline."""

    x: float
    y: float
    text: str
    face: TypeFace


class BoxItem(NamedTuple):
    """A filled rectangle: a line, or the background of a row."""

    x: float
    y: float
    width: float
    height: float
    ink: str


class DrawingItem(NamedTuple):
    """A drawing that a function paints, from its upper left corner."""

    x: float
    y: float
    paint: Callable[[QPainter], None]


PageItem = TextItem | BoxItem | DrawingItem


class PrintedPage(NamedTuple):
    """One page; `about` describes it for screen readers."""

    paper: SheetSize
    items: tuple[PageItem, ...]
    about: str

    @property
    def size(self) -> tuple[float, float]:
        """The width and height."""
        return get_paper_size(self.paper)


def get_paper_size(paper: SheetSize) -> tuple[float, float]:
    """Return the width and height of a sheet."""
    return paper if isinstance(paper, tuple) else _SIZES[paper]


class _ThreadFonts(threading.local):
    """The fonts of one thread, because Qt doesn't allow threads to share a font."""

    def __init__(self) -> None:
        self.fonts: dict[TypeFace, QFont] = {}
        self.metrics: dict[bool, QFontMetricsF] = {}

    def get_font(self, face: TypeFace) -> QFont:
        if face not in self.fonts:
            if len(self.fonts) >= _MOST_FONTS:
                self.fonts.clear()
            self.fonts[face] = _make_font(face)
        return self.fonts[face]

    def get_metrics(self, strong: bool) -> QFontMetricsF:
        if strong not in self.metrics:
            face = TypeFace(_REFERENCE, strong)
            self.metrics[strong] = QFontMetricsF(self.get_font(face))
        return self.metrics[strong]


_fonts = _ThreadFonts()


def _make_font(face: TypeFace) -> QFont:
    return set_page_type(QFont(), face.size, face.strong)


@lru_cache(maxsize=16384)
def _measure_reference_width(text: str, strong: bool) -> float:
    return _fonts.get_metrics(strong).horizontalAdvance(text)


def measure_width(text: str, face: TypeFace) -> float:
    """Return the width of a text; without hinting, it is proportional to the type size."""
    return _measure_reference_width(text, face.strong) * face.size / _REFERENCE


def measure_ascent(face: TypeFace) -> float:
    """Return the height of a line above its baseline."""
    return _fonts.get_metrics(face.strong).ascent() * face.size / _REFERENCE


def measure_capital_height(size: int) -> float:
    """Return the height of capital letters at this type size."""
    high = min(
        _fonts.get_metrics(strong).tightBoundingRect("H").height()
        for strong in (False, True)
    )
    return high * size / _REFERENCE


def paint_page(painter: QPainter, page: PrintedPage) -> None:
    """Paint a page with a painter whose unit is a tenth of a point."""
    for item in page.items:
        if isinstance(item, BoxItem):
            place = QRectF(item.x, item.y, item.width, item.height)
            painter.fillRect(place, QColor(item.ink))
        elif isinstance(item, DrawingItem):
            with QPainterStateGuard(painter):
                painter.translate(item.x, item.y)
                item.paint(painter)
        else:
            font = _fonts.get_font(item.face)
            painter.setFont(font)
            painter.setPen(QColor(item.face.ink))
            for x, word in words_of(item.text, font):
                painter.drawText(QPointF(item.x + x, item.y), word)


STAMP_SIZE: Final = 8 * POINT
STAMP_MARGIN: Final = 30 * POINT
"""The distance of the time stamp from the right edge of the page."""


def stamp_page(page: PrintedPage, text: str) -> PrintedPage:
    """Return the page with a small text in its lower margin, at the right."""
    face = TypeFace(STAMP_SIZE, ink=SOFT_INK)
    width, height = page.size
    x = width - STAMP_MARGIN - measure_width(text, face)
    item = TextItem(x, height - STAMP_MARGIN + 1.2 * STAMP_SIZE, text, face)
    return page._replace(items=(*page.items, item))


def make_page_layout(paper: SheetSize) -> QPageLayout:
    """Return the layout of a sheet without margins, because the pages have their own."""
    width, height = (side / POINT for side in get_paper_size(paper))
    return QPageLayout(
        (
            QPageSize(QSizeF(width, height), QPageSize.Unit.Point, "Slide")
            if paper == "slide" or isinstance(paper, tuple)
            else QPageSize(_PAPERS[paper.removesuffix("-across")])
        ),
        QPageLayout.Orientation.Landscape
        if paper in LANDSCAPE.values()
        else QPageLayout.Orientation.Portrait,
        QMarginsF(0, 0, 0, 0),
    )


def make_pdf(
    pages: tuple[PrintedPage, ...], title: str, monitor: Monitor = UNMONITORED
) -> bytes:
    """Return the content of a PDF file with these pages, at least one."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(PER_INCH)
    writer.setTitle(title)
    writer.setCreator("uscalc")
    writer.setPageLayout(make_page_layout(pages[0].paper))
    with QPainter(writer) as painter:
        for place, page in enumerate(pages):
            monitor.check()
            if place:
                writer.newPage()
            paint_page(painter, page)
    buffer.close()
    return bytes(buffer.data().data())
