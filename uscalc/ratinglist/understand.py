"""Analyze a supplement's file before the import: its columns, and what to ask the user."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

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


class ListDate(Struct, frozen=True):
    """A day, and its source in words."""

    day: dt.date
    source: str


def find_list_date(
    names: Iterable[str], header: dt.date | None, packed: dt.date | None
) -> ListDate | None:
    """Return the date in one of the names, or else the day in the file or archive.

    A list's name has the first of the month from which it is official; the file itself
    has the day on which it was written, which is earlier.
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
    """Return the date in a name: a year and a month, perhaps with a day; None without one."""
    found = set(_find_days(name))
    # With two dates in the name, it is unclear which one is meant.
    return found.pop() if len(found) == 1 else None


def _find_days(name: str) -> Iterator[dt.date]:
    for year, month, day, tight_month, tight_day in _NUMBERS.findall(name):
        yield from _make_day(year, month or tight_month, day or tight_day or "1")

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
"""The number of rows from which examples are taken."""
EXAMPLES: Final = 3
_ASKED: Final = frozenset({"QLPBRAT", "RRATING1", "RRATING2"})


class ListColumn(Struct, frozen=True):
    """A column: its title, sample cells, and the role that the title suggests.

    `role` is None if the title is unknown; then the user must select one. A column that
    can't have ratings is "unused" unless its title names a role.
    """

    title: str
    examples: tuple[str, ...]
    role: Role | None


class ListAnalysis(Struct, frozen=True):
    """A list's file: its table, and the other tables of a zip.

    `dated` is the date found; None if there is none.
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
        """The role of each column by its title; None if the user must select it."""
        return tuple(column.role for column in self.columns)


def analyze_file(path: Path, table: str | None = None) -> ListAnalysis:
    """Return what a list's beginning shows. Raises FormatError."""
    with open_list_file(path, table) as stream:
        rows = read_rows(stream, path)
        sample = [row for _, row in zip(range(LOOKED_AT), rows, strict=False)]
        roles = guess_roles(rows.titles)
        columns = tuple(
            _analyze_column(title, roles[place], [row[place] for row in sample])
            for place, title in enumerate(rows.titles)
        )
        named = dict.fromkeys((Path(stream.name).name, path.name))
        dated = find_list_date(named, rows.written, stream.packed)
        return ListAnalysis(
            path, stream.name, stream.tables, rows.kind, rows.members, columns, dated
        )


def _analyze_column(title: str, role: Role | None, cells: list[str]) -> ListColumn:
    examples = tuple(dict.fromkeys(cell for cell in cells if cell))[:EXAMPLES]
    if role is not None:
        return ListColumn(title, examples, role)
    plain = normalize_title(title)
    asked = plain in _ASKED or (
        _may_be_ratings(cells) and any(word in plain for word in ("RAT", "RTG", "RTNG"))
    )
    # If a column looks like ratings but its title is unclear, ask about it too.
    says_other = any(
        word in plain for word in ("FIDE", "DATE", "YEAR", "FLOOR", "COUNT")
    )
    asked = asked or (_may_be_ratings(cells) and not says_other)
    return ListColumn(title, examples, None if asked else "unused")


def _may_be_ratings(cells: Row | list[str]) -> bool:
    """Return whether all filled cells can be ratings, and there is at least one."""
    found = [parse_listed_rating(cell) for cell in cells if cell]
    return any(one.rating is not None for one in found) and all(
        one.readable for one in found
    )
