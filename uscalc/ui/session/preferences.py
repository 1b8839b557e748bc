"""Settings kept between starts: look, layout and recent files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, get_args

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from uscalc.ui.theme.theme import REDUCED_MOTION, Choice, Theme, is_motion_reduced

MOST_RECENT: Final = 10
LAYOUT: Final = 3
"""The version of layouts; increase it if panels change too much for old layouts."""
RECENT: Final = "files/recent"
WRITING: Final = "files/writing"
PANELS: Final = {False: "panels", True: "folded"}
SHARES: Final = "shares"
SPACES: Final = "files/spaces"
MOST_SPACES: Final = 50
"""The most files whose last space is remembered."""


class Preferences:
    """The settings in an ini file; invalid values are ignored."""

    def __init__(self, path: Path) -> None:
        self._file = QSettings(str(path), QSettings.Format.IniFormat)

    # Look

    def apply_theme(self, theme: Theme) -> None:
        """Apply the saved colors, zoom and reduced motion to the theme."""
        choice = str(self._file.value("look/colors", "system"))
        for known in get_args(Choice):
            if known == choice and theme.choice != choice:
                theme.choose_look(known)
        theme.reduce_motion(self.read_flag(REDUCED_MOTION))
        zoom = self._read_number("look/zoom", 100)
        if zoom != theme.zoom:
            theme.set_zoom(zoom)

    def remember_look(self, theme: Theme) -> None:
        """Save the theme's colors, zoom and reduced motion."""
        self._file.setValue("look/colors", theme.choice)
        self._file.setValue("look/zoom", theme.zoom)
        self._file.setValue(f"flags/{REDUCED_MOTION}", is_motion_reduced())

    # Layout

    def restore_geometry(self, window: QMainWindow) -> bool:
        """Restore a window's saved size and position; return False if there are none."""
        geometry = self._file.value("window/geometry")
        return isinstance(geometry, QByteArray) and window.restoreGeometry(geometry)

    def read_layouts(self, spaces: Sequence[str]) -> dict[tuple[str, bool], QByteArray]:
        """Return the saved layouts, by space and by whether the right panel was folded."""
        kept = {
            (space, folded): self._file.value(f"spaces/{space}/{key}")
            for space in spaces
            for folded, key in PANELS.items()
        }
        return {k: v for k, v in kept.items() if isinstance(v, QByteArray)}

    def read_shares(self, spaces: Sequence[str]) -> dict[str, tuple[float, float]]:
        """Return the panels' shares of the window, 0-1, for each space that has them."""
        kept: dict[str, tuple[float, float]] = {}
        for space in spaces:
            parts = self.read_choice(f"spaces/{space}", SHARES).split()
            try:
                wide, high = (float(part) for part in parts)
            except ValueError:
                continue
            if 0 < wide < 1 and 0 < high < 1:
                kept[space] = wide, high
        return kept

    def remember_layouts(
        self,
        window: QMainWindow,
        layouts: Mapping[tuple[str, bool], QByteArray],
        shares: Mapping[str, tuple[float, float]],
    ) -> None:
        """Save the window's size, and each space's layout and shares of the panels."""
        self._file.setValue("window/geometry", window.saveGeometry())
        for (space, folded), layout in layouts.items():
            self._file.setValue(f"spaces/{space}/{PANELS[folded]}", layout)
            wide, high = shares.get(space, (0, 0))
            self._file.setValue(f"spaces/{space}/{SHARES}", f"{wide:.4f} {high:.4f}")
        # Remove the layouts of version 1.0, which fit no space.
        for old in ("window/panels", "window/folded", "front"):
            self._file.remove(old)

    def read_flag(self, name: str) -> bool:
        """Return a setting that is on or off; off if it was never saved."""
        return self.find_flag(name) or False

    def find_flag(self, name: str) -> bool | None:
        """Return a setting that is on or off, or None if it was never saved."""
        value = self._file.value(f"flags/{name}")
        return None if value is None else str(value).lower() == "true"

    def set_flag(self, name: str, value: bool = True) -> None:
        """Save a setting that is on or off."""
        self._file.setValue(f"flags/{name}", value)
        self._file.sync()

    # Choices

    def read_choice(self, group: str, name: str, usual: str = "") -> str:
        """Return a text that was selected or typed last, or `usual`."""
        return str(self._file.value(f"{group}/{name}", usual))

    def read_count(self, group: str, name: str) -> int:
        """Return a number that was saved; 0 if there is none."""
        return self._read_number(f"{group}/{name}", 0)

    def remember_choice(self, group: str, name: str, text: str) -> None:
        """Save what is selected, for the next start."""
        self._file.setValue(f"{group}/{name}", text)
        self._file.sync()

    # Files

    @property
    def recent(self) -> list[Path]:
        """The files opened or saved last, the newest first."""
        return self._read_paths(RECENT)

    def add_recent(self, path: Path) -> None:
        """Put a file at the top of the recent files."""
        path = path.absolute()
        others = [other for other in self.recent if other != path]
        self._keep_paths(RECENT, [path, *others][:MOST_RECENT])

    def drop_recent(self, path: Path) -> None:
        """Remove a file from the recent files."""
        path = path.absolute()
        self._keep_paths(RECENT, [other for other in self.recent if other != path])

    @property
    def written_in(self) -> list[Path]:
        """The folders in which events were saved, or were about to be saved."""
        recent = [path.parent for path in self.recent]
        return list(dict.fromkeys((*self._read_paths(WRITING), *recent)))

    def about_to_write(self, path: Path) -> None:
        """Record the folder of a file to be written, in case the program is killed."""
        folder = path.absolute().parent
        if folder not in self.written_in:
            self._keep_paths(
                WRITING, [*self._read_paths(WRITING), folder][-MOST_RECENT:]
            )

    def forget_writing(self) -> None:
        """Forget the folders in which events were saved, because they were cleaned."""
        if self._read_paths(WRITING):
            self._keep_paths(WRITING, [])

    def read_space(self, path: Path) -> str | None:
        """Return the space in which a file was left; None if it was not remembered."""
        return self._read_spaces().get(path.absolute())

    def remember_space(self, path: Path, space: str) -> None:
        """Save the space in which a file is left; forget the oldest file."""
        from uscalc.formats.shared.files import encode_path

        path = path.absolute()
        others = {p: kept for p, kept in self._read_spaces().items() if p != path}
        newest = list({path: space, **others}.items())[:MOST_SPACES]
        lines = [f"{kept} {encode_path(str(p))}" for p, kept in newest]
        self._file.setValue(SPACES, lines)
        self._file.sync()

    def _read_spaces(self) -> dict[Path, str]:
        """Return the space of each remembered file, the newest first."""
        parts = [str(path).partition(" ") for path in self._read_paths(SPACES)]
        return {Path(path): space for space, _, path in parts if path}

    def _read_paths(self, key: str) -> list[Path]:
        from uscalc.formats.shared.files import decode_path

        self._file.sync()
        found = self._file.value(key, [])
        # Qt returns a list with one item as a text.
        names = found if isinstance(found, list) else [found]
        return [
            Path(decode_path(name)) for name in names if isinstance(name, str) and name
        ]

    def _keep_paths(self, key: str, paths: list[Path]) -> None:
        from uscalc.formats.shared.files import encode_path

        self._file.setValue(key, [encode_path(str(path)) for path in paths])
        self._file.sync()

    def write(self) -> None:
        """Write all settings to disk."""
        self._file.sync()

    def _read_number(self, key: str, usual: int) -> int:
        try:
            return int(str(self._file.value(key, usual)))
        except ValueError:
            return usual
