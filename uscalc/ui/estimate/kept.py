"""The sheets of one person, a file each in the program's own folder."""

import contextlib
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from uscalc.document.sheet.table import SavedEstimate
from uscalc.formats.errors import FormatError
from uscalc.formats.shared.files import read_bytes, replace_file
from uscalc.ui.estimate.kept_file import format_sheet, parse_sheet
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.storage.folders import Folders
from uscalc.ui.storage.on_disk import lock_path, take_lock

MOST: Final = 20
"""Sheets that are kept; the oldest goes when there are more."""
SIZE: Final = 1_000_000
"""Bytes of a file; no sheet comes near."""
SOON: Final = 150
"""Milliseconds after a key until the sheet is written."""


class EstimateStore(QObject):
    """Saves the shown sheet, and lists the others, the newest first.

    A file that cannot be read as a sheet is neither changed nor listed. A sheet that
    another window shows isn't written by this one. `failed` reports once that nothing
    can be saved.
    """

    failed = Signal(str)

    def __init__(self, folders: Folders, parent: QObject) -> None:
        super().__init__(parent)
        self._folders = folders
        self._path: Path | None = None
        self._lock: QLockFile | None = None
        self._next: SavedEstimate | None = None
        self._told = False
        self._order = _WriteOrder()
        self._worker = Worker(self)
        self._worker.done.connect(self._report_problem)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._soon.timeout.connect(self._write_soon)

    @property
    def busy(self) -> bool:
        """True while a sheet is waiting to be written."""
        return self._soon.isActive() or self._worker.busy

    @property
    def path(self) -> Path | None:
        """The file of the sheet that is shown; None: it has none yet."""
        return self._path

    def iterate_sheets(self) -> Iterator[tuple[Path, SavedEstimate]]:
        """Yield every sheet that can be read, the one changed last first."""
        for path in _list_newest_first(self._folders.sheets):
            with contextlib.suppress(FormatError):
                sheet = parse_sheet(read_bytes(path, SIZE))
                if sheet is not None:
                    yield path, sheet

    def open_sheet(self, path: Path) -> bool:
        """Make a kept sheet the one that is written; false: another window has it."""
        lock = take_lock(lock_path(self._folders.locks, path))
        if lock is None:
            return False
        self.close_sheet()
        self._path, self._lock = path, lock
        return True

    def close_sheet(self) -> None:
        """Write what is still to be written; what comes now is another sheet."""
        self._write_pending()
        if self._lock is not None:
            self._lock.unlock()
        self._path, self._lock = None, None

    def save_soon(self, sheet: SavedEstimate) -> None:
        """Have the sheet written soon; an empty one is not."""
        if sheet.is_empty:
            # Without this an earlier state, typed before the sheet was emptied, would
            # be written.
            self._next = None
            self._soon.stop()
            return
        self._next = sheet
        self._soon.start()

    def delete_sheet(self, path: Path) -> None:
        """Delete a sheet permanently."""
        if path == self._path:
            self._next = None
            self._order.drop_requests()
            self.close_sheet()
        with contextlib.suppress(OSError):
            path.unlink()

    def close(self) -> None:
        """Write what is still to be written, and ends."""
        self.close_sheet()
        self._worker.close()

    # Writing

    def _choose_path(self) -> Path:
        """Return the file of the sheet; a new one, held against other windows."""
        if self._path is None:
            name = f"{time.time_ns():020d}-{secrets.token_hex(3)}.json"
            self._path = self._folders.sheets / name
            self._lock = take_lock(lock_path(self._folders.locks, self._path))
        return self._path

    def _write_soon(self) -> None:
        sheet, self._next = self._next, None
        if sheet is not None:
            turn = self._order.add_request(self._choose_path(), sheet)
            self._worker.start_job(lambda _wanted: self._order.write_request(turn))

    def _write_pending(self) -> None:
        """Write at once what is not written yet, be it on its way."""
        self._soon.stop()
        sheet, self._next = self._next, None
        if sheet is not None:
            self._order.add_request(self._choose_path(), sheet)
        self._report_problem(self._order.write_last())

    def _report_problem(self, problem: object) -> None:
        if isinstance(problem, str) and problem and not self._told:
            self._told = True
            self.failed.emit(problem)


class _WriteRequest(NamedTuple):
    """A sheet to write, and the number of the request."""

    number: int
    path: Path
    sheet: SavedEstimate


class _WriteOrder:
    """Writes from two threads, of which none may put an older sheet over a newer."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._given = self._done = 0
        self._last: _WriteRequest | None = None

    def add_request(self, path: Path, sheet: SavedEstimate) -> _WriteRequest:
        """Take what is to be written next."""
        self._given += 1
        self._last = _WriteRequest(self._given, path, sheet)
        return self._last

    def write_request(self, turn: _WriteRequest) -> str:
        """Write it unless something newer was; says what went wrong."""
        with self._guard:
            if turn.number <= self._done:
                return ""
            self._done = turn.number
            return _write_sheet(turn.path, turn.sheet)

    def write_last(self) -> str:
        """Write what was taken last, unless it is written."""
        return "" if self._last is None else self.write_request(self._last)

    def drop_requests(self) -> None:
        """Drop all requests that are still waiting."""
        with self._guard:
            self._done = self._given


def _write_sheet(path: Path, sheet: SavedEstimate) -> str:
    """Write a sheet whole or not at all; what went wrong, in words."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(path, format_sheet(sheet), 0o600)
        _remove_oldest(path)
    except (OSError, FormatError) as error:
        return f"This sheet cannot be kept: {error}"
    return ""


def _list_newest_first(folder: Path) -> list[Path]:
    found = []
    with contextlib.suppress(OSError):
        for path in folder.glob("*.json"):
            # It may have gone meanwhile.
            with contextlib.suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _remove_oldest(shown: Path) -> None:
    """Remove the oldest sheets beyond those that are kept."""
    others = [path for path in _list_newest_first(shown.parent) if path != shown]
    for path in others[MOST - 1 :]:
        with contextlib.suppress(OSError, FormatError):
            if parse_sheet(read_bytes(path, SIZE)) is not None:
                path.unlink()
