"""The program's own folders for state, settings and data."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

VARIABLE: Final = "USCALC_STATE"
"""The environment variable that puts all of the program's files in one folder."""
LOG_NAME: Final = "uscalc.log"
"""The name of the log file in the state folder."""
XDG: Final[Mapping[str, str]] = MappingProxyType(
    {
        "XDG_STATE_HOME": ".local/state",
        "XDG_CONFIG_HOME": ".config",
        "XDG_DATA_HOME": ".local/share",
    }
)
"""The folders for state, settings and data on Linux: the variable, and the usual place."""


def replace_own_file(path: Path, data: bytes) -> None:
    """Write a file in one of the program's folders, readable only by this user.

    Raises FormatError, whose fix names the variable that selects another folder.
    """
    from uscalc.formats.opened import FormatError
    from uscalc.formats.shared.files import describe_error, replace_file

    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(path, data, 0o600)
    except (OSError, FormatError) as error:
        if isinstance(error, OSError):
            error = describe_error(error, path, "written")
        fix = f"Change the folder's permissions, or set {VARIABLE} to another folder"
        raise FormatError(error.message, fix, path=path) from error


class Folders(NamedTuple):
    """The program's folders: journals, backups and locks in `state`, and `config` and `data`."""

    state: Path
    config: Path
    data: Path

    @classmethod
    def within_folder(cls, folder: Path) -> "Folders":
        """Return folders that are all within one folder."""
        return cls(folder, folder, folder)

    @classmethod
    def find_usual(cls, environ: Mapping[str, str] = os.environ) -> "Folders":
        """Return the user's folders on this computer, or the one that the environment names."""
        chosen = environ.get(VARIABLE, "").strip()
        if chosen:
            return cls.within_folder(_expand_path(Path(chosen)).absolute())
        if sys.platform.startswith("linux"):
            # Don't use Qt for this, because importing it takes a tenth of the time of a
            # start.
            return cls(*(_by_xdg(environ, name) for name in XDG))
        from platformdirs import user_config_path, user_data_path, user_state_path

        return cls(
            user_state_path("uscalc", appauthor=False),
            user_config_path("uscalc", appauthor=False),
            user_data_path("uscalc", appauthor=False),
        )

    @property
    def journals(self) -> Path:
        """The folder of unsaved work, with one file for each window."""
        return self.state / "journals"

    @property
    def backups(self) -> Path:
        """The folder of backups, made before files are replaced."""
        return self.state / "backups"

    @property
    def locks(self) -> Path:
        """The folder of locks, one for each file that is open in a window."""
        return self.state / "locks"

    @property
    def sheets(self) -> Path:
        """The folder of saved estimates, one file each."""
        return self.state / "sheets"

    @property
    def walls(self) -> Path:
        """The folder of print histories, one file for each event."""
        return self.state / "walls"

    @property
    def lists(self) -> Path:
        """The folder of imported rating supplements."""
        return self.data / "lists"

    @property
    def settings(self) -> Path:
        """The file of the window's settings."""
        return self.config / "window.ini"


def _by_xdg(environ: Mapping[str, str], variable: str) -> Path:
    """Return the program's folder by the XDG Base Directory Specification."""
    named = Path(environ.get(variable, "").strip())
    # The specification says to ignore relative paths.
    base = named if named.is_absolute() else find_home() / XDG[variable]
    return base / "uscalc"


def find_home() -> Path:
    """Return the user's home folder or, if there is none, a temporary folder."""
    try:
        return Path.home()
    except RuntimeError:
        import tempfile

        return Path(tempfile.gettempdir(), f"uscalc-{os.getuid()}")


def recent_words(path: Path) -> str:
    """Return a file's name and folder, with ~ for the user's home folder."""
    folder, own = path.parent, find_home()
    short = (
        f"~/{folder.relative_to(own).as_posix()}"
        if folder.is_relative_to(own)
        else str(folder)
    )
    return f"{path.name} – {short.removesuffix('/.')}"


def list_existing(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files that exist; files in unreadable folders are skipped."""
    for path in paths:
        with suppress(OSError):
            if path.exists():
                yield path


def _expand_path(path: Path) -> Path:
    """Return a path with ~ replaced by the user's home folder; unchanged if it has none."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path
