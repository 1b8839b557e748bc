"""A frame of the solver's animation: from a position of the walk until it is painted."""

import datetime as dt
import time

from PySide6.QtWidgets import QApplication

from tests.tools.benchmarks.figures import Figure, milliseconds
from tests.tools.benchmarks.painting import Painted, find_application, make_player
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.explorer.knot_path_view import KnotPathView
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.walk_controls import FRAME, LONGEST, MOVE, SPEEDS

OPPONENTS = (9, 200)
LIMIT = 16.0
"""Milliseconds that 95 of 100 frames keep within."""
FASTEST = max(float(key) for key, _ in SPEEDS)
SIZE = (480, 800)


def event(opponents: int) -> Document:
    """One player without a rating against so many invented ones."""
    mine = tuple(f"{'WLD'[i % 3]}{i + 2}" for i in range(opponents))
    theirs = {"W": "L1", "L": "W1", "D": "D1"}
    others = tuple(
        make_player(i + 1, 700.0 + (i * 37) % 1500, ("",) * i + (theirs[cell[0]],))
        for i, cell in enumerate(mine)
    )
    me = Player(1, "Player 1", ratings=(("R", RatingFacts(None)),), results=mine)
    section = Section("Open", systems=("R",), players=(me, *others))
    return Document("Benchmark", dt.date(2025, 9, 1), (section,))


def _frames(app: QApplication, view: KnotPathView) -> list[float]:
    """Milliseconds of every frame of one walk at the highest speed.

    The sentence beside it is included.
    """
    moves = len(view.solved.stops) - 1
    seconds = moves * min(MOVE, LONGEST / moves) / FASTEST
    frames = round(seconds * 1000 / FRAME)
    painted = Painted(view.curve)
    times = []
    for frame in range(frames + 1):
        start = time.perf_counter()
        view.transport.jump_to(moves * frame / frames)
        while painted.at < start:
            app.processEvents()
        times.append((time.perf_counter() - start) * 1e3)
    return times


def benchmarks() -> list[Figure]:
    """Median and p95 for each number of opponents."""
    app = find_application()
    theme = Theme(app, "light")
    figures: list[Figure] = []
    for opponents in OPPONENTS:
        session = Session(event(opponents), resolve_rules)
        view = KnotPathView(session, theme)
        view.resize(*SIZE)
        view.show()
        app.processEvents()
        _frames(app, view)
        times = _frames(app, view)
        view.close()
        session.close()
        name = f"solver frame with {opponents} opponents"
        figures += milliseconds(name, times, LIMIT)
    return figures
