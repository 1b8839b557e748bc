"""Reading a file that another program may be writing at this very moment."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QApplication

from uscalc.document.findings import Finding, describe_place, join_names
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.document.model import Document
from uscalc.formats import FormatError, open_event
from uscalc.formats.opened import OpenedEvent
from uscalc.monitor import Monitor
from uscalc.ui.scheduling.worker import JobMonitor
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar, unsaved_of

_AFTER_ROUND: Final = re.compile(r"\.s\dc", re.IGNORECASE | re.ASCII)
"""How SwissSys' files of a section after a round end."""

FileStamp = tuple[tuple[str, int, int], ...]
"""Names, times and sizes of the files of an event."""
TournamentTest = Callable[[Document], bool]
"""Whether a file holds the tournament that is followed."""


@dataclass(frozen=True, slots=True)
class FileReading:
    """The content of the file now; `path` is the file that was read."""

    path: Path
    opened: OpenedEvent
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """The file is there, and cannot be read now."""

    path: Path
    reason: str
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class MissingFile:
    """There is no such file."""


@dataclass(frozen=True, slots=True)
class UnchangedFile:
    """The file has not changed."""


ReadOutcome = FileReading | UnreadableFile | MissingFile | UnchangedFile


def list_candidates(path: str, own: Path | None) -> tuple[Path, ...]:
    """Return the places where the linked file may be: its own, and beside the event."""
    name = re.split(r"[\\/]", path)[-1]
    beside = () if own is None or not name else (own.parent / name,)
    return tuple(dict.fromkeys((Path(path), *beside)))


def read_if_changed(
    paths: Sequence[Path],
    end_date: dt.date | None,
    seen: FileStamp | None,
    meant: TournamentTest,
) -> ReadOutcome:
    """Read the first existing file, unless it is unchanged since `seen`.

    If several tournaments have files of its name, the one that is `meant` is read.
    """
    for path in paths:
        before = make_stamp(path)
        if not before:
            continue
        if before == seen:
            return UnchangedFile()
        try:
            file, opened = _open_file(path, end_date, meant)
        except FormatError as error:
            place = f"{error.place}: " if error.place else ""
            return UnreadableFile(
                path, f"{place}{error.message}; {error.remedy}", before
            )
        if make_stamp(path) != before:
            return UnreadableFile(path, "it is being written", before)
        return FileReading(file, opened, before)
    return MissingFile()


def _open_file(
    path: Path, end_date: dt.date | None, meant: TournamentTest
) -> tuple[Path, OpenedEvent]:
    """Read the file; for SwissSys files after a round, the newest one.

    Any of those files may be linked, even one that no longer exists.
    """
    if _is_after_round(path):
        from uscalc.formats.swisssys.rounds import find_newest

        if (found := find_newest(path, meant, end_date)) is not None:
            return found
    return path, open_event(path, end_date)


def make_stamp(path: Path) -> FileStamp:
    """Return a stamp that changes with a file, or a report's files; () for none."""
    try:
        files = _list_files(path)
        stamps = [(p.name, p.stat()) for p in files]
    except (OSError, ValueError):
        return ()
    chosen = path.is_dir() or path.name in {name for name, _ in stamps}
    if not chosen and not _is_after_round(path):
        return ()
    return tuple((name, s.st_mtime_ns, s.st_size) for name, s in stamps)


def _list_files(path: Path) -> list[Path]:
    """Return the files of the event that one of them, or their folder, is followed for."""
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
    "report-2c": "the ratings report",
    "trf": "the tournament report",
    "csv": "the table",
    "xlsx": "the table",
}
"""Formats that a pairing program keeps writing, and their names in the list of undo."""


def is_user_busy(session: Session, messages: MessageBar) -> bool:
    """Return True if the user is typing, or is asked about unsaved work.

    A merge before the answer would count as the user's own change.
    """
    if QApplication.activeModalWidget() is not None:
        return True
    if session.path is not None and messages.has_question(unsaved_of(session.path)):
        return True
    return QApplication.activeWindow() is not None and session.pending.typing


@dataclass(frozen=True, slots=True)
class MergeJob:
    """A finished merge, the document it started from, and the name of the edit."""

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
    """Merge what was read; with `theirs` the file holds where both changed a fact."""
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
    """Return a pause that shows the progress of a merge through the players."""
    players = sum(len(s.players) for d in (document, fresh) for s in d.sections)
    done = 0

    def count_player() -> bool:
        nonlocal done
        done += 1
        asked.report_progress(f"{min(done * 100 // max(players, 1), 99)} %")
        return asked.is_cancelled()

    return Monitor(count_player)


def describe_differences(
    name: str, document: Document, findings: Sequence[Finding]
) -> str:
    """Return where the followed file and what was typed differ, and what holds for now."""
    places = [describe_place(document, finding) for finding in findings]
    first = findings[0].message
    # Alone it needs no place again.
    where = f"{places[0]}: {first}" if len(places) > 1 else first
    return (
        f"{name} and what was typed here differ in {join_names(places)}; what was typed "
        f"stays for now. {where[:1].upper()}{where[1:]}."
    )
