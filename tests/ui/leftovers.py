"""What must not be left when a test is over: threads, windows, timers."""

import threading

from PySide6.QtCore import QObject, QThread, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken


def at_work() -> set[str]:
    """Return Python's and Qt's threads except the main one, and the running timers."""
    main, own = threading.main_thread(), QThread.currentThread()
    found = {f"{t.name} {t.ident}" for t in threading.enumerate() if t is not main}
    for thing in Shiboken.getAllValidWrappers():
        if (isinstance(thing, QTimer) and thing.isActive()) or (
            isinstance(thing, QThread) and thing is not own and thing.isRunning()
        ):
            found.add(_called(thing))
    return found


def visible_windows() -> list[str]:
    """Return the windows that are still on the screen."""
    windows = QApplication.topLevelWidgets()
    return [_called(window) for window in windows if window.isVisible()]


def _called(thing: QObject) -> str:
    owners = []
    at: QObject | None = thing
    while at is not None:
        owners.append(f"{type(at).__name__} {at.objectName()}".strip())
        at = at.parent()
    return f"{' in '.join(owners)} at {id(thing):x}"


def hanging() -> list[threading.Thread]:
    """Return the threads of background work."""
    return [one for one in threading.enumerate() if one.name == "uscalc worker"]
