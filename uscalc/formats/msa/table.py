"""Sort the lines of crosstable pages into events, sections and players' rows."""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from uscalc.document.cells import parse_cell, score_cell
from uscalc.document.model import (
    HIGHEST_RATING,
    LOWEST_RATING,
    UNRATED,
    PublishedRating,
    RatingFacts,
)
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.formats.shared.pairing import RoundOrder, order_columns_by_rounds

_SEPARATOR: Final = re.compile(r"\s*-{5,}\s*")
_SECTION: Final = re.compile(r"Section\s+(\d+)\s+-\s*(.*)")
_EVENT: Final = re.compile(r"(.*?)\s*\((\d{12})\)")
_TITLE: Final = re.compile(r"Cross Table for (.*?)\s*\(Event (\d{12})\)")
_PLAYERS: Final = re.compile(r"(\d+)\s+Rounds?,\s*(\d+)\s+Players?\b")
_STATISTICS: Final = {
    "rating_system": re.compile(r"Rating Sys:\s*([A-Z]{1,2})\b"),
    "kind": re.compile(r"Tnmt Type:\s*([A-Z])\b"),
    "k_factor": re.compile(r"K Factor:\s*([A-Z])\b"),
    "time_control": re.compile(r"Time Control:\s*(.*\S)"),
}
"""Facts above a table, by the fields of a `PageTable`."""
_DATES: Final = re.compile(
    r"(?P<label>(?:Event|Section) Date\(?s?\)?:?)?\s*"
    r"(?P<first>\d{4}-\d\d-\d\d)(?:\s+thru\s+(?P<last>\d{4}-\d\d-\d\d))?"
)
_LABEL: Final = re.compile(r"(Event|Event Date\(s\)|Section Date\(s\)):?", re.I)
_ROW: Final = re.compile(r"\s*(\d{1,5})\s*\|")

_MOST_BELOW: Final = 20
"""The maximum number of lines below a player's name; six of them have ratings."""
_LONGEST_LINE: Final = 2000
"""Characters; a longer line is a script, not part of a crosstable."""

DateRange = tuple[dt.date, dt.date]


class PageRow(Struct):
    """A player's first line, split into fields, and the lines below it."""

    number: int
    name: str
    total: str
    cells: list[str]
    below: list[list[str]] = []


class PageTable(Struct):
    """A section as the page shows it: the facts above the table, and its rows."""

    name: str = ""
    dates: DateRange | None = None
    time_control: str | None = None
    rating_system: str | None = None
    kind: str | None = None
    k_factor: str | None = None
    player_count: int | None = None
    rounds: int | None = None
    rows: list[PageRow] = []


class CrosstablePage(Struct):
    """An event as the page shows it."""

    name: str = ""
    number: str | None = None
    dates: DateRange | None = None
    tables: list[PageTable] = []
    unread: list[str] = []
    """The dates that can't be read."""


def read_page(lines: list[str]) -> CrosstablePage:
    """Return everything in the lines; a page without rows has no tables."""
    return _PageReader().read_lines(lines)


class _PageReader:
    """Reads a page line by line."""

    def __init__(self) -> None:
        self.page = CrosstablePage()
        self.table = PageTable()
        self.row: PageRow | None = None
        self.label = ""
        self.in_section = False

    def read_lines(self, lines: list[str]) -> CrosstablePage:
        for line in (one for one in lines if len(one) <= _LONGEST_LINE):
            if "|" in line:
                self._read_table_line(line)
            elif _SEPARATOR.fullmatch(line):
                self.row = None
            elif text := " ".join(line.split()):
                self._read_head_line(text)
        self._close_table()
        return self.page

    def _close_table(self) -> None:
        if self.table.rows:
            self.page.tables.append(self.table)
        self.table = PageTable()
        self.row = None

    def _read_table_line(self, line: str) -> None:
        fields = line.split("|")
        if fields[0].strip() == "Pair":
            if self.table.rows:
                self._close_table()
            self.table.rounds = sum(f.strip() == "Round" for f in fields) or None
            self.row = None
        elif _ROW.match(line) and len(fields) > 3:
            cells = fields[3:]
            if self.table.rounds is not None:
                cells = cells[: self.table.rounds]
            elif not cells[-1].strip():
                cells.pop()
            self.row = PageRow(
                int(fields[0]), " ".join(fields[1].split()), fields[2].strip(), cells
            )
            self.table.rows.append(self.row)
        elif self.row is not None and len(self.row.below) < _MOST_BELOW:
            self.row.below.append(fields)

    def _read_head_line(self, text: str) -> None:
        label, self.label = self.label, ""
        if found := _SECTION.fullmatch(text):
            self._close_table()
            self.in_section = True
            name = "" if found[2] == "(unnamed)" else found[2]
            self.table.name = name or f"Section {found[1]}"
        elif found := _LABEL.fullmatch(text):
            self.label = found[1]
        elif found := _DATES.fullmatch(text):
            self._read_dates(found, label)
        elif found := _TITLE.search(text):
            self._set_event(found)
        elif label.endswith("Date(s)"):
            self.page.unread.append(text)
        elif label == "Event" or text.startswith("Event "):
            self._read_event_name(text.removeprefix("Event "), bool(label))
        else:
            self._read_statistics(text)

    def _read_event_name(self, text: str, labelled: bool) -> None:
        if found := _EVENT.fullmatch(text):
            self._set_event(found)
        elif labelled:
            self.page.name = text

    def _set_event(self, found: re.Match[str]) -> None:
        self.page.name, self.page.number = found[1].strip(), found[2]

    def _read_dates(self, found: re.Match[str], label: str) -> None:
        label = found["label"] or label
        try:
            first = dt.date.fromisoformat(found["first"])
            last = dt.date.fromisoformat(found["last"] or found["first"])
        except ValueError:
            self.page.unread.append(found[0])
            return
        if label.startswith("Section") or (not label and self.in_section):
            self.table.dates = self.table.dates or (first, last)
        else:
            self.page.dates = self.page.dates or (first, last)

    def _read_statistics(self, text: str) -> None:
        if found := _PLAYERS.search(text):
            self.table.player_count = int(found[2])
        for name, pattern in _STATISTICS.items():
            if found := pattern.search(text):
                setattr(self.table, name, found[1])


