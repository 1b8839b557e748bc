"""Update the event from its linked file: each save of the file becomes one edit."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QTime, Signal

from uscalc.document.edit.unknown_ratings import apply_unrated_answer
from uscalc.document.findings import LINKED_FILE_DIFFERS, Finding
from uscalc.document.merge.alignment import compare_events, get_last_known
from uscalc.document.model import Edit, Link
from uscalc.formats.shared.pairing import count_blank_entries
from uscalc.ui.files.link_states import (
    ANOTHER,
    DIFFERS,
    GONE,
    MERGEABLE,
    NEWS,
    FileTrouble,
    FileUpdate,
    LinkKnowledge,
    LinkStage,
    LinkState,
    UpdateHistory,
    describe_both_tournaments,
    describe_trouble,
    find_reader_findings,
    link_file,
    make_hint,
    new_findings_message,
)
from uscalc.ui.files.reader import (
    FileReading,
    FileWatcher,
    MergeJob,
    TournamentTest,
    describe_differences,
    is_user_busy,
    list_candidates,
    run_merge,
)
from uscalc.ui.frame.frame import MainFrame, WindowController
from uscalc.ui.scheduling import Worker, make_timer
from uscalc.ui.widgets.dialogs import ask_for_path, make_file_dialog
from uscalc.ui.widgets.message_bar import CONFLICT, ProgressMessage

MERGING = "linked-merging"
"""The key of the progress message of a long merge."""
AGAIN = 250
"""The milliseconds between two checks of whether the user has finished typing."""


class LinkedFileController(WindowController):
    """Updates the shown event from its linked file.

    When the file is saved, it is read, merged in a thread once the user isn't typing,
    and applied as one edit. `state` is the current stage. A method checks the stage
    before it continues, because the event, the link or the file may have changed
    meanwhile. `changed` is emitted when `words` changed, and `blanks` when new players
    have no rating. `apart` is emitted with a file to open as a separate event.
    """

    changed = Signal()
    blanks = Signal()
    apart = Signal(object)

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window)
        self.state = LinkState()
        self._updates = UpdateHistory()
        self._known = LinkKnowledge()
        self.watch = FileWatcher(self._make_tournament_test, self)
        self.watch.read.connect(self._receive_reading)
        self.watch.trouble.connect(self._report_trouble)
        self._merger = Worker(self, self._receive_merge)
        self._progress = ProgressMessage(
            MERGING, self._messages, self._merger, self._stop_merge, self
        )
        self._again = make_timer(self, AGAIN, self._merge_when_idle)
        self._session.opened.connect(self._follow_link)
        self._session.edited.connect(self._keep_up)
        self._follow_link()

    def _enter_stage(self, work: LinkStage) -> None:
        self.state = replace(self.state, work=work)

    def _restart_in(self, work: LinkStage) -> None:
        """Enter a stage: stop the work of the previous stage, and show the new one."""
        self._enter_stage(work)
        self._drop_work()
        self._show_state()

    def _update_known(self, **more: Any) -> None:
        self._known = replace(self._known, **more)

    # The linked file

    @property
    def link(self) -> Link | None:
        """The link of the shown event."""
        return self._session.document.link

    @property
    def name(self) -> str:
        """The linked file's name; empty if no file is linked."""
        return "" if self.link is None else self._known.get_file(self.link).name

    @property
    def words(self) -> str:
        """The linked file and its state, in a few words."""
        return (
            ""
            if self.link is None
            else f"Linked to {self.name} · {self._known.describe_link(self.state)}"
        )

    @property
    def hint(self) -> str:
        """The linked file and its state, in sentences."""
        if self.link is None:
            return ""
        return make_hint(
            str(self._known.get_file(self.link)), self.state.work, self.updates
        )

    @property
    def updates(self) -> Sequence[FileUpdate]:
        """The updates of the shown event since the program started, the oldest first."""
        return () if self.link is None else self._updates.get_updates(self.link)

    @property
    def behind(self) -> bool:
        """True if updates were undone, so that the event is behind the file."""
        return self.state.work is LinkStage.BEHIND

    @property
    def busy(self) -> bool:
        """True if the last reading is not merged yet."""
        return self.state.busy or self._merger.busy

    def close(self) -> None:
        """Stop the timers and threads, and wait until they have ended."""
        self._drop_work()
        self.watch.close()
        self._merger.close()

    def read_now(self) -> None:
        """Read the file again, and merge it even if its last update was undone."""
        work = self.state.work
        if work is LinkStage.NOTHING:
            return
        if work is not LinkStage.BEHIND:
            self.watch.read_now()
        if work in (LinkStage.BEHIND, LinkStage.COMPARING):
            self._restart_in(LinkStage.CAME)
            self._merge_when_idle()

    def unlink_file(self) -> None:
        """Unlink the file; this can be undone."""
        if self.link is not None:
            name = f"Unlink {self.name}"
            self._session.apply_edit(
                lambda document: Edit(replace(document, link=None), name)
            )

    def ask_for_file(self) -> None:
        """Ask which file to link."""
        title = "Link to SwissSys/WinTD file"
        dialog = make_file_dialog(self._window, "followDialog", title)
        if self._session.path is not None:
            dialog.setDirectory(str(self._session.path.parent))
        ask_for_path(dialog, lambda path: self._session.apply_edit(link_file, path))

    # Following the event

    def _follow_link(self) -> None:
        """Watch the file that the event is linked to, instead of the previous one."""
        link = self.link
        self.state = LinkState() if link is None else LinkState(LinkStage.UNREAD)
        self._drop_work()
        self._withdraw_questions()
        self._set_differences(())
        self._known = LinkKnowledge(base=None if link is None else link.base)
        if link is None:
            self.watch.stop_watching()
        else:
            self.watch.watch_file(self._list_candidates(), link.end_date)
        self._show_state()

    def _keep_up(self) -> None:
        """Check after an edit whether the link or the differences have changed."""
        link, known = self.link, self._known
        if self._list_candidates()[:1] != self.watch.paths[:1]:
            self._follow_link()
        elif link is not None:
            self._update_known(base=link.base)
            if link.base is not known.base or known.findings:
                # Undo may have reversed a merge, or brought differences back.
                self._update_known(news="")
                if self.state.work in (*NEWS, LinkStage.BEHIND):
                    self._enter_stage(LinkStage.COMPARING)
                    self._show_state()
                    self._start_merge()

    def _list_candidates(self) -> tuple[Path, ...]:
        link = self.link
        return () if link is None else list_candidates(link.path, self._session.path)

    def _withdraw_questions(self) -> None:
        """Withdraw the questions about a missing file or another tournament."""
        self._messages.withdraw_question(GONE)
        self._messages.withdraw_question(ANOTHER)

    def _drop_work(self) -> None:
        self._again.stop()
        self._merger.drop_job()
        self._progress.end_work()

    # From a save of the file to the edit

    def _receive_reading(self, reading: FileReading) -> None:
        """Merge a reading of the linked tournament; ask about any other tournament."""
        work = self.state.work
        if work is LinkStage.NOTHING:
            return
        if not self._make_tournament_test()(reading.opened.document):
            self._ask_about_tournament(reading)
            return
        before = self._known.reading
        self._note_reading(reading)
        self._withdraw_questions()
        if (
            work in (LinkStage.BEHIND, LinkStage.COMPARING)
            and before is not None
            and before.opened.document == reading.opened.document
        ):
            # An update that was undone is not merged again until the content of the
            # file changes.
            self.state = LinkState(work)
            self._show_state()
            return
        self.state = LinkState()
        self._restart_in(LinkStage.CAME)
        if work is LinkStage.TAKING:
            self._retry_later()
        else:
            self._merge_when_idle()

    def _merge_when_idle(self) -> None:
        """Merge the last reading in a thread, as soon as the user isn't typing."""
        if self.state.work not in MERGEABLE:
            return
        if is_user_busy(self._session, self._messages):
            self._wait_for_typing()
            return
        if self.state.work is not LinkStage.THEIRS:
            self._enter_stage(LinkStage.MERGING)
        self._merge_now()

    def _wait_for_typing(self) -> None:
        if self.state.work in (LinkStage.CAME, LinkStage.MERGING):
            self._enter_stage(LinkStage.WAITING)
            self._show_state()
        self._retry_later()

    def _retry_later(self) -> None:
        self._progress.end_work()
        self._again.start()

    def _merge_now(self) -> None:
        # If the user leaves the window while typing, enter the unfinished text.
        self._session.pending.commit_all()
        self._start_merge()
        self._progress.begin_work(f"Importing changes from {self.name}")

    def _start_merge(self) -> None:
        theirs = self.state.work is LinkStage.THEIRS
        document, reading, link = self._session.document, self._known.reading, self.link
        assert reading is not None
        assert link is not None
        base, name = link.base, f"Use the values in {self.name}" if theirs else ""
        self._merger.start_job(
            lambda asked: run_merge(document, reading, base, name, theirs, asked)
        )

    def _receive_merge(self, made: MergeJob) -> None:
        """Use a finished merge, or merge again if the event has changed meanwhile."""
        if self.state.work is LinkStage.COMPARING:
            self._receive_comparison(made)
            return
        if is_user_busy(self._session, self._messages):
            self._wait_for_typing()
            return
        self._session.pending.commit_all()
        if self.state.work not in (LinkStage.MERGING, LinkStage.THEIRS):
            return
        if made.before is self._session.document:
            self._enter_stage(LinkStage.TAKING)
            self._take_merge(made)
            return
        if self.state.work is LinkStage.MERGING:
            self._enter_stage(LinkStage.CAME)
        self._retry_later()

    def _receive_comparison(self, made: MergeJob) -> None:
        if made.before is not self._session.document:
            self._start_merge()
            return
        behind = made.merged.edit.document is not made.before
        self._update_known(lacking=len(made.merged.news))
        self._finish_merge(made, LinkStage.BEHIND if behind else LinkStage.IN_STEP)

    def _take_merge(self, done: MergeJob) -> None:
        """Make the merged document the event's document, as one edit."""
        self._progress.end_work()
        try:
            self._apply_merge(done)
        finally:
            if self.state.work is LinkStage.TAKING:
                self._finish_merge(done, LinkStage.IN_STEP)
        if done.merged.edit.document is not done.before:
            self._report_reader_findings()

    def _finish_merge(self, done: MergeJob, work: LinkStage) -> None:
        """Enter the stage after a merge, and show the remaining differences."""
        self._enter_stage(work)
        self._set_differences(done.merged.findings)
        self._show_state()

    def _apply_merge(self, done: MergeJob) -> None:
        session, merged = self._session, done.merged
        before, linked = session.document, merged.linked
        if merged.edit.document is before:
            if linked is not before:
                session.amend_document(linked)
            return
        had_all = session.history.saved and session.path is None
        link, name = self.link, self.name
        assert link is not None
        edit = Edit(linked, done.name)
        session.apply_edit(lambda _: apply_unrated_answer(before, edit))
        update = FileUpdate(self._known.read_at, name, merged.news)
        self._updates.add_update(link, merged.base, update)
        self._update_known(news=update.in_short)
        if had_all and self._equals_file():
            # All data is in the linked file, so there is nothing to save.
            session.history.mark_saved()
            session.filed.emit()

    def _stop_merge(self) -> None:
        """Merge nothing until the file is read the next time."""
        if self.state.busy and self.state.work is not LinkStage.TAKING:
            self._restart_in(LinkStage.STOPPED)

    def _make_tournament_test(self) -> TournamentTest:
        """Return a test of whether a document is the linked (or else the open) tournament."""
        before = get_last_known(self._session.document)
        return lambda document: compare_events(before, document).same

    def _show_state(self) -> None:
        if not (self.state.passing or self.state.trouble is not FileTrouble.NONE):
            self._update_known(description=self._known.describe_link(self.state))
        self.changed.emit()

    def _note_reading(self, reading: FileReading) -> None:
        now = QTime.currentTime().toString("h:mm AP")
        self._update_known(reading=reading, stranger=None, read_at=now, news="")
        self._session.set_imported(reading.opened.log)

    def _equals_file(self) -> bool:
        assert self._known.reading is not None
        return (
            replace(self._session.document, link=None)
            == self._known.reading.opened.document
        )

    def _report_reader_findings(self) -> None:
        """Report what the file's reader found, each finding once."""
        assert self._known.reading is not None
        found = find_reader_findings(self._known.reading)
        if text := new_findings_message(found, self._known.shown_findings):
            self._messages.show_message(f"{self.name}: {text}", error=False)
        self._update_known(shown_findings=self._known.shown_findings | found)
        if count_blank_entries(self._session.document):
            self.blanks.emit()

    # Another tournament in the linked file

    def _ask_about_tournament(self, stranger: FileReading) -> None:
        """Ask what to do if the linked file now has another tournament; don't merge it."""
        self._update_known(stranger=stranger)
        self.state = LinkState()
        self._withdraw_questions()
        self._restart_in(LinkStage.STRANGER)
        self._set_differences(())
        before, now = get_last_known(self._session.document), stranger.opened.document
        self._messages.ask_question(
            ANOTHER,
            describe_both_tournaments(stranger.path.name, before, now),
            (
                ("&Use as this event", self._accept_tournament),
                (
                    "&Open as a separate event",
                    lambda: self.apart.emit(stranger.path),
                ),
                ("U&nlink", self.unlink_file),
            ),
            order=CONFLICT,
            place="Linked file",
        )

    def _accept_tournament(self) -> None:
        """Link the other tournament instead of the previous one."""
        stranger = self._known.stranger
        if self.state.work is LinkStage.STRANGER and stranger is not None:
            self._note_reading(stranger)
            self._enter_stage(LinkStage.CAME)
            self._show_state()
            self._merge_when_idle()

    # Conflicts: data that both the user and the file changed

    def _set_differences(self, findings: tuple[Finding, ...]) -> None:
        asked = self._known.findings
        self._update_known(findings=findings)
        self._session.set_differing(findings)
        if not findings:
            self._messages.withdraw_question(DIFFERS)
        elif not set(findings).issubset(asked):
            several = len(findings) > 1
            self._messages.ask_question(
                DIFFERS,
                describe_differences(self.name, self._session.document, findings),
                (
                    (
                        "Keep my edits" if several else "Keep my edit",
                        self.keep_typed,
                    ),
                    (
                        "Use all from file" if several else "Use the file's value",
                        self.take_theirs,
                    ),
                ),
                order=CONFLICT,
                place="Linked file",
                about=LINKED_FILE_DIFFERS,
            )

    def keep_typed(self) -> None:
        """Resolve all conflicts with the user's values."""
        reading, link = self._known.reading, self.link
        if reading is None or link is None:
            return
        kept = replace(link, base=reading.opened.document)
        name = f"Keep edits over {self.name}"
        self._set_differences(())
        self._session.apply_edit(
            lambda document: Edit(replace(document, link=kept), name)
        )

    def take_theirs(self) -> None:
        """Resolve all conflicts with the file's values; this can be undone."""
        nothing_read = LinkStage.NOTHING, LinkStage.UNREAD, LinkStage.STRANGER
        if self.state.work not in (*nothing_read, LinkStage.TAKING):
            self._restart_in(LinkStage.THEIRS)
            self._merge_now()

    # A file that can't be read

    def _report_trouble(self, reason: str) -> None:
        """Show why the linked file can't be read; an empty `reason` means that it is missing."""
        if self.state.work is LinkStage.NOTHING:
            return
        trouble = FileTrouble.UNREADABLE if reason else FileTrouble.GONE
        self.state = replace(self.state, trouble=trouble)
        self._show_state()
        self._messages.ask_question(
            GONE,
            describe_trouble(self.name, reason),
            (
                ("Find the file…", self.ask_for_file),
                ("Unlink", self.unlink_file),
            ),
            order=CONFLICT,
            place="Linked file",
        )
