"""Open other events: earlier versions, the next event, answers of the rating service."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from uscalc.document.change import Edit
from uscalc.document.history import History
from uscalc.document.model import Document
from uscalc.document.rate.carry import next_event
from uscalc.formats import open_event
from uscalc.formats.native.reader import make_file
from uscalc.formats.storage.backup import list_backups
from uscalc.ui.files.arriving import LoadQueue, LoadRequest
from uscalc.ui.files.opening import OpenController
from uscalc.ui.files.questions import ask_next_event
from uscalc.ui.files.whole import LoadedEvent, rate_event
from uscalc.ui.scheduling.worker import JobMonitor
from uscalc.ui.session.live import rate_for_window

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame


class OtherEventCommands(QObject):
    """Load other events, after the question about unsaved changes."""

    def __init__(
        self, window: "MainFrame", opening: OpenController, arriving: LoadQueue
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._opening = opening
        self._arriving = arriving
        self._messages = window.messages

    def ask_service_answers(self) -> None:
        """Ask for the rating service's answers about an event."""
        from uscalc.ui.files.service import ServiceAnswersDialog

        ServiceAnswersDialog(
            self._window.theme, self._opening.show_opened, self._window
        ).open()

    def ask_earlier_version(self) -> None:
        """Ask which earlier version of the file to restore."""
        from uscalc.ui.files.earlier import EarlierVersionsDialog

        path = self._session.path
        kept = [] if path is None else list_backups(path, self._window.folders.backups)
        if path is None or not kept:
            name = "This event" if path is None else path.name
            self._messages.show_message(
                f"{name} has no earlier version yet: one is kept whenever a file is "
                "saved over.",
                error=False,
            )
            return
        EarlierVersionsDialog(
            self._window.theme, path.name, kept, self._restore_backup, self._window
        ).open()

    def _restore_backup(self, backup: Path, when: str) -> None:
        def take(read: object) -> None:
            from uscalc.document.merge.recognize import restore_identities

            assert isinstance(read, Document)
            if read != self._session.document:
                name = f"Back to the version of {when}"
                self._session.apply_edit(
                    lambda before: Edit(restore_identities(read, before), name)
                )

        self._arriving.request_load(
            LoadRequest(
                f"Taking up the version of {when}",
                f"The version of {when} is read. Something was done here meanwhile.",
                lambda _: open_event(backup).document,
                take,
                lambda error: self._messages.show_message(
                    str(error), "Choose another", self.ask_earlier_version
                ),
            )
        )

    def ask_next_event(self) -> None:
        """Ask for the next event, which has the same players with their new ratings."""
        ask_next_event(
            self._window.theme, self._session, self._make_next_event, self._window
        )

    def _make_next_event(self, name: str, end: dt.date) -> None:
        session = self._session
        document, rulebook = session.document, session.rulebook
        before = session.live

        def made(asked: JobMonitor) -> LoadedEvent:
            asked.report_progress("rating it…")
            now = rate_for_window(document, rulebook, before, asked)
            following = next_event(now.rating, name, end)
            # An event that cannot be saved is rejected at once.
            make_file(following)
            live = rate_event(following, rulebook, asked, asked.report_progress)
            return LoadedEvent(History(following, saved=False), live)

        self._opening.show_made(f"Beginning {name}", f"{name} is ready", made)
