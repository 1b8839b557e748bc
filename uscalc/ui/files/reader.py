"""Read a linked file that another program may be writing, and merge it when it changes."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QFileSystemWatcher, QObject, Signal
from PySide6.QtWidgets import QApplication

from uscalc.document.findings import Finding, describe_place, join_names
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.document.model import Document
from uscalc.formats import FormatError, open_event
from uscalc.formats.opened import OpenedEvent
from uscalc.monitor import Monitor
from uscalc.ui.scheduling import (
    DEAD,
    JobMonitor,
    Worker,
    connect_each,
    make_timer,
)
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar, unsaved_of

_AFTER_ROUND: Final = re.compile(r"\.s\dc", re.IGNORECASE | re.ASCII)
"""The suffixes of the files that SwissSys writes after each round."""

FileStamp = tuple[tuple[str, int, int], ...]
"""The names, times and sizes of an event's files."""
TournamentTest = Callable[[Document], bool]
"""Tests whether a document is the linked tournament."""


class FileReading(Struct, frozen=True):
    """The event that was read from the file; `path` is the file."""

    path: Path
    opened: OpenedEvent
    stamp: FileStamp


ReadOutcome = FileReading | str | None
"""The reading, or why the file can't be read (an empty text if it is missing), or None
if unchanged."""


def list_candidates(path: str, own: Path | None) -> tuple[Path, ...]:
    """Return the places where the linked file may be: its path, and the event's own folder."""
    name = re.split(r"[\\/]", path)[-1]
    beside = () if own is None or not name else (own.parent / name,)
    return tuple(dict.fromkeys((Path(path), *beside)))


def read_if_changed(
    paths: Sequence[Path],
    end_date: dt.date | None,
    seen: FileStamp | None,
    is_same_tournament: TournamentTest,
) -> ReadOutcome:
    """Read the first existing file, unless it is unchanged since `seen`.

    If several tournaments have files with this name, the one that passes the test
    `meant` is read.
    """
    for path in paths:
        before = make_stamp(path)
        if not before:
            continue
        if before == seen:
            return None
        try:
            file, opened = _open_file(path, end_date, is_same_tournament)
        except FormatError as error:
            place = f"{error.place}: " if error.place else ""
            return f"{place}{error.message}. {error.remedy}"
        return (
            "the file is being saved"
            if make_stamp(path) != before
            else FileReading(file, opened, before)
        )
    return ""


def _open_file(
    path: Path, end_date: dt.date | None, is_same_tournament: TournamentTest
) -> tuple[Path, OpenedEvent]:
    """Read the file; of SwissSys files after each round, read the newest.

    Any of those files may be linked, even one that no longer exists.
    """
    if _is_after_round(path):
        from uscalc.formats.swisssys.rounds import find_newest

        if (found := find_newest(path, is_same_tournament, end_date)) is not None:
            return found
    return path, open_event(path, end_date)


def make_stamp(path: Path) -> FileStamp:
    """Return the stamp of a file, or of all files of a rating report; empty if there are none."""
    try:
        stamps = [(p.name, p.stat()) for p in _list_files(path)]
    except (OSError, ValueError):
        return ()
    chosen = path.is_dir() or path.name in {name for name, _ in stamps}
    return (
        ()
        if not chosen and not _is_after_round(path)
        else tuple((name, s.st_mtime_ns, s.st_size) for name, s in stamps)
    )


def _list_files(path: Path) -> list[Path]:
    """Return all files of the rating report that a file or folder belongs to."""
    if path.is_dir():
        return sorted(p for p in path.iterdir() if p.is_file())
    if path.suffix.lower() == ".dbf":
        return [p for p in sorted(path.parent.iterdir()) if p.suffix.lower() == ".dbf"]
    if _is_after_round(path):
        from uscalc.formats.swisssys.rounds import list_round_files

        return list(list_round_files(path))
    return [path]


def _is_after_round(path: Path) -> bool:
    return _AFTER_ROUND.fullmatch(path.suffix) is not None


FOLLOWED: Final = {
    "swisssys": "SwissSys",
    "swisssys-round": "SwissSys",
    "wintd": "WinTD",
    "report-2c": "the rating report",
    "trf": "the tournament report",
    "csv": "the table",
    "xlsx": "the table",
}
"""The formats that a pairing program saves repeatedly, and the program's name in the undo list."""


def is_user_busy(session: Session, messages: MessageBar) -> bool:
    """Return whether the user is typing, or is asked about unsaved work.

    A merge before the answer would count as the user's own change.
    """
    path, app = session.path, QApplication
    return (
        app.activeModalWidget() is not None
        or (path is not None and messages.has_question(unsaved_of(path)))
        or (app.activeWindow() is not None and session.pending.typing)
    )


class MergeJob(Struct, frozen=True):
    """A finished merge, the document that it started from, and the name of the edit."""

    before: Document
    merged: MergeResult
    name: str


def run_merge(
    document: Document,
    reading: FileReading,
    base: Document,
    name: str,
    theirs: bool,
    asked: JobMonitor,
) -> MergeJob:
    """Merge a reading into the document; if `theirs` is True, the file wins every conflict."""
    fresh = reading.opened.document
    source = FOLLOWED.get(reading.opened.format, reading.path.name)
    monitor = make_progress_pause(asked, document, fresh)
    merged = merge_file(
        document, fresh, base, source, take_theirs=theirs, monitor=monitor
    )
    return MergeJob(document, merged, name or merged.edit.name)


