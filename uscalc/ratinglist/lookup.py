"""Find members in a list: by ID, and by name with one wrong letter."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from uscalc.document.merge.listed import ListEntry
from uscalc.engine.inputs import System
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ratinglist import roles as schema
from uscalc.ratinglist.cells import (
    capitalize_name,
    differs_by_one_letter,
    make_index_key,
    make_member_key,
    parse_birth_year,
    parse_fide_rating,
    parse_listed_rating,
    split_words,
)

MOST: Final = 50
"""The maximum number of members that a search returns."""
MOST_NEAR: Final = 200
"""The most similar words tried for one word."""
SHORTEST_NEAR: Final = 3
"""The minimum number of letters of a word in which one may be wrong."""
_FACTS: Final = ", ".join(f"m.{name}" for name in schema.FACTS)
_LAST: Final = "\U0010ffff"
_STATE: Final = 2
"""The number of letters in the code of a state."""

Question = tuple[str, str, tuple[str, ...]]
"""A query of the index of names, more SQL conditions, and their values."""


class MemberLookup:
    """Looks members up in an open list that holds certain systems."""

    def __init__(
        self, connection: sqlite3.Connection, systems: Sequence[System]
    ) -> None:
        self._connection = connection
        self._systems = tuple(systems)

    def find_by_id(self, member: str) -> tuple[ListEntry, ...]:
        """Return the members with an ID; several if the list is faulty."""
        key = make_member_key(member)
        return (
            self._select_members("FROM members m WHERE m.member = ?", key)
            if key
            else ()
        )

    def find_by_exact_name(self, name: str) -> tuple[ListEntry, ...]:
        """Return the members with exactly the words of this name, in any order."""
        key = make_index_key(name)
        if not key:
            return ()
        return self._select_members(
            f"FROM members m WHERE m.name_key = ? LIMIT {MOST}", key
        )

    def search_members(
        self,
        text: str,
        most: int = MOST,
        monitor: Monitor = UNMONITORED,
        home: str = "",
    ) -> tuple[ListEntry, ...]:
        """Return the members whose ID or name matches a text, the best match first.

        Names are found by the beginnings of their words in any order: whole words
        first, then beginnings, then names with one wrong letter. Digits after a name
        are the beginning or the end of an ID; two letters may be a state. Among equal
        matches, members of the state `home` come first. `monitor` may raise an error to
        end the search.
        """
        wanted = split_words(text)
        if not wanted:
            return ()
        near = "m.state <> ?, " if home else ""
        found: dict[int, ListEntry] = {}
        if len(wanted) == 1 and wanted[0].isdecimal():
            key = make_member_key(wanted[0])
            condition = "FROM members m WHERE m.member >= ? AND m.member < ?"
            ends = key or _LAST, key + _LAST
            self._add_results(found, f"{condition} ORDER BY m.member", ends, most)
        for match, condition, values in self._list_queries(wanted):
            if len(found) >= most:
                break
            monitor.check()
            self._add_results(
                found,
                "FROM names JOIN members m ON m.place = names.rowid "
                f"WHERE names MATCH ?{condition} ORDER BY {near}names.rowid",
                (match, *values, *([home] if home else ())),
                most,
            )
        return tuple(found.values())[:most]

    def _list_queries(self, wanted: Sequence[str]) -> Iterator[Question]:
        """Yield a query for each possible meaning of the words, the likeliest first."""
        *strict, near = self._make_matches(wanted)
        yield from ((match, "", ()) for match in strict)
        for words, condition, values in _narrow_query(wanted):
            *strict, _ = self._make_matches(words)
            yield from ((match, condition, values) for match in strict)
        yield from ((match, "", ()) for match in near())

    def _make_matches(
        self, wanted: Sequence[str]
    ) -> tuple[str, str, Callable[[], Iterator[str]]]:
        """Return the index queries for whole words, for beginnings, and for one wrong letter."""
        whole = [f'"{word}"' for word in wanted]
        begun = [f"{word}*" for word in whole]

        def near() -> Iterator[str]:
            for place, word in enumerate(wanted):
                meant = self._find_similar_words(word)
                if meant:
                    others = [*begun[:place], *begun[place + 1 :]]
                    either = " OR ".join(f'"{one}"' for one in meant)
                    yield " AND ".join((*others, f"({either})"))

        return " AND ".join(whole), " AND ".join(begun), near

    def _find_similar_words(self, word: str) -> list[str]:
        """Return the words of the list that differ from a word in one letter."""
        if len(word) < SHORTEST_NEAR:
            return []
        half = len(word) // 2
        first, last = word[:half], word[half + 1 :][::-1]
        candidates = {
            found[0]
            for column, begins in (("word", first), ("turned", last or word[-1]))
            for found in self._connection.execute(
                f"SELECT word FROM words WHERE {column} >= ? AND {column} < ? "
                "AND length(word) BETWEEN ? AND ?",
                (begins, begins + _LAST, len(word) - 1, len(word) + 1),
            )
        }
        return sorted(
            one
            for one in candidates
            if one != word and differs_by_one_letter(word, one)
        )[:MOST_NEAR]

    def _add_results(
        self,
        found: dict[int, ListEntry],
        condition: str,
        values: Sequence[str],
        most: int,
    ) -> None:
        # Members who were found before would come again, and leave no room for others.
        for place, *facts in self._connection.execute(
            f"SELECT m.place, {_FACTS} {condition} LIMIT {most + len(found)}", values
        ):
            found.setdefault(place, self._make_entry(facts))

    def _select_members(self, condition: str, *values: str) -> tuple[ListEntry, ...]:
        cursor = self._connection.execute(f"SELECT {_FACTS} {condition}", values)
        return tuple(self._make_entry(facts) for facts in cursor)

    def _make_entry(self, facts: Sequence[str]) -> ListEntry:
        by_name = dict(zip(schema.FACTS, facts, strict=True))
        return ListEntry(
            by_name["id"],
            capitalize_name(by_name["name"]),
            tuple(
                (system, parse_listed_rating(by_name[schema.RATING[system]]))
                for system in self._systems
            ),
            by_name["state"],
            by_name["expires"],
            parse_birth_year(by_name["birth"]),
            parse_fide_rating(by_name["fide"]) if by_name["fide"] else None,
        )


def _narrow_query(
    wanted: Sequence[str],
) -> Iterator[tuple[list[str], str, tuple[str, ...]]]:
    """Yield a name without its digits or state, and the conditions for those."""
    named = [word for word in wanted if not word.isdecimal()]
    digits = [word for word in wanted if word.isdecimal()]
    if not named:
        return
    condition = " AND (m.member LIKE ? OR m.member LIKE ?)" * len(digits)
    values = tuple(mark for d in digits for mark in (f"{d.lstrip('0')}%", f"%{d}"))
    if digits:
        yield named, condition, values
    for place, word in enumerate(named):
        others = [*named[:place], *named[place + 1 :]]
        if len(word) == _STATE and others:
            yield others, f"{condition} AND upper(m.state) = ?", (*values, word.upper())
