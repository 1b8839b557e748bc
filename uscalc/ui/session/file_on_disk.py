"""The state of the event's file on disk, its lock, and files that killed windows left behind."""

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, Generic, Literal, TypeVar

from PySide6.QtCore import QLockFile, QObject

from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import (
    compute_digest,
    is_gone,
    read_fingerprint,
    remove_leftovers,
)
from uscalc.monitor import Monitor
from uscalc.ui.scheduling import Worker
from uscalc.ui.session.folders import Folders


def take_lock(path: Path) -> QLockFile | None:
    """Take a lock file; return None if another window has it.

    A lock of a process that has ended is replaced. If no lock can be made, for example
    on a full disk, return an unlocked one, so that the user can continue.
    """
    lock = QLockFile(str(path))
    # A lock never expires by its age, because a window may be open for days.
    lock.setStaleLockTime(0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return lock
    taken = lock.tryLock(0) or lock.error() != QLockFile.LockError.LockFailedError
    return lock if taken else None


def lock_path(folder: Path, path: Path) -> Path:
    """Return the lock of an event file; it is the same for all paths of one file."""
    whole = os.path.normcase(os.path.realpath(path)).encode("utf-8", "surrogateescape")
    return folder / f"{compute_digest(whole)[:16]}.lock"


State = Literal["same", "changed", "gone"]


class FileOnDisk:
    """Remembers the content of a file, by its fingerprint, and holds the file's lock."""

    def __init__(self, locks: Path) -> None:
        self._locks = locks
        self._lock: QLockFile | None = None
        self._seen: tuple[int, int] | None = None
        self.path: Path | None = None
        self.fingerprint: str | None = None

    @property
    def alone(self) -> bool:
        """True if no other window has the file; checked each time."""
        if self._lock is None and self.path is not None:
            self._lock = take_lock(lock_path(self._locks, self.path))
        return self._lock is not None or self.path is None

    def watch_file(self, path: Path | None, known: str | None) -> None:
        """Watch a file that has this content; None watches no file."""
        if path != self.path:
            self.release_file()
        self.path, self.fingerprint = path, known
        self._seen = _read_stamp(path)

    def release_file(self) -> None:
        """Release the file's lock for other windows."""
        if self._lock is not None:
            self._lock.unlock()
        self._lock, self.path, self.fingerprint = None, None, None

    def check_state(self, path: Path, *, glance: bool = False) -> State:
        """Return what happened to the file; if `glance`, only if size or time have changed."""
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
    """Removes files that killed windows left behind, in the background.

    It removes only files that the program made, and only if the process that made them
    has ended. It never removes unsaved work.
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
        """Stop the search, and wait until it has ended."""
        self._worker.close()

    def clean_folders(self, others: Iterable[Path]) -> None:
        """Clean the program's own folders, and other folders in which events were saved."""
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
    """Remove the lock of a process that has ended, unless another window has taken it."""
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    process = _find_holder(path)
    if process is not None and is_gone(process) and lock.tryLock(0):
        lock.unlock()


def _find_holder(path: Path) -> int | None:
    """Return the process ID in a lock, or None."""
    try:
        return int(path.read_bytes()[:20].split(b"\n")[0])
    except (OSError, ValueError):
        return None


DELAY: Final = 0.2
"""The file is written this many seconds after the first unwritten edit."""
Content = TypeVar("Content")


class FileWriter(Generic[Content]):
    """Writes the latest content to one file, in a thread.

    If several contents arrive while one is being written, only the last of them is
    written. `write`, `remove` and `failed` (with the message to show) are called in the
    thread.
    """

    def __init__(
        self,
        path: Path,
        write: Callable[[Content], object],
        remove: Callable[[], object],
        failed: Callable[[str], object],
    ) -> None:
        self.path = path
        self._write, self._remove_file, self._failed = write, remove, failed
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._next: Content | None = None
        self._remove = self._busy = self._ended = self._written = False
        self._due = 0.0

    @property
    def busy(self) -> bool:
        """True if something is still to be written or removed."""
        with self._news:
            return self._next is not None or self._remove or self._busy

    def write_soon(self, content: Content, at_once: bool = False) -> None:
        """Schedule writing a content; a later content replaces it."""
        with self._news:
            if self._next is None or at_once:
                self._due = time.monotonic() + (0 if at_once else DELAY)
            self._next, self._remove = content, False
            if self._thread is None:
                self._start_thread()
            self._news.notify_all()

    def cancel_writing(self) -> None:
        """Leave the file unchanged, and drop content that is not written yet."""
        with self._news:
            self._next = None
            self._news.notify_all()

    def remove_file(self) -> None:
        """Schedule removing the file, because its content is saved elsewhere or not wanted."""
        with self._news:
            if self._written or self._busy or self._next is not None:
                self._next, self._remove = None, True
                if self._thread is None:
                    self._start_thread()
                self._news.notify_all()

    def flush(self, seconds: float = 5.0) -> bool:
        """Wait until all scheduled work is done; return False if it is not done in time."""
        with self._news:
            self._due = 0.0
            self._news.notify_all()
            return self._news.wait_for(lambda: not self.busy, seconds)

    def close(self) -> None:
        """Do the scheduled work, and end the thread."""
        with self._news:
            self._ended = True
            self._news.notify_all()
        if self._thread is not None:
            self._thread.join(10)

    def _start_thread(self) -> None:
        self._thread = threading.Thread(
            target=self._run_jobs, name=self.path.name, daemon=True
        )
        self._thread.start()

    def _run_jobs(self) -> None:
        while True:
            with self._news:
                self._busy = False
                self._news.notify_all()
                self._news.wait_for(
                    lambda: self._next is not None or self._remove or self._ended
                )
                while self._next is not None and not self._ended:
                    left = self._due - time.monotonic()
                    if left <= 0:
                        break
                    self._news.wait(left)
                if self._next is None and not self._remove:
                    if self._ended:
                        return
                    continue
                content, self._next, self._remove = self._next, None, False
                self._busy = True
            self._run_job(content)

    def _run_job(self, content: Content | None) -> None:
        try:
            if content is None:
                self._remove_file()
                self._written = False
                return
            # Set this first, because a file that is written only in part must be removed too.
            self._written = True
            self._write(content)
        except (FormatError, OSError, ValueError) as error:
            if content is not None:
                self._failed(str(error))
