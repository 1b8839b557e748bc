"""A background thread for jobs; only the result of the last request arrives."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from shiboken6 import isValid

from uscalc.monitor import CancelledError, Monitor

ALONE: Final = 0.002, 0.00005
BESIDE: Final = 0.0003, 0.001
"""Seconds of work, and seconds away: while the window has been idle, and while it is at
work. It asks for the interpreter once for every cell that it paints; left to the
interpreter, each such turn would take 0.005."""
BACK: Final = 0.0005
"""Seconds by which a thread is back late where another process is at work; the system
alone is late by some 0.0001."""


class JobMonitor(Monitor):
    """A running job's connection to its caller: whether the result is still wanted.

    Jobs ask often, which makes them stoppable and gives the window time to respond.
    `progress` is what the job is doing, as text, if it reports that.
    """

    def __init__(self, cancelled: Callable[[], bool]) -> None:
        super().__init__(cancelled)
        self._away = ALONE[1]
        self._until = time.perf_counter() + ALONE[0]
        self.progress = ""

    def is_canceled(self) -> bool:
        """Return whether the result is no longer wanted; let the window respond."""
        self._give_turn()
        return super().is_canceled()

    def _give_turn(self) -> None:
        """Let other threads run often, and longer while the window needs time."""
        now = time.perf_counter()
        if now < self._until:
            return
        time.sleep(self._away)
        back = time.perf_counter()
        late = back - now - self._away
        work, self._away = ALONE if late < BACK else BESIDE
        self._until = back + work

    def report_progress(self, words: str) -> None:
        """Report the progress in words; the window reads it at its own time."""
        self.progress = words


Job = Callable[[JobMonitor], object]
"""Something to compute from frozen values."""


class Worker(QObject):
    """Runs the last requested job in a thread.

    An earlier job is forgotten, or its result is dropped. `show_result` is called with
    the result in the window's thread. The worker ends after the signal `closing`.
    """

    done = Signal(object)
    _came = Signal(int, object, object)

    def __init__(
        self,
        parent: QObject | None = None,
        show_result: Callable[[Any], object] | None = None,
        closing: SignalInstance | None = None,
    ) -> None:
        super().__init__(parent)
        self._generation = 0
        self._running = 0
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
        """True if a wanted result has not arrived yet."""
        return self._waiting is not None or (
            self._thread is not None and self._running == self._generation
        )

    @property
    def progress(self) -> str:
        """The progress of the running job, if it reports any."""
        running = self.busy and self._waiting is None
        return self._asked.progress if running and self._asked is not None else ""

    def start_job(self, job: Job) -> None:
        """Run this job instead of any earlier one."""
        if self._closed:
            return
        self._generation += 1
        self._waiting = job
        if self._thread is None:
            self._start_thread()

    def drop_job(self) -> None:
        """Drop the job; its result will not arrive."""
        self._generation += 1
        self._waiting = None

    def close(self) -> None:
        """Drop everything and wait until the thread has ended."""
        self.drop_job()
        self._closed = True
        if self._thread is not None:
            self._thread.join()
            self._finish_thread()

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
        )
        self._thread.start()

    def _run_job(self, job: Job, asked: JobMonitor, generation: int) -> None:
        result: object = None
        error: Exception | None = None
        try:
            result = job(asked)
        except CancelledError:
            # A newer generation is there; this one is looked at no more.
            pass
        except Exception as raised:
            error = raised
        # Where the window was taken apart meanwhile nobody waits for this.
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
            # The program's hook for what goes wrong in the window shows it.
            raise error
        self.done.emit(result)


_MADE: Final[WeakSet[Worker]] = WeakSet()
"""Every worker of the program. A result that is on its way goes to one of them."""


def at_rest() -> bool:
    """Return whether no window waits for a result of a background job."""
    # A window that was taken apart in the middle of a job waits no more.
    return not any(isValid(worker) and worker.busy for worker in _MADE)
