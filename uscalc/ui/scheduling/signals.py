"""Ctrl-C and the system's wish that the program ends, told in the event loop."""

import signal
import socket
from types import FrameType
from typing import Final

from PySide6.QtCore import QObject, QSocketNotifier, Signal

ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP")
"""Not every system has all of them."""


class InterruptHandler(QObject):
    """`came` says, in a turn of its own, that the program is to end.

    Python looks at signals only while it runs, and Qt waits outside of it. So the
    system's side of Python writes each signal into a socket, which wakes Qt.
    """

    came = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ours, theirs = socket.socketpair()
        self._theirs = theirs
        for end in (self._ours, theirs):
            end.setblocking(False)
        self._kept = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        known = (getattr(signal, name, None) for name in ENDING)
        self._before = {
            one: signal.signal(one, _ignore_signal) for one in known if one is not None
        }
        self._notifier = QSocketNotifier(
            self._ours.fileno(), QSocketNotifier.Type.Read, self
        )
        self._notifier.activated.connect(self._read_signal)

    def close(self) -> None:
        """Give everything back as it was."""
        self._notifier.setEnabled(False)
        for one, before in self._before.items():
            signal.signal(one, before)
        signal.set_wakeup_fd(self._kept)
        self._ours.close()
        self._theirs.close()

    def _read_signal(self) -> None:
        try:
            told = self._ours.recv(4096)
        except BlockingIOError:
            return
        if any(one in self._before for one in told):
            self.came.emit()


def _ignore_signal(_signal: int, _frame: FrameType | None) -> None:
    """Nothing: it must only not be Python's own, which would raise an error anywhere."""
