"""Keep unsaved work in a journal, and offer to restore it after a crash."""

import datetime as dt
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, Signal

from uscalc.document.history import History, Past
from uscalc.formats.errors import FormatError
from uscalc.formats.native.journal import (
    Snapshot,
    discard,
    journal_path,
    journals,
    read_snapshot,
    set_aside,
)
from uscalc.ui.files.arriving import Wish
from uscalc.ui.files.files import Files
from uscalc.ui.files.whole import rated
from uscalc.ui.session.live import Live
from uscalc.ui.storage.journal_writer import JournalWriter
from uscalc.ui.storage.locks import take
from uscalc.ui.widgets.message_bar import unsaved_of

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame


@dataclass(frozen=True, slots=True)
class Leftover:
    """A journal whose window is gone, and the lock that reserves it."""

    path: Path
    snapshot: Snapshot
    lock: QLockFile


class Recovery(QObject):
    """Manage the window's own journal, and those that earlier windows left.

    `examine` shows details of the installation, to find out why the program ended.
    """

    _trouble = Signal(str)

    def __init__(
        self, window: "Frame", files: Files, examine: Callable[[], object]
    ) -> None:
        super().__init__(window)
        self._folder = window.folders.journals
        self._messages = window.messages
        self._files = files
        self._examine = examine
        self._told = False
        session = self._session = window.session
        own = journal_path(self._folder, f"{os.getpid()}-{os.urandom(4).hex()}")
        self._lock: QLockFile | None = None
        self.writer = JournalWriter(own, self._trouble.emit)
        self._left: list[Leftover] = []
        self._trouble.connect(self._tell_trouble)
        session.edited.connect(self._note)
        session.opened.connect(self._note)
        session.filed.connect(self._note)

    # The window's own journal

    def _note(self) -> None:
        past = self._session.history.past
        if past.names or past.saved is None:
            self.writer.write(self._snapshot(past), at_once=self._lock is None)
        else:
            self.writer.remove()

    def _snapshot(self, past: Past) -> Snapshot:
        if self._lock is None:
            self._lock = take(_lock_of(self.writer.path))
        return Snapshot(
            past,
            self._session.path,
            self._files.on_disk.fingerprint,
            dt.datetime.now().astimezone(),
        )

    def _tell_trouble(self, reason: str) -> None:
        if not self._told:
            self._told = True
            self._messages.tell(
                f"Unsaved work cannot be kept safe against a crash: {reason}. "
                "Save the event soon."
            )

    def close(self, keep: bool = False) -> None:
        """Close the journal; it is removed unless the work is to be kept."""
        if not keep:
            self.writer.remove()
        self.writer.close()
        for left in self._left:
            left.lock.unlock()
        self._left = []
        if self._lock is not None:
            self._lock.unlock()

    # Journals of earlier windows

    def offer(self) -> bool:
        """Look for unsaved work and offer the newest; return False if there is none."""
        damaged = self._look()
        if damaged:
            self._messages.ask(
                "damaged",
                f"Unsaved work of an earlier start is damaged and cannot be read. It "
                f"is kept as {damaged[0]}. Open the last saved file instead.",
                (),
                error=True,
            )
        if self._left:
            self._ask(self._left[0])
        return bool(self._left)

    def _look(self) -> list[Path]:
        """Find the journals of windows that are gone; return the damaged ones."""
        damaged = []
        known = {self.writer.path, *(left.path for left in self._left)}
        for path in journals(self._folder):
            lock = None if path in known else take(_lock_of(path))
            if lock is None:
                continue
            try:
                snapshot = read_snapshot(path)
            except FormatError:
                damaged += _aside(path)
                lock.unlock()
                continue
            if _is_saved(snapshot):
                self._go_on_with(snapshot)
                discard(path)
                lock.unlock()
            else:
                self._left.append(Leftover(path, snapshot, lock))
        return damaged

    def _go_on_with(self, snapshot: Snapshot) -> None:
        """Restore the undo steps of work that was saved, if its file is open again.

        There is nothing to ask: the document is the one that is shown.
        """
        session, past = self._session, snapshot.past
        if (
            past.names
            and session.path == snapshot.source
            and session.history.past.names == ()
            and session.document == snapshot.document
        ):
            session.resume(History.of(replace(past, saved=past.place)), session.path)

    def _ask(self, left: Leftover) -> None:
        snapshot, others = left.snapshot, len(self._left) - 1
        file = f" ({snapshot.source.name})" if snapshot.source else ""
        more = f" {others} more after this." if others else ""
        damage = f" {snapshot.damage}" if snapshot.damage else ""
        name = snapshot.document.name or "An event without a name"
        self._messages.ask(
            unsaved_of(snapshot.source),
            f"{name}{file} was not saved when the window was closed by force: "
            f"work of {_when(snapshot.written)} is here.{damage}{more}",
            (
                (
                    "Restore",
                    lambda: self._files.unless_unsaved(lambda: self._restore(left)),
                ),
                ("Discard", lambda: self._drop(left)),
                ("Later", lambda: self._later()),
                ("About this installation", lambda: self._about(left)),
            ),
        )

    def _restore(self, left: Leftover) -> None:
        history, rulebook = History.of(left.snapshot.past), self._session.rulebook
        self._files.arriving.ask(
            Wish(
                "Restoring unsaved work",
                "Unsaved work is ready. It is not shown yet, as something was done "
                "here meanwhile.",
                lambda asked: rated(history.document, rulebook, asked, asked.say),
                lambda live: self._restored(left, history, live),
                lambda error: self._messages.tell(str(error)),
                self._files.unless_unsaved,
            )
        )

    def _restored(self, left: Leftover, history: History, live: object) -> None:
        assert isinstance(live, Live)
        snapshot = left.snapshot
        self._files.on_disk.hold(snapshot.source, snapshot.on_disk)
        self._session.resume(history, snapshot.source, live)
        # The old journal goes only when the new one is on disk.
        if self.writer.flush() and self.writer.path.exists():
            if snapshot.damage:
                _aside(left.path)
            self._drop(left)
        if (
            snapshot.source is not None
            and self._files.on_disk.state(snapshot.source) != "same"
        ):
            self._messages.tell(
                f"{snapshot.source.name} is no longer what it was when this work was "
                "begun. Saving asks which of the two to keep.",
                error=False,
            )

    def _drop(self, left: Leftover) -> None:
        discard(left.path)
        left.lock.unlock()
        self._left = [other for other in self._left if other is not left]
        if self._left:
            self._ask(self._left[0])

    def _about(self, left: Leftover) -> None:
        """Show details of the installation; the question stays."""
        self._ask(left)
        self._examine()

    def _later(self) -> None:
        """Postpone: the next start and the menu offer the work again."""
        for left in self._left:
            left.lock.unlock()
        self._left = []


def _lock_of(journal: Path) -> Path:
    return journal.with_suffix(".lock")


def _aside(path: Path) -> list[Path]:
    try:
        return [set_aside(path)]
    except OSError:
        return [path]


def _is_saved(snapshot: Snapshot) -> bool:
    """Return whether nothing is lost without it, because its work was saved.

    The program may have ended between saving and recording it. Later changes to the
    file by another program belong to that program.
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


def _when(written: dt.datetime) -> str:
    local = written.astimezone()
    if local.date() == dt.datetime.now().astimezone().date():
        return f"today, {local:%H:%M}"
    return f"{local:%Y-%m-%d, %H:%M}"
