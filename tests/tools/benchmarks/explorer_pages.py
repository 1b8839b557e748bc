"""Frames of the explorer's pages, of bars on their way to the curve, of a dragged number."""

import time
from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QVariantAnimation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.tools.benchmarks.figures import Figure, milliseconds
from tests.tools.benchmarks.painting import Painted, find_application
from tests.tools.benchmarks.solver_frame import event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.passes_page import PassesPage
from uscalc.ui.explorer.sweep_page import SweepPage
from uscalc.ui.scheduling.following import at_rest
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.text_pieces import select_link

GAMES = 60
LIMIT = 16.0
"""Milliseconds that 95 of 100 frames keep within."""
FRAMES = 150
SIZE = (480, 800)


def _measure(
    app: QApplication, chart: QWidget, move: Callable[[int], None]
) -> list[float]:
    """Milliseconds from each move until the chart is painted, the sentence included."""
    painted = Painted(chart)
    times = []
    for frame in range(FRAMES):
        began = time.perf_counter()
        move(frame)
        while painted.at < began:
            app.processEvents()
        times.append((time.perf_counter() - began) * 1e3)
    return times


def _show(app: QApplication, page: QWidget, ready: Callable[[], bool]) -> None:
    page.resize(*SIZE)
    page.show()
    while not (ready() and at_rest()):
        app.processEvents()


def _animate(app: QApplication, session: Session, theme: Theme) -> list[float]:
    """Milliseconds of every frame of the way from the bars to the curve."""
    explorer = RatingExplorerView(session, theme)
    _show(app, explorer, lambda: explorer.scene is not None)
    explorer.show_curve(True)
    run = explorer.morph.findChild(QVariantAnimation)
    run.pause()
    times = _measure(
        app,
        explorer.morph,
        lambda i: run.setCurrentTime((i + 1) * run.duration() // (FRAMES + 2)),
    )
    explorer.close()
    return times


def _drag_number(app: QApplication, session: Session, theme: Theme) -> list[float]:
    """Milliseconds of every frame of a drag of a number in the explanation."""
    view = ExplanationView(session, theme)
    _show(app, view, lambda: not view.behind)
    text, area = view.text, view.text.viewport()
    cursor = select_link(text.document(), lambda link: link.startswith("try:rating.0"))
    text.setTextCursor(cursor)
    text.ensureCursorVisible()
    start = text.cursorRect(cursor).center() - QPoint(8, 0)
    QTest.mousePress(area, Qt.MouseButton.LeftButton, pos=start)
    times = _measure(
        app,
        area,
        lambda i: QTest.mouseMove(area, start + QPoint(10 + i * 37 % FRAMES, 0)),
    )
    QTest.mouseRelease(area, Qt.MouseButton.LeftButton, pos=start)
    assert session.scene.value.causes.ratings
    view.close()
    return times


def benchmarks() -> list[Figure]:
    """Median and p95 of a hover, a scrub through ten passes, an animation and a drag."""
    app = find_application()
    theme = Theme(app, "light")
    session = Session(event(GAMES), resolve_rules)
    sweep = SweepPage(session, theme, lambda: None)
    _show(app, sweep, lambda: sweep.sweep is not None)
    sweep.show_cause("opponent0")
    while not at_rest():
        app.processEvents()
    wide, y = sweep.chart.width() - 80, sweep.chart.height() // 2
    hover = _measure(
        app,
        sweep.chart,
        lambda i: QTest.mouseMove(sweep.chart, QPoint(50 + i * 7 % wide, y)),
    )
    sweep.close()
    passes = PassesPage(session, theme)
    passes.ten.setChecked(True)
    _show(app, passes, lambda: passes.chart.chart is not None)
    scrub = _measure(
        app, passes.chart, lambda i: passes.transport.jump_to(i % 100 / 10)
    )
    stops = _measure(app, passes.chart, lambda i: passes.transport.jump_to(i % 11))
    passes.close()
    moved = _animate(app, session, theme)
    dragged = _drag_number(app, session, theme)
    session.close()
    return [
        *milliseconds(f"sweep hover over {GAMES} games", hover, LIMIT),
        *milliseconds(f"passes scrub with {GAMES + 1} players", scrub, LIMIT),
        *milliseconds(f"passes stop with {GAMES + 1} players", stops, LIMIT),
        *milliseconds(f"bars to curve with {GAMES} games", moved, LIMIT),
        *milliseconds(f"explanation number dragged, {GAMES} games", dragged, LIMIT),
    ]
