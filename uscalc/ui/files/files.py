"""Join the parts of the window that open, save and link files."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from uscalc.ui.files.arriving import LoadQueue
from uscalc.ui.files.asking import EventQuestions
from uscalc.ui.files.following import LinkController
from uscalc.ui.files.following import LinkState as FollowingState
from uscalc.ui.files.opening import OpenController
from uscalc.ui.files.saving import SaveController
from uscalc.ui.files.saving import SaveState as SavingState
from uscalc.ui.files.unsaved import UnsavedQuestion
from uscalc.ui.storage.on_disk import FileOnDisk

# Imported late, so that the program starts fast.
if TYPE_CHECKING:
    from uscalc.ui.files.others import OtherEventCommands
    from uscalc.ui.frame.frame import MainFrame


class SaveAndLinkState(SavingState, FollowingState, Protocol):
    """Shows the state of the file."""


class FileController(QObject):
    """The parts by name, and shortcuts to the most used methods.

    Unfinished typing is entered before anything is saved, left or undone.
    """

    def __init__(self, window: "MainFrame", state: SaveAndLinkState) -> None:
        super().__init__(window)
        self._window = window
        session, messages = window.session, window.messages
        self.on_disk = FileOnDisk(window.folders.locks)
        self.arriving = LoadQueue(session, messages, self)
        self.asking = EventQuestions(window, session, messages)
        self.saving = SaveController(
            window,
            state,
            self.on_disk,
            lambda path: self.opening.take_changed_file(path),
        )
        self.unsaved = UnsavedQuestion(window, session, self.saving.save_event)
        self.opening = OpenController(
            window, self.on_disk, self.arriving, self.unsaved, self.saving, self.asking
        )
        self.following = LinkController(
            window, state, lambda: self.asking.blanks.ask_about_blanks(), self.open
        )

    @cached_property
    def others(self) -> "OtherEventCommands":
        """Commands for events other than the one shown."""
        from uscalc.ui.files.others import OtherEventCommands

        return OtherEventCommands(self._window, self.opening, self.arriving)

    def open(self, path: Path) -> None:
        """Open a file, after the question about unsaved changes."""
        self.opening.open_file(path)

    def save(self) -> None:
        """Save to the event's own file, or ask for one."""
        self.saving.save_event()

    def run_unless_unsaved(self, go_on: Callable[[], object]) -> None:
        """Go on at once, or after the person has decided about unsaved changes."""
        self.unsaved.run_unless_unsaved(go_on)

    def close(self) -> None:
        """Release everything: the lock, the linked file, the threads."""
        self.arriving.close()
        self.following.close()
        self.on_disk.release_file()
