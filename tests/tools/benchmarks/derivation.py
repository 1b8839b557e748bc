"""The time from selecting another player until the derivation is painted, without a screen."""

import random

from tests.tools.benchmarks.figures import Figure, milliseconds
from tests.tools.benchmarks.keystroke import event
from tests.tools.benchmarks.painting import find_application, measure_frames
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.explain.explanation_view import ExplanationView
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme

SHAPES = ((64, 7), (1000, 9))
LIMIT = 32.0
"""The limit in milliseconds for 95 of 100 changes of the player, after the first."""
CHANGES = 40
SIZE = (440, 800)


def benchmarks() -> list[Figure]:
    app = find_application()
    theme = Theme(app, "light")
    figures: list[Figure] = []
    for players, rounds in SHAPES:
        session = Session(event(players, rounds), resolve_rules)
        view = ExplanationView(session, theme)
        view.resize(*SIZE)
        view.show()
        app.processEvents()
        rows = random.Random(5).sample(range(1, players), CHANGES + 1)

        def select(i: int, session: Session = session, rows: list[int] = rows) -> None:
            session.select(row=rows[i])

        page, ready = view.text.viewport(), lambda view=view: not view.behind
        taken = measure_frames(app, page, len(rows), select, ready)[1:]
        view.close()
        session.close()
        name = f"another player's derivation painted, {players} x {rounds}"
        figures += milliseconds(name, taken, LIMIT)
    return figures
