"""Frames of the explorer and of the solver: the time from each move until it is painted."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QVariantAnimation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.tools.benchmarks import painting
from tests.tools.benchmarks.figures import Figure, milliseconds
from uscalc.document.model import Document, Player, RatingFacts
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.knot_path_view import KnotPathView
from uscalc.ui.explorer.passes_page import PassesPage
from uscalc.ui.explorer.sweep_page import SweepPage
from uscalc.ui.scheduling import at_rest
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.text_pieces import select_link
from uscalc.ui.widgets.walk_controls import FRAME, LONGEST, MOVE, SPEEDS

GAMES = 60
LIMIT = 16.0
"""The limit in milliseconds for 95 of 100 frames."""
FRAMES = 150
FASTEST = max(float(key) for key, _ in SPEEDS)
WAYS = ("the handle", "an opponent", "R on the curve", "a number of the sentence")
LEFT = Qt.MouseButton.LeftButton


def event(opponents: int) -> Document:
    """Return one player without a rating against this many invented ones."""
    mine = tuple(f"{'WLD'[i % 3]}{i + 2}" for i in range(opponents))
    theirs = {"W": "L1", "L": "W1", "D": "D1"}
    others = [
        painting.make_player(
            i + 1, 700.0 + (i * 37) % 1500, ("",) * i + (theirs[cell[0]],)
        )
        for i, cell in enumerate(mine)
    ]
    me = Player(1, "Player 1", ratings=(("R", RatingFacts(None)),), results=mine)
    return painting.make_document(me, *others)


def _show(app: QApplication, page: QWidget, is_ready: Callable[[], bool]) -> None:
    page.resize(480, 800)
    page.show()
    while not (is_ready() and at_rest()):
        app.processEvents()


def _drag(app, dragged, painted, start, place) -> list[float]:
    """Return the milliseconds of every frame of a drag; `place` gives a frame's offset."""
    QTest.mousePress(dragged, LEFT, pos=start)
    times = painting.measure_frames(
        app, painted, FRAMES, lambda i: QTest.mouseMove(dragged, start + place(i))
    )
    QTest.mouseRelease(dragged, LEFT, pos=start)
    return times


def _spread(reach: int) -> Callable[[int], QPoint]:
    """Return a different position in each frame, at least a pixel away from the last."""
    return lambda i: QPoint(5 + round((reach - 5) * ((i * 37) % FRAMES) / FRAMES), 0)


def _drag_picture(app: QApplication, view: RatingExplorerView, way: str) -> list[float]:
    """Return the milliseconds of every frame of one drag back and forth, with texts and names."""
    canvas, curve = view.canvas, view.curve
    if way in WAYS[:2]:
        layout, scene = canvas.get_layout(), view.scene
        bar = layout.places[0].bar
        start = QPoint(round(layout.pixel_of_rating(scene.at)), round(layout.axis))
        if way != WAYS[0]:
            up = bar.y + bar.height / 2
            start = QPoint(round(bar.x + 0.25 * bar.width), round(up))
        reach = round(layout.x1 - layout.x0) // 2

        def place(frame: int) -> QPoint:
            across = reach + (-reach if frame % 2 else reach) * frame / FRAMES
            return QPoint(round(layout.x0 + across) - start.x(), 0)

        return _drag(app, canvas, canvas, start, place)
    view.show_curve(way == WAYS[2], moves=False)
    app.processEvents()
    if way == WAYS[2]:
        plot, origin = curve.get_layout().plot, curve.get_origin()
        across, down = round(origin.x() + plot.x), round(origin.y() + plot.bottom)
        start = QPoint(across + 20, down + 8)
        return _drag(app, curve, curve, start, _spread(round(plot.width) - 40))
    view.causes.drag.focus_link("try:rating.0.0")
    start = view.causes.cursorRect(view.causes.textCursor()).center() - QPoint(8, 0)
    return _drag(app, view.causes.viewport(), canvas, start, _spread(200))


