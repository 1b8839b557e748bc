"""Reading a file that another program may be writing at this very moment."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uscalc.document.model import Document
from uscalc.formats import FormatError, open_event
from uscalc.formats.opened import Opened

_AFTER_ROUND: Final = re.compile(r"\.s\dc", re.IGNORECASE | re.ASCII)
"""How SwissSys' files of a section after a round end."""

Stamp = tuple[tuple[str, int, int], ...]
"""Names, times and sizes of the files of an event."""
Meant = Callable[[Document], bool]
"""Whether a file holds the tournament that is followed."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The content of the file now; `path` is the file that was read."""

    path: Path
    opened: Opened
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Unready:
    """The file is there, and cannot be read now."""

    path: Path
    reason: str
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no such file."""


@dataclass(frozen=True, slots=True)
class Same:
    """The file has not changed."""


Look = Reading | Unready | Missing | Same


def candidates(path: str, own: Path | None) -> tuple[Path, ...]:
    """Return the places where the linked file may be: its own, and beside the event."""
    name = re.split(r"[\\/]", path)[-1]
    beside = () if own is None or not name else (own.parent / name,)
    return tuple(dict.fromkeys((Path(path), *beside)))


def look(
    paths: Sequence[Path], end_date: dt.date | None, seen: Stamp | None, meant: Meant
) -> Look:
    """Read the first existing file, unless it is unchanged since `seen`.

    If several tournaments have files of its name, the one that is `meant` is read.
    """
    for path in paths:
        before = stamp_of(path)
        if not before:
            continue
        if before == seen:
            return Same()
        try:
            file, opened = _open(path, end_date, meant)
        except FormatError as error:
            place = f"{error.place}: " if error.place else ""
            return Unready(path, f"{place}{error.message}; {error.remedy}", before)
        if stamp_of(path) != before:
            return Unready(path, "it is being written", before)
        return Reading(file, opened, before)
    return Missing()


def _open(path: Path, end_date: dt.date | None, meant: Meant) -> tuple[Path, Opened]:
    """Read the file; for SwissSys files after a round, the newest one.

    Any of those files may be linked, even one that no longer exists.
    """
    if _is_after_round(path):
        from uscalc.formats.swisssys.rounds import newest

        if (found := newest(path, meant, end_date)) is not None:
            return found
    return path, open_event(path, end_date)


def stamp_of(path: Path) -> Stamp:
    """Return a stamp that changes with a file, or a report's files; () for none."""
    try:
        files = _files_of(path)
        stamps = [(p.name, p.stat()) for p in files]
    except (OSError, ValueError):
        return ()
    chosen = path.is_dir() or path.name in {name for name, _ in stamps}
    if not chosen and not _is_after_round(path):
        return ()
    return tuple((name, s.st_mtime_ns, s.st_size) for name, s in stamps)


def _files_of(path: Path) -> list[Path]:
    """Return the files of the event that one of them, or their folder, is followed for."""
    if path.is_dir():
        return sorted(p for p in path.iterdir() if p.is_file())
    if path.suffix.lower() == ".dbf":
        return [p for p in sorted(path.parent.iterdir()) if p.suffix.lower() == ".dbf"]
    if _is_after_round(path):
        from uscalc.formats.swisssys.rounds import files_of

        return list(files_of(path))
    return [path]


def _is_after_round(path: Path) -> bool:
    return _AFTER_ROUND.fullmatch(path.suffix) is not None
