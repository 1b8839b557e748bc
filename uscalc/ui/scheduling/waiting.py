"""Waiting in the middle of a function, which pictures do and a window never."""

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QApplication

PATIENCE: Final = 20.0
"""Seconds to wait for what is computed beside the window."""


def wait_for(done: Callable[[], bool]) -> None:
    """Let the window go on until something is so, or patience is at its end."""
    end = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)
