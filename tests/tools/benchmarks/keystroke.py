"""The time from the key that ends an edit until the new ratings are painted, without a screen."""

import random
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.paired import random_results
from tests.tools.benchmarks.figures import Figure, milliseconds, p95
from tests.tools.benchmarks.painting import (
    Moment,
    PaintedToTheEnd,
    find_application,
    make_document,
    make_player,
    wait_seconds,
)
from uscalc.document.model import Document
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow

SHAPES = ((64, 7, 16.0), (1000, 9, 100.0))
"""Players, rounds, and the limit in milliseconds for 95 of 100 keystrokes."""

EDITS = 40
BETWEEN = 0.07
"""The seconds between two keys of a fast typist."""
AFTERWARDS = 0.25
"""The seconds after the painting in which other views update and are measured too."""


def event(players: int, rounds: int) -> Document:
    chance = random.Random(7)
    rows = enumerate(random_results(players, rounds, chance))
    rated = (make_player(row, chance.uniform(800, 2200), cells) for row, cells in rows)
    return make_document(*rated)


class Row:
    """The table row whose rating the benchmark waits for, and the time when it was painted."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._row = -1
        viewport = window.crosstable.view.viewport()
        self.painted = PaintedToTheEnd(window, viewport, self._shows_the_rating)

    def wait_for(self, row: int) -> None:
        self._row = row
        self.painted.begin()

    def _shows_the_rating(self, event: QEvent) -> bool:
        table = self._window.crosstable
        post = table.model.index(self._row, table.model.columns.find_column("post"))
        cell = table.view.visualRect(post)
        return self._window.session.up_to_date and event.region().contains(cell)


def _edit(app, window, waited, row) -> tuple[Moment, Moment]:
    """Return the milliseconds until the rating is painted, and the longest turn after the key."""
    session, table = window.session, window.crosstable
    table.focus_cell(row, 1)
    wait_seconds(app, BETWEEN)
    before = session.document
    cell = before.sections[0].players[row].results[0]
    for letter in {"W": "d", "D": "l", "L": "w"}[cell[0]] + cell[1:]:
        QTest.keyClicks(QApplication.focusWidget() or table.view, letter)
    editor = QApplication.focusWidget() or table.view
    wait_seconds(app, BETWEEN)
    waited.wait_for(row)
    turns = [Moment.now()]
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert session.document is not before
    painted = waited.painted
    while painted.at is None or turns[-1].clock < painted.at.clock + AFTERWARDS:
        app.processEvents()
        turns.append(Moment.now())
        if turns[-1].clock - turns[0].clock > 5:
            raise RuntimeError("the ratings were not painted within five seconds")
        time.sleep(1e-4)
    took = [later.since(earlier) for earlier, later in pairwise(turns)]
    return painted.at.since(turns[0]), Moment(*map(max, zip(*took, strict=True)))


def benchmarks() -> list[Figure]:
    app = find_application()
    theme = Theme(app, "light")
    # Another user's choice of views must not change the measurement.
    with tempfile.TemporaryDirectory() as own:
        folders = Folders.within_folder(Path(own))
        found = (_figures(app, theme, folders, *shape) for shape in SHAPES)
        return [figure for figures in found for figure in figures]


def _figures(app, theme, folders, players, rounds, limit) -> list[Figure]:
    session = Session(event(players, rounds), resolve_rules)
    window = MainWindow(session, theme, folders)
    window.show()
    app.processEvents()
    waited = Row(window)
    chance = random.Random(3)
    _edit(app, window, waited, 0)
    taken = [
        _edit(app, window, waited, chance.randrange(players)) for _ in range(EDITS)
    ]
    used = p95([done.used for done, _ in taken])
    turn = p95([longest.clock for _, longest in taken])
    turn_used = p95([longest.used for _, longest in taken])
    session.history.mark_saved()
    window.close()
    beside = (
        f"of one processor {used:.1f} ms; longest turn of the window {turn:.1f} ms, "
        f"of one processor {turn_used:.1f} ms (p95)"
    )
    name = f"keystroke to painted ratings {players} x {rounds}"
    return milliseconds(name, [done.clock for done, _ in taken], limit, beside)
