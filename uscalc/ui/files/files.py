"""Join the parts of the window that open, save and link files."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from uscalc.ui.files.arriving import Arriving
from uscalc.ui.files.asking import Asking
from uscalc.ui.files.following import Following
from uscalc.ui.files.following import State as FollowingState
from uscalc.ui.files.opening import Opening
from uscalc.ui.files.saving import Saving
from uscalc.ui.files.saving import State as SavingState
from uscalc.ui.files.unsaved import Unsaved
from uscalc.ui.storage.on_disk import OnDisk

# Imported late, so that the program starts fast.
if TYPE_CHECKING:
    from uscalc.ui.files.others import OtherEvents
    from uscalc.ui.frame.frame import Frame


class State(SavingState, FollowingState, Protocol):
    """Shows the state of the file."""


class Files(QObject):
    """The parts by name, and shortcuts to the most used methods.

    Unfinished typing is entered before anything is saved, left or undone.
    """

    def __init__(self, window: "Frame", state: State) -> None:
        super().__init__(window)
        self._window = window
        session, messages = window.session, window.messages
        self.on_disk = OnDisk(window.folders.locks)
        self.arriving = Arriving(session, messages, self)
        self.asking = Asking(window, session, messages)
        self.saving = Saving(
            window, state, self.on_disk, lambda path: self.opening.take_theirs(path)
        )
        self.unsaved = Unsaved(window, session, self.saving.save)
        self.opening = Opening(
            window, self.on_disk, self.arriving, self.unsaved, self.saving, self.asking
        )
        self.following = Following(
            window, state, lambda: self.asking.blanks.ask(), self.open
        )

    @cached_property
    def others(self) -> "OtherEvents":
        """Commands for events other than the one shown."""
        from uscalc.ui.files.others import OtherEvents

        return OtherEvents(self._window, self.opening, self.arriving)

    def open(self, path: Path) -> None:
        """Open a file, after the question about unsaved changes."""
        self.opening.open(path)

    def save(self) -> None:
        """Save to the event's own file, or ask for one."""
        self.saving.save()

    def unless_unsaved(self, go_on: Callable[[], object]) -> None:
        """Go on at once, or after the person has decided about unsaved changes."""
        self.unsaved.unless(go_on)

    def close(self) -> None:
        """Release everything: the lock, the linked file, the threads."""
        self.arriving.close()
        self.following.close()
        self.on_disk.release()
