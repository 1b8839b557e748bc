"""Where in a spreadsheet's rows a crosstable stands, and what its columns are."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from uscalc.document.cells import Entry, parse_cell
from uscalc.formats.shared.pairing import MOST_PLAYERS, MOST_SECTIONS
from uscalc.formats.tables.cells import result_token
from uscalc.formats.tables.facts import stated

Row = list[str]

DELIMITERS: Final = ("\t", ";", ",")
MOST_ROUNDS: Final = 99
MOST_COLUMNS: Final = 500

_NUMBER: Final = (
    *("no", "plr", "plr#", "#", "num", "number", "sno", "snr"),
    *("pair", "pairno", "pair#", "pairnumber", "pairingno", "pairingnumber"),
)
_RANK: Final = ("rk", "rank", "place", "pl")
_NAME: Final = ("name", "player", "playername", "fullname")
_FAMILY: Final = ("lastname", "last", "surname", "familyname")
_GIVEN: Final = ("firstname", "first", "givenname", "forename")
_MEMBER: Final = (
    "id",
    "uscfid",
    "uschessid",
    "memid",
    "memberid",
    "membernumber",
    "idno",
)
_RATING: Final = (
    "rate",
    "rtng",
    "rating",
    "uscf",
    "rtg",
    "uscfrating",
    "uscfrtg",
    "uschessrating",
    "prerating",
)
_STATE: Final = ("st", "state")
_NATIONAL: Final = ("rtgn", "rtgnat", "ratingnat", "nationalrating")
"""Beside these a plain rating is FIDE's."""
_ROUND: Final = re.compile(
    r"(?:r|rd|rnd|round|game|result|res)?\W{0,3}(\d{1,2})\W{0,2}(?:rd|rnd|round)?\W?",
    re.IGNORECASE | re.ASCII,
)
_NO_TITLE: Final = re.compile(
    r"https?://|www\.|tournament-database|last update|cross ?table|wall ?chart"
    r"|\brank|standings|^page \d|^sep=",
    re.IGNORECASE,
)
"""What a program says of the table, and not of the event."""


@dataclass(slots=True)
class Columns:
    """The places of the columns; None for one that is not there.

    `given` is a first name that stands apart from the last one.
    """

    name: int
    rounds: dict[int, int]
    given: int | None = None
    number: int | None = None
    rank: int | None = None
    member: int | None = None
    rating: int | None = None
    state: int | None = None


@dataclass(frozen=True, slots=True)
class Titles:
    """The places of the columns that a row gives titles to."""

    name: int | None
    rounds: dict[int, int]
    number: int | None
    rank: int | None
    member: int | None
    rating: int | None
    state: int | None


@dataclass(slots=True)
class Crosstable:
    """A header row, the rows below it, and the lines above it.

    `facts` are what lines about it say beside known words; `unnumbered` the players
    below a column of numbers who have games and none. `sheet` is the name of the sheet
    that it stands on, where that says something.
    """

    columns: Columns
    title: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    unnumbered: list[str] = field(default_factory=list)
    sheet: str = ""


def crosstables(text: str) -> list[Crosstable]:
    """The crosstables of a text with delimiters; none if no header row is found."""
    for delimiter in DELIMITERS:
        if delimiter in text and (found := _read(text, delimiter)):
            return found
    return []


def _read(text: str, delimiter: str) -> list[Crosstable]:
    try:
        return tables_among(
            csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        )
    except csv.Error:
        return []


def tables_among(rows: Iterable[Sequence[str]]) -> list[Crosstable]:
    """The crosstables among rows of cells."""
    found: list[Crosstable] = []
    title: list[str] = []
    facts: dict[str, str] = {}
    for raw in rows:
        if not any(raw):
            continue
        row = [" ".join(cell.split()) for cell in raw[:MOST_COLUMNS]]
        columns = _columns(row)
        if columns is not None:
            if len(found) > MOST_SECTIONS:
                break
            found.append(Crosstable(columns, title, facts))
            title, facts = [], {}
            continue
        if found:
            row = _in_full(row, found[-1].columns)
        if found and _is_players(row, found[-1].columns):
            found[-1].rows.append(row)
            if len(found[-1].rows) > MOST_PLAYERS:
                break
        elif found and _has_games(row, found[-1].columns):
            found[-1].unnumbered.append(row[found[-1].columns.name])
        elif (said := stated(row)) is not None:
            facts.setdefault(*said)
        elif line := _title(row):
            title.append(line)
    if found:
        # What stands below the last table is of the whole.
        found[-1].facts = found[-1].facts | facts
    return _joined([table for table in found if table.rows or table.unnumbered])


