"""Find crosstables in a spreadsheet's rows, and the facts given with them."""

import csv
import datetime as dt
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import strip_mark
from uscalc.document.cells import Entry, parse_entries
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.formats.opened import EndDateNeededError
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    MOST_SECTIONS,
    ReadingNotes,
    parse_days,
)
from uscalc.formats.tables.cells import parse_result

FACT_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "event": frozenset(
        ("tournament", "tournamenttitle", "tournamentname", "event", "eventname")
    ),
    "section": frozenset(("section", "sectionname", "sectiontitle")),
    "control": frozenset(
        (
            *("timecontrol", "timecontrols", "sectiontimecontrol"),
            *("tournamenttimecontrol", "tournamenttimecontrols"),
        )
    ),
    "start": frozenset(("startingdate", "startdate", "begindate", "datebegins")),
    "end": frozenset(("endingdate", "enddate", "dateends")),
    "days": frozenset(("date", "dates", "eventdate", "eventdates")),
    "section start": frozenset(("sectionstartdate",)),
    "section end": frozenset(("sectionenddate",)),
    "kind": frozenset(("sectiontype",)),
    "systems": frozenset(("ratingsystems",)),
    "rounds": frozenset(("finalround", "rounds", "numberofrounds", "totalrounds")),
    "played": frozenset(("roundsplayed", "roundplayed")),
    "": frozenset(
        (
            *("organizer", "organizers", "organiser", "organisers", "federation"),
            *("tournamentdirector", "chieftd", "td", "affiliate", "location"),
            *("chiefarbiter", "deputychiefarbiter", "deputyarbiter", "arbiter"),
            *("city", "site", "place", "tournamenttype", "ratingcalculation"),
            *("fideeventid", "eventid", "averageage", "ratingaverageage"),
            *("pairingprogram", "lastupdate", "website", "homepage", "email"),
        )
    ),
}
"""The words by the fact that they introduce; words of facts that aren't read come last.
"""

_IN_BRACKETS: Final = re.compile(r"\([^()]*\)")
_DAY: Final = re.compile(r"\d{4}[-/]\d\d?[-/]\d\d?|\d\d?[-/]\d\d?[-/]\d{4}", re.ASCII)


def find_fact_key(cell: str) -> str | None:
    """Return the fact that a cell's word introduces; None for any other cell."""
    word = loose.normalize_letters(_IN_BRACKETS.sub("", cell))
    return next((key for key, words in FACT_WORDS.items() if word in words), None)


def parse_fact_line(row: Sequence[str]) -> tuple[str, str] | None:
    """Return the fact and value of a line, as in `Date : 2025/05/03 to 2025/05/04`.

    The word and the value are in cells of their own, or in one cell with a colon.
    """
    cells = [cell for cell in row if cell.strip(" :")]
    if not cells:
        return None
    head, colon, rest = cells[0].partition(":")
    key = find_fact_key(head)
    if key is None or (len(cells) < 2 and not colon):
        return None
    return key, " ".join(filter(None, (rest.strip(), *cells[1:]))).lstrip(" :")


def find_days(
    facts: Mapping[str, str],
    given: dt.date | None,
    notes: ReadingNotes,
    needed: EndDateNeededError,
) -> tuple[dt.date | None, dt.date]:
    """Return the event's first and last day; `given` is used if the facts have none.

    Raises `needed` if no day is known.
    """
    began, ended = facts.get("start"), facts.get("end")
    both = facts.get("days")
    if began or ended or not both:
        return parse_days(began, ended, given, notes, needed)
    found = _DAY.findall(both)
    if len(found) == 2:
        return parse_days(found[0], found[1], given, notes, needed)
    return parse_days(None, found[0] if len(found) == 1 else both, given, notes, needed)


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


