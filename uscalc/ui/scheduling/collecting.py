"""Collect unused reference cycles in the window's thread, never in another one.

Python collects in whichever thread happens to allocate memory. If a cycle has a Qt
object, the object would be destroyed in that thread. Qt then holds a lock and waits for
the interpreter, while the window has the interpreter and waits for the lock: a
deadlock.
"""

import gc
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject

from uscalc.ui.scheduling.following import make_timer

INTERVAL: Final = 500
"""Milliseconds between two looks at what there is to collect."""
THRESHOLDS: Final = (3_000, 10, 10)
"""The counts of Python's collector, by generation, from which on it is collected."""
NAME: Final = "cycleCollector"


def collect_cycles() -> None:
    """Collect the oldest generation of objects that is due, and all younger ones."""
    counts = gc.get_count()
    for generation in (2, 1, 0):
        if counts[generation] > THRESHOLDS[generation]:
            gc.collect(generation)
            return


def collect_in_window_thread() -> None:
    """Collect cycles with a timer of this thread, and in no other thread."""
    app = QCoreApplication.instance()
    assert app is not None
    gc.disable()
    if app.findChild(QObject, NAME) is None:
        timer = make_timer(app, INTERVAL, collect_cycles, repeats=True)
        timer.setObjectName(NAME)
        timer.start()
