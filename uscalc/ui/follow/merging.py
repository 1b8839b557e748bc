"""Run one merge in a thread: its progress, its result, and the differences."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QApplication

from uscalc.document.findings import Finding, describe_place, join_names
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.document.model import Document
from uscalc.monitor import Monitor
from uscalc.ui.follow.reader import FOLLOWED, FileReading
from uscalc.ui.scheduling.worker import JobMonitor
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar, unsaved_of


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
