"""When a widget was painted, for the benchmarks that wait for it."""

import time

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class Painted(QObject):
    """Notes when a widget was last painted."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.at = 0.0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Paint:
            self.at = time.perf_counter()
        return False
