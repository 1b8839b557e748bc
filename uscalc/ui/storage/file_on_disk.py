"""The event's file as it was last read or saved, its lock, and files that killed windows left."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QLockFile, QObject

from uscalc.formats.shared.files import (
    compute_digest,
    is_gone,
    read_fingerprint,
    remove_leftovers,
)
from uscalc.monitor import Monitor
from uscalc.ui.scheduling.following import Worker
from uscalc.ui.storage.folders import Folders


def take_lock(path: Path) -> QLockFile | None:
    """Take a lock file; None if another window has it.

    A lock left by a process that has ended is replaced. If no lock can be made at all,
    for example on a full disk, the result is an unlocked one, so that the user can go
    on working.
    """
    lock = QLockFile(str(path))
    # By the process alone: a window may stay open for days.
    lock.setStaleLockTime(0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return lock
    if lock.tryLock(0) or lock.error() != QLockFile.LockError.LockFailedError:
        return lock
    return None


def lock_path(folder: Path, path: Path) -> Path:
    """Return the lock of an event file; it is the same for all paths of one file."""
    whole = os.path.normcase(os.path.realpath(path)).encode("utf-8", "surrogateescape")
    return folder / f"{compute_digest(whole)[:16]}.lock"


State = Literal["same", "changed", "gone"]


class FileOnDisk:
    """Remembers the fingerprint of a file's content, and holds the file's lock."""

    def __init__(self, locks: Path) -> None:
        self._locks = locks
        self._lock: QLockFile | None = None
        self._seen: tuple[int, int] | None = None
        self.path: Path | None = None
        self.fingerprint: str | None = None

    @property
    def alone(self) -> bool:
        """True if no other window has the file; checked at every call."""
        if self._lock is None and self.path is not None:
            self._lock = take_lock(lock_path(self._locks, self.path))
        return self._lock is not None or self.path is None

    def watch_file(self, path: Path | None, known: str | None) -> None:
        """Watch a file with this content; None for no file."""
        if path != self.path:
            self.release_file()
        self.path, self.fingerprint = path, known
        self._seen = _read_stamp(path)

    def release_file(self) -> None:
        """Release the file for other windows."""
        if self._lock is not None:
            self._lock.unlock()
        self._lock, self.path, self.fingerprint = None, None, None

    def check_state(self, path: Path, *, glance: bool = False) -> State:
        """Return what happened to the file; with `glance`, first compare only size and time."""
        if path != self.path or self.fingerprint is None:
            return "same"
        stamp = _read_stamp(path)
        if glance and stamp is not None and stamp == self._seen:
            return "same"
        now = read_fingerprint(path)
        if now is None:
            return "gone"
        if now != self.fingerprint:
            return "changed"
        self._seen = stamp
        return "same"


def _read_stamp(path: Path | None) -> tuple[int, int] | None:
    if path is None:
        return None
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


class Leftovers(QObject):
    """Removes files that killed windows left, in the background, because drives may be slow.

    It removes only files that the program made, and only if the process that made them
    is gone. It never removes unsaved work.
    """

    def __init__(self, folders: Folders, parent: QObject) -> None:
        super().__init__(parent)
        self._folders = folders
        self._worker = Worker(self)

    @property
    def busy(self) -> bool:
        """True while the search is running."""
        return self._worker.busy

    def let_go(self) -> None:
        """Stop the search, and wait for its end."""
        self._worker.close()

    def clean_folders(self, others: Iterable[Path]) -> None:
        """Clean the program's own folders, and these folders in which events were saved."""
        own, beside = self._folders, tuple(dict.fromkeys(others))
        self._worker.start_job(lambda asked: _clean_folders(own, beside, asked))


def _clean_folders(own: Folders, others: Sequence[Path], monitor: Monitor) -> None:
    remove_leftovers(
        (own.journals, own.sheets, own.lists, *_find_within(own.backups), *others),
        monitor,
    )
    for folder in (own.locks, own.journals):
        for lock in sorted(_find_within(folder, "*.lock")):
            monitor.check()
            _remove_stale_lock(lock)


def _find_within(folder: Path, pattern: str = "*") -> list[Path]:
    try:
        return list(folder.glob(pattern))
    except OSError:
        return []


def _remove_stale_lock(path: Path) -> None:
    """Remove the lock of a process that is gone, unless another window has taken it."""
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    process = _find_holder(path)
    if process is not None and is_gone(process) and lock.tryLock(0):
        lock.unlock()


def _find_holder(path: Path) -> int | None:
    """Return the process id in a lock; None if there is none."""
    try:
        return int(path.read_bytes()[:20].split(b"\n")[0])
    except (OSError, ValueError):
        return None
