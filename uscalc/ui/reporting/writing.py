"""The three files of a report written into a folder, and never over others."""

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from uscalc.formats.errors import FormatError
from uscalc.formats.report2c.writer import NAMES, report_files, targets
from uscalc.formats.storage.together import write_together
from uscalc.ui.reporting.checking import Checked
from uscalc.ui.session.home import begin_at_home
from uscalc.ui.session.session import Session
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.widgets.message_bar import MessageBar

REFUSED = "report"
"""The question about a report that will be refused."""


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
        session.opened.connect(lambda: messages.withdraw(REFUSED))

    def ask(self) -> None:
        """Asks for the folder; of a report that will be refused, whether at all."""
        self._session.pending.settle()
        found = [f for f in self._check().findings if f.severity == "stops"]
        if not found:
            self.ask_folder()
            return
        many = "one thing" if len(found) == 1 else f"{len(found)} things"
        first = f"{found[0].place}: " if found[0].place else ""
        self._messages.ask(
            REFUSED,
            f"The report will be refused for {many}, first: {first}{found[0].message}.",
            (
                ("Show them", self._show),
                ("Facts of the report…", self._ask_facts),
                ("Write it all the same", self.ask_folder),
            ),
            error=True,
        )

    def ask_folder(self) -> None:
        """Lets the person choose a folder to write the report into."""
        dialog = QFileDialog(self._window, "A folder for the ratings report")
        dialog.setObjectName("reportFolderDialog")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Write here")
        begin_at_home(dialog, self._session)
        dialog.fileSelected.connect(lambda path: self.write(Path(path)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def write(self, folder: Path) -> None:
        """Writes the report into a folder that has none."""
        self._session.pending.settle()
        self._messages.withdraw(REFUSED)
        try:
            paths = targets(folder, os.listdir(folder))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self._fail(f"{folder} cannot be written in: {reason}.")
            return
        there = [path.name for path in paths.values() if os.path.lexists(path)]
        if there:
            self._fail(f"{folder} has {', '.join(there)} already.")
            return
        for path in paths.values():
            self._preferences.about_to_write(path)
        made = report_files(self._session.document, dt.date.today())
        try:
            write_together({paths[name]: made[name] for name in NAMES.values()})
        except FormatError as error:
            self._fail(f"{error}.")
            return
        self._messages.tell(
            f"The report is in {folder}: {', '.join(NAMES.values())}.", error=False
        )

    def _fail(self, reason: str) -> None:
        self._messages.tell(
            f"{reason} Nothing was written.", "Another folder…", self.ask_folder
        )
