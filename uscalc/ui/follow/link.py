"""An event that follows a pairing program's file: each save there is one step here."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTime, QTimer, Signal
from PySide6.QtWidgets import QWidget

from uscalc.document.change import Edit
from uscalc.document.edit.unsaid import as_answered
from uscalc.document.findings import Finding
from uscalc.document.merge.identity import compared, known_before
from uscalc.document.model import Link
from uscalc.formats.shared.blanks import blanks_among
from uscalc.ui.follow.choosing import choose_file, following, unlinked
from uscalc.ui.follow.known import Known, found_by, hint_of, untold
from uscalc.ui.follow.merging import Job, is_user_busy, job
from uscalc.ui.follow.questions import Questions
from uscalc.ui.follow.reader import Meant, Reading, candidates
from uscalc.ui.follow.states import State, Trouble, Work
from uscalc.ui.follow.updates import Update, Updates
from uscalc.ui.follow.watch import Watch
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar
from uscalc.ui.widgets.progress import Progress

MERGING = "linked-merging"
"""The key of the progress message of a long merge."""
AGAIN = 250
"""Milliseconds until it is tried again whether a person has finished typing."""


class Linked(QObject):
    """Keeps the shown event in step with its linked file.

    A save of the file is read, merged in a thread once the user isn't typing, and then
    applied as one edit. `state` tells how far that is. A method checks the stage before
    it goes on, because the event, the link or the file may have changed meanwhile.

    `changed` announces that `words` changed, `blanks` that new players have no rating.
    `apart` gives a file to open as an event of its own.
    """

    changed = Signal()
    blanks = Signal()
    apart = Signal(object)

    def __init__(self, window: QWidget, session: Session, messages: MessageBar) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._messages = messages
        self.state = State()
        self._updates = Updates()
        self._questions = Questions(messages, self.ask_follow, self.unlink)
        self._known = Known()
        self.watch = Watch(self._meant, self)
        self.watch.read.connect(self._receive_reading)
        self.watch.trouble.connect(
            lambda reason: self._report_trouble(Trouble.UNREADABLE, reason)
        )
        self.watch.gone.connect(lambda: self._report_trouble(Trouble.GONE))
        self._merger = Worker(self)
        self._merger.done.connect(self._receive_merge)
        self._progress = Progress(
            MERGING, messages, self._merger, self._stop_merge, self
        )
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(AGAIN)
        self._again.timeout.connect(self._merge_when_idle)
        session.opened.connect(self._follow_link)
        session.edited.connect(self._keep_up)
        self._follow_link()

    def _enter(self, work: Work) -> None:
        self.state = replace(self.state, work=work)

    def _know(self, **more: Any) -> None:
        self._known = replace(self._known, **more)

    # The linked file

    @property
    def link(self) -> Link | None:
        """The link of the shown event."""
        return self._session.document.link

    @property
    def name(self) -> str:
        """The followed file's name; empty without one."""
        return "" if self.link is None else self._known.file(self.link).name

    @property
    def words(self) -> str:
        """The linked file in the bar's words."""
        if self.link is None:
            return ""
        return f"follows {self.name}, {self._known.words(self.state)}"

    @property
    def hint(self) -> str:
        """The same at length."""
        if self.link is None:
            return ""
        path = self._known.file(self.link)
        return hint_of(str(path), self.state.work, self.updates)

    @property
    def updates(self) -> Sequence[Update]:
        """The updates of the shown event since the program began, the oldest first."""
        return () if self.link is None else self._updates.of(self.link)

    @property
    def behind(self) -> bool:
        """True if an update was undone."""
        return self.state.work is Work.BEHIND

    @property
    def busy(self) -> bool:
        """True if a reading is still to be merged."""
        return self.state.busy or self._merger.busy

    def close(self) -> None:
        """End everything that runs by itself, and waits for it."""
        self._drop()
        self.watch.close()
        self._merger.close()

    def read_now(self) -> None:
        """Read the file again; changes that were undone are merged again."""
        work = self.state.work
        if work is Work.NOTHING:
            return
        if work is not Work.BEHIND:
            self.watch.read_now()
        if work in (Work.BEHIND, Work.COMPARING):
            self._enter(Work.CAME)
            self._drop()
            self._show()
            self._merge_when_idle()

    def unlink(self) -> None:
        """Follow the file no longer; can be undone."""
        if self.link is not None:
            name = self.name
            self._session.edit(lambda document: unlinked(document, name))

    def ask_follow(self) -> None:
        """Let the person choose the file that the event follows."""
        choose_file(self._window, self._session.path, self.follow)

    def follow(self, path: Path) -> None:
        """Follow this file from now on, based on what was merged last, if anything was."""
        self._session.edit(lambda document: following(document, path))

    # Keeping in step

    def _follow_link(self) -> None:
        """Forget the file followed so far, and watch the one that the link names."""
        link = self.link
        self.state = State() if link is None else State(Work.UNREAD)
        self._drop()
        self._questions.over()
        self._find(())
        self._known = Known(base=None if link is None else link.base)
        if link is None:
            self.watch.stop()
        else:
            self.watch.follow(self._candidates(), link.end_date)
        self._show()

    def _keep_up(self) -> None:
        """Keep up after an edit: the link may have changed, or the places that differ."""
        link, known = self.link, self._known
        if self._candidates()[:1] != self.watch.paths[:1]:
            self._follow_link()
        elif link is not None:
            self._know(base=link.base)
            if link.base is not known.base or known.findings:
                # Undo may have gone back behind a merge, or to where the two differed.
                self._know(news="")
                if self.state.work in (Work.IN_STEP, Work.COMPARING, Work.BEHIND):
                    self._enter(Work.COMPARING)
                    self._show()
                    self._ask_merge()

    def _candidates(self) -> tuple[Path, ...]:
        link = self.link
        return () if link is None else candidates(link.path, self._session.path)

    def _drop(self) -> None:
        self._again.stop()
        self._merger.forget()
        self._progress.end()

    # A save of the file, from reading it to the edit

    def _receive_reading(self, reading: object) -> None:
        """Merge a reading of the linked tournament; ask about any other tournament."""
        assert isinstance(reading, Reading)
        work = self.state.work
        if work is Work.NOTHING:
            return
        if not self._meant()(reading.opened.document):
            self._know(stranger=reading)
            self.state = State(Work.STRANGER)
            self._drop()
            self._questions.over()
            self._show()
            self._ask_whose()
            return
        before = self._known.reading
        self._know_read(reading)
        self._questions.over()
        if (
            work in (Work.BEHIND, Work.COMPARING)
            and before is not None
            and before.opened.document == reading.opened.document
        ):
            # An undone update stays undone, though the file is saved again or comes
            # back.
            self.state = State(work)
            self._show()
            return
        self.state = State(Work.CAME)
        self._drop()
        self._show()
        if work is Work.TAKING:
            self._retry_later()
        else:
            self._merge_when_idle()

    def _merge_when_idle(self) -> None:
        """Merge the last reading in a thread, unless the user is typing."""
        if self.state.work not in (Work.CAME, Work.WAITING, Work.THEIRS):
            return
        if is_user_busy(self._session, self._messages):
            self._wait_for_typing()
            return
        if self.state.work is not Work.THEIRS:
            self._enter(Work.MERGING)
        self._merge()

    def _wait_for_typing(self) -> None:
        if self.state.work in (Work.CAME, Work.MERGING):
            self._enter(Work.WAITING)
            self._show()
        self._retry_later()

    def _retry_later(self) -> None:
        self._progress.end()
        self._again.start()

    def _merge(self) -> None:
        # A text that was left half typed, with the window, counts as typed so far.
        self._session.pending.settle()
        self._ask_merge(self.state.work is Work.THEIRS)
        self._progress.begin(f"Taking over what {self.name} says")

    def _ask_merge(self, theirs: bool = False) -> None:
        document, reading, link = self._session.document, self._known.reading, self.link
        assert reading is not None
        assert link is not None
        base, name = link.base, f"Take what {self.name} says" if theirs else ""
        self._merger.ask(
            lambda asked: job(document, reading, base, name, theirs, asked)
        )

    def _receive_merge(self, made: object) -> None:
        """Take a finished merge, or merge again if the event changed meanwhile."""
        assert isinstance(made, Job)
        if self.state.work is Work.COMPARING:
            self._receive_comparison(made)
            return
        if is_user_busy(self._session, self._messages):
            self._wait_for_typing()
            return
        self._session.pending.settle()
        if self.state.work not in (Work.MERGING, Work.THEIRS):
            return
        if made.before is self._session.document:
            self._enter(Work.TAKING)
            self._take(made)
            return
        if self.state.work is Work.MERGING:
            self._enter(Work.CAME)
        self._retry_later()

    def _receive_comparison(self, made: Job) -> None:
        if made.before is not self._session.document:
            self._ask_merge()
            return
        merged = made.merged
        if merged.edit.document is not made.before:
            self._know(lacking=len(merged.news))
            self._enter(Work.BEHIND)
        else:
            self._enter(Work.IN_STEP)
        self._find(merged.findings)
        self._show()

    def _take(self, done: Job) -> None:
        """Make a merged document the event's, as one edit."""
        self._progress.end()
        try:
            self._make_it_the_events(done)
        finally:
            if self.state.work is Work.TAKING:
                self._enter(Work.IN_STEP)
                self._find(done.merged.findings)
                self._show()
        if done.merged.edit.document is not done.before:
            self._tell_news()

    def _make_it_the_events(self, done: Job) -> None:
        session, merged = self._session, done.merged
        before, linked = session.document, merged.linked
        if merged.edit.document is before:
            if linked is not before:
                session.amend(linked)
            return
        had_all = session.history.saved and session.path is None
        link, name = self.link, self.name
        assert link is not None
        edit = Edit(linked, done.name)
        session.edit(lambda _: as_answered(before, edit))
        update = Update(self._known.read_at, name, merged.news)
        self._updates.add(link, merged.base, update)
        self._know(news=update.in_short)
        if had_all and self._is_the_file():
            # Everything is in the linked file: nothing to save.
            session.history.mark_saved()
            session.filed.emit()

    def _stop_merge(self) -> None:
        """Merge nothing until the file is read again."""
        if self.state.work in (Work.CAME, Work.WAITING, Work.MERGING, Work.THEIRS):
            self._enter(Work.STOPPED)
            self._drop()
            self._show()

    def _meant(self) -> Meant:
        """Return what tells the tournament that is followed, or is open, from another."""
        before = known_before(self._session.document)
        return lambda document: compared(before, document).same

    def _show(self) -> None:
        if not (self.state.passing or self.state.trouble is not Trouble.NONE):
            self._know(said=self._known.words(self.state))
        self.changed.emit()

    def _know_read(self, reading: Reading) -> None:
        now = QTime.currentTime().toString("HH:mm")
        self._know(reading=reading, stranger=None, read_at=now, news="")

    def _is_the_file(self) -> bool:
        assert self._known.reading is not None
        shown = replace(self._session.document, link=None)
        return shown == self._known.reading.opened.document

    def _tell_news(self) -> None:
        """Say what the file's reader found, once."""
        assert self._known.reading is not None
        found = found_by(self._known.reading)
        if said := untold(found, self._known.told):
            self._messages.tell(f"{self.name}: {said}", error=False)
        self._know(told=self._known.told | found)
        if blanks_among(self._session.document):
            self.blanks.emit()

    # Another tournament under the followed name

    def _ask_whose(self) -> None:
        """Ask about another tournament under the linked name; nothing of it is merged."""
        stranger = self._known.stranger
        assert stranger is not None
        self._find(())
        self._questions.another(
            stranger.path.name,
            known_before(self._session.document),
            stranger.opened.document,
            self._let_in,
            lambda: self.apart.emit(stranger.path),
        )

    def _let_in(self) -> None:
        """Take the other tournament for the one that is followed."""
        stranger = self._known.stranger
        if self.state.work is Work.STRANGER and stranger is not None:
            self._know_read(stranger)
            self._enter(Work.CAME)
            self._show()
            self._merge_when_idle()

    # Where both changed

    def _find(self, findings: tuple[Finding, ...]) -> None:
        asked = self._known.findings
        self._know(findings=findings)
        self._session.set_differing(findings)
        if not findings:
            self._questions.agrees()
        elif not set(findings).issubset(asked):
            document, ways = self._session.document, (self.keep_typed, self.take_theirs)
            self._questions.differs(self.name, document, findings, *ways)

    def keep_typed(self) -> None:
        """Let what was typed hold; it is no longer a finding."""
        reading, link = self._known.reading, self.link
        if reading is None or link is None:
            return
        kept = replace(link, base=reading.opened.document)
        name = f"Keep what was typed over {self.name}"
        self._find(())
        self._session.edit(lambda document: Edit(replace(document, link=kept), name))

    def take_theirs(self) -> None:
        """Let the file hold wherever both changed; can be undone."""
        nothing_read = Work.NOTHING, Work.UNREAD, Work.STRANGER
        if self.state.work not in (*nothing_read, Work.TAKING):
            self._enter(Work.THEIRS)
            self._drop()
            self._show()
            self._merge()

    # When there is nothing to read

    def _report_trouble(self, trouble: Trouble, reason: str = "") -> None:
        """Say why the file can't be read, unless no file is followed."""
        if self.state.work is Work.NOTHING:
            return
        self.state = replace(self.state, trouble=trouble)
        self._show()
        if trouble is Trouble.UNREADABLE:
            self._questions.unreadable(self.name, reason)
        else:
            self._questions.gone(self.name)
