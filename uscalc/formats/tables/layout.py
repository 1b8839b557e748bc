"""Where in a spreadsheet's rows a crosstable stands, and what its columns are."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from uscalc.formats.shared.pairing import MOST_PLAYERS, MOST_SECTIONS

Row = list[str]

DELIMITERS: Final = ("\t", ";", ",")
MOST_ROUNDS: Final = 99
MOST_COLUMNS: Final = 500

_NUMBER: Final = ("no", "plr", "#", "num", "number", "pair", "pairno", "sno", "snr")
_RANK: Final = ("rk", "rank", "place", "pl")
_NAME: Final = ("name", "player", "playername", "fullname")
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
    r"|\brank|standings",
    re.IGNORECASE,
)
"""What a program says of the table, and not of the event."""


@dataclass(slots=True)
class Columns:
    """The places of the columns; None for one that is not there."""

    name: int
    rounds: dict[int, int]
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

    `sheet` is the name of the sheet that it stands on, where that says something.
    """

    columns: Columns
    title: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
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
    for raw in rows:
        if not any(raw):
            continue
        row = [" ".join(cell.split()) for cell in raw[:MOST_COLUMNS]]
        columns = _columns(row)
        if columns is not None:
            if len(found) > MOST_SECTIONS:
                break
            found.append(Crosstable(columns, title))
            title = []
        elif found and _is_players(row, found[-1].columns):
            found[-1].rows.append(row)
            if len(found[-1].rows) > MOST_PLAYERS:
                break
        elif (line := " ".join(filter(None, row))) and not _NO_TITLE.search(line):
            title.append(line)
    return [table for table in found if table.rows]


def _columns(row: Row) -> Columns | None:
    """The columns of a header row; None for any other row."""
    titles = titles_in(row)
    if titles.name is None or not titles.rounds:
        return None
    return Columns(
        name=titles.name,
        rounds=titles.rounds,
        number=titles.number,
        rank=titles.rank,
        member=titles.member,
        rating=titles.rating,
        state=titles.state,
    )


def titles_in(row: Row) -> Titles:
    """The columns whose titles are understood; rounds stand after name or number."""
    keys = ["".join(c for c in cell.lower() if c.isalnum() or c == "#") for cell in row]

    def first(names: tuple[str, ...]) -> int | None:
        return next((i for i, key in enumerate(keys) if key in names), None)

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
    """Whether a row below a header is a player's: it has a name and a number."""
    if len(row) <= columns.name or not row[columns.name]:
        return False
    place = columns.number if columns.number is not None else columns.rank
    return place is None or (
        place < len(row)
        and re.fullmatch(r"\d{1,5}\.?", row[place], re.ASCII) is not None
    )
