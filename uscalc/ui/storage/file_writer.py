"""Write a file on its own thread, so that no key press waits for a disk."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

from uscalc.formats.opened import FormatError

DELAY: Final = 0.2
"""Seconds from the first unwritten edit until the file is written."""
Content = TypeVar("Content")


class FileWriter(Generic[Content]):
    """Writes the latest content to one file.

    If several contents arrive while one is being written, only the last of them is
    written. `write`, `remove` and `failed` (with the message to show) are called on the
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
        """Leave the file unchanged, and drop the content that is not written yet."""
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
            # Set first: half a failure must be removed as well.
            self._written = True
            self._write(content)
        except (FormatError, OSError, ValueError) as error:
            if content is not None:
                self._failed(str(error))
