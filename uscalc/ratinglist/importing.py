"""Import a supplement into a database of its own, completely or not at all."""

import contextlib
import datetime as dt
import json
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uscalc.counted import choose_plural
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import make_temporary_path
from uscalc.monitor import UNMONITORED, CancelledError, Monitor
from uscalc.ratinglist import roles as schema
from uscalc.ratinglist.cells import (
    join_games,
    make_index_key,
    make_member_key,
    make_search_text,
    parse_birth_year,
    parse_listed_rating,
)
from uscalc.ratinglist.roles import GAMES, Role, find_role_problems, list_systems
from uscalc.ratinglist.rows import TableRows, open_list_file, read_rows
from uscalc.ratinglist.separated import Row

Progress = Callable[[float], None]
"""Called with the part that is done, from 0 to 1."""
Wanted = Callable[[], bool]
"""Returns False once the import is canceled."""

BATCH: Final = 1000
CACHE_KB: Final = 8000
STEPS: Final = 50_000
"""Steps of SQLite between two questions whether it is still wanted."""
ALL: Final = 1000
"""Parts that the progress of an import is counted in."""
READ, SORTED = 0.5, 0.9
"""How much is done when the file is read, and when the names are sorted in."""
EXAMPLES: Final = 3


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """An order to import a table: the roles of its columns, and the list's date."""

    path: Path
    table: str
    roles: tuple[Role | None, ...]
    date: dt.date
    title: str = ""


@dataclass(frozen=True, slots=True)
class ImportedList:
    """An imported supplement: its file, and notes for the user."""

    file: Path
    date: dt.date
    systems: tuple[System, ...]
    members: int
    notes: tuple[str, ...]


def import_list(
    order: ImportOrder,
    folder: Path,
    monitor: Monitor = UNMONITORED,
) -> ImportedList:
    """Import a list into the folder of lists.

    Nothing appears there before it is whole. Raises FormatError, CancelledError.
    """
    token = secrets.token_hex(4)
    target = folder / f"{order.date}-{token}{schema.SUFFIX}"
    part = make_temporary_path(target)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        imported = _fill_list(order, part, target, monitor)
        os.replace(part, target)
        return imported
    except sqlite3.Error as error:
        if monitor.is_canceled():
            raise CancelledError from error
        raise FormatError(
            f"the supplement can't be saved: {error}",
            "free disk space and import it again",
            path=folder,
        ) from error
    except OSError as error:
        raise FormatError(
            f"the supplement can't be saved: {error.strerror or error}",
            "check that you can write to the folder",
            path=folder,
        ) from error
    finally:
        for left in (part, Path(f"{part}-journal")):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)


