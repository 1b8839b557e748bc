"""The time from the key of another space until it is painted, without a screen."""

import itertools
import random
import tempfile
from pathlib import Path

from tests.tools.benchmarks import painting
from tests.tools.benchmarks.figures import Figure, milliseconds
from tests.tools.benchmarks.keystroke import event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import SPACES

PLAYERS, ROUNDS = 64, 7
LIMIT = 100.0
"""The limit in milliseconds for 95 of 100 switches."""
BETWEEN = 0.3
"""The seconds for which a person looks at a space."""
ROUNDS_OF_ALL = 3


def _switch(app, window, name) -> float:
    action = window.named_actions[f"space-{name}"]
    button = window.rail.buttons[name]
    (taken,) = painting.measure_frames(app, button, 1, lambda _: action.trigger())
    painting.wait_seconds(app, BETWEEN)
    return taken


def benchmarks() -> list[Figure]:
    app = painting.find_application()
    theme = Theme(app, "light")
    names = [space.name for space in SPACES]
    with tempfile.TemporaryDirectory() as own:
        window = MainWindow(
            Session(event(PLAYERS, ROUNDS), resolve_rules),
            theme,
            Folders.within_folder(Path(own)),
        )
        window.resize(1440, 900)
        window.show()
        painting.wait_seconds(app, 3 * BETWEEN)
        others = [name for name in names if name != window.spaces.current.name]
        first = [_switch(app, window, name) for name in others]
        pairs = list(itertools.permutations(names, 2)) * ROUNDS_OF_ALL
        random.Random(5).shuffle(pairs)
        later = []
        for here, there in pairs:
            if window.spaces.current.name != here:
                _switch(app, window, here)
            later.append(_switch(app, window, there))
        window.session.history.mark_saved()
        window.close()
    shape = f"{PLAYERS} x {ROUNDS}"
    return [
        *milliseconds(f"first visit of a space painted {shape}", first, 3 * LIMIT),
        *milliseconds(f"switch of space painted {shape}", later, LIMIT),
    ]
