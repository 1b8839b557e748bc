"""An application without a screen that notes when widgets are painted, for the benchmarks."""

import datetime as dt
import os
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tests.screen import offscreen

os.environ.setdefault("QT_QPA_PLATFORM", offscreen())

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.ui.theme.theme import STYLE


def find_application() -> QApplication:
    """Return the application that already runs in this process, or a new one."""
    found = QApplication.instance()
    return (
        found if isinstance(found, QApplication) else QApplication(["painting", *STYLE])
    )


def wait_seconds(app: QApplication, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        app.processEvents()
        time.sleep(1e-3)


def make_player(row: int, rating: float, results: Iterable[str]) -> Player:
    facts = (("R", RatingFacts(rating, games=40)),)
    return Player(row + 1, f"Player {row + 1}", ratings=facts, results=tuple(results))


def make_document(*players: Player) -> Document:
    section = Section("Open", systems=("R",), players=players)
    return Document("Benchmark", dt.date(2025, 9, 1), (section,))


class Painted(QObject):
    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.at = 0.0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Paint:
            self.at = time.perf_counter()
        return False


def measure_frames(app, chart, count, move, ready=lambda: True) -> list[float]:
    """Return the milliseconds from each move until the chart and its sentence are painted."""
    painted, times = Painted(chart), []
    for frame in range(count):
        began = time.perf_counter()
        move(frame)
        while painted.at < began or not ready():
            app.processEvents()
            if time.perf_counter() - began > 5:
                raise RuntimeError("it was not painted within five seconds")
        times.append((painted.at - began) * 1e3)
    return times


class Moment(NamedTuple):
    """A moment: the clock, and the processor time of the window's thread, in seconds."""

    clock: float
    used: float

    @classmethod
    def now(cls) -> "Moment":
        return cls(time.perf_counter(), time.thread_time())

    def since(self, earlier: "Moment") -> "Moment":
        """Return the milliseconds since an earlier moment, by the clock and by processor time."""
        return Moment(
            (self.clock - earlier.clock) * 1e3, (self.used - earlier.used) * 1e3
        )


class PaintedToTheEnd(QObject):
    """Notes when a new figure was completely painted in the window.

    This is the first painting of the whole window that includes a part with the figure;
    `shows` says whether a painting of the part includes it.
    """

    def __init__(self, window, part, shows: Callable[[QEvent], bool]) -> None:
        super().__init__()
        self._window, self._part, self._shows = window, part, shows
        self._seen = False
        self.at: Moment | None = None
        window.installEventFilter(self)
        part.installEventFilter(self)

    def begin(self) -> None:
        self._seen, self.at = False, None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if watched is self._part and event.type() == QEvent.Type.Paint:
            self._seen = self._seen or self._shows(event)
        elif event.type() == QEvent.Type.UpdateRequest and watched is self._window:
            self._window.event(event)
            if self._seen and self.at is None:
                self.at = Moment.now()
            return True
        return False
