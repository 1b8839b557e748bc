"""Analyze a supplement's file before the import: its columns, and the questions to ask."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uscalc.document.facts.typed import TypedError, parse_optional_date
from uscalc.ratinglist.cells import parse_listed_rating
from uscalc.ratinglist.roles import Role, guess_roles, normalize_title
from uscalc.ratinglist.rows import open_list_file, read_rows
from uscalc.ratinglist.separated import Row

_NUMBERS: Final = re.compile(
    r"(?<!\d)(20\d\d)(?:[-_. ](\d\d?)(?:[-_. ](\d\d?))?|(\d\d)(\d\d)?)(?!\d)", re.ASCII
)
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH: Final = r"(?<![a-z])(?P<month>[a-z]{3,9})(?![a-z])"
_YEAR: Final = r"(?<!\d)(?P<year>20\d\d)(?!\d)"
_WORDS: Final = (
    re.compile(rf"{_MONTH}[-_. ]*{_YEAR}"),
    re.compile(rf"{_YEAR}[-_. ]*{_MONTH}"),
)


@dataclass(frozen=True, slots=True)
class ListDate:
    """A day, and its source in words."""

    day: dt.date
    said: str


def find_list_date(
    names: Iterable[str], header: dt.date | None, packed: dt.date | None
) -> ListDate | None:
    """Return the date in the file, or else in its name, instead of the file's own date.

    Lists are official from the first of a month, and are written before it.
    """
    for name in names:
        day = parse_day_in_name(name)
        if day is not None:
            return ListDate(day, f"from the file's name, {name}")
    if header is not None:
        return ListDate(header, "from the file's header (day written)")
    if packed is not None:
        return ListDate(packed, "from the ZIP file (day packed)")
    return None


def parse_day_in_name(name: str) -> dt.date | None:
    """Return a year and a month in a name, with a day or without; None for anything less."""
    found = {*_find_numeric_days(name), *_find_named_days(name)}
    # Two of them would be a choice.
    return found.pop() if len(found) == 1 else None


def _find_numeric_days(name: str) -> Iterator[dt.date]:
    for year, month, day, tight_month, tight_day in _NUMBERS.findall(name):
        yield from _make_day(year, month or tight_month, day or tight_day or "1")


def _find_named_days(name: str) -> Iterator[dt.date]:
    for pattern in _WORDS:
        for found in pattern.finditer(name.lower()):
            for number, month in enumerate(_MONTHS, 1):
                if month.startswith(found["month"]):
                    yield from _make_day(found["year"], str(number), "1")


def _make_day(year: str, month: str, day: str) -> Iterator[dt.date]:
    try:
        found = parse_optional_date(f"{year}-{month:>02}-{day:>02}")
    except TypedError:
        return
    if found is not None:
        yield found


LOOKED_AT: Final = 300
"""Rows from which the examples are taken."""
EXAMPLES: Final = 3
_ASKED: Final = frozenset({"QLPBRAT", "RRATING1", "RRATING2"})
_RATING_WORDS: Final = ("RAT", "RTG", "RTNG")


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column: its title, sample cells, and the role that the title suggests.

    `role` None: no known title, and the user must choose. A column without
    possible ratings is "unused" unless its title names a role.
    """

    title: str
    examples: tuple[str, ...]
    role: Role | None


@dataclass(frozen=True, slots=True)
class ListAnalysis:
    """A list's file: its table, and the other tables of a zip.

    `dated` is the day in the file; None if there is none.
    """

    path: Path
    table: str
    tables: tuple[str, ...]
    kind: str
    members: int | None
    columns: tuple[ListColumn, ...]
    dated: ListDate | None = None

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the columns."""
        return tuple(column.title for column in self.columns)

    @property
    def roles(self) -> tuple[Role | None, ...]:
        """The roles by title; None must be asked."""
        return tuple(column.role for column in self.columns)


def analyze_file(path: Path, table: str | None = None) -> ListAnalysis:
    """Look at a list's beginning. Raises FormatError."""
    with open_list_file(path, table) as stream:
        rows = read_rows(stream, path)
        seen = [row for _, row in zip(range(LOOKED_AT), rows, strict=False)]
        told = guess_roles(rows.titles)
        columns = tuple(
            _analyze_column(title, told[place], [row[place] for row in seen])
            for place, title in enumerate(rows.titles)
        )
        named = dict.fromkeys((Path(stream.name).name, path.name))
        dated = find_list_date(named, rows.written, stream.packed)
        return ListAnalysis(
            path, stream.name, stream.tables, rows.kind, rows.members, columns, dated
        )


def _analyze_column(title: str, told: Role | None, cells: list[str]) -> ListColumn:
    examples = tuple(dict.fromkeys(cell for cell in cells if cell))[:EXAMPLES]
    if told is not None:
        return ListColumn(title, examples, told)
    plain = normalize_title(title)
    asked = plain in _ASKED or (
        _may_be_ratings(cells) and any(word in plain for word in _RATING_WORDS)
    )
    # A title that says nothing over what may be ratings is asked about too.
    asked = asked or (_may_be_ratings(cells) and not _has_value(plain))
    return ListColumn(title, examples, None if asked else "unused")


def _may_be_ratings(cells: Row | list[str]) -> bool:
    """Return True if all filled cells can be ratings, and there is at least one."""
    found = [parse_listed_rating(cell) for cell in cells if cell]
    return any(one.rating is not None for one in found) and all(
        one.readable for one in found
    )


def _has_value(plain: str) -> bool:
    return any(word in plain for word in ("FIDE", "DATE", "YEAR", "FLOOR", "COUNT"))
