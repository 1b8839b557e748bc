"""Read crosstables as CSV or tab-separated text, from any program."""

import datetime as dt
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from uscalc.counted import count_in_words
from uscalc.document.facts.fact import COUNTS
from uscalc.document.model import (
    SECTION_KINDS,
    Document,
    Player,
    RatingFacts,
    Section,
)
from uscalc.document.rate.check import check_section
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.engine.timecontrol import parse_time_control
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatError,
    FormatReader,
    OpenedEvent,
    check,
)
from uscalc.formats.shared import loose
from uscalc.formats.shared.files import make_event_title
from uscalc.formats.shared.loose import decode_text
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    MOST_SECTIONS,
    ReadingNotes,
    fill_all_systems,
    find_odd_facts,
    find_systems_by_time,
    make_opened,
    reject_excess,
    trim_empty_rounds,
    with_rounds,
)
from uscalc.formats.tables.cells import parse_result, read_square
from uscalc.formats.tables.layout import (
    Row,
    SpreadsheetCrosstable,
    find_crosstables,
    find_days,
    get_cell,
    parse_row_number,
)

LONGEST_TITLE: Final = 100
MOST_LINES: Final = 20
"""Lines of the file that the log lists."""


class TableSectionReader:
    """Makes a section from a table."""

    def __init__(
        self,
        table: SpreadsheetCrosstable,
        index: int,
        end: dt.date,
        control: str | None,
        notes: ReadingNotes,
    ) -> None:
        self.table = table
        self.index = index
        self.notes = notes
        title = table.title
        own = title[-1] if title and (index or len(title) > 1) else ""
        named = table.facts.get("section", own)
        kept = notes.keep("section name", named, named[:LONGEST_TITLE])
        self.name = kept or table.sheet or f"Section {index + 1}"
        self.named = table.columns.systems
        """The rating systems that the table names, with their columns."""
        # A table of uscalc has all facts of its section.
        time_control = table.facts.get("control", None if self.named else control)
        self.systems: tuple[System, ...] = find_systems_by_time(time_control, end)
        self.control = (
            time_control if time_control and parse_time_control(time_control) else None
        )
        if time_control and self.control is None:
            notes.left_out.append(
                f'Can\'t read the time control "{time_control[:60]}".'
            )
        self.systems = (
            tuple(system for system, *_ in self.named) or self.systems or ("R",)
        )
        rounds = table.columns.rounds
        self.cells = [
            [get_cell(row, rounds.get(i + 1)) for i in range(max(rounds))]
            for row in table.rows
        ]
        notes.systems.append(self.systems)

    def make_section(self, start: dt.date | None, path: Path | None) -> Section:
        """Return the section; its first day is that of the event."""
        table, notes = self.table, self.notes
        reject_excess(len(table.rows), "players in a section", MOST_PLAYERS, path)
        ways = [
            numbers
            for place in (table.columns.number, table.columns.rank)
            if place is not None and (numbers := self._read_numbers(place)) is not None
        ]
        if not ways:
            ways = [list(range(1, len(table.rows) + 1))]
            notes.assumed.append(f'Players of "{self.name}" are numbered in row order.')
        found = [self._make_numbered_section(way) for way in ways]
        # A table sorted by rank may name opponents by rank or by number: use what agrees.
        best = min(found, key=lambda one: len(check_section(one, self.index)))
        if best is not found[0]:
            notes.assumed.append(
                f'Opponents in "{self.name}" are read as ranks, because the games '
                "agree that way."
            )
        if read_square(self.cells, ways[0]) is not None:
            notes.assumed.append(
                f'"{self.name}" is a round-robin grid without rounds. Its games '
                "use the rounds of standard round-robin pairing tables."
            )
        for row, player in zip(table.rows, best.players, strict=True):
            state = get_cell(row, table.columns.state)
            where = self.index, self.name, player.number
            notes.keep("state", state, player.state, *where)
            member = get_cell(row, table.columns.member)
            for _, place, _ in self.named or [("", table.columns.rating, None)]:
                notes.findings += find_odd_facts(
                    get_cell(row, place),
                    member,
                    self.index,
                    self.name,
                    player.number,
                )
                member = ""
        return with_rounds(
            self._add_facts(best, start), notes, self.index, table.facts.get("rounds")
        )

    def _add_facts(self, section: Section, start: dt.date | None) -> Section:
        """Return the section with its dates, type and systems."""
        facts = self.table.facts
        named = facts.get("systems", "").split()
        kinds = (kind for kind in SECTION_KINDS if kind == facts.get("kind"))
        return replace(
            section,
            start_date=loose.parse_date(facts.get("section start")) or start,
            end_date=loose.parse_date(facts.get("section end")),
            time_control=self.control,
            kind=next(kinds, section.kind),
            systems=tuple(one for one in SYSTEMS if one in named) or None,
        )

    def _read_numbers(self, place: int) -> list[int] | None:
        """Return the numbers in a column; None if a player has none."""
        figures = [parse_row_number(get_cell(row, place)) for row in self.table.rows]
        numbers = [number for number in figures if number is not None and number > 0]
        return numbers if len(numbers) == len(figures) else None

    def _make_numbered_section(self, numbers: list[int]) -> Section:
        """Return the section with its players numbered in this way."""
        columns = self.table.columns
        results = read_square(self.cells, numbers) or [
            list(map(parse_result, row)) for row in self.cells
        ]
        players = tuple(
            Player(
                number=number,
                name=get_cell(row, columns.name),
                id=loose.parse_member_id(get_cell(row, columns.member)),
                ratings=fill_all_systems(self._read_ratings(row)),
                state=loose.parse_state(get_cell(row, columns.state)),
                results=trim_empty_rounds(tokens),
            )
            for number, row, tokens in zip(
                numbers, self.table.rows, results, strict=True
            )
        )
        return Section(name=self.name, players=players)

    def _read_ratings(self, row: Row) -> dict[System, RatingFacts]:
        """Return the pre-event ratings of a row by system."""
        if not self.named:
            rating = get_cell(row, self.table.columns.rating)
            return {self.systems[0]: loose.parse_known_rating(rating)}
        found = {}
        for system, place, games_place in self.named:
            facts = loose.parse_known_rating(get_cell(row, place))
            games = loose.parse_whole_number(get_cell(row, games_place))
            if facts.rating is not None and games in range(COUNTS[1] + 1):
                facts = replace(facts, games=games)
            found[system] = facts
        return found


