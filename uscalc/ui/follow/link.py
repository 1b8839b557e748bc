"""An event that follows a pairing program's file: each save there is one step here."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTime, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from uscalc.document.change import Edit
from uscalc.document.edit.unsaid import as_answered
from uscalc.document.findings import Finding
from uscalc.document.merge.merge import Merged, merge
from uscalc.document.model import Document, Link, Player, Section
from uscalc.document.places import named, place_named
from uscalc.formats.shared.blanks import CODE, blanks_among
from uscalc.ui.follow.reader import FOLLOWED, Reading, candidates
from uscalc.ui.follow.watch import Watch
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar

GONE = "linked-gone"
DIFFERS = "linked-differs"
"""Questions in the bar: a file that is not there, and facts that both changed."""
AGAIN = 250
"""Milliseconds until it is tried again whether a person has finished typing."""


@dataclass(frozen=True, slots=True)
class _Job:
    """What was merged beside the window, and with which document."""

    before: Document
    merged: Merged
    look_only: bool


class Linked(QObject):
    """Keeps the shown event in step with the file that its link names.

    `changed` says that `words` are others. `blanks` gives the number of entries
    without a rating, where new ones came.
    """

    changed = Signal()
    blanks = Signal()

    def __init__(self, window: QWidget, session: Session, messages: MessageBar) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._messages = messages
        self._reading: Reading | None = None
        self._pending = False
        self._taking = False
        self._findings: tuple[Finding, ...] = ()
        self._base: Document | None = None
        self._state = self._news = self._last = ""
        self._told: frozenset[Finding] = frozenset()
        self.watch = Watch(self)
        self.watch.read.connect(self._came)
        self.watch.trouble.connect(self._trouble)
        self.watch.gone.connect(self._gone)
        self._merger = Worker(self)
        self._merger.done.connect(self._merged)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(AGAIN)
        self._again.timeout.connect(self._go_on)
        session.opened.connect(self._opened)
        session.edited.connect(self._edited)
        self._opened()

    # What is followed

    @property
    def link(self) -> Link | None:
        """The link of the shown event."""
        return self._session.document.link

    @property
    def name(self) -> str:
        """The followed file's name; empty without one."""
        return "" if self.link is None else candidates(self.link.path, None)[0].name

    @property
    def words(self) -> str:
        """What the bar says of it."""
        if self.link is None:
            return ""
        news = f": {self._news}" if self._news else ""
        return f"follows {self.name}, {self._state or 'not read yet'}{news}"

    @property
    def hint(self) -> str:
        """The same at length."""
        if self.link is None:
            return ""
        path = self.watch.paths[0] if self.watch.paths else self.link.path
        last = f" Last: {self._last}." if self._last else ""
        return f"What is saved in {path} comes in here.{last}"

    @property
    def busy(self) -> bool:
        """Whether something that was read is still to come in."""
        return self._pending or self._merger.busy

    def close(self) -> None:
        """Ends everything that runs by itself, and waits for it."""
        self._again.stop()
        self.watch.close()
        self._merger.close()

    def read_now(self) -> None:
        """Reads the file again; what was undone comes in again."""
        if self.link is not None:
            self.watch.read_now()

    def unlink(self) -> None:
        """Follows the file no longer; can be undone."""
        if self.link is not None:
            name = f"Stop following {self.name}"
            self._session.edit(
                lambda document: Edit(replace(document, link=None), name)
            )

    def ask_follow(self) -> None:
        """Lets the person choose the file that the event follows."""
        dialog = QFileDialog(self._window, "Follow a pairing program's file")
        dialog.setObjectName("followDialog")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        if self._session.path is not None:
            dialog.setDirectory(str(self._session.path.parent))
        dialog.fileSelected.connect(lambda path: self.follow(Path(path)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def follow(self, path: Path) -> None:
        """Follows this file from now on, from what was merged last where there is it."""

        def followed(document: Document) -> Edit:
            base = replace(document, sections=(), link=None)
            link = replace(document.link or Link("", base), path=str(path.absolute()))
            return Edit(replace(document, link=link), f"Follow {path.name}")

        self._messages.withdraw(GONE)
        self._session.edit(followed)

    # Keeping in step

    def _opened(self) -> None:
        for key in (GONE, DIFFERS):
            self._messages.withdraw(key)
        self._again.stop()
        self._merger.forget()
        self._pending, self._reading = False, None
        self._state = self._news = self._last = ""
        self._findings = ()
        self._told = frozenset()
        self.watch.stop()
        self._edited()

    def _edited(self) -> None:
        """The link may be another one now, or differ in other places."""
        link = self.link
        wanted = () if link is None else candidates(link.path, self._session.path)
        if wanted[:1] != self.watch.paths[:1]:
            self._messages.withdraw(GONE)
            self._merger.forget()
            self._pending, self._reading = False, None
            self._find(())
            if link is None:
                self.watch.stop()
            else:
                self._state = ""
                self.watch.follow(wanted, link.end_date)
            self.changed.emit()
        elif link is not None and not self._taking and not self._pending:
            # Undo may have gone back behind a merge, or to where the two differed.
            moved = link.base is not self._base
            if moved or self._findings:
                self._ask_merge(look_only=True)
        self._base = None if link is None else link.base

    def _came(self, reading: object) -> None:
        assert isinstance(reading, Reading)
        self._reading = reading
        self._pending = True
        self._messages.withdraw(GONE)
        self._news = ""
        self._state = f"read {QTime.currentTime().toString('HH:mm')}"
        self.changed.emit()
        self._go_on()

    def _go_on(self) -> None:
        """Merges what was read, once nobody is in the middle of typing."""
        if not self._pending or self._reading is None:
            return
        if self._in_the_middle():
            self._again.start()
            return
        # Whoever left the window in the middle of a text has typed it so far.
        self._session.pending.settle()
        self._ask_merge()

    def _ask_merge(self, look_only: bool = False) -> None:
        """Has the file merged beside the window, or only where the two differ found."""
        document, reading, link = self._session.document, self._reading, self.link
        if link is None or reading is None:
            self._pending = False
            return
        fresh, base = reading.opened.document, link.base
        source = FOLLOWED.get(reading.opened.format, reading.path.name)
        self._merger.ask(
            lambda asked: _Job(
                document,
                merge(document, fresh, base, source, pause=asked.pause),
                look_only,
            )
        )

    def _merged(self, job: object) -> None:
        assert isinstance(job, _Job)
        if job.look_only:
            if job.before is self._session.document:
                self._find(job.merged.findings)
        elif self._in_the_middle():
            self._again.start()
        elif self._changed_since(job.before):
            # Somebody typed meanwhile.
            self._again.start()
        else:
            self._pending = False
            self._taking = True
            try:
                self._take(job.merged)
            finally:
                self._taking = False

    def _changed_since(self, before: Document) -> bool:
        self._session.pending.settle()
        return before is not self._session.document

    def _in_the_middle(self) -> bool:
        """Whether a person is typing something that is not in the event yet."""
        if QApplication.activeModalWidget() is not None:
            return True
        here = QApplication.activeWindow() is not None
        return here and self._session.pending.typing

    def _take(self, merged: Merged) -> None:
        session = self._session
        before = session.document
        if merged.edit.document is not before:
            had_all = session.history.saved and session.path is None
            self._last = merged.edit.name
            self._news = merged.edit.name.partition(": ")[2]
            whom = session.player, session.section, session.selection.round
            edit = Edit(merged.linked, merged.edit.name)
            session.edit(lambda _: as_answered(before, edit))
            self._stay_with(*whom)
            if had_all and self._is_the_file():
                # Everything stands in the file that is followed: nothing to save.
                session.history.mark_saved()
                session.filed.emit()
        elif merged.linked is not before:
            session.amend(merged.linked)
        self._find(merged.findings)
        self.changed.emit()
        if merged.edit.document is not before:
            self._tell_news()

    def _stay_with(
        self, player: Player | None, section: Section | None, round_number: int | None
    ) -> None:
        """Keeps the selection on the player, whose row may be another one now."""
        session = self._session
        for index, now in enumerate(session.document.sections):
            if section is None or player is None or now.name != section.name:
                continue
            for row, other in enumerate(now.players):
                if (player.id, player.name) == (other.id, other.name):
                    session.select(index, row=row, round_number=round_number)
                    return

    def _is_the_file(self) -> bool:
        assert self._reading is not None
        shown = replace(self._session.document, link=None)
        return shown == self._reading.opened.document

    def _tell_news(self) -> None:
        """Says what the file's reader found, once."""
        assert self._reading is not None
        opened = self._reading.opened
        found = frozenset(f for f in opened.findings if f.code != CODE)
        news = sorted(map(str, found - self._told))
        self._told |= found
        if news:
            more = f" And {len(news) - 1} more." if len(news) > 1 else ""
            self._messages.tell(f"{self.name}: {news[0]}.{more}", error=False)
        if blanks_among(self._session.document):
            self.blanks.emit()

    # Where both changed

    def _find(self, findings: tuple[Finding, ...]) -> None:
        known, self._findings = self._findings, findings
        self._session.set_differing(findings)
        if not findings:
            self._messages.withdraw(DIFFERS)
        elif any(finding not in known for finding in findings):
            document = self._session.document
            places = [place_named(document, finding) for finding in findings]
            first = findings[0].message
            # Alone it needs no place again.
            where = f"{places[0]}: {first}" if len(places) > 1 else first
            self._messages.ask(
                DIFFERS,
                f"{self.name} and what was typed here differ in {named(places)}; what "
                f"was typed stays for now. {where[:1].upper()}{where[1:]}.",
                (
                    ("Keep what was typed", self.keep_typed),
                    ("Take the file's", self.take_theirs),
                ),
            )

    def keep_typed(self) -> None:
        """What was typed holds, and is no finding any more."""
        reading, link = self._reading, self.link
        if reading is None or link is None:
            return
        kept = replace(link, base=reading.opened.document)
        name = f"Keep what was typed over {self.name}"
        self._find(())
        self._session.edit(lambda document: Edit(replace(document, link=kept), name))

    def take_theirs(self) -> None:
        """The file holds wherever both changed; can be undone."""
        self._session.pending.settle()
        document, reading = self._session.document, self._reading
        if reading is None or document.link is None:
            return
        fresh, base = reading.opened.document, document.link.base
        merged = merge(document, fresh, base, take_theirs=True)
        name = f"Take what {self.name} says"
        self._find(merged.findings)
        if merged.linked is not document:
            self._session.edit(lambda _: Edit(merged.linked, name))

    # When there is nothing to read

    def _trouble(self, reason: str) -> None:
        self._state, self._news = "cannot be read now", ""
        self.changed.emit()
        self._messages.ask(
            GONE,
            f"{self.name} cannot be read now: {reason}. Nothing here changes; it is "
            "read as soon as it can be.",
            self._ways(),
        )

    def _gone(self) -> None:
        self._state, self._news = "not there now", ""
        self.changed.emit()
        self._messages.ask(
            GONE,
            f"{self.name} is no longer where it was. Nothing here changes; it is "
            "read again as soon as it comes back.",
            self._ways(),
        )

    def _ways(self) -> tuple[tuple[str, Callable[[], object]], ...]:
        return (
            ("Choose the file", self.ask_follow),
            ("Stop following it", self.unlink),
        )
