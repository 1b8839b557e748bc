"""Open other events: earlier versions, the next event, answers of the rating service."""

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QWidget

from uscalc.counted import format_day
from uscalc.document.history import History
from uscalc.document.model import Document, Edit
from uscalc.document.rate.whole import make_next_event
from uscalc.formats import open_event
from uscalc.formats.native.reader import make_file
from uscalc.formats.shared.files import list_backups
from uscalc.ui.files.files_questions import ask_next_event
from uscalc.ui.files.loading import LoadedEvent, LoadQueue, LoadRequest, rate_event
from uscalc.ui.files.opening import OpenController
from uscalc.ui.frame.frame import MainFrame, WindowController
from uscalc.ui.scheduling import JobMonitor
from uscalc.ui.session.window_ratings import rate_for_window
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_text_label,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.dialogs import AcceptCancelButtons, resize_to

STAMP = "%Y%m%d-%H%M%S"
_PATH = Qt.ItemDataRole.UserRole


def parse_backup_time(backup: Path) -> dt.datetime | None:
    """Return the time in the name of a backup; None for other names."""
    try:
        return dt.datetime.strptime(backup.name[: len("20250901-140211")], STAMP)
    except ValueError:
        return None


class EarlierVersionsDialog(QDialog):
    """Lists earlier versions, the newest first; `chosen` is called with one and its time."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        backups: Sequence[Path],
        chosen: Callable[[Path, str], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._chosen = chosen
        set_up_dialog(self, "earlierVersions", "Version history")
        text = (
            f"Earlier saved versions of {name}. Restoring one can be undone, "
            "and the file doesn't change until you save."
        )
        self.list = name_widget(QListWidget(), "earlierList", "Versions, newest first")
        for backup in backups:
            when = parse_backup_time(backup)
            if when is None:
                continue
            item = QListWidgetItem(f"{format_day(when)}, {when:%I:%M:%S %p}")
            item.setData(_PATH, str(backup))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self.accept)
        add_parts(
            make_column(self, 3 * UNIT),
            make_text_label("earlierIntro", "note", text),
            (self.list, 1),
            AcceptCancelButtons(self, "earlier", "&Restore"),
        )
        resize_to(self, 56, 22)
        self.list.setFocus()

    def accept(self) -> None:
        """Restore the selected version."""
        item = self.list.currentItem()
        if item is None:
            return
        super().accept()
        self._chosen(Path(str(item.data(_PATH))), item.text())


class OtherEventCommands(WindowController):
    """Commands that show another event, after a question about unsaved changes."""

    def __init__(
        self, window: MainFrame, opening: OpenController, arriving: LoadQueue
    ) -> None:
        super().__init__(window)
        self._opening = opening
        self._arriving = arriving

    def ask_service_answers(self) -> None:
        """Open the dialog in which the user adds the rating service's answers about an event."""
        from uscalc.ui.files.service import ServiceAnswersDialog

        ServiceAnswersDialog(
            self._window.theme, self._opening.show_opened, self._window
        ).open()

    def ask_earlier_version(self) -> None:
        """Ask which earlier version of the file to restore."""

        path = self._session.path
        kept = [] if path is None else list_backups(path, self._window.folders.backups)
        if path is None or not kept:
            name = "This event" if path is None else path.name
            self._messages.show_message(
                (
                    f"{name} has no earlier versions yet. uscalc keeps one each time "
                    "you save over the file."
                ),
                error=False,
            )
            return
        EarlierVersionsDialog(
            self._window.theme, path.name, kept, self._restore_backup, self._window
        ).open()

    def _restore_backup(self, backup: Path, when: str) -> None:
        def take(read: Document) -> None:
            from uscalc.document.merge.alignment import restore_identities

            if read != self._session.document:
                name = f"Restore the version from {when}"
                self._session.apply_edit(
                    lambda before: Edit(restore_identities(read, before), name)
                )

        self._arriving.request_load(
            LoadRequest(
                f"Restoring the version from {when}",
                (
                    f"The version from {when} is ready. You made changes while it was "
                    "loading. Restore it now?"
                ),
                lambda _: open_event(backup).document,
                take,
                lambda error: self._messages.show_message(
                    str(error), "Select another version", self.ask_earlier_version
                ),
            )
        )

    def ask_next_event(self) -> None:
        """Ask for the name and date of the next event, which has the same players."""
        ask_next_event(
            self._window.theme, self._session, self._make_next_event, self._window
        )

    def _make_next_event(self, name: str, end: dt.date) -> None:
        session = self._session
        document, rulebook = session.document, session.rulebook
        before = session.live

        def made(monitor: JobMonitor) -> LoadedEvent:
            monitor.report_progress("rating it…")
            now = rate_for_window(document, rulebook, before, monitor)
            following = make_next_event(now.rating, name, end)
            # Reject an event that could not be saved.
            make_file(following)
            live = rate_event(following, rulebook, monitor, monitor.report_progress)
            return LoadedEvent(History(following, saved=False), live)

        self._opening.show_made(f"Creating {name}", f"{name} is ready", made)
