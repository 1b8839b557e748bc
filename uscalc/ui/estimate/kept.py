"""Saved estimates: a file each in the program's own folder, and the menu that lists them."""

import contextlib
import json
import secrets
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QLockFile, QObject, Qt, Signal
from PySide6.QtWidgets import QMenu

from uscalc.document.sheet.section import SavedEstimate
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import read_bytes, replace_file
from uscalc.ui.storage.file_writer import FileWriter
from uscalc.ui.storage.folders import Folders
from uscalc.ui.storage.on_disk import lock_path, take_lock
from uscalc.ui.widgets.labels import make_plain_button

KIND: Final = "uscalc-sheet"
VERSION: Final = 1
MOST_ITEMS: Final = 500
"""The most lines and controls that are read from a file."""
LONGEST: Final = 40_000
"""Characters of one text."""


def format_sheet(sheet: SavedEstimate) -> bytes:
    """Return a sheet in the form of its file."""
    said = {
        "kind": KIND,
        "version": VERSION,
        "own": dict(sheet.own),
        "lines": [list(line) for line in sheet.lines],
        "target": sheet.target,
    }
    return (json.dumps(said, ensure_ascii=True, indent=1) + "\n").encode("ascii")


def parse_sheet(data: bytes) -> SavedEstimate | None:
    """Return the sheet in a file; None where it is damaged, or another program's."""
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or said.get("kind") != KIND:
        return None
    own, lines, target = said.get("own"), said.get("lines"), said.get("target")
    if not (
        said.get("version") == VERSION
        and isinstance(target, str)
        and isinstance(own, dict)
        and len(own) <= MOST_ITEMS
        and all(_is_text(text) for text in own.values())
        and isinstance(lines, list)
        and len(lines) <= MOST_ITEMS
        and all(_is_line(line) for line in lines)
    ):
        return None
    return SavedEstimate(own, tuple((text, letter) for text, letter in lines), target)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _is_line(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and _is_text(value[0])
        and (value[1] is None or value[1] in ("W", "D", "L"))
    )


MOST: Final = 20
"""The number of saved sheets; beyond it the oldest is removed."""
SIZE: Final = 1_000_000
"""The largest file read, in bytes."""


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
        """The file of the shown sheet; None if it has none yet."""
        return None if self._writer is None else self._writer.path

    def iterate_sheets(self) -> Iterator[tuple[Path, SavedEstimate]]:
        """Yield every sheet that can be read, the one changed last first."""
        for path in _list_newest_first(self._folders.sheets):
            sheet = _read_sheet(path)
            if sheet is not None:
                yield path, sheet

    def open_sheet(self, path: Path) -> bool:
        """Open a saved sheet for writing; return False if another window has it."""
        lock = take_lock(lock_path(self._folders.locks, path))
        if lock is None:
            return False
        self.close_sheet()
        self._begin_writing(path, lock)
        return True

    def close_sheet(self) -> None:
        """Write pending changes; the next entries belong to another sheet."""
        if self._writer is not None:
            self._writer.close()
        if self._lock is not None:
            self._lock.unlock()
        self._writer = self._lock = None

    def save_soon(self, sheet: SavedEstimate) -> None:
        """Save the sheet soon, unless it is empty."""
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
        if not self._told:
            self._told = True
            self.failed.emit(f"uscalc cannot save this estimate: {problem}")


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


class EstimateForm(Protocol):
    """The interface of the sheet that the shelf uses."""

    def collect_state(self) -> SavedEstimate:
        """Return the state of the sheet."""

    def show_sheet(self, sheet: SavedEstimate) -> None:
        """Show a sheet in place of the current one."""

    def offer_rating(self, rating: str) -> None:
        """Offer an own rating for an empty sheet."""

    def clear_sheet(self) -> None:
        """Start a new sheet."""

    def focus_first_field(self) -> None:
        """Focus its first field."""

    def show_message(self, words: str) -> None:
        """Show a message about it."""


class EstimateShelf(QObject):
    """Saves the sheet while the user types, and shows others in its place."""

    def __init__(self, folders: Folders, sheet: EstimateForm, parent: QObject) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self.kept = EstimateStore(folders, self)
        self.kept.failed.connect(sheet.show_message)
        self._quiet = False
        self.button = make_plain_button(
            "mySheets", "Saved est&imates", "Open or remove a saved estimate"
        )
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu = QMenu(self.button)
        self.menu.setObjectName("mySheetsMenu")
        self.menu.setAccessibleName("Saved estimates")
        self.menu.aboutToShow.connect(self._fill_menu)
        self.button.setMenu(self.menu)

    def restore_last(self) -> None:
        """Show the sheet that was shown last, unless another window has it."""
        for path, sheet in self.kept.iterate_sheets():
            if self.kept.open_sheet(path):
                self._show_sheet(sheet)
                return
        self.offer_last_rating()

    def save_soon(self) -> None:
        """Save the sheet's entries soon."""
        if not self._quiet:
            self.kept.save_soon(self._sheet.collect_state())

    def offer_last_rating(self) -> None:
        """Offer the own rating of the sheet that was changed last."""
        ratings = (sheet.rating for _, sheet in self.kept.iterate_sheets())
        self._sheet.offer_rating(next((rating for rating in ratings if rating), ""))

    def close(self) -> None:
        """Write pending changes, and stop."""
        self._quiet = True
        self.kept.close_sheet()

    def _show_sheet(self, sheet: SavedEstimate) -> None:
        self._quiet = True
        self._sheet.show_sheet(sheet)
        self._quiet = False

    # The menu

    def _fill_menu(self) -> None:
        self.menu.clear()
        every = tuple(self.kept.iterate_sheets())
        for path, sheet in every:
            action = self.menu.addAction(_make_menu_text(sheet))
            action.setObjectName("mySheet")
            action.setCheckable(True)
            action.setChecked(path == self.kept.path)
            action.triggered.connect(
                lambda _on=False, at=path, what=sheet: self._open_sheet(at, what)
            )
        if not every:
            action = self.menu.addAction("No saved estimates yet")
            action.setEnabled(False)
            return
        self.menu.addSeparator()
        removing = self.menu.addMenu("Remove")
        removing.setObjectName("mySheetsRemove")
        for path, sheet in every:
            action = removing.addAction(_make_menu_text(sheet))
            action.setObjectName("mySheetRemoved")
            action.triggered.connect(lambda _on=False, at=path: self._remove_sheet(at))

    def _open_sheet(self, path: Path, sheet: SavedEstimate) -> None:
        if path == self.kept.path:
            return
        if self.kept.open_sheet(path):
            self._show_sheet(sheet)
            self._sheet.focus_first_field()
        else:
            self._sheet.show_message(
                "This estimate is open in another window. Close that window first."
            )

    def _remove_sheet(self, path: Path) -> None:
        shown = path == self.kept.path
        self.kept.delete_sheet(path)
        if shown:
            self._sheet.clear_sheet()


def _make_menu_text(sheet: SavedEstimate) -> str:
    return sheet.name.replace("&", "&&")
