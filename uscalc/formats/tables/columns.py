"""Identify the columns of a spreadsheet's crosstable by their titles."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Row = list[str]

MOST_ROUNDS: Final = 99

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
"""Beside one of these titles, a plain rating is FIDE's."""
_ROUND: Final = re.compile(
    r"(?:r|rd|rnd|round|game|result|res)?\W{0,3}(\d{1,2})\W{0,2}(?:rd|rnd|round)?\W?",
    re.IGNORECASE | re.ASCII,
)


@dataclass(slots=True)
class CrosstableColumns:
    """The positions of the columns; None for a missing one.

    `given` is a first name in a column of its own.
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
class TitlePlaces:
    """The positions of the columns that a row gives titles to."""

    name: int | None
    rounds: dict[int, int]
    number: int | None
    rank: int | None
    member: int | None
    rating: int | None
    state: int | None


def find_columns(row: Row) -> CrosstableColumns | None:
    """Return the columns of a header row; None for any other row."""
    titles, given = find_titles(row), None
    keys = _normalize_titles(row) if titles.name is None else []
    family = _find_place(keys, _FAMILY)
    if family is not None:
        given = _find_place(keys, _GIVEN)
        titles = find_titles([*row[:family], _NAME[0], *row[family + 1 :]])
    if titles.name is None or not titles.rounds:
        return None
    return CrosstableColumns(
        name=titles.name,
        rounds=titles.rounds,
        given=given,
        number=titles.number,
        rank=titles.rank,
        member=titles.member,
        rating=titles.rating,
        state=titles.state,
    )


def find_titles(row: Row) -> TitlePlaces:
    """Return the titles that are understood; rounds come after the name or number."""
    keys = _normalize_titles(row)

    def first(names: tuple[str, ...]) -> int | None:
        return _find_place(keys, names)

    name, number = first(_NAME), first(_NUMBER)
    start = name if name is not None else number
    rounds: dict[int, int] = {}
    for i, cell in enumerate(row):
        if start is None or i <= start:
            continue
        title = _ROUND.fullmatch(cell)
        if title and 1 <= int(title[1]) <= MOST_ROUNDS:
            rounds.setdefault(int(title[1]), i)
    rating = first(_NATIONAL)
    return TitlePlaces(
        name=name,
        rounds=rounds,
        number=number,
        rank=first(_RANK),
        member=first(_MEMBER),
        rating=first(_RATING) if rating is None else rating,
        state=first(_STATE),
    )


def get_cell(row: Row, place: int | None) -> str:
    """Return the text of a row in a column; empty where either is missing."""
    return row[place] if place is not None and place < len(row) else ""


def join_full_name(row: Row, columns: CrosstableColumns) -> Row:
    """Return a row with the whole name in its column, as in `Inventa, Ada`."""
    given, name = columns.given, columns.name
    if given is None or max(given, name) >= len(row):
        return row
    whole = ", ".join(filter(None, (row[name], row[given])))
    return [*row[:name], whole, *row[name + 1 :]]


def parse_row_number(text: str) -> int | None:
    """Return a number as tables write it: `7`, `7.`, or `7.0` if saved as a figure."""
    found = re.fullmatch(r"(\d{1,5})(?:\.0*)?", text, re.ASCII)
    return None if found is None else int(found[1])


def _normalize_titles(row: Row) -> list[str]:
    """Return the titles in the form in which they are compared."""
    return list(map(_normalize_title, row))


@lru_cache(maxsize=8192)
def _normalize_title(cell: str) -> str:
    return "".join(c for c in cell.lower() if c.isalnum() or c == "#")


def _find_place(keys: list[str], names: tuple[str, ...]) -> int | None:
    return next((i for i, key in enumerate(keys) if key in names), None)
