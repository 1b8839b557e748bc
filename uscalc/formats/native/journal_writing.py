"""Write a recovery journal: the whole state first, then appended changes."""

import json
import os
import stat
from pathlib import Path
from typing import Final

from uscalc.document.history import HistoryState
from uscalc.formats.native.journal import (
    EMPTY_DOCUMENT,
    FORMAT,
    STEPS,
    VERSION,
    JournalSnapshot,
    Json,
    discard_journal,
    make_step,
)
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import (
    compute_digest,
    describe_error,
    encode_path,
    replace_file,
)

STEPS_LIMIT: Final = 8_000_000
"""Bytes of history in a state that is written in full; the document is always included."""
ROOM: Final = 1_000_000
"""The minimum number of added bytes before the whole file is rewritten."""


class JournalFile:
    """The journal of a window during writing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._past: HistoryState | None = None
        """The content of the file; None: it must be written whole."""
        self._narrowed = False
        self._signed = ""
        self._size = self._whole = 0

    def write(self, snapshot: JournalSnapshot) -> None:
        """Write this state to the file. Raise FormatError."""
        before, self._past = self._past, None
        now = _select_history(snapshot.past)
        try:
            if before is not None and self._size - self._whole <= max(
                self._whole, ROOM
            ):
                now = _narrow_history(before, now) if self._narrowed else now
                record = _make_later_record(before, now, snapshot)
                if record is not None and self._append_record(record):
                    self._past = now
                    return
            self._past = self._replace_file(snapshot)
        except ValueError as error:
            raise FormatError(
                f"the event has a value that can't be saved ({error})",
                "Correct the value",
                path=self.path,
            ) from error

    def remove_file(self) -> None:
        """Remove the file, if its work is saved or not needed."""
        self._past = None
        discard_journal(self.path)

    def _replace_file(self, snapshot: JournalSnapshot) -> HistoryState:
        """Write the whole state over the file."""
        everything = _select_history(snapshot.past)
        past, steps = _fit_history(everything)
        first = {"name": "", **make_step(EMPTY_DOCUMENT, past.documents[0])}
        record = {
            "format": FORMAT,
            "version": VERSION,
            **_make_record(past, 0, 0, [first, *steps], snapshot),
        }
        data, self._signed = _sign_record(record, "")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise describe_error(error, self.path, "written") from error
        replace_file(self.path, data)
        self._size = self._whole = len(data)
        self._narrowed = past is not everything
        return past

    def _append_record(self, record: Json) -> bool:
        """Append a record; return False if the earlier ones are gone."""
        data, signed = _sign_record(record, self._signed)
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
        try:
            file = os.open(self.path, flags | getattr(os, "O_BINARY", 0))
        except OSError:
            return False
        try:
            with os.fdopen(file, "ab") as writing:
                status = os.fstat(writing.fileno())
                if not stat.S_ISREG(status.st_mode) or status.st_size != self._size:
                    return False
                writing.write(data)
                writing.flush()
                os.fsync(writing.fileno())
        except OSError as error:
            raise describe_error(error, self.path, "written") from error
        self._size, self._signed = self._size + len(data), signed
        return True


def _select_history(past: HistoryState) -> HistoryState:
    """Return the part of a history to store.

    Its start changes only every `STEPS` steps.
    """
    first = max(0, (past.place // STEPS - 1) * STEPS)
    return _slice_history(past, first, first + 3 * STEPS)


def _slice_history(past: HistoryState, first: int, last: int) -> HistoryState:
    """Return the history from one document to another; it must include the shown one."""
    saved = past.saved
    documents = past.documents[first : last + 1]
    if saved is not None:
        saved = saved - first if first <= saved < first + len(documents) else None
    return HistoryState(documents, past.names[first:last], past.place - first, saved)


def _fit_history(past: HistoryState) -> tuple[HistoryState, list[Json]]:
    """Return as much of a history as fits into the file, with its steps."""
    steps = [
        {"name": name, **make_step(old, new)}
        for name, old, new in zip(
            past.names, past.documents, past.documents[1:], strict=False
        )
    ]
    sizes = [len(json.dumps(step, ensure_ascii=False)) for step in steps]
    if sum(sizes) <= STEPS_LIMIT:
        return past, steps
    first = last = past.place
    room = STEPS_LIMIT
    # Steps to undo come before steps to redo.
    while first and sizes[first - 1] <= room:
        first -= 1
        room -= sizes[first]
    while last < len(sizes) and sizes[last] <= room:
        room -= sizes[last]
        last += 1
    return _slice_history(past, first, last), steps[first:last]


def _narrow_history(before: HistoryState, now: HistoryState) -> HistoryState:
    """Return the history without the part that did not fit into the file before."""
    at = {id(document): place for place, document in enumerate(now.documents)}
    first = at.get(id(before.documents[0]), 0)
    last = at.get(id(before.documents[-1]), len(now.names))
    return _slice_history(now, first, last) if first <= now.place <= last else now


def _make_later_record(
    before: HistoryState, now: HistoryState, snapshot: JournalSnapshot
) -> Json | None:
    """Return the changes since the last record; None if no earlier document is kept."""
    at = {id(document): place for place, document in enumerate(before.documents)}
    drop = at.get(id(now.documents[0]))
    if drop is None:
        return None
    keep = 1
    for old, new, name, other in zip(
        before.documents[drop + 1 :],
        now.documents[1:],
        before.names[drop:],
        now.names,
        strict=False,
    ):
        if old is not new or name != other:
            break
        keep += 1
    steps = [
        {"name": now.names[i - 1], **make_step(now.documents[i - 1], now.documents[i])}
        for i in range(keep, len(now.documents))
    ]
    return _make_record(now, drop, keep, steps, snapshot)


def _make_record(
    past: HistoryState,
    drop: int,
    keep: int,
    steps: list[Json],
    snapshot: JournalSnapshot,
) -> Json:
    """Make a record that drops `drop` documents, keeps the next `keep`, and adds steps."""
    return {
        "drop": drop,
        "keep": keep,
        "steps": steps,
        "place": past.place,
        "saved": past.saved,
        "source": None
        if snapshot.source is None
        else encode_path(str(snapshot.source)),
        "on_disk": snapshot.on_disk,
        "written": snapshot.written.isoformat(),
    }


def _sign_record(record: Json, before: str) -> tuple[bytes, str]:
    """Return a record as a line, and its signature, which covers those before it."""
    body = json.dumps(record, ensure_ascii=False, allow_nan=False).encode("utf-8")
    signature = compute_digest(before.encode("ascii") + body)
    return b"%s %s\n" % (signature.encode("ascii"), body), signature
