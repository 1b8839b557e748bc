"""From the key that ends an edit until the new ratings are painted, without a screen."""

import datetime as dt
import os
import random
import statistics
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.benchmarks.figures import Figure
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.rules.resolve import rules_for
from uscalc.ui.main_window import MainWindow
from uscalc.ui.session import Session
from uscalc.ui.theme import Theme

SHAPES = ((64, 7, 16.0), (1000, 9, 100.0))
"""Players, rounds, and the milliseconds that 95 of 100 keystrokes keep within."""

EDITS = 40
OPPOSITE = {"W": "L", "L": "W", "D": "D"}


def event(players: int, rounds: int) -> Document:
    """A full section of invented players."""
    chance = random.Random(7)
    results: list[list[str]] = [[] for _ in range(players)]
    for _ in range(rounds):
        order = list(range(players))
        chance.shuffle(order)
        cells = [""] * players
        for a, b in zip(order[::2], order[1::2], strict=True):
            won = chance.choice("WDL")
            cells[a], cells[b] = f"{won}{b + 1}", f"{OPPOSITE[won]}{a + 1}"
        for row, cell in enumerate(cells):
            results[row].append(cell)
    entered = tuple(
        Player(
            row + 1,
            f"Player {row + 1}",
            ratings=(("R", RatingFacts(chance.uniform(800, 2200), games=40)),),
            results=tuple(cells),
        )
        for row, cells in enumerate(results)
    )
    section = Section("Open", systems=("R",), players=entered)
    return Document("Benchmark", dt.date(2025, 9, 1), (section,))


class Painted(QObject):
    """Notes when a widget was last painted."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.at = 0.0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Paint:
            self.at = time.perf_counter()
        return False


def _edit(
    app: QApplication, window: MainWindow, painted: Painted, row: int
) -> tuple[float, float]:
    """Milliseconds until the ratings are painted, and the longest turn meanwhile."""
    session, table = window.session, window.crosstable
    table.focus_cell(row, 1)
    app.processEvents()
    cell = session.document.sections[0].players[row].results[0]
    for letter in {"W": "d", "D": "l", "L": "w"}[cell[0]] + cell[1:]:
        QTest.keyClicks(QApplication.focusWidget() or table.middle, letter)
    editor = QApplication.focusWidget() or table.middle
    begun = time.perf_counter()
    longest, turn = 0.0, begun
    QTest.keyClick(editor, Qt.Key.Key_Return)
    ready = 0.0
    while True:
        now = time.perf_counter()
        longest, turn = max(longest, now - turn), now
        if not ready and session.up_to_date:
            ready = now
        if ready and painted.at > ready - 1e-4:
            break
        app.processEvents()
        if time.perf_counter() - begun > 5:
            raise RuntimeError("the ratings were not painted within five seconds")
    return (painted.at - begun) * 1e3, longest * 1e3


def _empty_paint(app: QApplication) -> float:
    """The yardstick: milliseconds to paint an empty window of the same size."""
    window = QWidget()
    window.resize(1280, 800)
    window.show()
    app.processEvents()
    times = []
    for _ in range(EDITS):
        start = time.perf_counter()
        window.repaint()
        times.append((time.perf_counter() - start) * 1e3)
    window.close()
    return statistics.median(times)


def p95(times: list[float]) -> float:
    """What 95 of 100 stay within."""
    return sorted(times)[int(len(times) * 0.95)]


def benchmarks() -> list[Figure]:
    """One figure for each shape; the limit is in milliseconds, as a ratio."""
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication([])
    theme = Theme(app, "light")
    figures = []
    for players, rounds, limit in SHAPES:
        yardstick = _empty_paint(app)
        session = Session(event(players, rounds), rules_for)
        window = MainWindow(session, theme)
        window.show()
        app.processEvents()
        painted = Painted(window.crosstable.right.viewport())
        chance = random.Random(3)
        _edit(app, window, painted, 0)
        taken = [
            _edit(app, window, painted, chance.randrange(players)) for _ in range(EDITS)
        ]
        late, turn = p95([a for a, _ in taken]), p95([b for _, b in taken])
        session.history.mark_saved()
        window.close()
        figures.append(
            Figure(
                f"keystroke to painted ratings {players} x {rounds}, p95 "
                f"(median {statistics.median([a for a, _ in taken]):.1f} ms, longest "
                f"turn of the window {turn:.1f} ms)",
                late / yardstick,
                limit / yardstick,
                late / 1e3,
                yardstick / 1e3,
            )
        )
    return figures
