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
from uscalc.formats.native.reader import file_of
from uscalc.formats.storage.backup import backups
from uscalc.ui.files.arriving import Arriving, Wish
from uscalc.ui.files.opening import Opening
from uscalc.ui.files.questions import ask_carry
from uscalc.ui.files.whole import Whole, rated
from uscalc.ui.scheduling.worker import Asked
from uscalc.ui.session.live import rate_live

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame


class OtherEvents(QObject):
    """Load other events, after the question about unsaved changes."""

    def __init__(self, window: "Frame", opening: Opening, arriving: Arriving) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._opening = opening
        self._arriving = arriving
        self._messages = window.messages

    def ask_service(self) -> None:
        """Ask for the rating service's answers about an event."""
        from uscalc.ui.files.service import ServiceDialog

        ServiceDialog(self._window.theme, self._opening.bring, self._window).open()

    def ask_earlier(self) -> None:
        """Ask which earlier version of the file to restore."""
        from uscalc.ui.files.earlier import EarlierVersions

        path = self._session.path
        kept = [] if path is None else backups(path, self._window.folders.backups)
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
        def take(read: object) -> None:
            from uscalc.document.merge.recognize import recognized

            assert isinstance(read, Document)
            if read != self._session.document:
                name = f"Back to the version of {when}"
                self._session.edit(lambda before: Edit(recognized(read, before), name))

        self._arriving.ask(
            Wish(
                f"Taking up the version of {when}",
                f"The version of {when} is read. Something was done here meanwhile.",
                lambda _: open_event(backup).document,
                take,
                lambda error: self._messages.tell(
                    str(error), "Choose another", self.ask_earlier
                ),
            )
        )

    def ask_carry(self) -> None:
        """Ask for the next event, which has the same players with their new ratings."""
        ask_carry(self._window.theme, self._session, self._carry, self._window)

    def _carry(self, name: str, end: dt.date) -> None:
        session = self._session
        document, rulebook = session.document, session.rulebook
        before = session.live

        def made(asked: Asked) -> Whole:
            asked.say("rating it…")
            now = rate_live(document, rulebook, before, asked)
            following = next_event(now.rating, name, end)
            # An event that cannot be saved is rejected at once.
            file_of(following)
            live = rated(following, rulebook, asked, asked.say)
            return Whole(History(following, saved=False), live)

        self._opening.make(f"Beginning {name}", f"{name} is ready", made)
