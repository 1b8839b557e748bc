"""Opening, saving, and the one question: what becomes of unsaved changes."""

import datetime as dt
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, QTime
from PySide6.QtWidgets import QFileDialog, QMessageBox

from uscalc.document.change import Edit
from uscalc.document.model import Document
from uscalc.formats import EndDateNeededError, FormatError, Opened, open_event
from uscalc.formats.native.journal import fingerprint
from uscalc.formats.native.reader import KEY, SUFFIX, save_event
from uscalc.formats.storage.backup import back_up
from uscalc.ui.files.asking import Asking
from uscalc.ui.session.home import begin_at_home
from uscalc.ui.session.session import Session
from uscalc.ui.storage.folders import Folders
from uscalc.ui.storage.on_disk import OnDisk
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.message_bar import MessageBar

# A start pays for nothing that only other programs' files need.
if TYPE_CHECKING:
    from uscalc.ui.files.blanks import Blanks
    from uscalc.ui.files.others import OtherEvents
    from uscalc.ui.follow.link import Linked
    from uscalc.ui.frame.frame import Frame

FILTERS = ("uscalc events (*.uscalc)", "All files (*)")
CONFLICT = "conflict"
"""The question about a file that is not as it was left."""
NOTES = "notes"
"""What a file's reader took for granted, where it waits behind a question."""

Then = Callable[[], object]


class State(Protocol):
    """What shows the state of the file."""

    def saved_at(self, time: str) -> None:
        """Says when the event was saved."""

    def show_link(self, words: str, hint: str) -> None:
        """Says what is followed; empty words: nothing is."""


