"""Watch one file of another program, and read it when it changes."""

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from uscalc.ui.follow.reader import (
    Look,
    Meant,
    Missing,
    Reading,
    Same,
    Stamp,
    Unready,
    look,
)
from uscalc.ui.scheduling.worker import Worker

CALM: Final = 200
POLL: Final = 2000
RETRY: Final = 300
PATIENCE: Final = 4000
"""Milliseconds: without a change before it is read; between two checks, for drives that
announce no change; until a half-written file is tried again; and until a file that
cannot be read, or is gone, is spoken of."""


class Watch(QObject):
    """Watches one file; `read` gives a `Reading`, `trouble` the reason for none.

    `gone` announces that the file doesn't exist, `looked` that it was checked. `meant`
    returns the test for the linked tournament.

    The file is read in a thread. A file that is saved by a rename, or on a drive that
    announces no changes, is found by its folder and by polling.
    """

    read = Signal(object)
    trouble = Signal(str)
    gone = Signal()
    looked = Signal()

    patience: QTimer
    """Runs while the file cannot be read, until that is spoken of."""
    poll: QTimer
    """Checks the file though no change was announced."""

    def __init__(self, meant: Callable[[], Meant], parent: QObject) -> None:
        super().__init__(parent)
        self._meant = meant
        self._paths: tuple[Path, ...] = ()
        self._end: dt.date | None = None
        self._seen: Stamp | None = None
        self._told = False
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._stirred)
        self._watcher.directoryChanged.connect(self._stirred)
        self._calm = self._timer(CALM, self._look)
        self._retry = self._timer(RETRY, self._look)
        self.poll = self._timer(POLL, self._look)
        self.poll.setSingleShot(False)
        self.patience = self._timer(PATIENCE, self._lose_patience)
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self._last: Look = Same()

    def _timer(self, milliseconds: int, rings: Callable[[], object]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(rings)
        return timer

    @property
    def paths(self) -> tuple[Path, ...]:
        """The places where the file is looked for; empty without a linked file."""
        return self._paths

    def follow(self, paths: Sequence[Path], end: dt.date | None) -> None:
        """Follow a file, and reads it soon."""
        self.stop()
        self._paths, self._end = tuple(paths), end
        self._seen = None
        self.poll.start()
        self._watch_again()
        self._look()

    def stop(self) -> None:
        """Stop watching."""
        for timer in (self._calm, self._retry, self.poll, self.patience):
            timer.stop()
        self._worker.forget()
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self._paths = ()
        self._told = False

    def read_now(self) -> None:
        """Read the file again, changed or not."""
        self._seen = None
        self._told = False
        self._look()

    def close(self) -> None:
        """End everything, and waits for it."""
        self.stop()
        self._worker.close()

    def _stirred(self) -> None:
        if self._paths:
            self._calm.start()

    def _look(self) -> None:
        if not self._paths:
            return
        if self._worker.busy:
            self._retry.start()
            return
        paths, end, seen, meant = self._paths, self._end, self._seen, self._meant()
        self._worker.ask(lambda _: look(paths, end, seen, meant))

    def _came(self, found: object) -> None:
        if not self._paths:
            return
        self.looked.emit()
        self._watch_again()
        if isinstance(found, Same):
            return
        assert isinstance(found, Reading | Unready | Missing)
        if type(found) is not type(self._last):
            # A file that vanishes after it could not be read is a new trouble.
            self._told = False
        self._last = found
        if isinstance(found, Reading):
            self.patience.stop()
            self._told = False
            self._seen = found.stamp
            self.read.emit(found)
            return
        self._seen = None
        if not self._told:
            if not self.patience.isActive():
                self.patience.start()
            self._retry.start()

    def _lose_patience(self) -> None:
        self._told = True
        self._retry.stop()
        if isinstance(self._last, Unready):
            self.trouble.emit(self._last.reason)
        elif isinstance(self._last, Missing):
            self.gone.emit()

    def _watch_again(self) -> None:
        """Watch the file again: the system takes a renamed file for a new one."""
        watched = {*self._watcher.files(), *self._watcher.directories()}
        wanted = [p for path in self._paths for p in (path, path.parent)]
        new = [str(p) for p in wanted if str(p) not in watched and p.exists()]
        if new:
            self._watcher.addPaths(list(dict.fromkeys(new)))
