"""From a key on a slider of What if until its own new rating is painted, without a screen."""

import os
import random
import time

from tests.screen import offscreen

os.environ.setdefault("QT_QPA_PLATFORM", offscreen())

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.tools.benchmarks.figures import Figure, milliseconds, p95
from tests.tools.benchmarks.keystroke import Moment, event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.what_if.what_if_view import WhatIfView
from uscalc.ui.window.main_window import MainWindow

SHAPES = ((64, 7, 16.0), (1000, 9, 33.0))
"""Players, rounds, and the milliseconds that 95 of 100 moves of a thumb keep within."""
MOVES = 60
BETWEEN = 0.15
"""Seconds between two moves: long enough for what is worked out beside the window."""
PATIENCE = 5.0
KEYS = {"W": Qt.Key.Key_W, "D": Qt.Key.Key_D, "L": Qt.Key.Key_L}


class Painted(QObject):
    """Notes when the new rating that belongs to the thumb was painted to the end."""

    def __init__(self, window: MainWindow, view: WhatIfView) -> None:
        super().__init__()
        self._window = window
        self._view = view
        self._seen = False
        self.at: Moment | None = None
        window.installEventFilter(self)
        view.post.installEventFilter(self)

    def wait(self) -> None:
        self._seen, self.at = False, None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if watched is self._view.post and event.type() == QEvent.Type.Paint:
            self._seen = self._view.imagined.up_to_date
        elif event.type() == QEvent.Type.UpdateRequest and watched is self._window:
            self._window.event(event)
            if self._seen and self.at is None:
                self.at = Moment.now()
            return True
        return False


def _wait(app: QApplication) -> None:
    end = time.perf_counter() + BETWEEN
    while time.perf_counter() < end:
        app.processEvents()
        time.sleep(1e-3)


def _move(app, view, painted, chance) -> Moment:
    """Milliseconds of one move of a thumb, of the clock and of the window's thread."""
    slider = chance.choice(view.sliders)
    slider.setFocus()
    letter = chance.choice([at for at in "WDL" if at != slider.letter])
    _wait(app)
    before = view.post.text()
    painted.wait()
    start = Moment.now()
    QTest.keyClick(slider, KEYS[letter])
    while painted.at is None:
        app.processEvents()
        if view.imagined.up_to_date and view.post.text() == before:
            # The same whole number: nothing is painted anew.
            return Moment.now().since(start)
        if Moment.now().clock - start.clock > PATIENCE:
            raise RuntimeError("the rating was not painted within five seconds")
    return painted.at.since(start)


def benchmarks() -> list[Figure]:
    """Median and p95 for each shape."""
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication([])
    theme = Theme(app, "light")
    figures: list[Figure] = []
    for players, rounds, limit in SHAPES:
        session = Session(event(players, rounds), resolve_rules)
        window = MainWindow(session, theme)
        window.show()
        view = window.show_view("whatIfView")
        app.processEvents()
        painted = Painted(window, view)
        chance = random.Random(5)
        taken = []
        for move in range(MOVES):
            if move % 10 == 0:
                view.imagined.clear_results()
                session.select(row=chance.randrange(players))
                _wait(app)
            taken.append(_move(app, view, painted, chance))
        used = p95([done.used for done in taken])
        session.history.mark_saved()
        window.close()
        figures += milliseconds(
            f"slider to painted rating {players} x {rounds}",
            [done.clock for done in taken],
            limit,
            f"of one processor {used:.1f} ms (p95)",
        )
    return figures
