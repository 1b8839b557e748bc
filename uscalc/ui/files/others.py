"""Events beside the one that is shown: earlier versions, the next, the service's."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from uscalc.document.change import Edit
from uscalc.document.rate.carry import next_event
from uscalc.formats import FormatError, Opened, open_event
from uscalc.formats.storage.backup import backups
from uscalc.ui.files.questions import ask_carry
from uscalc.ui.storage.folders import Folders
from uscalc.ui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame


class Opener(Protocol):
    """What brings an event into the window."""

    def unless_unsaved(self, go_on: Callable[[], object]) -> None:
        """Goes on once nothing can be lost."""

    def show(self, opened: Opened, path: Path | None, known: str | None) -> None:
        """Shows an event read from a file of this content, or from no file."""


class OtherEvents(QObject):
    """Brings them into the window, after the question about unsaved changes."""

    def __init__(
        self,
        window: "Frame",
        files: Opener,
        messages: MessageBar,
        folders: Folders,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._files = files
        self._messages = messages
        self._folders = folders

    def ask_service(self) -> None:
        """Lets the person bring the ratings service's answers for an event."""
        from uscalc.ui.files.service import ServiceDialog

        def show(opened: Opened) -> None:
            files = self._files
            files.unless_unsaved(lambda: files.show(opened, None, None))

        ServiceDialog(self._window.theme, show, self._window).open()

    def ask_earlier(self) -> None:
        """Lets the person take up what the file held before it was saved over."""
        from uscalc.ui.files.earlier import EarlierVersions

        path = self._session.path
        kept = [] if path is None else backups(path, self._folders.backups)
        if path is None or not kept:
            name = "This event" if path is None else path.name
            self._messages.tell(
                f"{name} has no earlier version yet: one is kept whenever a file is "
                "saved over.",
                error=False,
            )
            return
        EarlierVersions(
            self._window.theme, path.name, kept, self._take_up, self._window
        ).open()

    def _take_up(self, backup: Path, when: str) -> None:
        try:
            document = open_event(backup).document
        except FormatError as error:
            self._messages.tell(str(error), "Choose another", self.ask_earlier)
            return
        if document != self._session.document:
            name = f"Back to the version of {when}"
            self._session.edit(lambda _: Edit(document, name))

    def ask_carry(self) -> None:
        """Begins the next event with these players, as this one leaves them."""
        ask_carry(self._window.theme, self._session, self._carry, self._window)

    def _carry(self, name: str, end: dt.date) -> None:
        session = self._session
        session.rate_now()
        document = next_event(session.rating, name, end)
        self._files.unless_unsaved(lambda: session.open(document, None, saved=False))
