"""Who has a file open: a lock in the program's own folder for every file."""

import os
from pathlib import Path

from PySide6.QtCore import QLockFile

from uscalc.formats.storage.digest import compute_digest


def take_lock(path: Path) -> QLockFile | None:
    """Take a lock file; None where another window has it.

    A lock left by a process that is gone is taken over. Where no lock can be made at
    all, an unlocked one is given: a full disk must not keep anybody from working.
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
    """Return the lock of an event file, by the file whatever way it is named."""
    whole = os.path.normcase(os.path.realpath(path)).encode("utf-8", "surrogateescape")
    return folder / f"{compute_digest(whole)[:16]}.lock"
