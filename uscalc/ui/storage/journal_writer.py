"""Writes the recovery journal on a thread of its own, so that no key waits for a disk."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.native.journal import JournalSnapshot
from uscalc.formats.native.journal_writing import JournalFile

DELAY: Final = 0.2
"""Seconds from the first edit that is not in the journal to its writing."""


class JournalWriter:
    """Keeps one journal in step with the last snapshot given.

    Edits made while one is being written are written together afterwards. `failed` is
    called on the thread with a message for the user.
    """

    def __init__(self, path: Path, failed: Callable[[str], None]) -> None:
        self.path = path
        self._journal = JournalFile(path)
        self._failed = failed
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._next: JournalSnapshot | None = None
        self._remove = self._busy = self._ended = self._written = False
        self._due = 0.0

    def write_soon(self, snapshot: JournalSnapshot, at_once: bool = False) -> None:
        """Have a snapshot written soon; a later one takes its place."""
        with self._news:
            if self._next is None or at_once:
                self._due = time.monotonic() + (0 if at_once else DELAY)
            self._next, self._remove = snapshot, False
            self._start_thread()

    def remove_journal(self) -> None:
        """Have the journal removed: the work is saved or not wanted."""
        with self._news:
            if self._written or self._busy or self._next is not None:
                self._next, self._remove = None, True
                self._start_thread()

    def flush(self, seconds: float = 5.0) -> bool:
        """Wait until everything asked for is done; false where it is not."""
        with self._news:
            self._due = 0.0
            self._news.notify_all()
            return self._news.wait_for(self._is_idle, seconds)

    def close(self) -> None:
        """Do what was asked for and ends the thread."""
        with self._news:
            self._ended = True
            self._news.notify_all()
        if self._thread is not None:
            self._thread.join(10)

    def _is_idle(self) -> bool:
        return self._next is None and not self._remove and not self._busy

    def _start_thread(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run_jobs, name="journal", daemon=True
            )
            self._thread.start()
        self._news.notify_all()

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
                snapshot, self._next, self._remove = self._next, None, False
                self._busy = True
            self._run_job(snapshot)

    def _run_job(self, snapshot: JournalSnapshot | None) -> None:
        try:
            if snapshot is None:
                self._journal.remove_file()
                self._written = False
                return
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Set first: half a failure must be removed as well.
            self._written = True
            self._journal.write(snapshot)
        except (FormatError, OSError, ValueError) as error:
            if snapshot is not None:
                self._failed(str(error))
