"""The recovery journal: unsaved work and its undo history, restored after a crash.

A journal is a file for each window, with a line for each record. The first record holds
the whole state; each later one is appended and holds only the changes, so that an edit
of a large event costs little. Every record is signed together with all those before it:
a torn or changed record and all later ones are ignored, and the state before it holds.
"""

import datetime as dt
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from uscalc.document.history import HistoryState
from uscalc.document.model import Document
from uscalc.formats.errors import FormatError
from uscalc.formats.native.journal_steps import EMPTY_DOCUMENT, Json, apply_step
from uscalc.formats.native.reader import read_event
from uscalc.formats.storage.digest import compute_digest
from uscalc.formats.storage.files import read_bytes
from uscalc.formats.storage.paths import decode_path

FORMAT: Final = "uscalc-journal"
VERSION: Final = 2
SUFFIX: Final = ".journal"
SET_ASIDE: Final = ".damaged"

STEPS: Final = 200
"""The least number of steps kept to undo, and to redo."""
LIMIT: Final = 150_000_000
"""Bytes; none of ours can grow so large."""

TORN: Final = "The last change was not written to its end and is missing."


@dataclass(frozen=True, slots=True)
class JournalSnapshot:
    """Unsaved work: its history, the file it belongs to, and the time of writing.

    `source` is None for an event that was never saved; `on_disk` is the fingerprint of
    the source when it was last read or saved. `damage` says what can't be read; empty
    if nothing is missing.
    """

    past: HistoryState
    source: Path | None
    on_disk: str | None
    written: dt.datetime
    damage: str = ""

    @property
    def document(self) -> Document:
        """The document that was shown."""
        return self.past.document


def journal_path(folder: Path, window: str) -> Path:
    """Return the path of a window's journal, by the window's own key."""
    return folder / f"{window}{SUFFIX}"


def read_snapshot(path: Path) -> JournalSnapshot:
    """Read as much of the work in a journal as possible. Raise FormatError if none."""
    data = read_bytes(path, LIMIT)
    if data.startswith(b"{"):
        return _read_first_version(data, path)
    *lines, torn = data.split(b"\n")
    snapshot: JournalSnapshot | None = None
    signed = ""
    for place, line in enumerate(lines):
        try:
            signed, record = _verify_line(line, signed)
            snapshot = _apply_record(snapshot, record, path)
        except (FormatError, ValueError) as error:
            if snapshot is None:
                raise _make_damage_error(path, error) from error
            return replace(snapshot, damage=_describe_lost_changes(len(lines) - place))
    if snapshot is None:
        raise _make_damage_error(path, "it is cut off")
    return replace(snapshot, damage=TORN) if torn else snapshot


def _verify_line(line: bytes, before: str) -> tuple[str, Json]:
    """Return the signature and the record of a line. Raise ValueError."""
    said, _, body = line.partition(b" ")
    signature = compute_digest(before.encode("ascii") + body)
    if said != signature.encode("ascii"):
        raise ValueError("its content is not what was written")
    # The window's frame is not to wait for it.
    from uscalc.formats.native.journal_models import FIRST, LATER, read_record

    record = read_record(LATER if before else FIRST, body)
    return signature, record


def _apply_record(
    before: JournalSnapshot | None, record: Json, path: Path
) -> JournalSnapshot:
    """Return the state that a record makes of the one before it."""
    # A start without a journal does not wait for the comparison of names.
    from uscalc.document.merge.recognize import restore_identities

    drop, keep = record["drop"], record["keep"]
    documents: list[Document] = []
    names: list[str] = []
    if before is not None:
        if not 0 <= drop < drop + keep <= len(before.past.documents):
            raise ValueError("it speaks of steps that are not there")
        documents += before.past.documents[drop : drop + keep]
        names += before.past.names[drop : drop + keep - 1]
    for step in record["steps"]:
        if documents:
            names.append(str(step["name"]))
        last = documents[-1] if documents else EMPTY_DOCUMENT
        documents.append(restore_identities(apply_step(last, step, path), last))
    place, saved = record["place"], record["saved"]
    if not 0 <= place < len(documents) <= 3 * STEPS + 1:
        raise ValueError("its steps do not come out")
    if saved is not None and not 0 <= saved < len(documents):
        raise ValueError("what was saved is not there")
    source = record["source"]
    return JournalSnapshot(
        HistoryState(tuple(documents), tuple(names), place, saved),
        None if source is None else Path(decode_path(source)),
        record["on_disk"],
        record["written"],
    )


def _read_first_version(data: bytes, path: Path) -> JournalSnapshot:
    """Read a journal of version 1: a header line, and an event file."""
    from uscalc.formats.native.journal_models import FIRST_VERSION, read_record

    head, _, body = data.partition(b"\n")
    try:
        said = read_record(FIRST_VERSION, head)
        if compute_digest(body) != said["digest"]:
            raise ValueError("its content is not what was written")
    except ValueError as error:
        raise _make_damage_error(path, error) from error
    source, on_disk, written = said["source"], said["on_disk"], said["written"]
    past = HistoryState((read_event(body, path),))
    return JournalSnapshot(
        past, None if source is None else Path(source), on_disk, written
    )


def _make_damage_error(path: Path, reason: object) -> FormatError:
    return FormatError(
        f"the recovery journal is damaged: {reason}",
        f"it is kept as {path.name}{SET_ASIDE}; open the last saved file instead",
        path=path,
    )


def _describe_lost_changes(count: int) -> str:
    changes = "1 later change is" if count == 1 else f"{count} later changes are"
    return f"{changes} damaged in the journal and cannot be had back."


def list_journals(folder: Path) -> list[Path]:
    """List the journals in a folder, the newest first."""
    try:
        found = [path for path in folder.iterdir() if path.name.endswith(SUFFIX)]
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def discard_journal(path: Path) -> None:
    """Remove a journal whose work is saved or not wanted."""
    path.unlink(missing_ok=True)


def set_journal_aside(path: Path) -> Path:
    """Keep a damaged journal under another name, so that it is not offered again."""
    kept = path.with_name(path.name + SET_ASIDE)
    path.replace(kept)
    return kept
