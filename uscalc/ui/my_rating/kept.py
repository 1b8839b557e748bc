"""The sheets of one person, a file each in the program's own folder."""

import contextlib
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from uscalc.document.sheet.kept import KeptSheet
from uscalc.formats.errors import FormatError
from uscalc.formats.storage.files import read_bytes, replace_file
from uscalc.ui.my_rating.kept_file import read_sheet, sheet_bytes
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.storage.folders import Folders
from uscalc.ui.storage.locks import lock_path, take

MOST: Final = 20
"""Sheets that are kept; the oldest goes when there are more."""
SIZE: Final = 1_000_000
"""Bytes of a file; no sheet comes near."""
SOON: Final = 150
"""Milliseconds after a key until the sheet is written."""


class Kept(QObject):
    """Keeps the sheet that is shown, and lists the others, the newest first.

    A file that cannot be read as a sheet is left as it is and shown to nobody. One that
    another window shows is not written by this one. `failed` says once that nothing
    can be kept.
    """

    failed = Signal(str)

    def __init__(self, folders: Folders, parent: QObject) -> None:
        super().__init__(parent)
        self._folders = folders
        self._path: Path | None = None
        self._lock: QLockFile | None = None
        self._next: KeptSheet | None = None
        self._told = False
        self._order = _Order()
        self._worker = Worker(self)
        self._worker.done.connect(self._written)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._soon.timeout.connect(self._write)

    @property
    def busy(self) -> bool:
        """Whether something is still to be written."""
        return self._soon.isActive() or self._worker.busy

    @property
    def path(self) -> Path | None:
        """The file of the sheet that is shown; None: it has none yet."""
        return self._path

    def every(self) -> Iterator[tuple[Path, KeptSheet]]:
        """Yield every sheet that can be read, the one changed last first."""
        for path in _newest_first(self._folders.sheets):
            with contextlib.suppress(FormatError):
                sheet = read_sheet(read_bytes(path, SIZE))
                if sheet is not None:
                    yield path, sheet

    def take(self, path: Path) -> bool:
        """Make a kept sheet the one that is written; false: another window has it."""
        lock = take(lock_path(self._folders.locks, path))
        if lock is None:
            return False
        self.leave()
        self._path, self._lock = path, lock
        return True

    def leave(self) -> None:
        """Write what is still to be written; what comes now is another sheet."""
        self._flush()
        if self._lock is not None:
            self._lock.unlock()
        self._path, self._lock = None, None

    def keep(self, sheet: KeptSheet) -> None:
        """Have the sheet written soon; an empty one is not."""
        if sheet.empty:
            # What was typed on the way to it is no sheet either.
            self._next = None
            self._soon.stop()
            return
        self._next = sheet
        self._soon.start()

    def remove(self, path: Path) -> None:
        """Remove a sheet for good."""
        if path == self._path:
            self._next = None
            self._order.drop()
            self.leave()
        with contextlib.suppress(OSError):
            path.unlink()

    def let_go(self) -> None:
        """Write what is still to be written, and ends."""
        self.leave()
        self._worker.close()

    # Writing

    def _target(self) -> Path:
        """Return the file of the sheet; a new one, held against other windows."""
        if self._path is None:
            name = f"{time.time_ns():020d}-{secrets.token_hex(3)}.json"
            self._path = self._folders.sheets / name
            self._lock = take(lock_path(self._folders.locks, self._path))
        return self._path

    def _write(self) -> None:
        sheet, self._next = self._next, None
        if sheet is not None:
            turn = self._order.turn(self._target(), sheet)
            self._worker.ask(lambda _wanted: self._order.write(turn))

    def _flush(self) -> None:
        """Write at once what is not written yet, be it on its way."""
        self._soon.stop()
        sheet, self._next = self._next, None
        if sheet is not None:
            self._order.turn(self._target(), sheet)
        self._written(self._order.write_last())

    def _written(self, problem: object) -> None:
        if isinstance(problem, str) and problem and not self._told:
            self._told = True
            self.failed.emit(problem)


class _Turn(NamedTuple):
    """What is to be written, and as the how manieth."""

    number: int
    path: Path
    sheet: KeptSheet


class _Order:
    """Writes from two threads, of which none may put an older sheet over a newer."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._given = self._done = 0
        self._last: _Turn | None = None

    def turn(self, path: Path, sheet: KeptSheet) -> _Turn:
        """Take what is to be written next."""
        self._given += 1
        self._last = _Turn(self._given, path, sheet)
        return self._last

    def write(self, turn: _Turn) -> str:
        """Write it unless something newer was; says what went wrong."""
        with self._guard:
            if turn.number <= self._done:
                return ""
            self._done = turn.number
            return _put(turn.path, turn.sheet)

    def write_last(self) -> str:
        """Write what was taken last, unless it is written."""
        return "" if self._last is None else self.write(self._last)

    def drop(self) -> None:
        """Have nothing more written of what was taken."""
        with self._guard:
            self._done = self._given


def _put(path: Path, sheet: KeptSheet) -> str:
    """Write a sheet whole or not at all; what went wrong, in words."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(path, sheet_bytes(sheet), 0o600)
        _thin(path)
    except (OSError, FormatError) as error:
        return f"This sheet cannot be kept: {error}"
    return ""


def _newest_first(folder: Path) -> list[Path]:
    found = []
    with contextlib.suppress(OSError):
        for path in folder.glob("*.json"):
            # It may have gone meanwhile.
            with contextlib.suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _thin(shown: Path) -> None:
    """Remove the oldest sheets beyond those that are kept."""
    others = [path for path in _newest_first(shown.parent) if path != shown]
    for path in others[MOST - 1 :]:
        with contextlib.suppress(OSError, FormatError):
            if read_sheet(read_bytes(path, SIZE)) is not None:
                path.unlink()
