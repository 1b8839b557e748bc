"""Save unsaved work in a journal, and offer to restore it after a crash."""

import datetime as dt
import os
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QLockFile, Signal

from uscalc.counted import format_day, make_sentence
from uscalc.document.history import History
from uscalc.formats.native.journal import (
    JournalSnapshot,
    discard_journal,
    journal_path,
    list_journals,
    read_snapshot,
    set_journal_aside,
)
from uscalc.formats.native.journal_writing import JournalFile
from uscalc.formats.native.reader import KEY
from uscalc.formats.opened import FormatError
from uscalc.ui.files.files import FileController
from uscalc.ui.files.loading import NEW, LoadRequest, rate_event
from uscalc.ui.frame.frame import MainFrame, WindowController
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.file_on_disk import FileWriter, take_lock
from uscalc.ui.session.folders import VARIABLE
from uscalc.ui.session.window_ratings import WindowRatings
from uscalc.ui.widgets.message_bar import unsaved_of


class UnsavedWork(Struct, frozen=True):
    """A journal whose window is gone, and the lock that keeps other windows away from it."""

    path: Path
    snapshot: JournalSnapshot
    lock: QLockFile


class RecoveryController(WindowController):
    """Manages the window's own journal, and the journals that earlier windows left."""

    _trouble = Signal(str)

    def __init__(self, window: MainFrame, files: FileController) -> None:
        super().__init__(window)
        self._folder = window.folders.journals
        self._files = files
        self._problem_reported = False
        own = journal_path(self._folder, f"{os.getpid()}-{os.urandom(4).hex()}")
        self._lock: QLockFile | None = None
        journal = JournalFile(own)
        self.writer = FileWriter(
            own, journal.write, journal.remove_file, self._trouble.emit
        )
        self._left: list[UnsavedWork] = []
        self._trouble.connect(self._report_problem)
        connect_each(
            self._update_journal,
            self._session.after_edit,
            self._session.opened,
            self._session.filed,
        )

    # The window's own journal

    def _update_journal(self) -> None:
        past = self._session.history.past
        if past.names or past.saved is None:
            first = self._lock is None
            if first:
                self._lock = take_lock(_get_lock_path(self.writer.path))
            snapshot = JournalSnapshot(
                past,
                self._session.path,
                self._files.on_disk.fingerprint,
                dt.datetime.now().astimezone(),
            )
            self.writer.write_soon(snapshot, at_once=first)
        else:
            self.writer.remove_file()

    def _report_problem(self, reason: str) -> None:
        if not self._problem_reported:
            self._problem_reported = True
            self._messages.show_message(
                f"Crash recovery is off: {make_sentence(reason)} Save your work often, "
                f"or set {VARIABLE} to a folder that you can write to."
            )

    def flush(self, seconds: float = 5.0) -> bool:
        """Write the journal, and return whether it was written in time."""
        self._update_journal()
        return self.writer.flush(seconds)

    def close(self, keep: bool = False) -> None:
        """Close the journal; remove it unless `keep` is True."""
        if keep:
            # The last edit may not be in the journal yet, because it was never painted.
            self._update_journal()
        else:
            self.writer.remove_file()
        self.writer.close()
        for left in self._left:
            left.lock.unlock()
        self._left = []
        if self._lock is not None:
            self._lock.unlock()

    # Journals of earlier windows

    def offer_unsaved_work(self) -> bool:
        """Look for unsaved work and offer the newest; return False if there is none."""
        damaged = self._find_unsaved_work()
        if damaged:
            self._messages.ask_question(
                "damaged",
                (
                    "A recovery file from an earlier session is damaged. It was kept "
                    f"as {damaged[0]}. Open your last saved file instead."
                ),
                (),
                error=True,
            )
        if self._left:
            self._ask_about_work(self._left[0])
        return bool(self._left)

    def _find_unsaved_work(self) -> list[Path]:
        """Find the journals of windows that are gone; return those that are damaged."""
        damaged = []
        known = {self.writer.path, *(left.path for left in self._left)}
        for path in list_journals(self._folder):
            lock = None if path in known else take_lock(_get_lock_path(path))
            if lock is None:
                continue
            try:
                snapshot = read_snapshot(path)
            except FormatError:
                damaged += _set_aside(path)
                lock.unlock()
                continue
            if _is_saved(snapshot):
                self._resume_saved_work(snapshot)
                discard_journal(path)
                lock.unlock()
            else:
                self._left.append(UnsavedWork(path, snapshot, lock))
        return damaged

    def _resume_saved_work(self, snapshot: JournalSnapshot) -> None:
        """Restore the undo steps of saved work if its file is open again.

        No question is needed, because the document is the one that is shown.
        """
        session, past = self._session, snapshot.past
        if (
            past.names
            and session.path == snapshot.source
            and session.history.past.names == ()
            and session.document == snapshot.document
        ):
            session.show_history(
                History.from_state(replace(past, saved=past.place)), session.path
            )

    def _ask_about_work(self, left: UnsavedWork) -> None:
        snapshot, others = left.snapshot, len(self._left) - 1
        file = f" ({snapshot.source.name})" if snapshot.source else ""
        more = f" {others} more to recover after this." if others else ""
        damage = f" {snapshot.damage}" if snapshot.damage else ""
        name = snapshot.document.name or "Unnamed event"
        self._messages.ask_question(
            unsaved_of(snapshot.source),
            (
                f"{name}{file} closed unexpectedly. Unsaved changes from "
                f"{_format_time(snapshot.written)} can be recovered.{damage}{more}"
            ),
            (
                (
                    "Restore",
                    lambda: self._files.saving.run_unless_unsaved(
                        lambda: self._restore_work(left)
                    ),
                ),
                ("Discard", lambda: self._discard_work(left)),
            ),
            # The two answers are the only ways to close it.
            closable=False,
        )

    def _restore_work(self, left: UnsavedWork) -> None:
        history, rulebook = (
            History.from_state(left.snapshot.past),
            self._session.rulebook,
        )
        self._files.arriving.request_load(
            LoadRequest(
                "Restoring unsaved work",
                (
                    "Unsaved work is ready. You made changes while it was loading. "
                    "Open it now?"
                ),
                lambda asked: rate_event(
                    history.document, rulebook, asked, asked.report_progress
                ),
                lambda live: self._show_restored(left, history, live),
                lambda error: self._messages.show_message(str(error)),
                self._files.saving.run_unless_unsaved,
            )
        )

    def _show_restored(
        self, left: UnsavedWork, history: History, live: WindowRatings
    ) -> None:
        snapshot = left.snapshot
        self._files.on_disk.watch_file(snapshot.source, snapshot.on_disk)
        self._session.show_history(history, snapshot.source, live)
        self._files.opening.name_space(KEY if snapshot.source else NEW)
        # Remove the old journal only after the new one is on disk.
        if self.writer.flush() and self.writer.path.exists():
            if snapshot.damage:
                _set_aside(left.path)
            self._discard_work(left)
        if (
            snapshot.source is not None
            and self._files.on_disk.check_state(snapshot.source) != "same"
        ):
            self._messages.show_message(
                (
                    f"{snapshot.source.name} has changed since you started these "
                    "edits. When you save, you choose which version to keep."
                ),
                error=False,
            )

    def _discard_work(self, left: UnsavedWork) -> None:
        discard_journal(left.path)
        left.lock.unlock()
        self._left = [other for other in self._left if other is not left]
        if self._left:
            self._ask_about_work(self._left[0])


def _get_lock_path(journal: Path) -> Path:
    return journal.with_suffix(".lock")


def _set_aside(path: Path) -> list[Path]:
    try:
        return [set_journal_aside(path)]
    except OSError:
        return [path]


def _is_saved(snapshot: JournalSnapshot) -> bool:
    """Return whether all work in the journal was saved.

    The program may have ended between saving the file and recording this. Later changes
    to the file come from another program.
    """
    if snapshot.source is None:
        return False
    from uscalc.formats import open_event

    past = snapshot.past
    if past.saved == past.place and snapshot.source.is_file():
        return True
    try:
        return open_event(snapshot.source).document == snapshot.document
    except FormatError:
        return False


def _format_time(written: dt.datetime) -> str:
    local = written.astimezone()
    clock = f"{local:%I:%M %p}".removeprefix("0")
    return (
        f"today, {clock}"
        if local.date() == dt.datetime.now().astimezone().date()
        else f"{format_day(local)}, {clock}"
    )
