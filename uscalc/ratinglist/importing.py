"""Import a supplement into a database of its own, completely or not at all."""

import contextlib
import datetime as dt
import json
import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec import Struct

from uscalc.counted import choose_plural, count_in_words
from uscalc.ending import undo_at_interrupt
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.formats.opened import FormatError, check
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

BATCH: Final = 1000
CACHE_KB: Final = 8000
STEPS: Final = 50_000
"""SQLite steps between two checks for cancellation."""
ALL: Final = 1000
"""The number of parts in which an import's progress is counted."""
READ, SORTED = 0.5, 0.9
"""The progress when the file is read, and when the names are inserted."""
EXAMPLES: Final = 3


class ImportOrder(Struct, frozen=True):
    """A table to import, the roles of its columns, and the list's date."""

    path: Path
    table: str
    roles: tuple[Role | None, ...]
    date: dt.date
    title: str = ""


class RatingList(Struct, frozen=True):
    """An imported list: its file, date, title and contents, and notes for the user."""

    file: Path
    date: dt.date
    title: str
    systems: tuple[System, ...]
    members: int
    notes: tuple[str, ...] = ()


def import_list(
    order: ImportOrder,
    folder: Path,
    monitor: Monitor = UNMONITORED,
) -> RatingList:
    """Import a list into the folder of lists. Raises FormatError, CancelledError.

    The list appears in the folder only once it is complete.
    """
    target = folder / f"{order.date}-{secrets.token_hex(4)}{schema.SUFFIX}"
    part = make_temporary_path(target)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with undo_at_interrupt(partial(_remove_part, part)):
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
            "check that you can write to the folder, or set USCALC_STATE to another one",
            path=folder,
        ) from error
    finally:
        _remove_part(part)


def _remove_part(part: Path) -> None:
    """Remove a list that is not complete."""
    for left in (part, Path(f"{part}-journal")):
        with contextlib.suppress(OSError):
            left.unlink(missing_ok=True)


def _fill_list(
    order: ImportOrder, part: Path, target: Path, monitor: Monitor
) -> RatingList:
    with (
        contextlib.closing(sqlite3.connect(part, isolation_level=None)) as connection,
        open_list_file(order.path, order.table) as stream,
    ):
        rows = read_rows(stream, order.path)
        same = len(order.roles) == len(rows.titles)
        check(same, "the file has changed", "select it again")
        problems = "; ".join(find_role_problems(rows.titles, order.roles))
        check(not problems, problems, "change the columns and import again")
        rows.beat = lambda: _report_progress(monitor, READ * rows.done)
        connection.set_progress_handler(monitor.is_canceled, STEPS)
        connection.create_function(
            "turned", 1, lambda word: word[::-1], deterministic=True
        )
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
        staged = iter(reading)
        while batch := list(islice(staged, BATCH)):
            connection.executemany(_make_insert_statement("staged", schema.KEYS), batch)
            _report_progress(monitor, READ * rows.done)
        named = reading.members > 0
        check(named, "no row has a member ID or a name", "select other columns")
        _insert_sorted(connection, reading.members, monitor)
        for statement in schema.INDEXES:
            connection.execute(statement)
            _report_progress(monitor, SORTED)
        notes = (*reading.make_notes(), *_describe_duplicate_ids(connection))
        title, systems = (
            order.title or Path(order.table).name,
            list_systems(order.roles),
        )
        imported = RatingList(
            target, order.date, title, systems, reading.members, notes
        )
        _write_about(connection, imported)
        connection.execute("COMMIT")
        _report_progress(monitor, 1.0)
    # The content is on the disk before the file gets its name.
    with part.open("r+b") as file:
        os.fsync(file.fileno())
    return imported


def _report_progress(monitor: Monitor, done: float) -> None:
    monitor.check()
    monitor.report(round(done * ALL), ALL)


def _make_insert_statement(table: str, more: Sequence[str]) -> str:
    columns = (*schema.FACTS, *more)
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


class _RowReader:
    """Reads the rows of a table in stored form, and counts values that had to change."""

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

    def make_notes(self) -> Iterator[str]:
        """Return the notes for the user, in sentences."""
        if self._bad:
            some = ", ".join(f'"{text[:20]}"' for text in self._not_readable)
            ratings = count_in_words(self._bad, "rating isn't", "ratings aren't")
            yield f"{ratings} valid ({some}) and will not be used."
        if self._rows.deleted:
            rows = count_in_words(self._rows.deleted, "row is", "rows are")
            yield f"{rows} marked as deleted and not imported."
        if self._unnamed + self._rows.short:
            count = self._unnamed + self._rows.short
            rows = count_in_words(count, "row has", "rows have")
            was = choose_plural(count, "was", "were")
            yield f"{rows} no member ID or name and {was} not imported."


def _insert_sorted(
    connection: sqlite3.Connection, members: int, monitor: Monitor
) -> None:
    """Insert the members in the order of their names, with the index of names."""
    columns = ("member", "name_key")
    cursor = connection.execute(
        f"SELECT {', '.join((*schema.FACTS, *columns))}, searched FROM staged "
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


def _write_about(connection: sqlite3.Connection, imported: RatingList) -> None:
    about = {
        "date": imported.date.isoformat(),
        "title": imported.title,
        "systems": " ".join(imported.systems),
        "members": str(imported.members),
        "notes": json.dumps(imported.notes),
    }
    connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
