"""Run something later: after a signal, a paint, a time, or in a background thread."""

import gc
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from weakref import WeakSet

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    Qt,
    QTimer,
    Signal,
    SignalInstance,
)
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from uscalc.monitor import CancelledError, Monitor

LATEST_PAINT: Final = 400
"""The milliseconds after which work begins even if the window was not painted."""
PATIENCE: Final = 20.0
"""The most seconds to wait for background work."""


def connect_each(slot: Callable[..., object], *signals: SignalInstance) -> None:
    """Connect a slot to several signals."""
    for signal in signals:
        signal.connect(slot)


def connect_pairs(*pairs: tuple[SignalInstance, Callable[..., object]]) -> None:
    """Connect each signal to its slot."""
    for signal, slot in pairs:
        signal.connect(slot)


def follow_focus(
    slot: Callable[[QWidget | None, QWidget | None], object],
) -> None:
    """Call a slot with the widgets that lose and get the focus, in any window."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.focusChanged.connect(slot)


def call_in_filter(action: Callable[[], object]) -> None:
    """Call `action` from an event filter, and report what it raises.

    With Python 3.11, an exception that leaves a filter through Qt may end the program.
    """
    try:
        action()
    except Exception:
        sys.excepthook(*sys.exc_info())


class EventWatch(QObject):
    """Calls `handle` just before a widget handles an event of one of these types.

    `handle` must not install another event filter on the widget, which would cause an
    endless loop in Qt.
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
            call_in_filter(self._handle)
        return False


def make_timer(
    parent: QObject,
    milliseconds: int,
    ring: Callable[[], object],
    repeats: bool = False,
) -> QTimer:
    """Make a timer that calls `ring` once after each start or, if `repeats`, repeatedly."""
    timer = QTimer(parent, singleShot=not repeats, interval=milliseconds)
    timer.timeout.connect(ring)
    return timer


class RefreshSchedule(QObject):
    """Calls `refresh` after any of these signals, once per turn, while the view is visible.

    A hidden view is refreshed when it is shown again, before it is painted. `wait` is
    the number of milliseconds by which the view may lag, so that the table is painted
    first.
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
            call_in_filter(self.refresh_now)
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
        """Notice the first paint, after which the pixels are soon on the screen."""
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


INTERVAL: Final = 500
"""The time in milliseconds between two checks for unused objects."""
THRESHOLDS: Final = (3_000, 10, 10)
"""The numbers of objects at which Python's garbage collector collects each generation."""
NAME: Final = "cycleCollector"


def collect_cycles() -> None:
    """Collect the oldest generation that has reached its threshold, and all younger ones."""
    counts = gc.get_count()
    for generation in (2, 1, 0):
        if counts[generation] > THRESHOLDS[generation]:
            gc.collect(generation)
            return


def collect_in_window_thread() -> None:
    """Collect garbage only in this thread, with a timer."""
    app = QCoreApplication.instance()
    assert app is not None
    gc.disable()
    if app.findChild(QObject, NAME) is None:
        timer = make_timer(app, INTERVAL, collect_cycles, repeats=True)
        timer.setObjectName(NAME)
        timer.start()


ALONE: Final = 0.002, 0.00005
BESIDE: Final = 0.0003, 0.001
"""Seconds of work, and seconds of pause, of a thread: while the window is idle, and
while it is working. The window needs the interpreter for every cell that it paints, and
without pauses each time would take 0.005."""
BACK: Final = 0.0005
"""If a thread comes back from a pause late by this many seconds or more, the window is
working; the system alone causes some 0.0001."""


class JobMonitor(Monitor):
    """A running job's connection to the code that started it: is the result still wanted?

    Jobs ask often, so that they can be stopped and the window can respond. `progress`
    is what the job is doing, as text, if it reports this.
    """

    def __init__(self, cancelled: Callable[[], bool]) -> None:
        super().__init__(cancelled)
        self._away = ALONE[1]
        self._until = time.perf_counter() + ALONE[0]
        self.progress = ""

    def is_canceled(self) -> bool:
        """Return whether the result is no longer wanted; let the window respond meanwhile."""
        self._give_turn()
        return super().is_canceled()

    def _give_turn(self) -> None:
        """Pause often for other threads, and longer while the window is working."""
        now = time.perf_counter()
        if now < self._until:
            return
        time.sleep(self._away)
        back = time.perf_counter()
        late = back - now - self._away
        work, self._away = ALONE if late < BACK else BESIDE
        self._until = back + work

    def report_progress(self, words: str) -> None:
        """Report the progress in words, which the window reads later."""
        self.progress = words


