"""Wait for a signal, a paint, a time or a result, and then go on."""

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication, QWidget

LATEST_PAINT: Final = 400
"""Milliseconds; a hidden window is filled too."""
PATIENCE: Final = 20.0
"""Seconds to wait for what is computed beside the window."""


def connect_each(slot: Callable[..., object], *signals: SignalInstance) -> None:
    """Have a slot called after each of some signals."""
    for signal in signals:
        signal.connect(slot)


def make_timer(
    parent: QObject,
    milliseconds: int,
    ring: Callable[[], object],
    repeats: bool = False,
) -> QTimer:
    """Make a timer that calls `ring` once after each start, or again and again."""
    timer = QTimer(parent)
    timer.setSingleShot(not repeats)
    timer.setInterval(milliseconds)
    timer.timeout.connect(ring)
    return timer


class RefreshSchedule(QObject):
    """Runs `refresh` after any of the signals, once a turn, while the view is seen.

    A hidden view is refreshed when it is shown again, before it is painted. `wait` is
    the milliseconds by which the view may lag, so that the table is painted first.
    """

    def __init__(
        self,
        view: QWidget,
        refresh: Callable[[], object],
        *signals: SignalInstance,
        wait: int = 0,
    ) -> None:
        super().__init__(view)
        self._view = view
        self._refresh = refresh
        self.behind = True
        """True while the view still has to be refreshed."""
        self._wait = wait
        self._soon = make_timer(self, wait, self.refresh_now)
        connect_each(self.refresh_later, *signals)
        view.installEventFilter(self)

    def refresh_later(self) -> None:
        """Have the view refreshed soon, or when it is shown."""
        self.behind = True
        if self._view.isVisible():
            self._soon.start(self._wait)

    def debounce(self, wait: int) -> None:
        """Refresh the view `wait` milliseconds after the last such call."""
        self.behind = True
        if self._view.isVisible():
            self._soon.start(wait)

    def refresh_now(self) -> None:
        """Refresh the view if it is behind, seen or not."""
        self._soon.stop()
        if self.behind:
            self.behind = False
            self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Catch up when the view is shown."""
        if event.type() == QEvent.Type.Show and watched is self._view:
            self.refresh_now()
        return False


class FirstPaint(QObject):
    """Calls `go_on` once, from the event loop, after the window was painted."""

    def __init__(self, window: QWidget, go_on: Callable[[], object]) -> None:
        super().__init__(window)
        self._go_on = go_on
        self._soon = make_timer(self, LATEST_PAINT, self._report_paint)
        self._soon.start()
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


def wait_for(done: Callable[[], bool]) -> None:
    """Let the window go on until something is so, or patience is at its end.

    Pictures wait in the middle of a function; a window never does.
    """
    end = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)
