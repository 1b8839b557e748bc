"""What is remembered between starts: look, layout and the files opened last."""

from pathlib import Path
from typing import Final, get_args

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from uscalc.ui.theme.theme import Choice, Theme

MOST_RECENT: Final = 10
LAYOUT: Final = 2
"""Counted up when panels change so much that an old layout does not fit them."""
PANELS: Final = {False: "window/panels", True: "window/folded"}


class Preferences:
    """An ini file; whatever in it makes no sense is passed over."""

    def __init__(self, path: Path) -> None:
        self._file = QSettings(str(path), QSettings.Format.IniFormat)

    # Look

    def dress(self, theme: Theme) -> None:
        """Gives the theme the colours and zoom chosen last."""
        choice = str(self._file.value("look/colours", "system"))
        for known in get_args(Choice):
            if known == choice and theme.choice != choice:
                theme.choose(known)
        zoom = self._number("look/zoom", 100)
        if zoom != theme.zoom:
            theme.set_zoom(zoom)

    def remember_look(self, theme: Theme) -> None:
        """Keeps the theme's colours and zoom."""
        self._file.setValue("look/colours", theme.choice)
        self._file.setValue("look/zoom", theme.zoom)

    # Layout

    def place(self, window: QMainWindow) -> bool:
        """Gives the window the size and place it had; false if they are not kept."""
        geometry = self._file.value("window/geometry")
        return isinstance(geometry, QByteArray) and window.restoreGeometry(geometry)

    def layouts(self) -> dict[bool, QByteArray]:
        """How the panels stood, by whether the window was folded, if it is kept."""
        kept = {folded: self._file.value(key) for folded, key in PANELS.items()}
        return {k: v for k, v in kept.items() if isinstance(v, QByteArray)}

    def remember_layout(
        self, window: QMainWindow, layouts: dict[bool, QByteArray]
    ) -> None:
        """Keeps the window's size and its panels' layouts."""
        self._file.setValue("window/geometry", window.saveGeometry())
        for folded, layout in layouts.items():
            self._file.setValue(PANELS[folded], layout)

    def front(self, panel: str) -> str:
        """The view that was in front in a panel, by its name; empty: none is kept."""
        return str(self._file.value(f"front/{panel}", ""))

    def remember_front(self, panel: str, view: str) -> None:
        """Keeps which view is in front in a panel."""
        self._file.setValue(f"front/{panel}", view)

    def flag(self, name: str) -> bool:
        """Something that is so or not; not, unless it was said."""
        return str(self._file.value(f"flags/{name}", "false")).lower() == "true"

    def set_flag(self, name: str, value: bool = True) -> None:
        """Remembers something that is so or not."""
        self._file.setValue(f"flags/{name}", value)
        self._file.sync()

    # Files

    @property
    def recent(self) -> list[Path]:
        """The files opened or saved last, the newest first."""
        self._file.sync()
        kept = self._file.value("files/recent", [])
        # A list of one comes back as a text.
        names = kept if isinstance(kept, list) else [kept]
        return [Path(name) for name in names if isinstance(name, str) and name]

    def add_recent(self, path: Path) -> None:
        """Puts a file first."""
        path = path.absolute()
        others = [other for other in self.recent if other != path]
        self._keep_recent([path, *others][:MOST_RECENT])

    def drop_recent(self, path: Path) -> None:
        """Strikes a file from the list."""
        path = path.absolute()
        self._keep_recent([other for other in self.recent if other != path])

    def _keep_recent(self, paths: list[Path]) -> None:
        self._file.setValue("files/recent", [str(path) for path in paths])
        self._file.sync()

    def write(self) -> None:
        """Puts everything on disk."""
        self._file.sync()

    def _number(self, key: str, usual: int) -> int:
        try:
            return int(str(self._file.value(key, usual)))
        except ValueError:
            return usual
