"""The recovery journal: unsaved work on disk, offered back after a crash.

A journal is one small file a window, replaced whole by each snapshot, so that it is
either the one before or the one after and never half of either. Its first line says
what it belongs to and how to check the rest; the rest is an event file.
"""

import datetime as dt
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uscalc.document.model import Document
from uscalc.formats.digest import digest
from uscalc.formats.errors import FormatError
from uscalc.formats.files import read_bytes, replace_file
from uscalc.formats.native import read_event
from uscalc.formats.native_write import write_event

FORMAT: Final = "uscalc-journal"
SUFFIX: Final = ".journal"
SET_ASIDE: Final = ".damaged"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Unsaved work: the document, the file it belongs to, and when it was written.

    `source` is None for an event that was never saved; `on_disk` is the fingerprint
    of the source when it was last read or saved.
    """

    document: Document
    source: Path | None
    on_disk: str | None
    written: dt.datetime


def fingerprint(path: Path) -> str | None:
    """What tells a file's content from any other; None where there is no such file."""
    try:
        return digest(path.read_bytes())
    except OSError:
        return None


def journal_path(folder: Path, window: str) -> Path:
    """The journal of a window, by the window's own key."""
    return folder / f"{window}{SUFFIX}"


def write_snapshot(path: Path, snapshot: Snapshot) -> None:
    """Replaces a journal by a snapshot. Raises FormatError where it cannot."""
    body = write_event(snapshot.document).encode("utf-8")
    head = {
        "format": FORMAT,
        "source": None if snapshot.source is None else str(snapshot.source),
        "on_disk": snapshot.on_disk,
        "written": snapshot.written.isoformat(),
        "digest": digest(body),
    }
    replace_file(path, json.dumps(head).encode("utf-8") + b"\n" + body)


def read_snapshot(path: Path) -> Snapshot:
    """The work that a journal holds. Raises FormatError when it is damaged."""
    head, _, body = read_bytes(path).partition(b"\n")
    try:
        said = json.loads(head)
        if said["format"] != FORMAT:
            raise ValueError("another format")
        if digest(body) != said["digest"]:
            raise ValueError("its content is not what was written")
        source, on_disk = said["source"], said["on_disk"]
        written = dt.datetime.fromisoformat(said["written"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise FormatError(
            f"the recovery journal is damaged: {error}",
            f"it is kept as {path.name}{SET_ASIDE}; open the last saved file instead",
            path=path,
        ) from error
    document = read_event(body, path)
    return Snapshot(
        document, None if source is None else Path(source), on_disk, written
    )


def journals(folder: Path) -> list[Path]:
    """Every journal in a folder, the newest first."""
    try:
        found = [path for path in folder.iterdir() if path.name.endswith(SUFFIX)]
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def discard(path: Path) -> None:
    """Removes a journal whose work is saved or not wanted."""
    path.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Keeps a damaged journal under another name, so that it is not offered again."""
    kept = path.with_name(path.name + SET_ASIDE)
    path.replace(kept)
    return kept
