"""Reading a file that another program may be writing at this very moment."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from uscalc.document.model import Document, Link
from uscalc.formats import FormatError, open_event
from uscalc.formats.opened import OpenedEvent

_AFTER_ROUND: Final = re.compile(r"\.s\dc", re.IGNORECASE | re.ASCII)
"""How SwissSys' files of a section after a round end."""

FileStamp = tuple[tuple[str, int, int], ...]
"""Names, times and sizes of the files of an event."""
TournamentTest = Callable[[Document], bool]
"""Whether a file holds the tournament that is followed."""


@dataclass(frozen=True, slots=True)
class FileReading:
    """The content of the file now; `path` is the file that was read."""

    path: Path
    opened: OpenedEvent
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """The file is there, and cannot be read now."""

    path: Path
    reason: str
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class MissingFile:
    """There is no such file."""


@dataclass(frozen=True, slots=True)
class UnchangedFile:
    """The file has not changed."""


ReadOutcome = FileReading | UnreadableFile | MissingFile | UnchangedFile


def list_candidates(path: str, own: Path | None) -> tuple[Path, ...]:
    """Return the places where the linked file may be: its own, and beside the event."""
    name = re.split(r"[\\/]", path)[-1]
    beside = () if own is None or not name else (own.parent / name,)
    return tuple(dict.fromkeys((Path(path), *beside)))


def read_if_changed(
    paths: Sequence[Path],
    end_date: dt.date | None,
    seen: FileStamp | None,
    meant: TournamentTest,
) -> ReadOutcome:
    """Read the first existing file, unless it is unchanged since `seen`.

    If several tournaments have files of its name, the one that is `meant` is read.
    """
    for path in paths:
        before = make_stamp(path)
        if not before:
            continue
        if before == seen:
            return UnchangedFile()
        try:
            file, opened = _open_file(path, end_date, meant)
        except FormatError as error:
            place = f"{error.place}: " if error.place else ""
            return UnreadableFile(
                path, f"{place}{error.message}; {error.remedy}", before
            )
        if make_stamp(path) != before:
            return UnreadableFile(path, "it is being written", before)
        return FileReading(file, opened, before)
    return MissingFile()


def _open_file(
    path: Path, end_date: dt.date | None, meant: TournamentTest
) -> tuple[Path, OpenedEvent]:
    """Read the file; for SwissSys files after a round, the newest one.

    Any of those files may be linked, even one that no longer exists.
    """
    if _is_after_round(path):
        from uscalc.formats.swisssys.rounds import find_newest

        if (found := find_newest(path, meant, end_date)) is not None:
            return found
    return path, open_event(path, end_date)


def make_stamp(path: Path) -> FileStamp:
    """Return a stamp that changes with a file, or a report's files; () for none."""
    try:
        files = _list_files(path)
        stamps = [(p.name, p.stat()) for p in files]
    except (OSError, ValueError):
        return ()
    chosen = path.is_dir() or path.name in {name for name, _ in stamps}
    if not chosen and not _is_after_round(path):
        return ()
    return tuple((name, s.st_mtime_ns, s.st_size) for name, s in stamps)


def _list_files(path: Path) -> list[Path]:
    """Return the files of the event that one of them, or their folder, is followed for."""
    if path.is_dir():
        return sorted(p for p in path.iterdir() if p.is_file())
    if path.suffix.lower() == ".dbf":
        return [p for p in sorted(path.parent.iterdir()) if p.suffix.lower() == ".dbf"]
    if _is_after_round(path):
        from uscalc.formats.swisssys.rounds import list_round_files

        return list(list_round_files(path))
    return [path]


def _is_after_round(path: Path) -> bool:
    return _AFTER_ROUND.fullmatch(path.suffix) is not None


FOLLOWED: Final = {
    "swisssys": "SwissSys",
    "swisssys-round": "SwissSys",
    "wintd": "WinTD",
    "report-2c": "the ratings report",
    "trf": "the tournament report",
    "csv": "the table",
    "xlsx": "the table",
}
"""Formats that a pairing program keeps writing, and their names in the list of undo."""


def link_document(document: Document, path: Path, end_date: dt.date | None) -> Document:
    """Return a newly read event with a link to its file."""
    return replace(document, link=Link(str(path.absolute()), document, end_date))
