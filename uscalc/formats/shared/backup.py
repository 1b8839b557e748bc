"""Rotated backups: what a file held before it was saved over, the last few times."""

import datetime as dt
import stat
from pathlib import Path
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.shared.digest import compute_digest
from uscalc.formats.shared.files import read_bytes, replace_file, short_name

KEPT: Final = 5


def back_up(path: Path, folder: Path, now: dt.datetime) -> Path | None:
    """Keep a copy of a file that is about to be replaced, and the last five of it.

    Returns the copy; None where there was nothing to keep or no room for it: a backup
    that fails must not keep anybody from saving.
    """
    place = folder / _make_key(path)
    copy = place / f"{now:%Y%m%d-%H%M%S-%f}-{short_name(path)}"
    try:
        if not path.is_file():
            return None
        place.mkdir(parents=True, exist_ok=True)
        # Of an event's size at most, and whole or not at all.
        replace_file(copy, read_bytes(path), stat.S_IMODE(path.stat().st_mode))
        for old in list_backups(path, folder)[KEPT:]:
            old.unlink(missing_ok=True)
    except (OSError, FormatError):
        return None
    return copy


def list_backups(path: Path, folder: Path) -> list[Path]:
    """Return the backups of a file, the newest first."""
    try:
        kept = (folder / _make_key(path)).iterdir()
        # One that is still being written has a hidden name.
        return sorted((c for c in kept if not c.name.startswith(".")), reverse=True)
    except OSError:
        return []


def _make_key(path: Path) -> str:
    """Return a folder name for a file, the same each time and for no other file."""
    whole = str(path.absolute()).encode("utf-8", "surrogateescape")
    return compute_digest(whole)[:16]