class TitlePlaces(Struct, frozen=True):
    """The positions of the columns that a row gives titles to; None for a missing one.

    `given` is a separate column of first names. `systems` are the columns of a pre-event
    rating and its number of games, in tables that name the rating systems.
    """

    name: int | None
    rounds: dict[int, int]
    number: int | None
    rank: int | None
    member: int | None
    rating: int | None
    state: int | None
    given: int | None = None
    systems: tuple[tuple[System, int, int | None], ...] = ()


def find_columns(row: Row) -> TitlePlaces | None:
    """Return the columns of a header row, with a name and rounds; None for any other row."""
    titles = find_titles(row)
    if titles.name is None:
        keys = _normalize_titles(row)
        if (family := _find_place(keys, _FAMILY)) is not None:
            titles = find_titles([*row[:family], _NAME[0], *row[family + 1 :]])
            titles = replace(titles, given=_find_place(keys, _GIVEN))
    return None if titles.name is None or not titles.rounds else titles


def find_titles(row: Row) -> TitlePlaces:
    """Return the known titles; rounds come after the name or number."""
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
        systems=tuple(
            (system, at, first((_normalize_title(f"{title} games"),)))
            for system, title in SYSTEM_NAMES.items()
            if (at := first((_normalize_title(f"{title} pre"),))) is not None
        ),
    )


def find_unknown_titles(row: Row, titles: TitlePlaces) -> list[str]:
    """Return the titles of a row that aren't known."""
    known = {
        *(titles.number, titles.name, titles.rank, titles.member, titles.rating),
        *(titles.state, titles.given, *titles.rounds.values()),
    }
    return [cell for i, cell in enumerate(row) if cell and i not in known]


def get_cell(row: Row, place: int | None) -> str:
    """Return the text of a row in a column; empty where either is missing."""
    return row[place] if place is not None and place < len(row) else ""


def join_full_name(row: Row, columns: TitlePlaces) -> Row:
    """Return a row with the full name in its column, as in `Inventa, Ada`."""
    given, name = columns.given, columns.name
    if given is None or name is None or max(given, name) >= len(row):
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


MOST_COLUMNS: Final = 500
MOST_CELLS_OF_TITLE: Final = 12
"""A name with commas in it is several cells of a CSV."""

_NO_TITLE: Final = re.compile(
    r"https?://|www\.|tournament-database|last update|cross ?table|wall ?chart"
    r"|\brank|standings|^page \d|^sep=",
    re.IGNORECASE,
)
"""A line that describes the table and doesn't name the event."""


class SpreadsheetCrosstable(Struct):
    """A header row, the rows below it, and the lines above it.

    `facts` are values next to known words. `unnumbered` are players with games but
    without a number. `sheet` is the name of the sheet, unless it is a default name.
    `skipped` are lines, and `ignored` columns, that aren't imported.
    """

    columns: TitlePlaces
    title: list[str] = []
    facts: dict[str, str] = {}
    rows: list[Row] = []
    unnumbered: list[str] = []
    sheet: str = ""
    skipped: list[str] = []
    ignored: list[str] = []


def find_crosstables(text: str) -> list[SpreadsheetCrosstable]:
    """Return the crosstables of a delimited text; none if no header row is found."""
    tried = (_read_delimited(text, mark) for mark in ("\t", ";", ",") if mark in text)
    return next(filter(None, tried), [])


def _read_delimited(text: str, delimiter: str) -> list[SpreadsheetCrosstable]:
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        return find_tables(list(map(strip_mark, row)) for row in rows)
    except csv.Error:
        return []


