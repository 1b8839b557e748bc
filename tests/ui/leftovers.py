"""What may not be there any more when a test is over: threads, windows, timers."""

import threading

from PySide6.QtCore import QObject, QThread, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken


def living_threads() -> set[str]:
    """Python's threads and Qt's, but for the main one."""
    main = threading.main_thread()
    found = {f"{t.name} {t.ident}" for t in threading.enumerate() if t is not main}
    qt = (o for o in Shiboken.getAllValidWrappers() if isinstance(o, QThread))
    own = QThread.currentThread()
    return found | {_called(t) for t in qt if t is not own and t.isRunning()}


def visible_windows() -> list[str]:
    """The windows that are still on the screen."""
    windows = QApplication.topLevelWidgets()
    return [_called(window) for window in windows if window.isVisible()]


def active_timers() -> set[str]:
    """The timers that still run, by the names of what they belong to."""
    found = Shiboken.getAllValidWrappers()
    return {_called(t) for t in found if isinstance(t, QTimer) and t.isActive()}


def _called(thing: QObject) -> str:
    owners = []
    at: QObject | None = thing
    while at is not None:
        owners.append(f"{type(at).__name__} {at.objectName()}".strip())
        at = at.parent()
    return f"{' in '.join(owners)} at {id(thing):x}"