def _walk(app: QApplication, view: KnotPathView, _way: str) -> list[float]:
    """Return the milliseconds of every frame of one search at the highest speed, with texts."""
    moves = len(view.solved.stops) - 1
    seconds = moves * min(MOVE, LONGEST / moves) / FASTEST
    frames = round(seconds * 1000 / FRAME)

    def jump(i: int) -> None:
        view.transport.jump_to(moves * i / frames)

    return painting.measure_frames(app, view.curve, frames + 1, jump)


def _animate(app: QApplication, session: Session, theme: Theme) -> list[float]:
    """Return the milliseconds of every frame of the animation from the bars to the curve."""
    explorer = RatingExplorerView(session, theme)
    _show(app, explorer, lambda: explorer.scene is not None)
    explorer.show_curve(True)
    run = explorer.morph.findChild(QVariantAnimation)
    run.pause()
    step = run.duration() / (FRAMES + 2)
    times = painting.measure_frames(
        app, explorer.morph, FRAMES, lambda i: run.setCurrentTime(int((i + 1) * step))
    )
    explorer.close()
    return times


def _drag_number(app: QApplication, session: Session, theme: Theme) -> list[float]:
    """Return the milliseconds of every frame of dragging a number in the explanation."""
    view = ExplanationView(session, theme)
    _show(app, view, lambda: not view.behind)
    text, area = view.text, view.text.viewport()
    cursor = select_link(text.document(), lambda link: link.startswith("try:rating.0"))
    text.setTextCursor(cursor)
    text.ensureCursorVisible()
    start = text.cursorRect(cursor).center() - QPoint(8, 0)
    times = _drag(app, area, area, start, lambda i: QPoint(10 + i * 37 % FRAMES, 0))
    assert session.scene.value.causes.ratings
    view.close()
    return times


def _measure_pages(app: QApplication, theme: Theme) -> list[Figure]:
    """Measure median and p95 of a hover, a scrub through ten passes, an animation and a drag."""
    session = Session(event(GAMES), resolve_rules)
    sweep = SweepPage(session, theme, lambda: None)
    _show(app, sweep, lambda: sweep.sweep is not None)
    sweep.show_cause("opponent0")
    while not at_rest():
        app.processEvents()
    wide, y = sweep.chart.width() - 80, sweep.chart.height() // 2
    chart, times = sweep.chart, {}

    def hover(i: int) -> None:
        QTest.mouseMove(chart, QPoint(50 + i * 7 % wide, y))

    name = f"sweep hover over {GAMES} games"
    times[name] = painting.measure_frames(app, chart, FRAMES, hover)
    sweep.close()
    passes = PassesPage(session, theme)
    passes.ten.setChecked(True)
    _show(app, passes, lambda: passes.chart.chart is not None)
    for kind, count, parts in (("scrub", 100, 10), ("stop", 11, 1)):

        def jump(i: int, count: int = count, parts: int = parts) -> None:
            passes.transport.jump_to(i % count / parts)

        name = f"passes {kind} with {GAMES + 1} players"
        times[name] = painting.measure_frames(app, passes.chart, FRAMES, jump)
    passes.close()
    times[f"bars to curve with {GAMES} games"] = _animate(app, session, theme)
    name = f"explanation number dragged, {GAMES} games"
    times[name] = _drag_number(app, session, theme)
    session.close()
    return [
        f for name, taken in times.items() for f in milliseconds(name, taken, LIMIT)
    ]


def benchmarks() -> list[Figure]:
    app = painting.find_application()
    theme = Theme(app, "light")
    figures: list[Figure] = []
    solver = [(n, f"solver frame with {n} opponents", "") for n in (9, 200)]
    picture = [
        (n, f"explorer frame, {w} dragged over {n} games", w)
        for n in (9, GAMES)
        for w in WAYS
    ]
    for games, name, way in (*solver, *picture):
        session = Session(event(games), resolve_rules)
        view = (RatingExplorerView if way else KnotPathView)(session, theme)
        measure = _drag_picture if way else _walk
        view.resize(480, 800)
        view.show()
        app.processEvents()
        measure(app, view, way)
        figures += milliseconds(name, measure(app, view, way), LIMIT)
        view.close()
        session.close()
    return figures + _measure_pages(app, theme)
