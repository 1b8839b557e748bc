"""The application: its name, its icon, and the files that the desktop hands to it."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from uscalc.resources import get_resource_path

ICONS: Final = (16, 24, 32, 48, 64, 128, 256)


class Application(QApplication):
    """A desktop may ask a running program to open a file, as macOS does for a double
    click. Until the window is filled the last one asked for waits.
    """

    asked = Signal(Path)

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._waiting: Path | None = None
        self._ready = False
        self.setApplicationName("uscalc")
        self.setApplicationDisplayName("uscalc")
        self.setDesktopFileName("uscalc")
        icon = QIcon()
        for size in ICONS:
            icon.addFile(str(get_resource_path("icons", f"uscalc-{size}.png")))
        self.setWindowIcon(icon)

    def start_opening(self) -> None:
        """From now on files can be opened; one that waits is asked for."""
        self._ready = True
        if self._waiting is not None:
            path, self._waiting = self._waiting, None
            self.asked.emit(path)

    def event(self, event: QEvent) -> bool:
        """Return a file that is to be opened comes as an event of its own."""
        if isinstance(event, QFileOpenEvent) and event.file():
            path = Path(event.file())
            if self._ready:
                self.asked.emit(path)
            else:
                self._waiting = path
            return True
        return super().event(event)
