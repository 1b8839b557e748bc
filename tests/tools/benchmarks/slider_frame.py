"""The time from a key on a slider of What if until its new rating is painted, without a screen."""

import random

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.tools.benchmarks import painting
from tests.tools.benchmarks.figures import Figure, milliseconds, p95
from tests.tools.benchmarks.keystroke import event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow

SHAPES = ((64, 7, 16.0), (1000, 9, 33.0))
"""Players, rounds, and the limit in milliseconds for 95 of 100 moves of a slider."""
MOVES = 60
BETWEEN = 0.15
"""The seconds between two moves, long enough for background work to finish."""
PATIENCE = 5.0
KEYS = {"W": Qt.Key.Key_W, "D": Qt.Key.Key_D, "L": Qt.Key.Key_L}


def _move(app, view, painted, chance) -> painting.Moment:
    """Return the milliseconds of one move of a slider, by the clock and in the window's thread."""
    slider = chance.choice(view.sliders)
    slider.setFocus()
    letter = chance.choice([at for at in "WDL" if at != slider.letter])
    painting.wait_seconds(app, BETWEEN)
    before = view.post.text()
    painted.begin()
    start = painting.Moment.now()
    QTest.keyClick(slider, KEYS[letter])
    while painted.at is None:
        app.processEvents()
        if view.what_if.up_to_date and view.post.text() == before:
            # The whole number is the same, so nothing is repainted.
            return painting.Moment.now().since(start)
        if painting.Moment.now().clock - start.clock > PATIENCE:
            raise RuntimeError("the rating was not painted within five seconds")
    return painted.at.since(start)


def benchmarks() -> list[Figure]:
    app = painting.find_application()
    theme = Theme(app, "light")
    figures: list[Figure] = []
    for players, rounds, limit in SHAPES:
        session = Session(event(players, rounds), resolve_rules)
        window = MainWindow(session, theme)
        window.show()
        view = window.show_view("view-what-if")
        app.processEvents()
        painted = painting.PaintedToTheEnd(
            window, view.post, lambda _, view=view: view.what_if.up_to_date
        )
        chance = random.Random(5)
        taken = []
        for move in range(MOVES):
            if move % 10 == 0:
                view.what_if.clear_results()
                session.select(row=chance.randrange(players))
                painting.wait_seconds(app, BETWEEN)
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
