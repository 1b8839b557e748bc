"""Analyze a list's file before the import: its columns, and the questions to ask."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uscalc.ratinglist.cells import parse_listed_rating
from uscalc.ratinglist.dated import ListDate, find_list_date
from uscalc.ratinglist.roles import Role, guess_roles, normalize_title
from uscalc.ratinglist.rows import read_rows
from uscalc.ratinglist.separated import Row
from uscalc.ratinglist.source import open_list_file

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
