"""Save to the event's file or to a new one, without overwriting another program's changes."""

import datetime as dt
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTime
from PySide6.QtWidgets import QMessageBox

from uscalc.document.model import Document
from uscalc.formats import FormatError
from uscalc.formats.native.reader import SUFFIX, save_event
from uscalc.formats.shared.files import back_up, read_fingerprint
from uscalc.ui.files.loading import Continuation
from uscalc.ui.frame.frame import MainFrame, WindowController
from uscalc.ui.scheduling import DEAD, JobMonitor, Worker
from uscalc.ui.session.file_on_disk import FileOnDisk, State
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.dialogs import ask_for_path, make_file_dialog
from uscalc.ui.widgets.message_bar import ProgressMessage

if TYPE_CHECKING:
    from uscalc.ui.frame.bars import BottomBar


FILE_FILTERS = ("uscalc events (*.uscalc)", "All files (*)")
CONFLICT_KEY = "conflict"
"""The key of the question about a file that another program has changed."""
QUICK: Final = 0.4
"""The window waits this many seconds for the file; nearly every file is written by then."""


class SaveController(WindowController):
    """Saves the event, and asks about unsaved changes before another event is shown.

    A file on a slow drive is written in a thread while the user goes on. Typed text is
    entered before anything is saved. `open_theirs` loads a file that another program
    changed.
    """

    def __init__(
        self,
        window: MainFrame,
        state: "BottomBar",
        on_disk: FileOnDisk,
        open_theirs: Callable[[Path], object],
    ) -> None:
        super().__init__(window)
        self._state = state
        self._on_disk = on_disk
        self._open_theirs = open_theirs
        self._next: Continuation | None = None
        """The save that was asked for during another one."""
        self._begin_with_new_worker()
        self._checker = Worker(self, self._receive_check, patience=DEAD)
        # Another event must not be written to the file of this one, or wait for it.
        window.session.opened.connect(self._cancel)

    def close(self) -> None:
        """End the threads; don't wait for a drive that doesn't answer."""
        for worker in self.findChildren(Worker):
            worker.close()

    def _begin_with_new_worker(self) -> None:
        self._worker = Worker(self, self._receive_result, patience=DEAD)
        self._progress = ProgressMessage(
            "saving", self._messages, self._worker, self._cancel, self
        )

    def _cancel(self) -> None:
        """Stop waiting for a drive, which may never answer."""
        self._next = None
        if self._checker.busy:
            self._checker.drop_job()
            self._checker = Worker(self, self._receive_check, patience=DEAD)
        if self._worker.busy:
            self._worker.drop_job()
            self._progress.end_work()
            self._begin_with_new_worker()

    def save_event(self, then: Continuation | None = None) -> None:
        """Save to the event's own file, or ask for one."""
        self._session.pending.commit_all()
        path = self._session.path
        if path is None:
            self.ask_file(then)
        else:
            self._start_save(path, then, check=True)

    def ask_file(self, then: Continuation | None = None) -> None:
        """Ask for a file to save to."""
        self._session.pending.commit_all()
        dialog = make_file_dialog(
            self._window,
            "saveDialog",
            "Save the event",
            FILE_FILTERS,
            save_as=SUFFIX,
            folder=self._session.folder,
        )
        name = make_file_name(self._session.document.name)
        ask_for_path(dialog, lambda path: self.write_file(path, then), name)

    def write_file(self, path: Path, then: Continuation | None = None) -> None:
        """Write the event to a file, after a backup of the file's previous content."""
        self._start_save(path, then, check=False)

    def _start_save(self, path: Path, then: Continuation | None, check: bool) -> None:
        """Write the event; with `check`, only a file that nothing else has changed."""
        if self._worker.busy:
            self._next = partial(self._start_save, path, then, check)
            return
        document, on_disk = self._session.document, self._on_disk
        now = dt.datetime.now()
        backups = self._window.folders.backups
        shared = check and not on_disk.alone and path == on_disk.path
        self._window.preferences.about_to_write(path)

        def save(_asked: JobMonitor) -> Continuation:
            """Write the file, and return what the window must do afterward."""
            if check and on_disk.check_state(path) == "changed":
                return partial(self._ask_about_conflict, path, then)
            if shared:
                return partial(self._ask_about_shared, path, then)
            back_up(path, backups, now)
            try:
                save_event(document, path)
            except FormatError as error:
                return partial(self._report_failure, path, str(error), then)
            known = read_fingerprint(path)
            return partial(self._finish_save, path, known, document, then)

        self._progress.begin_work(f"Saving {path.name}")
        self._worker.start_job(save)
        self._worker.wait_for_result(QUICK)

    def _receive_result(self, finish: Continuation) -> None:
        self._progress.end_work()
        # `finish` may open another event, and then no other save follows.
        finish()
        following, self._next = self._next, None
        if following is not None:
            following()

    def _finish_save(
        self,
        path: Path,
        known: str | None,
        document: Document,
        then: Continuation | None,
    ) -> None:
        """Record that a document is on disk."""
        self._messages.clear()
        self._messages.withdraw_question(CONFLICT_KEY)
        self._on_disk.watch_file(path, known)
        self._session.mark_saved_as(path, document)
        self._window.preferences.add_recent(path)
        self._state.show_save_time(QTime.currentTime().toString("h:mm AP"))
        if then is not None:
            # The user may have gone on editing.
            self.run_unless_unsaved(then)

    def _report_failure(
        self, path: Path, problem: str, then: Continuation | None
    ) -> None:
        self._messages.show_message(
            f"Couldn't save: {problem} Your changes are still open in uscalc.",
            "Save as…",
            lambda: self.ask_file(then),
            ways=(("Try again", lambda: self.write_file(path, then)),),
        )

    # Before another event is shown

    def run_unless_unsaved(self, go_on: Continuation) -> None:
        """Call `go_on`, if necessary after the user has decided about unsaved changes."""
        left_out = self._session.pending.left_out()
        saved = self._session.history.saved
        if saved and not left_out:
            go_on()
            return
        question = name_widget(
            QMessageBox(
                self._window,
                textFormat=Qt.TextFormat.PlainText,
                icon=QMessageBox.Icon.NoIcon,
                text=f"Save changes to {self._session.document.name}?",
                informativeText="\n".join(
                    (*map(str, left_out), "Unsaved changes will be lost.")
                ),
            ),
            "saveQuestion",
        )
        question.setWindowTitle("Save changes")
        button = QMessageBox.StandardButton
        buttons = button.Save | button.Discard | button.Cancel
        if saved:
            question.setText("Discard the entry that isn't valid?")
            buttons = button.Discard | button.Cancel
        question.setStandardButtons(buttons)
        question.setDefaultButton(button.Cancel if saved else button.Save)

        def decided(choice: int) -> None:
            if choice in (button.Save, button.Discard):
                # The question has already quoted the texts that could not be entered.
                self._session.pending.discard_all()
            if choice == button.Save:
                self.save_event(go_on)
            elif choice == button.Discard:
                go_on()

        question.finished.connect(decided)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.open()

    # Files that have changed

    def check_file(self) -> None:
        """Look, in a thread, whether another program changed or removed the file."""
        path, on_disk = self._session.path, self._on_disk
        if path is None or self._worker.busy or self._checker.busy:
            return
        known = on_disk.fingerprint
        self._checker.start_job(
            lambda _asked: (path, known, on_disk.check_state(path, glance=True))
        )

    def _receive_check(self, found: tuple[Path, str, State]) -> None:
        """Ask what to do, unless the event was saved or closed in the meantime."""
        path, known, state = found
        asked = self._messages.has_question(CONFLICT_KEY)
        current = (self._on_disk.path, self._on_disk.fingerprint)
        if asked or self._worker.busy or (path, known) != current:
            return
        if state == "changed":
            self._ask_about_conflict(path, None)
        elif state == "gone":
            # Tell the user only once. Saving writes the file again.
            self._on_disk.fingerprint = None
            self._messages.show_message(
                (
                    f"{path.name} is no longer in {path.parent}. The event is still "
                    "open in uscalc."
                ),
                "Save it again",
                self.save_event,
                ways=(("Save as…", self.ask_file),),
            )

    def report_shared(self, path: Path) -> None:
        """Tell the user that another window has the file open."""
        self._messages.ask_question(
            CONFLICT_KEY,
            (
                f"{path.name} is also open in another window. The last window to "
                "save will overwrite the other's changes."
            ),
            (("Save as…", self.ask_file),),
        )

    def _ask_about_conflict(self, path: Path, then: Continuation | None) -> None:
        ours = (
            "" if self._session.history.saved else " Your unsaved changes aren't in it."
        )
        self._messages.ask_question(
            CONFLICT_KEY,
            f"{path.name} was changed by another program.{ours}",
            (
                ("Open the newer file", lambda: self._open_theirs(path)),
                ("Overwrite", lambda: self.write_file(path, then)),
                ("Save as…", lambda: self.ask_file(then)),
            ),
            error=True,
        )

    def _ask_about_shared(self, path: Path, then: Continuation | None) -> None:
        self._messages.ask_question(
            CONFLICT_KEY,
            (
                f"{path.name} is also open in another window, which may have "
                "unsaved changes."
            ),
            (
                ("Save anyway", lambda: self.write_file(path, then)),
                ("Save as…", lambda: self.ask_file(then)),
            ),
        )


def make_file_name(event: str) -> str:
    """Return the event's name as a file name."""
    kept = "".join(c if c.isalnum() or c in " -_." else " " for c in event)
    return f"{'-'.join(kept.split()).lower() or 'event'}{SUFFIX}"
