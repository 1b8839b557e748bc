"""Saved estimates: one file each in the program's folder, and the menu that lists them."""

import contextlib
import json
import secrets
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from uscalc.document.sheet.section import SavedEstimate
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import read_bytes
from uscalc.ui.estimate.split_pane import push_button
from uscalc.ui.session.file_on_disk import FileWriter, lock_path, take_lock
from uscalc.ui.session.folders import Folders, replace_own_file
from uscalc.ui.widgets.building import add_action, name_widget

MOST_ITEMS: Final = 500
"""The most lines and controls that are read from a file."""
LONGEST: Final = 40_000
"""The most characters of one text in a file."""


def format_sheet(sheet: SavedEstimate) -> bytes:
    """Return the content of a sheet's file."""
    parts = {
        "kind": "uscalc-sheet",
        "version": 1,
        "own": dict(sheet.own),
        "lines": [list(line) for line in sheet.lines],
        "target": sheet.target,
    }
    return (json.dumps(parts, ensure_ascii=True, indent=1) + "\n").encode("ascii")


def parse_sheet(data: bytes) -> SavedEstimate | None:
    """Return the estimate in a file; None if the file is damaged or another program's."""
    try:
        parts = json.loads(data)
    except (ValueError, RecursionError):
        return None
    match parts:
        case {
            "kind": "uscalc-sheet",
            "version": 1,
            "own": dict(own),
            "lines": list(lines),
            "target": str(target),
        } if (
            max(len(own), len(lines)) <= MOST_ITEMS
            and all(map(_is_text, own.values()))
            and all(map(_is_line, lines))
        ):
            return SavedEstimate(own, tuple((text, on) for text, on in lines), target)
    return None


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _is_line(value: object) -> bool:
    match value:
        case [text, None | "W" | "D" | "L"]:
            return _is_text(text)
    return False


MOST: Final = 20
"""The most sheets that are kept; beyond it, the oldest is removed."""
SIZE: Final = 1_000_000
"""The size of the largest file that is read, in bytes."""


class EstimateSheet(Protocol):
    """The estimate on the screen, as far as the list of saved estimates uses it."""

    def collect_state(self) -> SavedEstimate:
        """Return the entries of the sheet."""

    def show_sheet(self, sheet: SavedEstimate) -> None:
        """Show a sheet instead of the current one."""

    def clear_sheet(self) -> None:
        """Start a new, empty sheet."""

    def offer_rating(self, rating: str) -> None:
        """Offer the player's own rating from the last sheet."""

    def focus_first_field(self) -> None:
        """Focus the first field that is still needed."""

    def show_problem(self, problem: str) -> None:
        """Show why a sheet can't be saved or opened."""


