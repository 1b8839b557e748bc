"""The button beside a chart that copies it, or exports it as PNG, SVG or PDF."""

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from typing import Final

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPainterStateGuard,
    QPdfWriter,
)
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton, QWidget

from uscalc.ui.charts.chart_look import (
    FRAME,
    KINDS,
    ChartImage,
    ChartLook,
    ImageKind,
    paint_text,
)
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.dialogs import ask_for_path, make_file_dialog
from uscalc.ui.widgets.walk_controls import GlyphButton

GetPicture = Callable[[bool], ChartImage | None]
"""Returns the image, in light colors if the argument is True; None if there is no image."""
GetFrames = Callable[[bool], Generator[ChartImage, None, None]]
"""Yields the images of an animation; each is drawn before the next."""
LONGEST: Final = 80


class ExportImageButton(GlyphButton):
    """A button with a menu: copy the image, or save it as PNG, SVG or PDF.

    A right-click on `surface` and the menu key open the same menu. `failed` is emitted
    with the reason if a file cannot be written.
    """

    failed = Signal(str)

    def __init__(
        self,
        name: str,
        of_what: str,
        get: GetPicture,
        surface: QWidget | None = None,
        frames: GetFrames | None = None,
    ) -> None:
        words = f"{of_what}: copy or export as an image"
        super().__init__("image", f"{name}Picture", words)
        self.setParent(surface)
        self._get = get
        self._frames = frames
        self.setToolTip(
            "Export image: copy this chart, or save it as a PNG, SVG or PDF file"
        )
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.choices = name_widget(
            QMenu(self), f"{name}PictureMenu", f"{of_what}: export image"
        )
        self._add_action("Copy", "Copy image", self.copy_image)
        self.choices.addSeparator()
        for kind in KINDS:
            title = f"Save{kind.name[0].upper()}{kind.name[1:]}"
            run = partial(self.ask_file, kind)
            self._add_action(title, f"Save as {kind.words}…", run)
        if frames is not None:
            words = "Save the search as numbered PNG files…"
            self._add_action("SaveFrames", words, self.ask_folder)
        self.choices.addSeparator()
        self.light = self._add_action("Light", "Use light colors (for printing)")
        self.light.setCheckable(True)
        self.setMenu(self.choices)
        if surface is not None:
            surface.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            surface.customContextMenuRequested.connect(
                lambda place: self.choices.popup(surface.mapToGlobal(place))
            )

    def _add_action(
        self, name: str, text: str, run: Callable[[], None] | None = None
    ) -> QAction:
        action = self.choices.addAction(text)
        action.setObjectName(self.objectName().removesuffix("Picture") + name)
        if run is not None:
            action.triggered.connect(lambda _checked=False: run())
        return action

    def copy_image(self) -> None:
        """Copy the image to the clipboard."""
        picture = self._get(self.light.isChecked())
        if picture is not None:
            # Twice the resolution of the screen.
            QGuiApplication.clipboard().setImage(as_image(picture, 2.0))

    def save_image(self, kind: ImageKind, path: Path) -> None:
        """Write the image to a file."""
        picture = self._get(self.light.isChecked())
        if picture is None:
            return
        try:
            save_picture(picture, kind, path)
        except OSError as error:
            self.failed.emit(str(error))

    def ask_file(self, kind: ImageKind) -> None:
        """Ask for the file."""
        picture = self._get(self.light.isChecked())
        if picture is None:
            return
        dialog = make_file_dialog(
            self.window(),
            "pictureDialog",
            "Export image",
            [f"{kind.suffix.upper()} (*.{kind.suffix})"],
            save_as=kind.suffix,
        )
        name = f"{file_name(picture.title)}.{kind.suffix}"
        ask_for_path(dialog, partial(self.save_image, kind), name)

    def ask_folder(self) -> None:
        """Ask for the folder of a series of images."""
        dialog = make_file_dialog(
            self.window(),
            "framesDialog",
            "Select a folder for the images of the search",
            mode=QFileDialog.FileMode.Directory,
        )
        ask_for_path(dialog, self.save_frames)

    def save_frames(self, folder: Path) -> None:
        """Write the series as numbered files, without overwriting any file."""
        picture = self._get(self.light.isChecked())
        if picture is None or self._frames is None:
            return
        name = file_name(picture.title)
        there = sorted(folder.glob(f"{name}-[0-9][0-9][0-9].png"))
        if there:
            self.failed.emit(
                f"{there[0].name} already exists in that folder, so nothing was saved. "
                "Choose another folder"
            )
            return
        count = 0
        try:
            # Close the generator, which restores the shown drawing, even after an error.
            with closing(self._frames(self.light.isChecked())) as frames:
                for frame in frames:
                    save_picture(frame, FRAME, folder / f"{name}-{count:03}.png")
                    count += 1
        except OSError as error:
            self.failed.emit(str(error))
        else:
            if not count:
                self.failed.emit("The standard formula has no search to save")


def file_name(title: str) -> str:
    """Return a title as a file name."""
    kept = "".join(c if c.isalnum() else " " for c in title)
    return "-".join(kept.split()).lower()[:LONGEST] or "picture"


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
    size = picture_size(picture)
    writer = QPdfWriter(device)
    writer.setTitle(picture.title)
    writer.setCreator("uscalc")
    writer.setResolution(DOTS_PER_INCH * FINE)
    points = QSizeF(size) * 72.0 / DOTS_PER_INCH
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
