"""A frame of the idea under the hand: from a move of the mouse until it is painted."""

import time

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.tools.benchmarks.figures import Figure, milliseconds
from tests.tools.benchmarks.painting import Painted, find_application
from tests.tools.benchmarks.solver_frame import event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme

GAMES = (9, 60)
LIMIT = 16.0
"""Milliseconds that 95 of 100 frames keep within."""
FRAMES = 150
SIZE = (480, 800)
WAYS = ("the handle", "an opponent", "R on the curve", "a number of the sentence")


def _frames(app: QApplication, view: RatingExplorerView, way: str) -> list[float]:
    """Milliseconds of every frame of one drag to and fro, words and names included."""
    if way in WAYS[2:]:
        return _other_frames(app, view, way)
    canvas = view.canvas
    layout, scene = canvas.laid_out(), view.scene
    bar = layout.places[0].bar
    start = QPoint(round(layout.pixel_of_rating(scene.at)), round(layout.axis))
    if way != WAYS[0]:
        start = QPoint(round(bar.x + 0.25 * bar.width), round(bar.y + bar.height / 2))
    painted = Painted(canvas)
    times = []
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    reach = round(layout.x1 - layout.x0) // 2
    for frame in range(FRAMES):
        there = layout.x0 + reach + (-reach if frame % 2 else reach) * frame / FRAMES
        began = time.perf_counter()
        QTest.mouseMove(canvas, QPoint(round(there), start.y()))
        while painted.at < began:
            app.processEvents()
        times.append((time.perf_counter() - began) * 1e3)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start)
    return times


def _other_frames(app: QApplication, view: RatingExplorerView, way: str) -> list[float]:
    """Milliseconds of every frame of a drag on the curve, or of a number."""
    curved = way == WAYS[2]
    view.show_curve(curved, moves=False)
    app.processEvents()
    if curved:
        dragged, painted = view.curve, Painted(view.curve)
        layout, origin = view.curve.laid_out(), view.curve.get_origin()
        start = QPoint(
            round(origin.x() + layout.plot.x) + 20,
            round(origin.y() + layout.plot.bottom) + 8,
        )
        reach = round(layout.plot.width) - 40
    else:
        dragged, painted = view.causes.viewport(), Painted(view.canvas)
        view.causes.drag.focus_link("try:rating.0.0")
        start = view.causes.cursorRect(view.causes.textCursor()).center()
        start -= QPoint(8, 0)
        reach = 200
    times = []
    QTest.mousePress(dragged, Qt.MouseButton.LeftButton, pos=start)
    for frame in range(FRAMES):
        # A different place in each frame, at least a pixel away from the last.
        off = 5 + round((reach - 5) * ((frame * 37) % FRAMES) / FRAMES)
        began = time.perf_counter()
        QTest.mouseMove(dragged, start + QPoint(off, 0))
        while painted.at < began:
            app.processEvents()
        times.append((time.perf_counter() - began) * 1e3)
    QTest.mouseRelease(dragged, Qt.MouseButton.LeftButton, pos=start)
    return times


def benchmarks() -> list[Figure]:
    """Median and p95 for each number of games and what is dragged."""
    app = find_application()
    theme = Theme(app, "light")
    figures: list[Figure] = []
    for games in GAMES:
        for way in WAYS:
            session = Session(event(games), resolve_rules)
            view = RatingExplorerView(session, theme)
            view.resize(*SIZE)
            view.show()
            app.processEvents()
            _frames(app, view, way)
            times = _frames(app, view, way)
            view.close()
            session.close()
            name = f"idea frame, {way} dragged over {games} games"
            figures += milliseconds(name, times, LIMIT)
    return figures
