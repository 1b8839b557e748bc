"""The time from selecting another player until the derivation is painted, without a screen."""

import random
import time

from tests.tools.benchmarks.figures import Figure, milliseconds
from tests.tools.benchmarks.keystroke import event
from tests.tools.benchmarks.painting import Painted, find_application
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme

SHAPES = ((64, 7), (1000, 9))
LIMIT = 32.0
"""The limit in milliseconds for 95 of 100 changes of the player, after the first."""
CHANGES = 40
SIZE = (440, 800)


def _switch(app, view, session, painted, row) -> float:
    """Return the milliseconds from selecting a row until its page is painted."""
    begun = time.perf_counter()
    session.select(row=row)
    painted.at = 0.0
    while view.behind or painted.at < begun:
        app.processEvents()
        if time.perf_counter() - begun > 5:
            raise RuntimeError("the derivation was not painted within five seconds")
    return (painted.at - begun) * 1e3


def benchmarks() -> list[Figure]:
    """Measure median and p95 for each shape."""
    app = find_application()
    theme = Theme(app, "light")
    figures: list[Figure] = []
    for players, rounds in SHAPES:
        session = Session(event(players, rounds), resolve_rules)
        view = ExplanationView(session, theme)
        view.resize(*SIZE)
        view.show()
        app.processEvents()
        painted = Painted(view.text.viewport())
        chance = random.Random(5)
        rows = chance.sample(range(1, players), CHANGES + 1)
        taken = [_switch(app, view, session, painted, row) for row in rows][1:]
        view.close()
        session.close()
        name = f"another player's derivation painted, {players} x {rounds}"
        figures += milliseconds(name, taken, LIMIT)
    return figures
