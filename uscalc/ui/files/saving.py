"""Save to the event's own file or elsewhere, and never over another program's work."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTime

from uscalc.formats import FormatError
from uscalc.formats.native.reader import SUFFIX, save_event
from uscalc.formats.storage.backup import back_up
from uscalc.formats.storage.fingerprint import fingerprint
from uscalc.ui.files.arriving import Then
from uscalc.ui.session.home import begin_at_home
from uscalc.ui.storage.on_disk import OnDisk
from uscalc.ui.widgets.dialogs import make_file_dialog

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

FILTERS = ("uscalc events (*.uscalc)", "All files (*)")
CONFLICT = "conflict"
"""The key of the question about a file that has changed."""


class State(Protocol):
    """Shows when the event was saved."""

    def saved_at(self, time: str) -> None:
        """Show the time of the last save."""


class Saving(QObject):
    """Write the event.

    `open_theirs` loads a file that another program changed. Unfinished typing is
    entered before anything is saved.
    """

    def __init__(
        self,
        window: "Frame",
        state: State,
        on_disk: OnDisk,
        open_theirs: Callable[[Path], object],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._messages = window.messages
        self._state = state
        self._on_disk = on_disk
        self._open_theirs = open_theirs

    def save(self, then: Then | None = None) -> None:
        """Save to the event's own file, or ask for one."""
        self._session.pending.settle()
        path = self._session.path
        if path is None:
            self.ask(then)
        elif self._on_disk.state(path) == "changed":
            self._ask_which(path, then)
        elif not self._on_disk.alone and path == self._on_disk.path:
            self._ask_shared(path, then)
        else:
            self.write(path, then)

    def ask(self, then: Then | None = None) -> None:
        """Ask for a file to save to."""
        self._session.pending.settle()
        dialog = make_file_dialog(
            self._window, "saveDialog", "Save the event", FILTERS, save_as=SUFFIX
        )
        begin_at_home(dialog, self._session)
        dialog.selectFile(_file_name(self._session.document.name))
        dialog.fileSelected.connect(lambda path: self.write(Path(path), then))
        dialog.open()

    def write(self, path: Path, then: Then | None = None) -> None:
        """Write the event to this file; its earlier content is backed up."""
        self._window.preferences.about_to_write(path)
        back_up(path, self._window.folders.backups, dt.datetime.now())
        try:
            save_event(self._session.document, path)
        except FormatError as error:
            self._messages.tell(
                f"{error}. Nothing is lost: the event is still here.",
                "Save somewhere else",
                lambda: self.ask(then),
                ways=(("Try again", lambda: self.write(path, then)),),
            )
            return
        self._messages.clear()
        self._messages.withdraw(CONFLICT)
        self._on_disk.hold(path, fingerprint(path))
        self._session.saved_as(path)
        self._window.preferences.add_recent(path)
        self._state.saved_at(QTime.currentTime().toString("HH:mm"))
        if then is not None:
            then()

    # Files that have changed

    def look(self) -> None:
        """Ask what to do if another program changed or removed the file."""
        path = self._session.path
        if path is None or self._messages.asks(CONFLICT):
            return
        state = self._on_disk.state(path, glance=True)
        if state == "changed":
            self._ask_which(path, None)
        elif state == "gone":
            # Said once; saving writes it again.
            self._on_disk.fingerprint = None
            self._messages.tell(
                f"{path.name} is no longer in {path.parent}. "
                "Nothing is lost: the event is still here.",
                "Save it there again",
                self.save,
                ways=(("Save under another name", self.ask),),
            )

    def say_shared(self, path: Path) -> None:
        """Say that another window has the file open."""
        self._messages.ask(
            CONFLICT,
            f"{path.name} is open in another window too. What is saved there and "
            "here does not come together: the later one would replace the other.",
            (("Save under another name", self.ask),),
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
                ("Overwrite it", lambda: self.write(path, then)),
                ("Save under another name", lambda: self.ask(then)),
            ),
            error=True,
        )

    def _ask_shared(self, path: Path, then: Then | None) -> None:
        self._messages.ask(
            CONFLICT,
            f"{path.name} is open in another window too, which may have unsaved work.",
            (
                ("Save all the same", lambda: self.write(path, then)),
                ("Save under another name", lambda: self.ask(then)),
            ),
        )


def _file_name(event: str) -> str:
    """Return the event's name as a file name."""
    kept = "".join(c if c.isalnum() or c in " -_." else " " for c in event)
    return f"{'-'.join(kept.split()).lower() or 'event'}{SUFFIX}"
