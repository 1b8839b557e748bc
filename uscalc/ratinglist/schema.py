"""The tables of an imported list: one SQLite file a list."""

import sqlite3
from typing import Final

from uscalc.engine.systems import SYSTEMS, System

APPLICATION: Final = 0x5543524C
"""Marks the file as a rating list of this program ("UCRL")."""
VERSION: Final = 1
SUFFIX: Final = ".ratinglist"

RATING: Final[dict[System, str]] = {
    system: f"rating_{system.lower()}" for system in SYSTEMS
}
FACTS: Final = ("id", "name", "state", "expires", "birth", "fide", *RATING.values())
"""The facts of a member, stored as the list's own text."""
KEYS: Final = ("member", "name_key", "searched")
"""Columns to find and sort members by, made from the facts."""

_FACTS_SQL: Final = ", ".join(f"{name} TEXT NOT NULL" for name in FACTS)

STAGING: Final = (
    f"CREATE TEMP TABLE staged ({_FACTS_SQL}, "
    f"{', '.join(f'{name} TEXT NOT NULL' for name in KEYS)})"
)
TABLES: Final = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # In the order of the names: a search ends as soon as it has enough of them.
    "CREATE TABLE members (place INTEGER PRIMARY KEY, "
    f"{_FACTS_SQL}, member TEXT NOT NULL, name_key TEXT NOT NULL)",
    "CREATE VIRTUAL TABLE names USING fts5"
    "(searched, content='', columnsize=0, detail=none, prefix='1 2 3')",
    "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, names, row)",
)
INDEXES: Final = (
    "CREATE INDEX members_member ON members (member)",
    "CREATE INDEX members_name ON members (name_key)",
    # One wrong letter leaves the first or the last half of a word unchanged.
    "CREATE TABLE words (word TEXT PRIMARY KEY, turned TEXT NOT NULL) WITHOUT ROWID",
    "INSERT INTO words SELECT term, turned(term) FROM vocabulary",
    "CREATE INDEX words_turned ON words (turned)",
)


def reverse_word(word: str) -> str:
    """Return a word from its end to its beginning."""
    return word[::-1]


def prepare_connection(connection: sqlite3.Connection) -> None:
    """Make the functions that the statements use."""
    connection.create_function("turned", 1, reverse_word, deterministic=True)
