"""The shelf of sheets: the last ones by name, the one that is shown, and what is next."""

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu

from uscalc.document.sheet.section import SavedEstimate
from uscalc.ui.estimate.kept import EstimateStore
from uscalc.ui.storage.folders import Folders
from uscalc.ui.widgets.labels import make_plain_button


class EstimateForm(Protocol):
    """The sheet in the window, as far as the shelf must know it."""

    def collect_state(self) -> SavedEstimate:
        """Return the state of the sheet."""

    def show_sheet(self, sheet: SavedEstimate) -> None:
        """Show a sheet in place of the current one."""

    def offer_rating(self, rating: str) -> None:
        """Offer an own rating for an empty sheet."""

    def clear_sheet(self) -> None:
        """Begin a new one."""

    def focus_first_field(self) -> None:
        """Give it the keyboard."""

    def show_message(self, words: str) -> None:
        """Says something of it."""


class EstimateShelf(QObject):
    """Saves the sheet while the user types, and shows others in its place."""

    def __init__(self, folders: Folders, sheet: EstimateForm, parent: QObject) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self.kept = EstimateStore(folders, self)
        self.kept.failed.connect(sheet.show_message)
        self._quiet = False
        self.button = make_plain_button(
            "mySheets", "S&heets", "The last sheets, by name"
        )
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu = QMenu(self.button)
        self.menu.setObjectName("mySheetsMenu")
        self.menu.setAccessibleName("The last sheets")
        self.menu.aboutToShow.connect(self._fill_menu)
        self.button.setMenu(self.menu)

    def restore_last(self) -> None:
        """Show the sheet that was shown last, unless another window has it."""
        for path, sheet in self.kept.iterate_sheets():
            if self.kept.open_sheet(path):
                self._show_sheet(sheet)
                return
        self.offer_last_rating()

    def save_soon(self) -> None:
        """Save the sheet's entries soon."""
        if not self._quiet:
            self.kept.save_soon(self._sheet.collect_state())

    def close_sheet(self) -> None:
        """Save the sheet and end it; later entries belong to another one."""
        self.kept.close_sheet()

    def offer_last_rating(self) -> None:
        """Offer the own rating of the sheet that was changed last."""
        ratings = (sheet.rating for _, sheet in self.kept.iterate_sheets())
        self._sheet.offer_rating(next((rating for rating in ratings if rating), ""))

    def close(self) -> None:
        """Write what is still to be written, and ends."""
        self._quiet = True
        self.kept.close_sheet()

    def _show_sheet(self, sheet: SavedEstimate) -> None:
        self._quiet = True
        self._sheet.show_sheet(sheet)
        self._quiet = False

    # The menu

    def _fill_menu(self) -> None:
        self.menu.clear()
        every = tuple(self.kept.iterate_sheets())
        for path, sheet in every:
            action = self.menu.addAction(_make_menu_text(sheet))
            action.setObjectName("mySheet")
            action.setCheckable(True)
            action.setChecked(path == self.kept.path)
            action.triggered.connect(
                lambda _on=False, at=path, what=sheet: self._open_sheet(at, what)
            )
        if not every:
            action = self.menu.addAction("No sheet is kept yet")
            action.setEnabled(False)
            return
        self.menu.addSeparator()
        removing = self.menu.addMenu("Remove")
        removing.setObjectName("mySheetsRemove")
        for path, sheet in every:
            action = removing.addAction(_make_menu_text(sheet))
            action.setObjectName("mySheetRemoved")
            action.triggered.connect(lambda _on=False, at=path: self._remove_sheet(at))

    def _open_sheet(self, path: Path, sheet: SavedEstimate) -> None:
        if path == self.kept.path:
            return
        if self.kept.open_sheet(path):
            self._show_sheet(sheet)
            self._sheet.focus_first_field()
        else:
            self._sheet.show_message(
                "Another window shows that sheet; close My rating there first."
            )

    def _remove_sheet(self, path: Path) -> None:
        shown = path == self.kept.path
        self.kept.delete_sheet(path)
        if shown:
            self._sheet.clear_sheet()


def _make_menu_text(sheet: SavedEstimate) -> str:
    return sheet.name.replace("&", "&&")