class Files(QObject):
    """What the window does with files; messages go into its bar.

    What is half typed is entered before anything is saved, left or taken back.
    """

    def __init__(
        self,
        window: "Frame",
        session: Session,
        messages: MessageBar,
        state: State,
        folders: Folders,
        preferences: Preferences,
        theme: Theme,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._session = session
        self._messages = messages
        self._state = state
        self._folders = folders
        self._preferences = preferences
        self.on_disk = OnDisk(folders.locks)
        self._follows = False
        self._asking = Asking(window, session, messages)
        self._follow()
        self._show_link()
        session.edited.connect(self._follow)
        session.opened.connect(self._another)
        session.opened.connect(self._follow)

    @cached_property
    def linked(self) -> "Linked":
        """What keeps the event in step with the file that it follows."""
        from uscalc.ui.follow.link import Linked

        self._follows = True
        made = Linked(self._window, self._session, self._messages)
        made.blanks.connect(lambda: self.blanks.ask())
        made.changed.connect(self._show_link)
        return made

    @property
    def blanks(self) -> "Blanks":
        """The question about entries without a rating."""
        return self._asking.blanks

    @cached_property
    def others(self) -> "OtherEvents":
        """Events beside the one that is shown."""
        from uscalc.ui.files.others import OtherEvents

        return OtherEvents(self._window, self, self._messages, self._folders)

    def _follow(self) -> None:
        """Begins to follow a file, once an event names one."""
        if not self._follows and self._session.document.link is not None:
            self._follows = True
            self._show_link()

    # Opening

    def ask_open(self) -> None:
        """Lets the person choose a file."""
        dialog = QFileDialog(self._window, "Open an event")
        dialog.setObjectName("openDialog")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(["All files (*)", FILTERS[0]])
        begin_at_home(dialog, self._session)
        dialog.fileSelected.connect(lambda path: self.open(Path(path)))
        _show(dialog)

    def open(self, path: Path) -> None:
        """Opens a file, after the question about unsaved changes."""
        self.unless_unsaved(lambda: self._read(path))

    def _read(self, path: Path, end: dt.date | None = None, control: str = "") -> None:
        # Looked at first: what is written meanwhile then counts as a change.
        known = fingerprint(path)
        try:
            opened = open_event(path, end)
        except EndDateNeededError as error:
            self._ask_end(path, error)
            return
        except FormatError as error:
            self._preferences.drop_recent(path)
            self._messages.tell(str(error), "Open another file", self.ask_open)
            return
        self._messages.clear()
        self.show(opened, path, known, end, control)

    def _ask_end(self, path: Path, error: FormatError) -> None:
        from uscalc.ui.files.questions import ask_end

        ask_end(
            self._theme,
            f"{path.name}: {error.message}.",
            lambda end, control: self._read(path, end, control),
            self._window,
        )

    def show(
        self,
        opened: Opened,
        path: Path | None,
        known: str | None,
        end: dt.date | None = None,
        control: str = "",
    ) -> None:
        """Shows an event that was read from a file of this content.

        `end` and `control` are the last day and the time control that a person gave,
        because the file lacks them.
        """
        own = path if opened.format == KEY else None
        self.on_disk.hold(own, known)
        self._session.open(self._as_followed(opened, path, end, control), own)
        self._tell_about(opened, path)

    def adopt(self, opened: Opened, path: Path, known: str | None) -> None:
        """Says that the event already shown was read from this file."""
        own = path if opened.format == KEY else None
        self.on_disk.hold(own, known)
        self._session.path = own
        document = self._as_followed(opened, path)
        if document is not self._session.document:
            self._session.amend(document)
            self._session.history.mark_saved()
        self._session.filed.emit()
        self._tell_about(opened, path)

    def _as_followed(
        self,
        opened: Opened,
        path: Path | None,
        end: dt.date | None = None,
        control: str = "",
    ) -> Document:
        """The event, with a link where it is from a file that goes on being written."""
        document = opened.document
        if opened.format == KEY:
            return document
        from uscalc.ui.files.questions import with_control
        from uscalc.ui.follow.link import linked
        from uscalc.ui.follow.reader import FOLLOWED

        if opened.format in FOLLOWED and path is not None:
            document = linked(document, path, end)
        return with_control(document, control)

    def _tell_about(self, opened: Opened, path: Path | None) -> None:
        if path is not None:
            self._preferences.add_recent(path)
        self._asking.review()
        asked = opened.format != KEY and self.blanks.wanted
        if opened.assumed or opened.left_out or opened.findings:
            from uscalc.ui.files.notes import tell_notes

            tell_notes(self._messages, path, opened, NOTES if asked else "")
        if asked:
            # In front: nothing is rated before it is answered.
            self.blanks.ask()
        if path is not None and not self.on_disk.alone:
            self._messages.ask(
                CONFLICT,
                f"{path.name} is open in another window too. What is saved there and "
                "here does not come together: the later one would replace the other.",
                (("Save under another name", self.ask_save),),
            )

    def _show_link(self) -> None:
        """What the event follows, in the bar; and what can be done with it."""
        words = self.linked.words if self._follows else ""
        self._state.show_link(words, self.linked.hint if words else "")
        for name in ("readNow", "unlink"):
            self._window.named_actions[name].setEnabled(bool(words))

    def _another(self) -> None:
        """Another event is shown; questions about the one before are over."""
        for key in (CONFLICT, NOTES):
            self._messages.withdraw(key)
        if self._session.path != self.on_disk.path:
            path = self._session.path
            self.on_disk.hold(path, None if path is None else fingerprint(path))

    # Taking over what the file has

    def revert(self) -> None:
        """Goes back to the file; the way there can be undone."""
        path = self._session.path
        if path is not None:
            self._take_over(path, f"Back to the saved {path.name}")

    def _take_over(self, path: Path, name: str) -> None:
        known = fingerprint(path)
        self._session.pending.settle()
        try:
            document = open_event(path).document
        except FormatError as error:
            self._messages.tell(str(error), "Save under another name", self.ask_save)
            return
        self._messages.withdraw(CONFLICT)
        self.on_disk.hold(path, known)
        if document != self._session.document:
            self._session.edit(lambda _: Edit(document, name))
        self._session.saved_as(path)

    # Saving

    def save(self, then: Then | None = None) -> None:
        """Saves where the event is from; asks where there is no such place."""
        self._session.pending.settle()
        path = self._session.path
        if path is None:
            self.ask_save(then)
        elif self.on_disk.state(path) == "changed":
            self._ask_which(path, then)
        elif not self.on_disk.alone and path == self.on_disk.path:
            self._ask_shared(path, then)
        else:
            self._write(path, then)

    def ask_save(self, then: Then | None = None) -> None:
        """Lets the person choose a file to save in."""
        self._session.pending.settle()
        dialog = QFileDialog(self._window, "Save the event")
        dialog.setObjectName("saveDialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.setNameFilters(FILTERS)
        begin_at_home(dialog, self._session)
        dialog.selectFile(_file_name(self._session.document.name))
        dialog.fileSelected.connect(lambda path: self._write(Path(path), then))
        _show(dialog)

    def _write(self, path: Path, then: Then | None) -> None:
        self._preferences.about_to_write(path)
        back_up(path, self._folders.backups, dt.datetime.now())
        try:
            save_event(self._session.document, path)
        except FormatError as error:
            self._messages.tell(
                f"{error}. Nothing is lost: the event is still here.",
                "Save somewhere else",
                lambda: self.ask_save(then),
                ways=(("Try again", lambda: self._write(path, then)),),
            )
            return
        self._messages.clear()
        self._messages.withdraw(CONFLICT)
        self.on_disk.hold(path, fingerprint(path))
        self._session.saved_as(path)
        self._preferences.add_recent(path)
        self._state.saved_at(QTime.currentTime().toString("HH:mm"))
        if then is not None:
            then()

    # Files that are not as they were left

    def look(self) -> None:
        """Asks when another program changed or removed the file meanwhile."""
        path = self._session.path
        if path is None or self._messages.asks(CONFLICT):
            return
        state = self.on_disk.state(path, glance=True)
        if state == "changed":
            self._ask_which(path, None)
        elif state == "gone":
            # Said once; saving writes it again.
            self.on_disk.fingerprint = None
            self._messages.tell(
                f"{path.name} is no longer in {path.parent}. "
                "Nothing is lost: the event is still here.",
                "Save it there again",
                self.save,
                ways=(("Save under another name", self.ask_save),),
            )

    def _ask_which(self, path: Path, then: Then | None) -> None:
        ours = (
            "" if self._session.history.saved else " What was typed here is not in it."
        )
        self._messages.ask(
            CONFLICT,
            f"{path.name} was changed by another program.{ours}",
            (
                ("Open theirs", lambda: self._open_theirs(path)),
                ("Overwrite it", lambda: self._write(path, then)),
                ("Save under another name", lambda: self.ask_save(then)),
            ),
            error=True,
        )

    def _open_theirs(self, path: Path) -> None:
        self._take_over(path, f"Take {path.name} as another program left it")

    def _ask_shared(self, path: Path, then: Then | None) -> None:
        self._messages.ask(
            CONFLICT,
            f"{path.name} is open in another window too, which may have unsaved work.",
            (
                ("Save all the same", lambda: self._write(path, then)),
                ("Save under another name", lambda: self.ask_save(then)),
            ),
        )

    def close(self) -> None:
        """Lets go of everything: the lock, the followed file, the threads."""
        if self._follows:
            self.linked.close()
        self.on_disk.release()

    # The question

    def unless_unsaved(self, go_on: Then) -> None:
        """Goes on at once, or when the person has decided about the changes."""
        left_out = self._session.pending.left_out()
        saved = self._session.history.saved
        if saved and not left_out:
            go_on()
            return
        question = QMessageBox(self._window)
        question.setObjectName("saveQuestion")
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setWindowTitle("Save changes")
        question.setText(f"Save the changes to {self._session.document.name}?")
        button = QMessageBox.StandardButton
        buttons = button.Save | button.Discard | button.Cancel
        if saved:
            question.setText("Go on without what cannot be entered?")
            buttons = button.Discard | button.Cancel
        question.setInformativeText(
            "\n".join((*map(str, left_out), "What is not saved is lost."))
        )
        question.setStandardButtons(buttons)
        question.setDefaultButton(button.Cancel if saved else button.Save)

        def decided(choice: int) -> None:
            if choice in (button.Save, button.Discard):
                # The question quoted what could not be entered.
                self._session.pending.drop()
            if choice == button.Save:
                self.save(go_on)
            elif choice == button.Discard:
                go_on()

        question.finished.connect(decided)
        _show(question)


def _show(dialog: QFileDialog | QMessageBox) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def _file_name(event: str) -> str:
    """The event's name as a file name."""
    kept = "".join(c if c.isalnum() or c in " -_." else " " for c in event)
    return f"{'-'.join(kept.split()).lower() or 'event'}{SUFFIX}"
