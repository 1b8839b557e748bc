"""Reading a file that another program may be writing at this very moment."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uscalc.formats import FormatError, open_event
from uscalc.formats.opened import Opened

_AFTER_ROUND: Final = re.compile(r"\.s\dc", re.IGNORECASE | re.ASCII)
"""How SwissSys' files of a section after a round end."""

Stamp = tuple[tuple[str, int, int], ...]
"""Names, times and sizes of the files of an event."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the file says now."""

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
    """The file is as it was."""


Look = Reading | Unready | Missing | Same


def candidates(path: str, own: Path | None) -> tuple[Path, ...]:
    """Where the followed file may be: its place, or beside the event's own file."""
    name = re.split(r"[\\/]", path)[-1]
    beside = () if own is None or not name else (own.parent / name,)
    return tuple(dict.fromkeys((Path(path), *beside)))


def look(paths: Sequence[Path], end_date: dt.date | None, seen: Stamp | None) -> Look:
    """Reads the first of the files that is there, unless it is as it was seen."""
    for path in paths:
        before = stamp_of(path)
        if not before:
            continue
        if before == seen:
            return Same()
        try:
            opened = open_event(path, end_date)
        except FormatError as error:
            place = f"{error.place}: " if error.place else ""
            return Unready(path, f"{place}{error.message}; {error.remedy}", before)
        if stamp_of(path) != before:
            return Unready(path, "it is being written", before)
        return Reading(path, opened, before)
    return Missing()


def stamp_of(path: Path) -> Stamp:
    """What tells that a file, or the files of a report, changed; () for nothing."""
    try:
        files = _files_of(path)
        stamps = [(p.name, p.stat()) for p in files]
    except (OSError, ValueError):
        return ()
    if not path.is_dir() and path.name not in {name for name, _ in stamps}:
        return ()
    return tuple((name, s.st_mtime_ns, s.st_size) for name, s in stamps)


def _files_of(path: Path) -> list[Path]:
    """The files of the event that one of them, or their folder, is followed for."""
    if path.is_dir():
        return sorted(p for p in path.iterdir() if p.is_file())
    if path.suffix.lower() == ".dbf":
        return [p for p in sorted(path.parent.iterdir()) if p.suffix.lower() == ".dbf"]
    if _AFTER_ROUND.fullmatch(path.suffix):
        return [
            p
            for p in sorted(path.parent.iterdir())
            if p.stem.casefold() == path.stem.casefold()
            and _AFTER_ROUND.fullmatch(p.suffix)
        ]
    return [path]
