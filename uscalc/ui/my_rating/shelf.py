"""The shelf of sheets: the last ones by name, the one that is shown, and what is next."""

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu

from uscalc.document.sheet.kept import KeptSheet
from uscalc.ui.my_rating.kept import Kept
from uscalc.ui.storage.folders import Folders
from uscalc.ui.widgets.buttons import plain_button


class Shown(Protocol):
    """The sheet in the window, as far as the shelf must know it."""

    def state(self) -> KeptSheet:
        """Return what stands in it."""

    def show_sheet(self, sheet: KeptSheet) -> None:
        """Show a sheet in place of what stands there."""

    def offer(self, rating: str) -> None:
        """Offer an own rating for an empty sheet."""

    def clear(self) -> None:
        """Begin a new one."""

    def begin(self) -> None:
        """Give it the keyboard."""

    def tell(self, words: str) -> None:
        """Says something of it."""


class Shelf(QObject):
    """Keeps the sheet as it is typed, and shows others in its place."""

    def __init__(self, folders: Folders, sheet: Shown, parent: QObject) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self.kept = Kept(folders, self)
        self.kept.failed.connect(sheet.tell)
        self._quiet = False
        self.button = plain_button("mySheets", "S&heets", "The last sheets, by name")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu = QMenu(self.button)
        self.menu.setObjectName("mySheetsMenu")
        self.menu.setAccessibleName("The last sheets")
        self.menu.aboutToShow.connect(self._fill)
        self.button.setMenu(self.menu)

    def restore(self) -> None:
        """Show the sheet that was shown last, unless another window has it."""
        for path, sheet in self.kept.every():
            if self.kept.take(path):
                self._show(sheet)
                return
        self.offer()

    def keep(self) -> None:
        """Have what stands in the sheet written."""
        if not self._quiet:
            self.kept.keep(self._sheet.state())

    def leave(self) -> None:
        """The sheet is kept as it is; what comes now is another."""
        self.kept.leave()

    def offer(self) -> None:
        """Offer the own rating of the sheet that was changed last."""
        ratings = (sheet.rating for _, sheet in self.kept.every())
        self._sheet.offer(next((rating for rating in ratings if rating), ""))

    def let_go(self) -> None:
        """Write what is still to be written, and ends."""
        self.kept.let_go()

    def _show(self, sheet: KeptSheet) -> None:
        self._quiet = True
        self._sheet.show_sheet(sheet)
        self._quiet = False

    # The menu

    def _fill(self) -> None:
        self.menu.clear()
        every = tuple(self.kept.every())
        for path, sheet in every:
            action = self.menu.addAction(_shown(sheet))
            action.setObjectName("mySheet")
            action.setCheckable(True)
            action.setChecked(path == self.kept.path)
            action.triggered.connect(
                lambda _on=False, at=path, what=sheet: self._open(at, what)
            )
        if not every:
            action = self.menu.addAction("No sheet is kept yet")
            action.setEnabled(False)
            return
        self.menu.addSeparator()
        removing = self.menu.addMenu("Remove")
        removing.setObjectName("mySheetsRemove")
        for path, sheet in every:
            action = removing.addAction(_shown(sheet))
            action.setObjectName("mySheetRemoved")
            action.triggered.connect(lambda _on=False, at=path: self._remove(at))

    def _open(self, path: Path, sheet: KeptSheet) -> None:
        if path == self.kept.path:
            return
        if self.kept.take(path):
            self._show(sheet)
            self._sheet.begin()
        else:
            self._sheet.tell(
                "Another window shows that sheet; close My rating there first."
            )

    def _remove(self, path: Path) -> None:
        shown = path == self.kept.path
        self.kept.remove(path)
        if shown:
            self._sheet.clear()


def _shown(sheet: KeptSheet) -> str:
    return sheet.name.replace("&", "&&")
