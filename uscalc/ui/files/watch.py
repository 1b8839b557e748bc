"""Watch one file of another program, and read it when it changes."""

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from uscalc.ui.files.reader import (
    FileReading,
    FileStamp,
    MissingFile,
    ReadOutcome,
    TournamentTest,
    UnchangedFile,
    UnreadableFile,
    read_if_changed,
)
from uscalc.ui.scheduling.following import connect_each, make_timer
from uscalc.ui.scheduling.worker import Worker

CALM: Final = 200
POLL: Final = 2000
RETRY: Final = 300
PATIENCE: Final = 4000
"""Milliseconds: without a change before it is read; between two checks, for drives that
announce no change; until a half-written file is tried again; and until a file that
cannot be read, or is gone, is spoken of."""


class FileWatcher(QObject):
    """Watches one file; `read` gives a `FileReading`, `trouble` the reason for none.

    `gone` announces that the file doesn't exist, `looked` that it was checked. `meant`
    returns the test for the linked tournament.

    The file is read in a thread. A file that is saved by a rename, or on a drive that
    announces no changes, is found by its folder and by polling.
    """

    read = Signal(object)
    trouble = Signal(str)
    gone = Signal()
    looked = Signal()

    def __init__(self, meant: Callable[[], TournamentTest], parent: QObject) -> None:
        super().__init__(parent)
        self._meant = meant
        self.paths: tuple[Path, ...] = ()
        """The places where the file is looked for; empty without a linked file."""
        self._end: dt.date | None = None
        self._seen: FileStamp | None = None
        self._told = False
        self._watcher = QFileSystemWatcher(self)
        changes = self._watcher.fileChanged, self._watcher.directoryChanged
        connect_each(self._wait_for_calm, *changes)
        self._calm = make_timer(self, CALM, self._read_beside)
        self._retry = make_timer(self, RETRY, self._read_beside)
        self.poll = make_timer(self, POLL, self._read_beside, repeats=True)
        """Checks the file though no change was announced."""
        self.patience = make_timer(self, PATIENCE, self._report_trouble)
        """Runs while the file cannot be read, until that is spoken of."""
        self._worker = Worker(self, self._receive_outcome)
        self._last: ReadOutcome = UnchangedFile()

    def watch_file(self, paths: Sequence[Path], end: dt.date | None) -> None:
        """Follow a file, and reads it soon."""
        self.stop_watching()
        self.paths, self._end = tuple(paths), end
        self._seen = None
        self.poll.start()
        self._rewatch_files()
        self._read_beside()

    def stop_watching(self) -> None:
        """Stop watching."""
        for timer in (self._calm, self._retry, self.poll, self.patience):
            timer.stop()
        self._worker.drop_job()
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self.paths = ()
        self._told = False

    def read_now(self) -> None:
        """Read the file again, changed or not."""
        self._seen = None
        self._told = False
        self._read_beside()

    def close(self) -> None:
        """End everything, and waits for it."""
        self.stop_watching()
        self._worker.close()

    def _wait_for_calm(self) -> None:
        if self.paths:
            self._calm.start()

    def _read_beside(self) -> None:
        if not self.paths:
            return
        if self._worker.busy:
            self._retry.start()
            return
        paths, end, seen, meant = self.paths, self._end, self._seen, self._meant()
        self._worker.start_job(lambda _: read_if_changed(paths, end, seen, meant))

    def _receive_outcome(self, found: object) -> None:
        if not self.paths:
            return
        self.looked.emit()
        self._rewatch_files()
        if isinstance(found, UnchangedFile):
            return
        assert isinstance(found, FileReading | UnreadableFile | MissingFile)
        if type(found) is not type(self._last):
            # A file that vanishes after it could not be read is a new trouble.
            self._told = False
        self._last = found
        if isinstance(found, FileReading):
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

    def _report_trouble(self) -> None:
        self._told = True
        self._retry.stop()
        if isinstance(self._last, UnreadableFile):
            self.trouble.emit(self._last.reason)
        elif isinstance(self._last, MissingFile):
            self.gone.emit()

    def _rewatch_files(self) -> None:
        """Watch the file again: the system takes a renamed file for a new one."""
        watched = {*self._watcher.files(), *self._watcher.directories()}
        wanted = [p for path in self.paths for p in (path, path.parent)]
        new = [str(p) for p in wanted if str(p) not in watched and p.exists()]
        if new:
            self._watcher.addPaths(list(dict.fromkeys(new)))