def recognizes(head: bytes) -> bool:
    """Return whether a text has a header row with a name and rounds, and a player below."""
    if b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    return bool(find_crosstables(decode_text(head)))


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the event of one or more crosstables.

    Without a date in them or `end_date` it raises EndDateNeededError, and without a
    table FormatError.
    """
    tables = find_crosstables(decode_text(data))
    check(
        tables,
        "no header row with a name and rounds found",
        ('Add column headings, for example "No.", "Name", "ID", "Rating", "Rd 1"'),
        path=path,
    )
    return open_tables(tables, READER, path, end_date)


def open_tables(
    tables: list[SpreadsheetCrosstable],
    reader: FormatReader,
    path: Path | None,
    end_date: dt.date | None,
) -> OpenedEvent:
    """Return the event from crosstables found in any file of rows and cells."""
    reject_excess(len(tables), "sections", MOST_SECTIONS, path)
    for table in tables:
        for name in table.unnumbered[:1]:
            raise FormatError(
                f'"{name[:40]}" has games but no number',
                "Give each player a unique number in the table",
                path=path,
                place=table.sheet,
            )
    notes = ReadingNotes()
    known = {
        key: value for table in reversed(tables) for key, value in table.facts.items()
    }
    needed = EndDateNeededError(
        "the table has no end date", "Enter the end date", path=path
    )
    start, end = find_days(known, end_date, notes, needed)
    readers = [
        TableSectionReader(table, i, end, known.get("control"), notes)
        for i, table in enumerate(tables)
    ]
    sections = tuple(one.make_section(start, path) for one in readers)
    title = known.get("event") or (tables[0].title[0] if tables[0].title else "")
    name = notes.keep("event name", title, title[:LONGEST_TITLE]) or make_event_title(
        path, "Copied crosstable"
    )
    document = Document(name, end, sections, chain_sections=True)
    notes.assumed += [
        f"Ratings are assumed to be {SYSTEM_NAMES[system]} pre-event ratings."
        for system in dict.fromkeys(t.systems[0] for t in readers if not t.named)
    ]
    if any(section.time_control is None for section in sections):
        notes.left_out.append(
            "The table has no time control. Enter it, or select the rating systems."
        )
    notes.left_out.append(
        "Not imported: columns other than number, name, ID, rating, state, and rounds."
    )
    notes.left_out += [
        f'Not imported: the column "{name[:LONGEST_TITLE]}".'
        for name in dict.fromkeys(name for table in tables for name in table.ignored)
    ]
    # The first line is the event's name, the last one above a table the section's.
    lines: list[str] = []
    for at, table in enumerate(tables):
        first = int(at == 0 and "event" not in known)
        last = len(table.title) - ("section" not in table.facts)
        lines += table.title[first:last] + table.skipped
    notes.left_out += [
        f'Not imported: "{line[:LONGEST_TITLE]}".' for line in lines[:MOST_LINES]
    ]
    if len(lines) > MOST_LINES:
        count = count_in_words(len(lines) - MOST_LINES, "more line")
        notes.left_out.append(f"Not imported: {count}.")
    return make_opened(document, notes, reader)


READER: Final = FormatReader(
    "csv",
    "crosstable as CSV or tab-separated text",
    8_000_000,
    recognizes,
    read,
)