DEAD: Final = 3.0
"""Seconds that a closing window waits for a drive that doesn't answer."""
Job = Callable[[JobMonitor], object]
"""A computation from frozen values."""


class Worker(QObject):
    """Runs the last requested job in a thread.

    The result of an earlier job is dropped. `show_result` is called with the result in
    the window's thread. The worker ends after the signal `closing`. `patience` is the
    number of seconds for which a closing window waits for the job. If the job raises an
    error of a type in `expected`, `show_result` is called with the error.
    """

    done = Signal(object)
    _came = Signal(int, object, object)

    def __init__(
        self,
        parent: QObject | None = None,
        show_result: Callable[[Any], object] | None = None,
        closing: SignalInstance | None = None,
        patience: float | None = None,
        expected: type[Exception] | tuple[()] = (),
    ) -> None:
        super().__init__(parent)
        self._patience = patience
        self._expected = expected
        self._generation = self._running = 0
        self._waiting: Job | None = None
        self._thread: threading.Thread | None = None
        self._asked: JobMonitor | None = None
        self._closed = False
        self._came.connect(self._receive_result, Qt.ConnectionType.QueuedConnection)
        if show_result is not None:
            self.done.connect(show_result)
        if closing is not None:
            closing.connect(self.close)
        _MADE.add(self)

    @property
    def busy(self) -> bool:
        """True until the result of the last job has arrived."""
        return self._waiting is not None or (
            self._thread is not None and self._running == self._generation
        )

    @property
    def progress(self) -> str:
        """The progress of the running job, if it reports any."""
        running = self.busy and self._waiting is None
        return self._asked.progress if running and self._asked is not None else ""

    def start_job(self, job: Job) -> None:
        """Run this job, and drop any earlier one."""
        if self._closed:
            return
        self._generation += 1
        self._waiting = job
        if self._thread is None:
            self._start_thread()

    def wait_for_result(self, seconds: float) -> None:
        """Wait for the thread for at most `seconds`, and take its result in this turn."""
        if self._thread is not None:
            self._thread.join(seconds)
            QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)

    def drop_job(self) -> None:
        """Drop the job, so that its result is never used."""
        self._generation += 1
        self._waiting = None

    def close(self) -> None:
        """Drop all jobs, and wait until the thread has ended or `patience` seconds have passed."""
        self.drop_job()
        self._closed = True
        if self._thread is not None:
            self._thread.join(self._patience)
            self._thread = None

    def _start_thread(self) -> None:
        job, generation = self._waiting, self._generation
        if job is None:
            return
        self._waiting = None
        self._running = generation
        self._asked = JobMonitor(lambda: generation != self._generation)
        self._thread = threading.Thread(
            target=self._run_job,
            args=(job, self._asked, generation),
            name="uscalc worker",
            daemon=self._patience is not None,
        )
        self._thread.start()

    def _run_job(self, job: Job, monitor: JobMonitor, generation: int) -> None:
        result: object = None
        error: Exception | None = None
        try:
            result = job(monitor)
        except CancelledError:
            # A newer job was started, so drop this result.
            pass
        except self._expected as raised:
            result = raised
        except Exception as raised:
            error = raised
        # If the window was destroyed meanwhile, the result isn't needed.
        with suppress(RuntimeError):
            self._came.emit(generation, result, error)

    def _finish_thread(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _receive_result(
        self, generation: int, result: object, error: Exception | None
    ) -> None:
        if self._closed:
            return
        self._finish_thread()
        wanted = generation == self._generation
        self._start_thread()
        if not wanted:
            return
        if error is not None:
            # Raised here, so that the error reporter of the window shows it.
            raise error
        self.done.emit(result)


_MADE: Final[WeakSet[Worker]] = WeakSet()
"""All workers of the program."""


def at_rest() -> bool:
    """Return whether no window waits for a result of a background job."""
    # A window that was destroyed during a job doesn't wait for it.
    return not any(isValid(worker) and worker.busy for worker in _MADE)
