"""Find, open and remove the supplements on this computer; rename damaged ones."""

import contextlib
import datetime as dt
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.merge.listed import ListedRating, ListEntry
from uscalc.document.merge.people import may_be_one_person
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.formats.shared.files import remove_leftovers
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ratinglist import roles as schema
from uscalc.ratinglist.cells import make_index_key, make_member_key
from uscalc.ratinglist.importing import ImportOrder, RatingList, import_list
from uscalc.ratinglist.lookup import MOST, MemberLookup

DAMAGED: Final = ".damaged"
"""The suffix of a damaged file's new name."""
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


class ListError(Exception):
    """An error reading a list; `str()` gives the reason and the fix, in sentences.

    `of` is the list, if the error happened while looking up a member.
    """

    of: RatingList | None = None


class DamagedListError(ListError):
    """A list is damaged; it was renamed if possible."""

    def __init__(self, file: Path, reason: str) -> None:
        self.aside = set_aside(file)
        outcome = (
            "could not be renamed; delete it from the folder"
            if self.aside is None
            else f"was renamed to {self.aside.name}"
        )
        super().__init__(
            f"The rating supplement {file.name} is damaged ({reason}) and {outcome}. "
            "Import it again."
        )


class ListStore(Struct, frozen=True):
    """The stored supplements, the newest first, and the problems of damaged ones."""

    lists: tuple[RatingList, ...]
    problems: tuple[str, ...]


def load_lists(folder: Path, monitor: Monitor = UNMONITORED) -> ListStore:
    """Return every list in the folder; damaged ones are renamed.

    `monitor` is checked before each list. Raises CancelledError.
    """
    lists, problems = [], []
    try:
        files = sorted(folder.glob(f"*{schema.SUFFIX}"))
    except OSError:
        files = []
    for file in monitor.watch(files):
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
    """Open a list for looking up members in this thread. Raise ListError."""
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
) -> RatingList:
    """Import a list; then remove an old one with the same date and systems.

    Raises FormatError, CancelledError; then the old lists are unchanged.
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
        # Another window may have found it damaged a moment ago.
        for aside in sorted(file.parent.glob(f"{file.name}{DAMAGED}-*")):
            raise ListError(
                f"The rating supplement {file.name} is damaged and was renamed to "
                f"{aside.name}. Import it again."
            )
        raise ListError(
            f"The rating supplement {file.name} was deleted. Import it again."
        )
    try:
        with contextlib.closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        ) as connection:
            connection.execute("PRAGMA query_only = ON")
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if application == schema.APPLICATION and version > schema.VERSION:
                raise ListError(
                    f"The rating supplement {file.name} was imported by a newer "
                    "version of "
                    "uscalc. Use that version, or import it again."
                )
            if (application, version) != (schema.APPLICATION, schema.VERSION):
                raise sqlite3.DatabaseError("not a rating supplement")
            yield connection
    except sqlite3.DatabaseError as error:
        if _is_access_problem(error):
            raise ListError(
                f"The rating supplement {file.name} can't be read right now ({error}). "
                "Try again, or import it again."
            ) from error
        raise DamagedListError(file, str(error)) from error


def _is_access_problem(error: sqlite3.DatabaseError) -> bool:
    """Return whether an error is caused by access to the list, not by its content."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _IN_THE_WAY


def set_aside(file: Path) -> Path | None:
    """Rename a damaged list and return the new path; None if that is impossible."""
    for number in range(1, 1000):
        aside = file.with_name(f"{file.name}{DAMAGED}-{number}")
        if aside.exists():
            continue
        try:
            return file.rename(aside)
        except OSError:
            return None
    return None


DatedEntry = tuple[dt.date, ListEntry]
"""A supplement's effective date, and a member's entry in the supplement."""
Opened = list[tuple[RatingList, MemberLookup]]


def order_lists(
    lists: Sequence[RatingList], day: dt.date, first: Path | None = None
) -> tuple[RatingList, ...]:
    """Return the lists in the order of use for an event that ends on a day.

    The list `first`, selected by the user, comes first; then those up to that day,
    newest first; then later ones, which include later events.
    """

    def place(one: RatingList) -> tuple[bool, bool, int]:
        later = one.date > day
        days = one.date.toordinal()
        return one.file != first, later, days if later else -days

    return tuple(sorted(lists, key=place))


def search_lists(
    lists: Sequence[RatingList],
    text: str,
    most: int = MOST,
    monitor: Monitor = UNMONITORED,
    home: str = "",
) -> tuple[ListEntry, ...]:
    """Return the members who match a text, the best match first.

    Each has the facts of all lists. Among equal matches, members of the state `home`
    come first. Raise ListError, which names the list. `monitor` may raise an error to
    end the search.
    """
    with ExitStack() as stack:
        opened: Opened = [(one, stack.enter_context(open_lookup(one))) for one in lists]
        found: dict[tuple[str, ...], int] = {}
        hits: list[tuple[int, ListEntry]] = []
        for place, (_, lookup) in enumerate(opened):
            hits += [
                (place, entry)
                for entry in lookup.search_members(text, most, monitor, home)
                if found.setdefault(_make_member_key(entry), place) == place
            ]
        return tuple(
            merge_entries([*_collect_entries(opened, place, entry)])
            for place, entry in monitor.watch(hits[:most])
        )


def _make_member_key(entry: ListEntry) -> tuple[str, ...]:
    member = make_member_key(entry.id)
    return (member,) if member else (make_index_key(entry.name), entry.state)


def _collect_entries(
    opened: Opened, place: int, entry: ListEntry
) -> Iterator[DatedEntry]:
    """Return the entries in all lists of a member found in one of them."""
    for other, (one, lookup) in enumerate(opened):
        if other == place:
            yield (one.date, entry)
            continue
        same = set(lookup.find_by_id(entry.id))
        # An ID of several members, or of another name, identifies no one.
        if len(same) == 1 and may_be_one_person(entry.name, (its := same.pop()).name):
            yield (one.date, its)


def merge_entries(dated: Sequence[DatedEntry]) -> ListEntry:
    """Merge the entries of several lists; the first entry that has a fact is used.

    The expiration date is that of the newest list.
    """
    entries = [entry for _, entry in dated]
    known = [one for one in dated if one[1].expires]
    expires = max(known, key=lambda one: one[0])[1].expires if known else ""
    return replace(
        entries[0],
        ratings=tuple(
            (system, listed)
            for system in SYSTEMS
            if (listed := _choose_rating(dated, system)) is not None
        ),
        state=next((e.state for e in entries if e.state), ""),
        expires=expires,
        birth_year=next((e.birth_year for e in entries if e.birth_year), None),
        fide=next((e.fide for e in entries if e.fide is not None), None),
    )


def _choose_rating(
    entries: Sequence[DatedEntry], system: System
) -> ListedRating | None:
    found = [
        replace(listed, as_of=day)
        for day, entry in entries
        if (listed := entry.get_rating(system)) is not None
    ]
    return next((one for one in found if one.readable), found[0] if found else None)
