"""Waits until a window is on the screen, and then goes on."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

PATIENCE = 400
"""Milliseconds; a hidden window is filled too."""


class FirstPaint(QObject):
    """Calls `go_on` once, from the event loop, after the window was painted."""

    def __init__(self, window: QWidget, go_on: Callable[[], object]) -> None:
        super().__init__(window)
        self._go_on = go_on
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._report_paint)
        self._soon.start(PATIENCE)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice the first paint; what it paints is on the screen a moment later."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self._soon.start(0)
        return False

    def _report_paint(self) -> None:
        self.deleteLater()
        self._go_on()