_CELL: Final = re.compile(r"([WLDNRSXFZ])\s*(\d{1,5})")
_ALONE: Final = re.compile(r"([BHUXFZ])\s*0*")
# If a director typed BYE or FL, the rest of the text was read as the opponent's number.
_TYPED_OUT: Final = {"BYE": "B", "HYE": "H", "FL": "F"}
_COLORS: Final = {"W": "w", "B": "b"}
_FIGURE: Final = r"(Unrated|\d{2,4})\s*(?:P\s*(\d{1,2}))?"
_RATING: Final = re.compile(rf"\b([A-Z]{{1,2}}):\s*{_FIGURE}\s*->\s*(?:{_FIGURE})?")
_MEMBER: Final = re.compile(r"(\d{7,9})\s*/")


def parse_result(text: str, color: str = "") -> str:
    """Return a cell of the page as a result; unreadable text is kept.

    The diagonal square of a round robin is a round without a game. `color` is the text
    below the cell: W, B or nothing.
    """
    text = text.strip()
    if text == "*":
        return "U"
    if found := _ALONE.fullmatch(text):
        return found[1]
    if word := _TYPED_OUT.get("".join(text.split())):
        return word
    if found := _CELL.fullmatch(text):
        return f"{found[1]}{int(found[2])}{_COLORS.get(color.strip(), '')}"
    return text


def resolve_lone_e(results: list[str], total: float | None) -> str | None:
    """Return the result of an E without an opponent, by the printed points; None if unclear."""
    if total is None or results.count("E") != 1:
        return None
    return {1.0: "B", 0.5: "H", 0.0: "U"}.get(
        total - sum(score_cell(token) for token in results)
    )


def is_result_token(token: str) -> bool:
    """Return whether the token is one of the event file's results."""
    return isinstance(parse_cell(token), tuple)


class RatingLine(Struct, frozen=True):
    """A player's pre-event and post-event rating in one system, as printed."""

    system: System
    before: RatingFacts
    after: PublishedRating | None


def parse_rating_lines(text: str) -> Iterator[RatingLine]:
    """Return every rating in the text; one that is out of bounds is unknown."""
    for found in _RATING.finditer(text):
        for system in SYSTEMS:
            if found[1] == system:
                before = _parse_pre_rating(found[2], found[3])
                yield RatingLine(system, before, _parse_post_rating(found[4], found[5]))


def find_member_id(text: str) -> str | None:
    """Return the member ID in the text, if there is one."""
    found = _MEMBER.search(text)
    return None if found is None else found[1]


def _parse_post_rating(rating: str | None, games: str | None) -> PublishedRating | None:
    """Return the published rating, even one that is too high, which is reported later."""
    return (
        None
        if rating in (None, "Unrated") or float(rating) < LOWEST_RATING
        else PublishedRating(float(rating), None if games is None else int(games))
    )


def _parse_pre_rating(rating: str, games: str | None) -> RatingFacts:
    """Return the pre-event rating; without a P it is established, its games unknown."""
    if rating == "Unrated":
        return UNRATED
    if not LOWEST_RATING <= float(rating) <= HIGHEST_RATING:
        return RatingFacts(unknown=True)
    return RatingFacts(
        rating=float(rating),
        games=None if games is None else int(games),
        source="published",
    )


OWN_SQUARE: Final = "*"
_NUMBER: Final = re.compile(r"\d+")


def order_square_by_rounds(
    numbers: list[int], cells: list[list[str]]
) -> list[RoundOrder] | None:
    """Return each row's columns in the order of the rounds; None if it isn't a square.

    A column belongs to the row that has its diagonal square there.
    """
    owners = _find_column_owners(cells)
    return (
        None
        if owners is None or not _matches_column_owners(numbers, cells, owners)
        else order_columns_by_rounds(owners, len(cells))
    )


def _find_column_owners(cells: list[list[str]]) -> list[int] | None:
    """Return the row that each column belongs to; None unless all rows have equally many."""
    width = len(cells[0])
    if len(cells) < 2 or any(len(row) != width for row in cells):
        return None
    owners = []
    for column in range(width):
        own = [i for i, row in enumerate(cells) if row[column].strip() == OWN_SQUARE]
        if len(own) != 1:
            return None
        owners += own
    counts = {owners.count(row) for row in range(len(cells))}
    return owners if len(counts) == 1 else None


def _matches_column_owners(
    numbers: list[int], cells: list[list[str]], owners: list[int]
) -> bool:
    """Return whether every game in a column is against the row it belongs to."""
    for row in cells:
        for text, owner in zip(row, owners, strict=True):
            token = parse_result(text)
            named = (
                _NUMBER.search(token) if isinstance(parse_cell(token), tuple) else None
            )
            if named is not None and int(named[0]) != numbers[owner]:
                return False
    return True