def _title(row: Row) -> str:
    """A line that may name the event or a section; empty for one of another list."""
    cells = [cell for cell in row if cell]
    line = " ".join(cells)
    listed = len(cells) > 1 and whole_number(cells[0]) is not None
    other = listed or titles_in(row).name is not None or _NO_TITLE.search(line)
    return "" if other else line


def _joined(tables: list[Crosstable]) -> list[Crosstable]:
    """The tables, those made one again that a page's end had parted."""
    joined: list[Crosstable] = []
    for table in tables:
        if joined and _goes_on(joined[-1], table):
            joined[-1].rows += table.rows
            joined[-1].unnumbered += table.unnumbered
        else:
            joined.append(table)
    return joined


def _goes_on(one: Crosstable, other: Crosstable) -> bool:
    """Whether players of the one have games with players of the other."""
    if one.columns != other.columns or not set(other.title) <= set(one.title):
        return False
    numbers = [{_number_of(row, t.columns) for row in t.rows} for t in (one, other)]
    if numbers[0] & numbers[1]:
        return False
    return any(
        entry.opponent in there
        for table, there in ((one, numbers[1]), (other, numbers[0]))
        for row in table.rows
        for entry in _games(row, table.columns)
    )


def _columns(row: Row) -> Columns | None:
    """The columns of a header row; None for any other row."""
    titles, given = titles_in(row), None
    keys = _keys(row)
    family = _place(keys, _FAMILY)
    if titles.name is None and family is not None:
        given = _place(keys, _GIVEN)
        titles = titles_in([*row[:family], _NAME[0], *row[family + 1 :]])
    if titles.name is None or not titles.rounds:
        return None
    return Columns(
        name=titles.name,
        rounds=titles.rounds,
        given=given,
        number=titles.number,
        rank=titles.rank,
        member=titles.member,
        rating=titles.rating,
        state=titles.state,
    )


def _in_full(row: Row, columns: Columns) -> Row:
    """A row whose name is whole: `Inventa, Ada`, of whatever columns."""
    given, name = columns.given, columns.name
    if given is None or max(given, name) >= len(row):
        return row
    whole = ", ".join(filter(None, (row[name], row[given])))
    return [*row[:name], whole, *row[name + 1 :]]


def _keys(row: Row) -> list[str]:
    """Titles as they are compared."""
    return ["".join(c for c in cell.lower() if c.isalnum() or c == "#") for cell in row]


def _place(keys: list[str], names: tuple[str, ...]) -> int | None:
    return next((i for i, key in enumerate(keys) if key in names), None)


def titles_in(row: Row) -> Titles:
    """The columns whose titles are understood; rounds stand after name or number."""
    keys = _keys(row)

    def first(names: tuple[str, ...]) -> int | None:
        return _place(keys, names)

    name, number = first(_NAME), first(_NUMBER)
    start = name if name is not None else number
    rounds: dict[int, int] = {}
    for i, cell in enumerate(row):
        title = _ROUND.fullmatch(cell)
        if (
            start is not None
            and i > start
            and title
            and 1 <= int(title[1]) <= MOST_ROUNDS
        ):
            rounds.setdefault(int(title[1]), i)
    rating = first(_NATIONAL)
    return Titles(
        name=name,
        rounds=rounds,
        number=number,
        rank=first(_RANK),
        member=first(_MEMBER),
        rating=first(_RATING) if rating is None else rating,
        state=first(_STATE),
    )


def _is_players(row: Row, columns: Columns) -> bool:
    """Whether a row below a header is a player's: it has a name and a number.

    Where only ranks are given, several may share one, and a game does for the number.
    """
    if len(row) <= columns.name or not row[columns.name]:
        return False
    if columns.number is None and (columns.rank is None or _has_games(row, columns)):
        return True
    return _number_of(row, columns) is not None


def _has_games(row: Row, columns: Columns) -> bool:
    """Whether a row names somebody and opponents."""
    named = len(row) > columns.name and bool(row[columns.name])
    return named and any(True for _ in _games(row, columns))


def _games(row: Row, columns: Columns) -> Iterator[Entry]:
    """The entries of a row's results that name an opponent."""
    for place in columns.rounds.values():
        cell = parse_cell(result_token(row[place])) if place < len(row) else ()
        if isinstance(cell, tuple):
            yield from (entry for entry in cell if entry.opponent is not None)


def _number_of(row: Row, columns: Columns) -> int | None:
    place = columns.number if columns.number is not None else columns.rank
    return None if place is None or place >= len(row) else whole_number(row[place])


def whole_number(text: str) -> int | None:
    """A number as tables have it: `7`, `7.` or, saved as a figure, `7.0`."""
    found = re.fullmatch(r"(\d{1,5})(?:\.0*)?", text, re.ASCII)
    return None if found is None else int(found[1])
