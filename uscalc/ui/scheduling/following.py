"""A view that follows the event, but does nothing while nobody sees it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QWidget


def make_timer(parent: QObject, wait: int, call: Callable[[], object]) -> QTimer:
    """Make a timer that calls once, `wait` milliseconds after its last start."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(wait)
    timer.timeout.connect(call)
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
        self._behind = True
        self._wait = wait
        self._soon = make_timer(self, wait, self.refresh_now)
        for signal in signals:
            signal.connect(self.refresh_later)
        view.installEventFilter(self)

    @property
    def behind(self) -> bool:
        """True while the view still has to be refreshed."""
        return self._behind

    def refresh_later(self) -> None:
        """Have the view refreshed soon, or when it is shown."""
        self._behind = True
        if self._view.isVisible():
            self._soon.start(self._wait)

    def debounce(self, wait: int) -> None:
        """Refresh the view `wait` milliseconds after the last such call."""
        self._behind = True
        if self._view.isVisible():
            self._soon.start(wait)

    def refresh_now(self) -> None:
        """Refresh the view if it is behind, seen or not."""
        self._soon.stop()
        if self._behind:
            self._behind = False
            self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Catch up when the view is shown."""
        if event.type() == QEvent.Type.Show and watched is self._view:
            self.refresh_now()
        return False


def refresh_after(
    view: QWidget,
    refresh: Callable[[], object],
    *signals: SignalInstance,
    wait: int = 0,
) -> RefreshSchedule:
    """Keep a view in step with the signals; see `RefreshSchedule`."""
    return RefreshSchedule(view, refresh, *signals, wait=wait)
