"""The three files of a report written into a folder, and never over others."""

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from uscalc.document.rate.identity import SAME_ID
from uscalc.formats.errors import FormatError
from uscalc.formats.report2c.folder import targets, targets_in, write_report
from uscalc.formats.report2c.writer import NAMES, report_files
from uscalc.ui.reporting.checking import Checked
from uscalc.ui.reporting.facts import as_last_time
from uscalc.ui.scheduling.worker import Asked, Worker
from uscalc.ui.session.home import begin_at_home
from uscalc.ui.session.session import Session
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.message_bar import MessageBar

REFUSED = "report"
"""The question about a report that will be refused."""


class Written(NamedTuple):
    """What came of writing a report; `problem` is empty where it was done."""

    folder: Path
    problem: str = ""


class Writing(QObject):
    """Asks for a folder; `check` gives what would be said, `show` shows that."""

    def __init__(
        self,
        session: Session,
        preferences: Preferences,
        messages: MessageBar,
        check: Callable[[], Checked],
        show: Callable[[], object],
        ask_facts: Callable[[], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._preferences = preferences
        self._messages = messages
        self._check = check
        self._show = show
        self._ask_facts = ask_facts
        self._window = window
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        session.closing.connect(self._worker.close)
        session.opened.connect(lambda: messages.withdraw(REFUSED))

    def ask(self) -> None:
        """Asks for the folder; of a report that will be refused, whether at all."""
        self._session.pending.settle()
        found = [f for f in self._check().findings if f.severity == "stops"]
        if not found:
            self.ask_folder()
            return
        wrong = next((f for f in found if f.code == SAME_ID), None)
        if wrong is not None:
            self._messages.ask(
                REFUSED,
                f"The report can't be written. {wrong.said}.",
                (("Show them", self._show),),
                error=True,
            )
            return
        many = "one thing" if len(found) == 1 else f"{len(found)} things"
        first = f"{found[0].place}: " if found[0].place else ""
        facts = "Facts of the report…", self._ask_facts
        self._messages.ask(
            REFUSED,
            f"The report will be refused for {many}, first: {first}{found[0].message}.",
            (
                ("Show them", self._show),
                ("As last time", self._as_last_time) if self._is_known() else facts,
                ("Write it all the same", self.ask_folder),
            ),
            error=True,
        )

    def _is_known(self) -> bool:
        """Return whether the last event said something that this one does not."""
        document = self._session.document
        return as_last_time(document, self._preferences).document is not document

    def _as_last_time(self) -> None:
        """Take over what the last event said, and goes on."""
        self._session.edit(lambda document: as_last_time(document, self._preferences))
        self.ask()

    def ask_folder(self) -> None:
        """Let the person choose a folder to write the report into."""
        dialog = name_widget(
            QFileDialog(self._window, "A folder for the ratings report"),
            "reportFolderDialog",
        )
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Write here")
        begin_at_home(dialog, self._session)
        dialog.fileSelected.connect(lambda path: self.write(Path(path)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def write(self, folder: Path) -> None:
        """Write the report into a folder that has none, beside the window."""
        self._session.pending.settle()
        self._messages.withdraw(REFUSED)
        if self._worker.busy:
            self._messages.tell("A report is being written.", error=False)
            return
        for path in targets(folder).values():
            self._preferences.about_to_write(path)
        document, today = self._session.document, dt.date.today()

        def written(_: Asked) -> Written:
            try:
                paths = targets_in(folder)
                there = [p.name for p in paths.values() if os.path.lexists(p)]
                if there:
                    return Written(folder, f"{folder} has {', '.join(there)} already")
                write_report(paths, report_files(document, today))
            except FormatError as error:
                return Written(folder, str(error))
            return Written(folder)

        self._worker.ask(written)

    def _came(self, found: object) -> None:
        assert isinstance(found, Written)
        if found.problem:
            self._fail(f"{found.problem}.")
            return
        names = ", ".join(NAMES.values())
        self._messages.tell(f"The report is in {found.folder}: {names}.", error=False)

    def _fail(self, reason: str) -> None:
        self._messages.tell(
            f"{reason} Nothing was written.", "Another folder…", self.ask_folder
        )
