"""The application: its name, its icon, and requests of the desktop to open a file."""

import signal
import socket
from pathlib import Path
from types import FrameType
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from uscalc.resources import get_resource_path

ICONS: Final = (16, 24, 32, 48, 64, 128, 256)


class Application(QApplication):
    """The application; the desktop may ask it to open a file, as macOS does after a double-click.

    A file that arrives before the window is filled waits; of several, only the last one
    is opened.
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
        """Open files from now on, beginning with one that has waited."""
        self._ready = True
        if self._waiting is not None:
            path, self._waiting = self._waiting, None
            self.asked.emit(path)

    def event(self, event: QEvent) -> bool:
        """Open the file of a desktop's request; leave all other events to Qt."""
        if isinstance(event, QFileOpenEvent) and event.file():
            path = Path(event.file())
            if self._ready:
                self.asked.emit(path)
            else:
                self._waiting = path
            return True
        return super().event(event)


ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that end the program; not every system has all of them."""


class InterruptHandler(QObject):
    """Emits the Qt signal `came` when the program gets a signal to end, for example SIGINT.

    Python handles signals only while Python code runs, and Qt's event loop waits
    outside of Python. So the interpreter writes each signal into a socket, which wakes
    Qt.
    """

    came = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ours, theirs = socket.socketpair()
        self._theirs = theirs
        for end in (self._ours, theirs):
            end.setblocking(False)
        self._kept = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        known = (getattr(signal, name, None) for name in ENDING)
        self._before = {
            one: signal.signal(one, _ignore_signal) for one in known if one is not None
        }
        self._notifier = QSocketNotifier(
            self._ours.fileno(), QSocketNotifier.Type.Read, self
        )
        self._notifier.activated.connect(self._read_signal)

    def close(self) -> None:
        """Restore the handlers that were replaced."""
        self._notifier.setEnabled(False)
        for one, before in self._before.items():
            signal.signal(one, before)
        signal.set_wakeup_fd(self._kept)
        self._ours.close()
        self._theirs.close()

    def _read_signal(self) -> None:
        try:
            received = self._ours.recv(4096)
        except BlockingIOError:
            return
        if any(one in self._before for one in received):
            self.came.emit()


def _ignore_signal(_signal: int, _frame: FrameType | None) -> None:
    """Do nothing; Python's own handler would raise an error at any line."""
