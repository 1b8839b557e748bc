"""The parts of the window that open, save and link files, joined together."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from uscalc.ui.files.event_questions import EventQuestions
from uscalc.ui.files.loading import LoadQueue
from uscalc.ui.files.opening import OpenController
from uscalc.ui.files.saving import SaveController
from uscalc.ui.frame.frame import MainFrame, WindowController
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.file_on_disk import FileOnDisk
from uscalc.ui.widgets.building import bring_to_front

if TYPE_CHECKING:
    from uscalc.ui.files.exporting import ExportController
    from uscalc.ui.files.link import LinkedFileController
    from uscalc.ui.files.other_events import OtherEventCommands
    from uscalc.ui.frame.bars import BottomBar


class LinkController(WindowController):
    """Makes the controller of the linked file when an event first has one.

    `ask_blanks` asks about new players without a rating, and `open_file` opens another
    event.
    """

    def __init__(
        self,
        window: MainFrame,
        state: "BottomBar",
        ask_blanks: Callable[[], object],
        open_file: Callable[[Path], object],
    ) -> None:
        super().__init__(window)
        self._state = state
        self._ask_blanks = ask_blanks
        self._open_file = open_file
        self._begun = False
        self._start_link()
        self._show_link_state()
        connect_each(self._start_link, self._session.after_edit, self._session.opened)

    @cached_property
    def linked(self) -> "LinkedFileController":
        """The controller that updates the event from its linked file."""
        from uscalc.ui.files.link import LinkedFileController

        self._begun = True
        made = LinkedFileController(self._window)
        made.blanks.connect(self._ask_blanks)
        made.apart.connect(self._open_file)
        made.changed.connect(self._show_link_state)
        return made

    def close(self) -> None:
        """Unlink, and wait until all work has ended."""
        if self._begun:
            self.linked.close()

    def show_updates(self) -> None:
        """Show the list of updates from the linked file."""
        from uscalc.ui.files.updates_dialog import UpdatesDialog

        window, linked = self._window, self.linked
        dialog = window.findChild(UpdatesDialog)
        if dialog is None:
            dialog = UpdatesDialog(
                lambda: (linked.words, linked.updates), window.theme, window
            )
            linked.changed.connect(dialog.refresh)
        bring_to_front(dialog)

    def _start_link(self) -> None:
        if not self._begun and self._session.document.link is not None:
            self._begun = True
            self._show_link_state()

    def _show_link_state(self) -> None:
        """Show the linked file in the bar, and enable the commands for it."""
        words = self.linked.words if self._begun else ""
        self._state.show_linked_file(words, self.linked.hint if words else "")
        actions = self._window.named_actions
        for name in ("readNow", "unlink"):
            actions[name].setEnabled(bool(words))
        actions["catchUp"].setEnabled(bool(words) and self.linked.behind)


class FileController(QObject):
    """The controllers for opening, saving and linking.

    Unfinished typing is entered before anything is saved, left or undone.
    """

    def __init__(self, window: MainFrame, state: "BottomBar") -> None:
        super().__init__(window)
        self._window = window
        self.on_disk = FileOnDisk(window.folders.locks)
        self.arriving = LoadQueue(window)
        self.asking = EventQuestions(window)
        self.saving = SaveController(
            window,
            state,
            self.on_disk,
            lambda path: self.opening.take_changed_file(path),
        )
        self.opening = OpenController(
            window, self.on_disk, self.arriving, self.saving, self.asking
        )
        self.following = LinkController(
            window,
            state,
            lambda: self.asking.blanks.ask_about_blanks(),
            self.opening.open_file,
        )

    @cached_property
    def others(self) -> "OtherEventCommands":
        """Commands for events other than the one shown."""
        from uscalc.ui.files.other_events import OtherEventCommands

        return OtherEventCommands(self._window, self.opening, self.arriving)

    @cached_property
    def exporting(self) -> "ExportController":
        """The controller that writes the event in other formats."""
        from uscalc.ui.files.exporting import ExportController

        return ExportController(self._window)

    def close(self) -> None:
        """Release everything: the lock, the linked file, the threads."""
        self.arriving.close()
        if "exporting" in self.__dict__:
            self.exporting.close()
        self.saving.close()
        self.following.close()
        self.on_disk.release_file()
