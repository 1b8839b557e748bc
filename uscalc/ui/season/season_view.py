"""The view of a season: a folder of events by date, and what a change in it does."""

from functools import partial
from pathlib import Path
from typing import Final, cast

from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog

from uscalc.report.seasons import summarize_season
from uscalc.seasons import HistoryEntry
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import PagedView
from uscalc.ui.season.changes_page import ChangesPage
from uscalc.ui.season.folder import SeasonFolder
from uscalc.ui.season.history_page import HistoryPage, SeasonPage
from uscalc.ui.session.session import Session
from uscalc.ui.specs import ViewPage
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    FieldLabel,
    add_parts,
    make_column,
    make_head,
    make_plain_button,
    make_row,
    make_text_label,
    show_text,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.dialogs import make_file_dialog, make_text_field
from uscalc.ui.widgets.plain_table import ColumnTable

CHANGES, PROBLEMS = 1, 2
"""The indexes of the pages."""
FOLDER_CHOICE: Final = ("season", "folder")


class ProblemsPage(SeasonPage):
    """The files that can't be read, and other reasons why the ratings may be wrong."""

    def __init__(self, folder: SeasonFolder, session: Session, theme: Theme) -> None:
        super().__init__("seasonProblems", "Problems", folder, session, theme)
        self.page_head = make_head("seasonProblemsHead")
        column = TableColumn[str](
            "Problem and fix", "", str, fits=True, wraps=True, stretches=True
        )
        self._rows = ColumnTableModel[str]((column,), self)
        self.table = ColumnTable("seasonProblem", "Problems", self._rows, theme)
        self.setFocusProxy(self.table)
        add_parts(make_column(self._content, PAGE_MARGINS), self.table)
        self.show_content()

    def refresh(self) -> None:
        """List the problems."""
        read = self._folder.read
        self._rows.show_rows(
            (read.problems if read else ())
            or ("No problems: every file was read, and every section was rated.",)
        )


class SeasonView(PagedView):
    """A season: a folder, the histories of its members, what a change does, and the problems."""

    def __init__(self, window: MainFrame) -> None:
        self.folder = folder = SeasonFolder(window)
        session, theme = window.session, window.theme
        self._window = window
        parts = folder, session, theme
        super().__init__(
            "view-season",
            "Season",
            session,
            theme,
            (
                ViewPage(
                    "&History",
                    "The ratings of each member, event by event",
                    partial(HistoryPage, *parts, self._open_entry),
                ),
                ViewPage(
                    "&Changes",
                    "Ratings that another result or a late event changes",
                    partial(ChangesPage, *parts),
                ),
                ViewPage(
                    "&Problems",
                    "Files that can't be read, and errors in events",
                    partial(ProblemsPage, *parts),
                ),
            ),
        )
        folder.setParent(self)
        self.setAcceptDrops(True)
        self.path = make_text_field(
            "seasonFolder",
            "Folder of the season",
            "Folder with the event files of a club",
            "Type the path of a folder and press Enter",
        )
        self.browse = make_plain_button(
            "seasonBrowse",
            "&Browse…",
            "Select the folder with the event files",
            self.ask_folder,
        )
        self.again = make_plain_button(
            "seasonAgain",
            "&Read folder",
            "Read the event files of the folder, or read them again",
            self.read_again,
        )
        self.summary = make_text_label("seasonSummary", "note")
        self.summary.setContentsMargins(2 * UNIT, 0, 2 * UNIT, UNIT // 2)
        line = add_parts(
            make_row(margins=(2 * UNIT, UNIT, UNIT, UNIT // 2)),
            FieldLabel("&Folder", self.path),
            (self.path, 1),
            self.browse,
            self.again,
        )
        self._column.insertLayout(0, line)
        self._column.insertWidget(1, self.summary)
        self.path.returnPressed.connect(self.read_again)
        self.path.textChanged.connect(lambda text: self.again.setEnabled(bool(text)))
        self.tabs.currentChanged.connect(self._offer_selected)
        folder.changed.connect(self._show_folder)
        folder.refused.connect(session.refused)
        self.again.setEnabled(False)
        self.path.show_text(window.preferences.read_choice(*FOLDER_CHOICE))
        self._show_folder()
        self.setFocusProxy(self.path)

    @property
    def changes(self) -> ChangesPage:
        """The page of changes, which this brings to the front."""
        return cast("ChangesPage", self.show_page(CHANGES))

    # The folder

    def ask_folder(self) -> None:
        """Ask for a folder."""
        dialog = make_file_dialog(
            self.window(),
            "seasonDialog",
            "Select the folder of a season",
            mode=QFileDialog.FileMode.Directory,
            folder=self._session.folder,
        )
        dialog.fileSelected.connect(self.read_folder)
        dialog.open()

    def read_folder(self, text: str) -> None:
        """Read the events of a folder."""
        if text.strip():
            self.path.show_text(text)
            self._window.preferences.remember_choice(*FOLDER_CHOICE, text.strip())
            self.folder.read_folder(Path(text.strip()).expanduser())

    def read_again(self) -> None:
        """Read the folder whose path is in the field."""
        self.read_folder(self.path.text())

    def _show_folder(self) -> None:
        """Show which folder was read, and count its problems."""
        read = self.folder.read
        problems = len(read.problems) if read else 0
        title = self._specs[PROBLEMS].title
        self.tabs.setTabText(PROBLEMS, f"{title} ({problems})" if problems else title)
        show_text(self.summary, summarize_season(read.season) if read else "")
        self.summary.setVisible(read is not None)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a folder, or an event to insert."""
        path = _find_path(event)
        if path is not None and (path.is_dir() or not self.folder.reason):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read a dropped folder, or insert a dropped event."""
        if (path := _find_path(event)) is not None:
            event.acceptProposedAction()
            if path.is_dir():
                self.read_folder(str(path))
            else:
                self.changes.insert_event(path)

    # The pages

    def _offer_selected(self, place: int) -> None:
        page = self.get_page(place)
        if isinstance(page, ChangesPage) and not self.folder.reason:
            page.offer_selected()

    def _open_entry(self, entry: HistoryEntry) -> None:
        self._window.open_event_at(
            Path(entry.file), entry.section, entry.number, entry.system
        )


def _find_path(event: QDropEvent) -> Path | None:
    """Return the dropped file or folder, if there is one."""
    urls = event.mimeData().urls()
    return (
        Path(urls[0].toLocalFile())
        if len(urls) == 1 and urls[0].isLocalFile()
        else None
    )
