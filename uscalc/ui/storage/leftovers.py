"""Removes at the next start the files that killed windows left on the disk."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject

from uscalc.formats.shared.files import is_gone, remove_leftovers
from uscalc.monitor import Monitor
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.storage.folders import Folders


class Leftovers(QObject):
    """Looks beside the window, as a folder may be on a slow drive.

    Only what the program made itself is removed, and only where the process that made
    it is gone; unsaved work is none of it.
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
        """End the looking, and waits for that."""
        self._worker.close()

    def clean_folders(self, others: Iterable[Path]) -> None:
        """Clean the program's own folders, and these in which events were written."""
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
    """Remove a lock of a process that is gone; another window may have it by now."""
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    process = _find_holder(path)
    if process is not None and is_gone(process) and lock.tryLock(0):
        lock.unlock()


def _find_holder(path: Path) -> int | None:
    """Return the process that a lock names."""
    try:
        return int(path.read_bytes()[:20].split(b"\n")[0])
    except (OSError, ValueError):
        return None
