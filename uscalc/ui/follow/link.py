"""An event that follows a pairing program's file: each save there is one step here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTime, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from uscalc.document.change import Edit
from uscalc.document.edit.unsaid import as_answered
from uscalc.document.findings import Finding
from uscalc.document.merge.identity import compared, known_before
from uscalc.document.model import Link
from uscalc.formats.shared.blanks import blanks_among
from uscalc.ui.follow.choosing import choose_file, following, unlinked
from uscalc.ui.follow.known import Known, found_by, hint_of, untold
from uscalc.ui.follow.merging import Job, job
from uscalc.ui.follow.questions import Questions
from uscalc.ui.follow.reader import Meant, Reading, candidates
from uscalc.ui.follow.states import Do, Event, State, Trouble, Work, step
from uscalc.ui.follow.updates import Update, Updates
from uscalc.ui.follow.watch import Watch
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar, unsaved_of
from uscalc.ui.widgets.progress import Progress

MERGING = "linked-merging"
"""What the bar says of a merge that takes long."""
AGAIN = 250
"""Milliseconds until it is tried again whether a person has finished typing."""


class Linked(QObject):
    """Keeps the shown event in step with the file that its link names.

    What happens goes to the table of `states`, and what that says is done here.
    `changed` announces that `words` changed. `blanks` gives the number of entries
    without a rating, where new ones came. `apart` gives a file that a person wants to
    open as an event of its own.
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
        self._job: Job | None = None
        self._reason = ""
        self._doing: Mapping[Do, Callable[[], object]] = {
            Do.FORGET: self._forget,
            Do.WATCH: self._watch,
            Do.UNWATCH: lambda: self.watch.stop(),
            Do.READ_AGAIN: lambda: self.watch.read_now(),
            Do.KEEP: self._questions.over,
            Do.ASK_WHOSE: self._ask_whose,
            Do.LET_IN: self._let_in,
            Do.LOOK_UP: self._look_up,
            Do.LATER: self._later,
            Do.MERGE: self._merge,
            Do.MERGE_THEIRS: lambda: self._merge(theirs=True),
            Do.COMPARE: self._compare,
            Do.TAKE: self._take,
            Do.FIND: self._found,
            Do.DROP: self._drop,
            Do.SAY_UNREADABLE: lambda: self._questions.unreadable(
                self.name, self._reason
            ),
            Do.SAY_GONE: lambda: self._questions.gone(self.name),
            Do.SHOW: self._show,
        }
        self.watch = Watch(self._meant, self)
        self.watch.read.connect(self._came)
        self.watch.trouble.connect(self._unreadable)
        self.watch.gone.connect(lambda: self._happened(Event.GONE))
        self._merger = Worker(self)
        self._merger.done.connect(self._merged)
        self._progress = Progress(
            MERGING, messages, self._merger, lambda: self._happened(Event.STOP), self
        )
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(AGAIN)
        self._again.timeout.connect(lambda: self._happened(Event.RANG))
        session.opened.connect(self._opened)
        session.edited.connect(self._edited)
        self._opened()

    def _happened(self, event: Event) -> None:
        """Go on to the next state, and does what is to be done for it."""
        following = step(self.state, event)
        self.state = following.state
        for deed in following.deeds:
            self._doing[deed]()

    def _know(self, **more: Any) -> None:
        self._known = replace(self._known, **more)

    # What is followed

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
        """What the bar says of it."""
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
        """What came into the shown event since the program began, the oldest first."""
        return () if self.link is None else self._updates.of(self.link)

    @property
    def behind(self) -> bool:
        """Whether something that came in was undone."""
        return self.state.work is Work.BEHIND

    @property
    def busy(self) -> bool:
        """Whether something that was read is still to come in."""
        return self.state.busy or self._merger.busy

    def close(self) -> None:
        """End everything that runs by itself, and waits for it."""
        self._drop()
        self.watch.close()
        self._merger.close()

    def read_now(self) -> None:
        """Read the file again; what was undone comes in again."""
        self._happened(Event.READ_NOW)

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

    def _opened(self) -> None:
        self._happened(Event.UNLINKED if self.link is None else Event.ANOTHER)
        self._know(base=None if self.link is None else self.link.base)

    def _edited(self) -> None:
        """Keep up after an edit: the link may have changed, or the places that differ."""
        link, known = self.link, self._known
        base = None if link is None else link.base
        if self._wanted()[:1] != self.watch.paths[:1]:
            self._happened(Event.UNLINKED if link is None else Event.ANOTHER)
        elif link is not None and (base is not known.base or known.findings):
            # Undo may have gone back behind a merge, or to where the two differed.
            self._know(news="")
            self._happened(Event.DIFFERS)
        self._know(base=base)

    def _wanted(self) -> tuple[Path, ...]:
        link = self.link
        return () if link is None else candidates(link.path, self._session.path)

    def _forget(self) -> None:
        self._drop()
        self._questions.over()
        self._find(())
        self._known = Known()

    def _drop(self) -> None:
        self._again.stop()
        self._merger.forget()
        self._progress.end()

    def _watch(self) -> None:
        assert self.link is not None
        self.watch.follow(self._wanted(), self.link.end_date)

    def _came(self, reading: object) -> None:
        assert isinstance(reading, Reading)
        if self.link is None:
            self._happened(Event.READ)
        elif not self._meant()(reading.opened.document):
            self._know(stranger=reading)
            self._happened(Event.STRANGER)
        else:
            before = self._known.reading
            self._know_read(reading)
            same = before and before.opened.document == reading.opened.document
            self._happened(Event.AGAIN if same else Event.READ)

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

    def _in_the_middle(self) -> bool:
        """Return whether a person is typing something that is not in the event yet.

        Or is asked about unsaved work of this event: what is merged before the answer
        would stand in its way as a change of one's own.
        """
        if QApplication.activeModalWidget() is not None:
            return True
        path = self._session.path
        if path is not None and self._messages.asks(unsaved_of(path)):
            return True
        here = QApplication.activeWindow() is not None
        return here and self._session.pending.typing

    def _look_up(self) -> None:
        self._happened(Event.TYPING if self._in_the_middle() else Event.FREE)

    def _later(self) -> None:
        self._progress.end()
        self._again.start()

    def _merge(self, theirs: bool = False) -> None:
        """Merge what was read, beside the window."""
        # A text that was left half typed, with the window, counts as typed so far.
        self._session.pending.settle()
        self._ask(theirs)
        self._progress.begin(f"Taking over what {self.name} says")

    def _compare(self) -> None:
        """Find out beside the window where the two differ."""
        self._ask()

    def _ask(self, theirs: bool = False) -> None:
        document, reading, link = self._session.document, self._known.reading, self.link
        assert reading is not None
        assert link is not None
        base, name = link.base, f"Take what {self.name} says" if theirs else ""
        self._merger.ask(
            lambda asked: job(document, reading, base, name, theirs, asked)
        )

    def _merged(self, made: object) -> None:
        assert isinstance(made, Job)
        self._job = made
        comparing = self.state.work is Work.COMPARING
        if not comparing and self._in_the_middle():
            self._happened(Event.TYPING)
            return
        if not comparing:
            self._session.pending.settle()
        if made.before is not self._session.document:
            self._happened(Event.OUTDATED)
        elif comparing and made.merged.edit.document is not made.before:
            self._know(lacking=len(made.merged.news))
            self._happened(Event.LACKS)
        else:
            self._happened(Event.MERGED)

    def _take(self) -> None:
        """Make what was merged the event's, as one step."""
        self._progress.end()
        try:
            self._make_it_the_events()
        finally:
            self._happened(Event.TAKEN)
        done = self._job
        if done is not None and done.merged.edit.document is not done.before:
            self._tell_news()

    def _make_it_the_events(self) -> None:
        session, done = self._session, self._job
        assert done is not None
        merged, before = done.merged, session.document
        if merged.edit.document is not before:
            had_all = session.history.saved and session.path is None
            link, name = self.link, self.name
            assert link is not None
            edit = Edit(merged.linked, done.name)
            session.edit(lambda _: as_answered(before, edit))
            update = Update(self._known.read_at, name, merged.news)
            self._updates.add(link, merged.base, update)
            self._know(news=update.in_short)
            if had_all and self._is_the_file():
                # Everything stands in the file that is followed: nothing to save.
                session.history.mark_saved()
                session.filed.emit()
        elif merged.linked is not before:
            session.amend(merged.linked)

    def _found(self) -> None:
        if self._job is not None:
            self._find(self._job.merged.findings)

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
        """Nothing is taken, and where the two differ is no longer to be asked."""
        stranger = self._known.stranger
        assert stranger is not None
        self._find(())
        self._questions.another(
            stranger.path.name,
            known_before(self._session.document),
            stranger.opened.document,
            lambda: self._happened(Event.WELCOME),
            lambda: self.apart.emit(stranger.path),
        )

    def _let_in(self) -> None:
        assert self._known.stranger is not None
        self._know_read(self._known.stranger)

    # Where both changed

    def _find(self, findings: tuple[Finding, ...]) -> None:
        known = self._known.findings
        self._know(findings=findings)
        self._session.set_differing(findings)
        if not findings:
            self._questions.agrees()
        elif any(finding not in known for finding in findings):
            self._questions.differs(
                self.name,
                self._session.document,
                findings,
                self.keep_typed,
                self.take_theirs,
            )

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
        self._happened(Event.WANTS_THEIRS)

    # When there is nothing to read

    def _unreadable(self, reason: str) -> None:
        self._reason = reason
        self._happened(Event.UNREADABLE)
