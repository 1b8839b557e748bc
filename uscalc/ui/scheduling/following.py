"""Run something after a signal, a paint, a time or a result."""

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
    """Connect a slot to several signals."""
    for signal in signals:
        signal.connect(slot)


def follow_focus(
    slot: Callable[[QWidget | None, QWidget | None], object],
) -> None:
    """Call a slot with the widgets that lose and get the focus, in any window."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.focusChanged.connect(slot)


class EventWatch(QObject):
    """Calls `handle` just before a widget handles an event of one of these types.

    `handle` must not install another filter on the widget: Qt would not come to an end.
    """

    def __init__(
        self, watched: QObject, handle: Callable[[], object], *types: QEvent.Type
    ) -> None:
        super().__init__(watched)
        self._handle = handle
        self._types = types
        watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Call `handle`, and leave the event to the widget."""
        if event.type() in self._types:
            self._handle()
        return False


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
    """Calls `refresh` after any of the signals, once per turn, while the view is visible.

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
        """Refresh the view soon or, if it is hidden, when it is shown."""
        self.behind = True
        if self._view.isVisible():
            self._soon.start(self._wait)

    def debounce(self, wait: int) -> None:
        """Refresh the view `wait` milliseconds after the last such call."""
        self.behind = True
        if self._view.isVisible():
            self._soon.start(wait)

    def refresh_now(self) -> None:
        """Refresh the view if it is out of date, visible or not."""
        self._soon.stop()
        if self.behind:
            self.behind = False
            self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Refresh the view when it is shown."""
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
        """Notice the first paint; its pixels are on the screen a moment later."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self._soon.start(0)
        return False

    def _report_paint(self) -> None:
        self.deleteLater()
        self._go_on()


def wait_for(done: Callable[[], bool]) -> None:
    """Run the event loop until `done` returns True, or until `PATIENCE` has passed.

    Only the code that makes pictures waits like this; a window never does.
    """
    end = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)
