"""Export drawings with their title and source as PNG, SVG or PDF, or copy them."""

from math import ceil
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QRectF,
    QSize,
    QSizeF,
)
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPainterStateGuard,
    QPdfWriter,
)

from uscalc.ui.charts.chart_look import ChartImage, ChartLook, ImageKind, paint_text
from uscalc.ui.charts.labels import PixelBox

MARGIN: Final = 16.0
"""The margin around an image in pixels; half of it is between its parts."""
TITLE: Final = 1.25
"""The type size of the title, as a part of the chart's."""
DOTS_PER_INCH: Final = 96
FINE: Final = 4
"""The resolution of a PDF's coordinates, as a multiple of the screen's resolution."""


def picture_size(picture: ChartImage) -> QSize:
    """Return width and height in pixels with title, source and margins."""
    high = picture.height + 2 * MARGIN
    wide = picture.width
    title, small = (
        QFontMetricsF(font) for font in (_title_font(picture.look), picture.look.font)
    )
    for text, metrics in ((picture.title, title), (picture.source, small)):
        if text:
            high += metrics.height() + MARGIN / 2
            wide = max(wide, metrics.horizontalAdvance(text))
    return QSize(ceil(wide + 2 * MARGIN), round(high))


def paint_picture(painter: QPainter, picture: ChartImage) -> None:
    """Paint background, title, drawing and source."""
    look, size = picture.look, picture_size(picture)
    painter.fillRect(
        QRectF(0, 0, size.width(), size.height()), look.color_of("surface")
    )
    y = MARGIN
    if picture.title:
        font = _title_font(look)
        high = QFontMetricsF(font).height()
        box = PixelBox(MARGIN, y, picture.width, high)
        paint_text(painter, look, box, picture.title, "text", font=font)
        y += high + MARGIN / 2
    with QPainterStateGuard(painter):
        painter.translate(MARGIN, y)
        picture.draw(painter, look)
    y += picture.height + MARGIN / 2
    if picture.source:
        box = PixelBox(MARGIN, y, picture.width, 0)
        paint_text(painter, look, box, picture.source, "pale")


def as_image(picture: ChartImage, times: float = 1.0) -> QImage:
    """Return the image with `times` pixels for each pixel of the screen."""
    size = picture_size(picture)
    image = QImage(size * times, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDotsPerMeterX(round(DOTS_PER_INCH * times / 0.0254))
    image.setDotsPerMeterY(round(DOTS_PER_INCH * times / 0.0254))
    with QPainter(image) as painter:
        painter.scale(times, times)
        paint_picture(painter, picture)
    return image


def picture_bytes(picture: ChartImage, kind: ImageKind) -> bytes:
    """Return the content of an image file."""
    picture = replace(picture, look=replace(picture.look, outlined=kind.outlined))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if kind.suffix == "png":
        QImageWriter(buffer, QByteArray(b"png")).write(as_image(picture, kind.times))
    elif kind.suffix == "svg":
        _write_svg(picture, buffer)
    else:
        _write_pdf(picture, buffer)
    return bytes(buffer.data().data())


def save_picture(picture: ChartImage, kind: ImageKind, path: Path) -> None:
    """Write an image file; raise OSError with the place and the fix."""
    content = picture_bytes(picture, kind)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise OSError(
            f"{path.name}: the image cannot be saved there ({error.strerror}). "
            "Choose another folder"
        ) from error


def _write_svg(picture: ChartImage, device: QIODevice) -> None:
    size = picture_size(picture)
    # Imported here, because most sessions never need this library.
    from PySide6.QtSvg import QSvgGenerator

    generator = QSvgGenerator()
    generator.setOutputDevice(device)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setResolution(DOTS_PER_INCH)
    generator.setTitle(picture.title)
    generator.setDescription(picture.description)
    with QPainter(generator) as painter:
        paint_picture(painter, picture)


def _write_pdf(picture: ChartImage, device: QIODevice) -> None:
    writer = QPdfWriter(device)
    writer.setTitle(picture.title)
    writer.setCreator("uscalc")
    writer.setResolution(DOTS_PER_INCH * FINE)
    points = QSizeF(picture_size(picture)) * 72.0 / DOTS_PER_INCH
    page = QPageSize(
        points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch
    )
    writer.setPageLayout(
        QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    )
    with QPainter(writer) as painter:
        painter.scale(FINE, FINE)
        paint_picture(painter, picture)


def _title_font(look: ChartLook) -> QFont:
    font = QFont(look.strong)
    font.setPixelSize(round(font.pixelSize() * TITLE))
    return font
