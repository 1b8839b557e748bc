"""The button beside a chart that copies or exports it as an image."""

from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton, QWidget

from uscalc.ui.charts.chart_look import FRAME, KINDS, ChartImage, ImageKind
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
        from uscalc.ui.charts.export import as_image

        picture = self._get(self.light.isChecked())
        if picture is not None:
            # Twice the resolution of the screen.
            QGuiApplication.clipboard().setImage(as_image(picture, 2.0))

    def save_image(self, kind: ImageKind, path: Path) -> None:
        """Write the image to a file."""
        from uscalc.ui.charts.export import save_picture

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
        ask_for_path(
            dialog,
            partial(self.save_image, kind),
            f"{file_name(picture.title)}.{kind.suffix}",
        )

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
        from uscalc.ui.charts.export import save_picture

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