def make_progress_pause(
    asked: JobMonitor, document: Document, fresh: Document
) -> Monitor:
    """Return a monitor that shows the progress of a merge, counted in players."""
    players = sum(len(s.players) for d in (document, fresh) for s in d.sections)
    done = 0

    def count_player() -> bool:
        nonlocal done
        done += 1
        asked.report_progress(f"{min(done * 100 // max(players, 1), 99)} %")
        return asked.is_canceled()

    return Monitor(count_player)


def describe_differences(
    name: str, document: Document, findings: Sequence[Finding]
) -> str:
    """Describe where the linked file and the typed facts differ, and which are used."""
    places = [describe_place(document, finding) for finding in findings]
    first = findings[0].message
    # If it is the only one, its place is already named.
    where = f"{places[0]}: {first}" if len(places) > 1 else first
    return (
        f"{name} and your edits disagree on {join_names(places)}. Your "
        f"edits are kept for now. {where[:1].upper()}{where[1:]}."
    )


CALM: Final = 200
POLL: Final = 2000
RETRY: Final = 300
PATIENCE: Final = 4000
"""Milliseconds without a change before the file is read; between two checks, for drives
that announce no change; until a half-written file is tried again; and until a missing
or unreadable file is reported."""


class FileWatcher(QObject):
    """Watches one file.

    `read` is emitted with a `FileReading`, `trouble` with the reason if it cannot be
    read, which is empty if the file doesn't exist, and `looked` whenever it was
    checked. `meant` returns the test for the linked tournament. The file is read in a
    thread. A file that is saved by renaming, or on a drive that announces no changes,
    is found by watching its folder and by polling.
    """

    read = Signal(object)
    trouble = Signal(str)
    looked = Signal()

    def __init__(
        self, is_same_tournament: Callable[[], TournamentTest], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._meant = is_same_tournament
        self.paths: tuple[Path, ...] = ()
        """The places where the file may be; empty without a linked file."""
        self._end: dt.date | None = None
        self._seen: FileStamp | None = None
        self._trouble_reported = False
        self._watcher = QFileSystemWatcher(self)
        changes = self._watcher.fileChanged, self._watcher.directoryChanged
        connect_each(self._wait_for_calm, *changes)
        self._calm = make_timer(self, CALM, self._read_beside)
        self._retry = make_timer(self, RETRY, self._read_beside)
        self.poll = make_timer(self, POLL, self._read_beside, repeats=True)
        "Checks the file even if no change was announced."
        self.patience = make_timer(self, PATIENCE, self._report_trouble)
        "Runs while the file can't be read, until that is reported."
        self._worker = Worker(self, self._receive_outcome, patience=DEAD)
        self._reason: str | None = None
        """The reason why the file can't be read; empty if it is missing, None if it was read."""

    def watch_file(self, paths: Sequence[Path], end: dt.date | None) -> None:
        """Watch a file, and read it soon."""
        self.stop_watching()
        self.paths, self._end = tuple(paths), end
        self._seen = None
        self.poll.start()
        self._read_beside()

    def stop_watching(self) -> None:
        """Stop watching."""
        for timer in (self._calm, self._retry, self.poll, self.patience):
            timer.stop()
        self._worker.drop_job()
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self.paths = ()
        self._trouble_reported = False

    def read_now(self) -> None:
        """Read the file again, even if it is unchanged."""
        self._seen = None
        self._trouble_reported = False
        self._read_beside()

    def close(self) -> None:
        """Stop the timers and threads, and wait until they have ended."""
        self.stop_watching()
        self._worker.close()

    def _wait_for_calm(self) -> None:
        if self.paths:
            self._calm.start()

    def _read_beside(self) -> None:
        if not self.paths:
            return
        if self._worker.busy:
            self._retry.start()
            return
        paths, end, seen, meant = self.paths, self._end, self._seen, self._meant()

        def look(_: object) -> tuple[ReadOutcome, list[Path]]:
            found = read_if_changed(paths, end, seen, meant)
            # In a thread, because a slow drive may take long for this.
            places = dict.fromkeys(p for path in paths for p in (path, path.parent))
            return found, [place for place in places if place.exists()]

        self._worker.start_job(look)

    def _receive_outcome(self, outcome: tuple[ReadOutcome, list[Path]]) -> None:
        if not self.paths:
            return
        found, existing = outcome
        self.looked.emit()
        self._rewatch_files(existing)
        if found is None:
            return
        if isinstance(found, FileReading):
            self.patience.stop()
            self._trouble_reported, self._reason = False, None
            self._seen = found.stamp
            self.read.emit(found)
            return
        if self._reason is None or bool(found) != bool(self._reason):
            # Report it again if an unreadable file is now missing, or the other way around.
            self._trouble_reported = False
        self._seen, self._reason = None, found
        if not self._trouble_reported:
            if not self.patience.isActive():
                self.patience.start()
            self._retry.start()

    def _report_trouble(self) -> None:
        self._trouble_reported = True
        self._retry.stop()
        if self._reason is not None:
            self.trouble.emit(self._reason)

    def _rewatch_files(self, existing: Sequence[Path]) -> None:
        """Watch the files again, because for the system a renamed file is a different one."""
        watched = {*self._watcher.files(), *self._watcher.directories()}
        new = [str(path) for path in existing if str(path) not in watched]
        if new:
            self._watcher.addPaths(new)
