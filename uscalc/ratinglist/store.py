"""The lists on this computer: which there are, opened, removed, or set aside."""

import contextlib
import datetime as dt
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uscalc.engine.systems import SYSTEMS, System
from uscalc.formats.storage.temporary import remove_leftovers
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ratinglist import schema
from uscalc.ratinglist.importing import (
    ImportedList,
    ImportOrder,
    import_list,
)
from uscalc.ratinglist.lookup import MemberLookup

DAMAGED: Final = ".damaged"
"""Ends the name of a file that was set aside."""
_IN_THE_WAY: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
    }
)


@dataclass(frozen=True, slots=True)
class RatingList:
    """An imported list: its file, its date, its name, what it holds."""

    file: Path
    date: dt.date
    title: str
    systems: tuple[System, ...]
    members: int
    notes: tuple[str, ...] = ()


class ListError(Exception):
    """An error reading a list; `str()` gives the reason and the fix, in sentences.

    `of` is the list, if a member was being looked up in it.
    """

    of: RatingList | None = None


class DamagedListError(ListError):
    """A list is damaged; it was set aside where that could be done."""

    def __init__(self, file: Path, reason: str) -> None:
        self.aside = set_aside(file)
        where = (
            "could not be set aside; remove it from the folder"
            if self.aside is None
            else f"was set aside as {self.aside.name}"
        )
        super().__init__(
            f"The rating list {file.name} is damaged ({reason}) and {where}. "
            "Import the list again."
        )


@dataclass(frozen=True, slots=True)
class ListStore:
    """The lists there are, the newest first, and what was wrong with others."""

    lists: tuple[RatingList, ...]
    problems: tuple[str, ...]


def load_lists(folder: Path, monitor: Monitor = UNMONITORED) -> ListStore:
    """Look at every list in the folder; damaged ones are set aside.

    `monitor` is checked before each; CancelledError ends it.
    """
    lists, problems = [], []
    try:
        files = sorted(folder.glob(f"*{schema.SUFFIX}"))
    except OSError:
        files = []
    for file in files:
        monitor.check()
        try:
            lists.append(read_about(file))
        except ListError as error:
            problems.append(str(error))
    lists.sort(key=lambda one: (-one.date.toordinal(), one.title, one.file.name))
    return ListStore(tuple(lists), tuple(problems))


def read_about(file: Path) -> RatingList:
    """Read a list's own description. Raise ListError."""
    with _open_connection(file) as connection:
        about = dict(connection.execute("SELECT key, value FROM about"))
        columns = {row[1] for row in connection.execute("PRAGMA table_info(members)")}
    try:
        held = about["systems"].split()
        found = RatingList(
            file,
            dt.date.fromisoformat(about["date"]),
            about["title"],
            tuple(system for system in SYSTEMS if system in held),
            int(about["members"]),
            tuple(map(str, json.loads(about["notes"]))),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DamagedListError(file, "what it says of itself is missing") from error
    if not columns >= set(schema.FACTS):
        raise DamagedListError(file, "its columns are missing")
    return found


@contextmanager
def open_lookup(chosen: RatingList) -> Iterator[MemberLookup]:
    """Open a list to look members up in, in this thread. Raise ListError."""
    try:
        with _open_connection(chosen.file) as connection:
            yield MemberLookup(connection, chosen.systems)
    except ListError as error:
        error.of = error.of or chosen
        raise


def add_list(
    order: ImportOrder,
    folder: Path,
    monitor: Monitor = UNMONITORED,
) -> ImportedList:
    """Import a list; one of the same date and systems gives way once it is there.

    Raises FormatError, CancelledError; then the old lists are as they were.
    """
    remove_leftovers([folder])
    imported = import_list(order, folder, monitor)
    for old in load_lists(folder).lists:
        same = (old.date, old.systems) == (imported.date, imported.systems)
        if same and old.file != imported.file:
            # Another window may be using the list; then both stay.
            with contextlib.suppress(OSError):
                remove_list(old)
    return imported


def remove_list(chosen: RatingList) -> None:
    """Remove a list. Raises OSError."""
    chosen.file.unlink(missing_ok=True)


@contextmanager
def _open_connection(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a read-only connection; rename a list that is damaged."""
    if not file.is_file():
        # Somebody else may have found it damaged a moment ago.
        for aside in sorted(file.parent.glob(f"{file.name}{DAMAGED}-*")):
            raise ListError(
                f"The rating list {file.name} is damaged and was set aside as "
                f"{aside.name}. Import the list again."
            )
        raise ListError(f"The rating list {file.name} is gone. Import it again.")
    try:
        with contextlib.closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        ) as connection:
            connection.execute("PRAGMA query_only = ON")
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if application == schema.APPLICATION and version > schema.VERSION:
                raise ListError(
                    f"The rating list {file.name} was made by a newer version of the "
                    "program. Use that one, or import the list again."
                )
            if (application, version) != (schema.APPLICATION, schema.VERSION):
                raise sqlite3.DatabaseError("it is no rating list")
            yield connection
    except sqlite3.DatabaseError as error:
        if _is_access_problem(error):
            raise ListError(
                f"The rating list {file.name} cannot be read now ({error}). "
                "Try it again, or import the list again."
            ) from error
        raise DamagedListError(file, str(error)) from error


def _is_access_problem(error: sqlite3.DatabaseError) -> bool:
    """Return True if an error is caused by access to the list, not by its content."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _IN_THE_WAY


def set_aside(file: Path) -> Path | None:
    """Give a damaged file another name; None where it cannot have one."""
    for number in range(1, 1000):
        aside = file.with_name(f"{file.name}{DAMAGED}-{number}")
        if aside.exists():
            continue
        try:
            return file.rename(aside)
        except OSError:
            return None
    return None