class EstimateShelf(QObject):
    """Saves the shown sheet while the user types, and opens saved sheets.

    A file that cannot be read as a sheet is neither changed nor listed. A sheet that
    another window shows is not written. `failed` is emitted once if sheets can't be
    saved.
    """

    failed = Signal(str)

    def __init__(self, folders: Folders, sheet: EstimateSheet, parent: QWidget) -> None:
        super().__init__(parent)
        self._folders = folders
        self._sheet = sheet
        self._lock: QLockFile | None = None
        self._writer: FileWriter[SavedEstimate] | None = None
        self._problem_reported = self._quiet = False
        self.failed.connect(sheet.show_problem)
        self.button = push_button(
            "mySheets", "Saved est&imates", "Open or remove a saved estimate"
        )
        self.menu = name_widget(QMenu(self.button), "mySheetsMenu", "Saved estimates")
        self.menu.aboutToShow.connect(self._fill_menu)
        self.button.setMenu(self.menu)

    @property
    def busy(self) -> bool:
        """True while a sheet is waiting to be written."""
        return self._writer is not None and self._writer.busy

    def iterate_sheets(self) -> Iterator[tuple[Path, SavedEstimate]]:
        """Yield all readable sheets, the last changed first."""
        for path in _list_newest_first(self._folders.sheets):
            if (sheet := _read_sheet(path)) is not None:
                yield path, sheet

    def restore_last(self) -> None:
        """Show the last sheet, unless another window shows it."""
        if not any(self._show_sheet(*found) for found in self.iterate_sheets()):
            self.offer_last_rating()

    def offer_last_rating(self) -> None:
        """Offer the own rating of the sheet that was changed last."""
        ratings = (sheet.rating for _, sheet in self.iterate_sheets())
        self._sheet.offer_rating(next((rating for rating in ratings if rating), ""))

    def _show_sheet(self, path: Path, sheet: SavedEstimate) -> bool:
        """Show a saved sheet; return False if another window shows it."""
        lock = take_lock(lock_path(self._folders.locks, path))
        if lock is None:
            return False
        self.close_sheet()
        self._begin_writing(path, lock)
        self._quiet = True
        self._sheet.show_sheet(sheet)
        self._quiet = False
        return True

    def close(self) -> None:
        """Write pending changes, and stop."""
        self._quiet = True
        self.close_sheet()

    def close_sheet(self) -> None:
        """Write pending changes; the next entries go to another file."""
        if self._writer is not None:
            self._writer.close()
        if self._lock is not None:
            self._lock.unlock()
        self._writer = self._lock = None

    def save_soon(self) -> None:
        """Save the sheet's entries soon, unless it is empty."""
        if self._quiet:
            return
        sheet = self._sheet.collect_state()
        if not sheet.is_empty:
            writer = self._writer or self._begin_new_file()
            writer.write_soon(sheet)
        elif self._writer is not None:
            # Otherwise, an earlier state from before the sheet was emptied would be
            # written.
            self._writer.cancel_writing()

    # Writing

    def _begin_new_file(self) -> FileWriter[SavedEstimate]:
        """Return the writer of a new file, which is locked against other windows."""
        name = f"{time.time_ns():020d}-{secrets.token_hex(3)}.json"
        path = self._folders.sheets / name
        return self._begin_writing(
            path, take_lock(lock_path(self._folders.locks, path))
        )

    def _begin_writing(
        self, path: Path, lock: QLockFile | None
    ) -> FileWriter[SavedEstimate]:
        self._lock = lock
        self._writer = FileWriter(
            path, partial(_write_sheet, path), path.unlink, self._report_problem
        )
        return self._writer

    def _report_problem(self, problem: str) -> None:
        if not self._problem_reported:
            self._problem_reported = True
            self.failed.emit(f"uscalc cannot save this estimate: {problem}")

    # The menu

    def _fill_menu(self) -> None:
        self.menu.clear()
        every = tuple(self.iterate_sheets())
        if not every:
            self.menu.addAction("No saved estimates yet").setEnabled(False)
            return
        for path, sheet in every:
            opens = partial(self._open_sheet, path, sheet)
            action = add_action(self.menu, "mySheet", _escape_name(sheet), opens)
            action.setCheckable(True)
            action.setChecked(self._shows(path))
        self.menu.addSeparator()
        removing = name_widget(self.menu.addMenu("Remove"), "mySheetsRemove")
        for path, sheet in every:
            removes = partial(self._remove_sheet, path)
            add_action(removing, "mySheetRemoved", _escape_name(sheet), removes)

    def _shows(self, path: Path) -> bool:
        return self._writer is not None and self._writer.path == path

    def _open_sheet(self, path: Path, sheet: SavedEstimate) -> None:
        if self._shows(path):
            return
        if self._show_sheet(path, sheet):
            self._sheet.focus_first_field()
        else:
            self._sheet.show_problem(
                "This estimate is open in another window. Close that window first."
            )

    def _remove_sheet(self, path: Path) -> None:
        """Delete a sheet permanently; if it is shown, start a new one."""
        shown = self._shows(path)
        if shown and self._writer is not None:
            self._writer.cancel_writing()
            self.close_sheet()
        with contextlib.suppress(OSError):
            path.unlink()
        if shown:
            self._sheet.clear_sheet()


def _write_sheet(path: Path, sheet: SavedEstimate) -> None:
    replace_own_file(path, format_sheet(sheet))
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
            # The file may have been removed meanwhile.
            with contextlib.suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _remove_oldest(shown: Path) -> None:
    """Remove the oldest sheets if there are more than `MOST`."""
    others = [path for path in _list_newest_first(shown.parent) if path != shown]
    for path in others[MOST - 1 :]:
        with contextlib.suppress(OSError):
            if _read_sheet(path) is not None:
                path.unlink()


def _escape_name(sheet: SavedEstimate) -> str:
    """Return the name of a sheet as a menu needs it."""
    return sheet.name.replace("&", "&&")