def find_tables(rows: Iterable[Sequence[str]]) -> list[SpreadsheetCrosstable]:
    """Return the crosstables among rows of cells."""
    found: list[SpreadsheetCrosstable] = []
    title: list[str] = []
    facts: dict[str, str] = {}
    skipped: list[str] = []
    for raw in rows:
        if not any(raw):
            continue
        row = [" ".join(cell.split()) for cell in raw[:MOST_COLUMNS]]
        if any(raw[MOST_COLUMNS:]):
            skipped.append(" ".join(raw[MOST_COLUMNS:]).strip())
        columns = find_columns(row)
        if columns is not None:
            if len(found) > MOST_SECTIONS:
                break
            ignored = find_unknown_titles(row, columns)
            found.append(SpreadsheetCrosstable(columns, title, facts, ignored=ignored))
            title, facts = [], {}
            continue
        if found:
            row = join_full_name(row, found[-1].columns)
        if found and _is_player_row(row, found[-1].columns):
            found[-1].rows.append(row)
            if len(found[-1].rows) > MOST_PLAYERS:
                break
        elif found and _has_games(row, found[-1].columns):
            # The table is rejected, even if more rows follow.
            found[-1].unnumbered.append(get_cell(row, found[-1].columns.name))
            break
        elif (said := parse_fact_line(row)) is not None:
            if facts.setdefault(*said) != said[1] or not said[0]:
                skipped.append(" ".join(row).strip())
        elif line := _get_title_line(row):
            title.append(line)
        else:
            skipped.append(" ".join(row).strip())
    if found:
        # Facts below the last table are about the whole event.
        found[-1].facts = found[-1].facts | facts
        found[0].skipped = [*skipped, *title]
    return _join_split_tables(
        [table for table in found if table.rows or table.unnumbered]
    )


def _get_title_line(row: Row) -> str:
    """Return a line that may name the event or a section; empty for other rows."""
    cells = [cell for cell in row if cell]
    if len(cells) > MOST_CELLS_OF_TITLE:
        return ""
    line = " ".join(cells)
    listed = len(cells) > 1 and parse_row_number(cells[0]) is not None
    other = listed or find_titles(row).name is not None or _NO_TITLE.search(line)
    return "" if other else line


def _join_split_tables(
    tables: list[SpreadsheetCrosstable],
) -> list[SpreadsheetCrosstable]:
    """Return the tables, with tables that a page break split joined again."""
    joined: list[SpreadsheetCrosstable] = []
    for table in tables:
        if joined and _is_continuation(joined[-1], table):
            joined[-1].rows += table.rows
            joined[-1].unnumbered += table.unnumbered
            joined[-1].skipped += table.skipped
        else:
            joined.append(table)
    return joined


def _is_continuation(one: SpreadsheetCrosstable, other: SpreadsheetCrosstable) -> bool:
    """Return whether players of one table have games with players of the other."""
    if (
        one.columns != other.columns
        or not set(other.title) <= set(one.title)
        or other.facts.get("section", "") not in ("", one.facts.get("section"))
    ):
        return False
    numbers = [{_get_number(row, t.columns) for row in t.rows} for t in (one, other)]
    if numbers[0] & numbers[1]:
        return False
    return any(
        entry.opponent in there
        for table, there in ((one, numbers[1]), (other, numbers[0]))
        for row in table.rows
        for entry in _iterate_games(row, table.columns)
    )


def _is_player_row(row: Row, columns: TitlePlaces) -> bool:
    """Return whether a row below a header is a player's: it has a name and a number.

    If only ranks are given, several players may share one; then a game is enough.
    """
    if not get_cell(row, columns.name):
        return False
    if columns.number is None and (columns.rank is None or _has_games(row, columns)):
        return True
    return _get_number(row, columns) is not None


def _has_games(row: Row, columns: TitlePlaces) -> bool:
    """Return whether a row has a name and opponents."""
    named = bool(get_cell(row, columns.name))
    return named and any(True for _ in _iterate_games(row, columns))


def _iterate_games(row: Row, columns: TitlePlaces) -> Iterator[Entry]:
    """Iterate over the entries of a row's results that name an opponent."""
    return (
        entry
        for place in columns.rounds.values()
        if place < len(row)
        for entry in parse_entries(parse_result(row[place]))
        if entry.opponent is not None
    )


def _get_number(row: Row, columns: TitlePlaces) -> int | None:
    place = columns.number if columns.number is not None else columns.rank
    return parse_row_number(get_cell(row, place))
