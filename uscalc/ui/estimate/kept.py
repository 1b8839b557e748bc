"""The sheets of one person, a file each in the program's own folder."""

import contextlib
import secrets
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLockFile, QObject, Signal

from uscalc.document.sheet.section import SavedEstimate
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import read_bytes, replace_file
from uscalc.ui.estimate.kept_file import format_sheet, parse_sheet
from uscalc.ui.storage.file_writer import FileWriter
from uscalc.ui.storage.folders import Folders
from uscalc.ui.storage.on_disk import lock_path, take_lock

MOST: Final = 20
"""Sheets that are kept; the oldest goes when there are more."""
SIZE: Final = 1_000_000
"""Bytes of a file; no sheet comes near."""


class EstimateStore(QObject):
    """Keep the sheet that is shown, and list the others, the newest first.

    A file that cannot be read as a sheet is neither changed nor listed. A sheet that
    another window shows isn't written by this one. `failed` reports once that nothing
    can be saved.
    """

    failed = Signal(str)

    def __init__(self, folders: Folders, parent: QObject) -> None:
        super().__init__(parent)
        self._folders = folders
        self._lock: QLockFile | None = None
        self._writer: FileWriter[SavedEstimate] | None = None
        self._told = False

    @property
    def busy(self) -> bool:
        """True while a sheet is waiting to be written."""
        return self._writer is not None and self._writer.busy

    @property
    def path(self) -> Path | None:
        """The file of the sheet that is shown; None: it has none yet."""
        return None if self._writer is None else self._writer.path

    def iterate_sheets(self) -> Iterator[tuple[Path, SavedEstimate]]:
        """Yield every sheet that can be read, the one changed last first."""
        for path in _list_newest_first(self._folders.sheets):
            sheet = _read_sheet(path)
            if sheet is not None:
                yield path, sheet

    def open_sheet(self, path: Path) -> bool:
        """Make a kept sheet the one that is written; false: another window has it."""
        lock = take_lock(lock_path(self._folders.locks, path))
        if lock is None:
            return False
        self.close_sheet()
        self._begin_writing(path, lock)
        return True

    def close_sheet(self) -> None:
        """Write what is still to be written; what comes now is another sheet."""
        if self._writer is not None:
            self._writer.close()
        if self._lock is not None:
            self._lock.unlock()
        self._writer = self._lock = None

    def save_soon(self, sheet: SavedEstimate) -> None:
        """Have the sheet written soon; an empty one is not."""
        if not sheet.is_empty:
            writer = self._writer or self._begin_new_file()
            writer.write_soon(sheet)
        elif self._writer is not None:
            # Without this an earlier state, typed before the sheet was emptied, would
            # be written.
            self._writer.cancel_writing()

    def delete_sheet(self, path: Path) -> None:
        """Delete a sheet permanently."""
        if self._writer is not None and path == self._writer.path:
            self._writer.cancel_writing()
            self.close_sheet()
        with contextlib.suppress(OSError):
            path.unlink()

    # Writing

    def _begin_new_file(self) -> FileWriter[SavedEstimate]:
        """Begin a new file, held against other windows."""
        name = f"{time.time_ns():020d}-{secrets.token_hex(3)}.json"
        path = self._folders.sheets / name
        lock = take_lock(lock_path(self._folders.locks, path))
        return self._begin_writing(path, lock)

    def _begin_writing(
        self, path: Path, lock: QLockFile | None
    ) -> FileWriter[SavedEstimate]:
        self._lock = lock
        self._writer = FileWriter(
            path, partial(_write_sheet, path), path.unlink, self._report_problem
        )
        return self._writer

    def _report_problem(self, problem: str) -> None:
        if not self._told:
            self._told = True
            self.failed.emit(f"This sheet cannot be kept: {problem}")


def _write_sheet(path: Path, sheet: SavedEstimate) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    replace_file(path, format_sheet(sheet), 0o600)
    _remove_oldest(path)


def _read_sheet(path: Path) -> SavedEstimate | None:
    """Return the sheet in a file; None if it cannot be read as one."""
    try:
        return parse_sheet(read_bytes(path, SIZE))
    except FormatError:
        return None


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
        with contextlib.suppress(OSError):
            if _read_sheet(path) is not None:
                path.unlink()
