"""The menu of files opened last."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from uscalc.ui.storage.folders import find_home
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.widgets.building import name_widget


class RecentFilesMenu(QMenu):
    """Lists the files whenever it is shown; `chosen` is called with one."""

    def __init__(
        self,
        preferences: Preferences,
        chosen: Callable[[Path], object],
        parent: QWidget,
    ) -> None:
        super().__init__("Open &recent", parent)
        self._preferences = preferences
        self._chosen = chosen
        name_widget(self, "recentMenu", "Open recent")
        self.aboutToShow.connect(self.list_files)
        self.list_files()

    def list_files(self) -> None:
        """List the files anew; the first nine have a digit to press."""
        self.clear()
        for place, path in enumerate(self._preferences.recent):
            digit = f"&{place + 1}  " if place < 9 else ""
            words = recent_words(path).replace("&", "&&")
            action = self.addAction(f"{digit}{words}")
            action.setObjectName(f"recent{place + 1}")
            action.setToolTip(str(path))
            action.triggered.connect(lambda _=False, path=path: self._chosen(path))
        if self.isEmpty():
            nothing = self.addAction("No file yet")
            nothing.setObjectName("recentNone")
            nothing.setEnabled(False)


def recent_words(path: Path) -> str:
    """Return a file by its name and folder, the person's own folder as a tilde."""
    folder = path.parent
    own = find_home()
    within = folder.is_relative_to(own)
    short = f"~/{folder.relative_to(own).as_posix()}" if within else ""
    return f"{path.name} – {(short or str(folder)).removesuffix('/.')}"
