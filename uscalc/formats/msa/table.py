"""Sort the lines of crosstable pages into events, sections and players' rows."""

import datetime as dt
import re
from dataclasses import dataclass, field
from typing import Final

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
"""Most lines below a player's name; six of them have ratings."""
_LONGEST_LINE: Final = 2000
"""Characters; a longer line is a script, not part of a crosstable."""

DateRange = tuple[dt.date, dt.date]


@dataclass(slots=True)
class PageRow:
    """A player's first line, split into fields, and the lines below it."""

    number: int
    name: str
    total: str
    cells: list[str]
    below: list[list[str]] = field(default_factory=list)


@dataclass(slots=True)
class PageTable:
    """A section as the page shows it: the facts above the table, and its rows."""

    name: str = ""
    dates: DateRange | None = None
    time_control: str | None = None
    rating_system: str | None = None
    kind: str | None = None
    k_factor: str | None = None
    player_count: int | None = None
    rounds: int | None = None
    rows: list[PageRow] = field(default_factory=list)


@dataclass(slots=True)
class CrosstablePage:
    """An event as the page shows it."""

    name: str = ""
    number: str | None = None
    dates: DateRange | None = None
    tables: list[PageTable] = field(default_factory=list)


def read_page(lines: list[str]) -> CrosstablePage:
    """Return everything in the lines; a page without rows has no tables."""
    return _PageReader().read_lines(lines)


class _PageReader:
    """Read a page line by line."""

    def __init__(self) -> None:
        self.page = CrosstablePage()
        self.table = PageTable()
        self.row: PageRow | None = None
        self.label = ""
        self.in_section = False

    def read_lines(self, lines: list[str]) -> CrosstablePage:
        for line in lines:
            if len(line) > _LONGEST_LINE:
                continue
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
            name = " ".join(fields[1].split())
            self.row = PageRow(int(fields[0]), name, fields[2].strip(), cells)
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
            return
        of_section = label.startswith("Section") or (not label and self.in_section)
        if of_section:
            self.table.dates = self.table.dates or (first, last)
        else:
            self.page.dates = self.page.dates or (first, last)

    def _read_statistics(self, text: str) -> None:
        if found := _PLAYERS.search(text):
            self.table.player_count = int(found[2])
        for name, pattern in _STATISTICS.items():
            if found := pattern.search(text):
                setattr(self.table, name, found[1])