def _fill_list(
    order: ImportOrder, part: Path, target: Path, monitor: Monitor
) -> ImportedList:
    with (
        contextlib.closing(sqlite3.connect(part, isolation_level=None)) as connection,
        open_list_file(order.path, order.table) as stream,
    ):
        rows = read_rows(stream, order.path)
        if problems := find_role_problems(rows.titles, _check_roles(order.roles, rows)):
            raise FormatError(
                "; ".join(problems),
                "change the columns and import again",
                path=order.path,
            )
        rows.beat = lambda: _report_progress(monitor, READ * rows.done)
        connection.set_progress_handler(monitor.is_canceled, STEPS)
        schema.prepare_connection(connection)
        for pragma in (
            "journal_mode = OFF",
            "synchronous = OFF",
            "temp_store = FILE",
            f"cache_size = -{CACHE_KB}",
            f"application_id = {schema.APPLICATION}",
            f"user_version = {schema.VERSION}",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        connection.execute("BEGIN")
        connection.execute(schema.STAGING)
        for statement in schema.TABLES:
            connection.execute(statement)
        reading = _RowReader(order, rows)
        for batch in _split_batches(reading):
            connection.executemany(_make_insert_statement("staged", schema.KEYS), batch)
            _report_progress(monitor, READ * rows.done)
        if not reading.members:
            raise FormatError(
                "no row has a member ID or a name",
                "select other columns",
                path=order.path,
            )
        _insert_sorted(connection, reading.members, monitor)
        for statement in schema.INDEXES:
            connection.execute(statement)
            _report_progress(monitor, SORTED)
        notes = (*reading.make_notes(), *_describe_duplicate_ids(connection))
        _write_about(connection, order, reading, notes)
        connection.execute("COMMIT")
        _report_progress(monitor, 1.0)
    _sync_file(part)
    return ImportedList(
        target, order.date, list_systems(order.roles), reading.members, notes
    )


def _check_roles(
    roles: Sequence[Role | None], rows: TableRows
) -> Sequence[Role | None]:
    """Return the roles if they are for this table."""
    if len(roles) != len(rows.titles):
        raise FormatError("the file has changed", "select it again")
    return roles


def _report_progress(monitor: Monitor, done: float) -> None:
    monitor.check()
    monitor.report(round(done * ALL), ALL)


def _make_insert_statement(table: str, more: Sequence[str]) -> str:
    columns = (*schema.FACTS, *more)
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def _split_batches(reading: "_RowReader") -> Iterator[list[Row]]:
    batch: list[Row] = []
    for row in reading:
        batch.append(row)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    yield batch


class _RowReader:
    """The rows of a table in stored form; counts values that had to change."""

    def __init__(self, order: ImportOrder, rows: TableRows) -> None:
        self._rows = rows
        self._places = {role: place for place, role in enumerate(order.roles) if role}
        self._day = order.date
        self.members = 0
        self._unnamed = 0
        self._not_readable: list[str] = []
        self._bad = 0

    def __iter__(self) -> Iterator[Row]:
        places = self._places
        taken = [places.get(role) for role in ("id", "name", "state", "expires")]
        given, born, fide = (places.get(key) for key in ("given", "birth", "fide"))
        rated = [(places.get(s), places.get(GAMES[s])) for s in SYSTEMS]
        for row in self._rows:
            member, name, state, expires = (
                "" if place is None else row[place] for place in taken
            )
            if given is not None and row[given]:
                name = f"{name}, {row[given]}" if name else row[given]
            name = " ".join(name.split())
            key = make_member_key(member)
            if not (key or name):
                self._unnamed += 1
                continue
            self.members += 1
            year = parse_birth_year(row[born]) if born is not None else None
            known = year is not None and year <= self._day.year
            yield (
                member if key else "",
                name,
                state,
                expires,
                str(year) if known else "",
                "" if fide is None else row[fide],
                *(self._read_rating(row, place, games) for place, games in rated),
                key,
                make_index_key(name),
                make_search_text(name),
            )

    def _read_rating(self, row: Row, place: int | None, games: int | None) -> str:
        if place is None:
            return ""
        text = row[place]
        if games is not None:
            text = join_games(text, row[games])
        if text and not parse_listed_rating(text).readable:
            self._bad += 1
            if len(self._not_readable) < EXAMPLES and text not in self._not_readable:
                self._not_readable.append(text)
        return text

    def make_notes(self) -> tuple[str, ...]:
        """Return the notes for the user, in sentences."""
        notes = []
        if self._bad:
            some = ", ".join(f'"{text[:20]}"' for text in self._not_readable)
            ratings = _count_things(self._bad, "rating isn't", "ratings aren't")
            notes.append(f"{ratings} valid ({some}) and will not be used.")
        if self._rows.deleted:
            rows = _count_things(self._rows.deleted, "row is", "rows are")
            notes.append(f"{rows} marked as deleted and not imported.")
        if self._unnamed + self._rows.short:
            count = self._unnamed + self._rows.short
            rows = _count_things(count, "row has", "rows have")
            was = choose_plural(count, "was", "were")
            notes.append(f"{rows} no member ID or name and {was} not imported.")
        return tuple(notes)


def _count_things(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _insert_sorted(
    connection: sqlite3.Connection, members: int, monitor: Monitor
) -> None:
    """Insert the members in the order of their names, with the index of names."""
    kept = ("member", "name_key")
    cursor = connection.execute(
        f"SELECT {', '.join((*schema.FACTS, *kept))}, searched FROM staged "
        "ORDER BY searched, member"
    )
    insert = _make_insert_statement("members", ("member", "name_key", "place"))
    place = 0
    while batch := cursor.fetchmany(BATCH):
        numbered = [(*row, place + 1 + i) for i, row in enumerate(batch)]
        connection.executemany(insert, [(*row[:-2], row[-1]) for row in numbered])
        connection.executemany(
            "INSERT INTO names (rowid, searched) VALUES (?, ?)",
            [(row[-1], row[-2]) for row in numbered],
        )
        place += len(batch)
        _report_progress(monitor, READ + (SORTED - READ) * place / members)
    connection.execute("INSERT INTO names (names) VALUES ('optimize')")


def _describe_duplicate_ids(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield a note on member IDs that several members share."""
    rows = connection.execute(
        "SELECT id FROM members WHERE member <> '' "
        "GROUP BY member HAVING count(*) > 1 ORDER BY member LIMIT 1001"
    ).fetchall()
    if rows:
        count = "more than 1,000" if len(rows) > 1000 else f"{len(rows):,}"
        some = ", ".join(row[0] for row in rows[:EXAMPLES])
        yield (
            f"{count} member {'ID occurs' if len(rows) == 1 else 'IDs occur'} more than "
            f"once ({some}) and will not be used to find players by ID."
        )


def _write_about(
    connection: sqlite3.Connection,
    order: ImportOrder,
    reading: _RowReader,
    notes: Sequence[str],
) -> None:
    about = {
        "date": order.date.isoformat(),
        "title": order.title or Path(order.table).name,
        "systems": " ".join(list_systems(order.roles)),
        "members": str(reading.members),
        "notes": json.dumps(list(notes)),
    }
    connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())


def _sync_file(file: Path) -> None:
    """Make the content last before it gets its name."""
    descriptor = os.open(file, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
