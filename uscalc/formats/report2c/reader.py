"""Read the rating report that directors upload: THEXPORT, TSEXPORT and TDEXPORT."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from uscalc.counted import count_in_words, format_day
from uscalc.document.cells import parse_cell
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, Section
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatError,
    FormatReader,
    OpenedEvent,
    check,
)
from uscalc.formats.report2c.files import (
    LAYOUT,
    identify_table,
    make_event_report,
    make_old_layout_error,
    make_section_report,
    read_tables,
)
from uscalc.formats.shared import dbf, loose
from uscalc.formats.shared.bundle import Files, read_neighbors
from uscalc.formats.shared.files import make_event_title
from uscalc.formats.shared.pairing import (
    BaseSectionReader,
    ReadingNotes,
    fill_all_systems,
    find_systems_by_time,
    make_opened,
    resolve_days,
    with_rounds,
)

_CELL: Final = re.compile(r"([A-Z$#%])\s*(\d{0,5})\s*([WB]?)", re.ASCII)
_GAMES: Final = frozenset("WLDNSR")
_ALONE: Final = frozenset("BHUXFZ")
_FORFEITS: Final = frozenset("XFZ")
_TWO_GAMES: Final = {
    "$": "WW",
    "#": "WD",
    "W": "WL",
    "%": "DD",
    "D": "DL",
    "L": "LL",
}
"""Results of a double Swiss, two games a round.

2-0, 1.5-.5, 1-1 by a win each, two draws, .5-1.5, 0-2.
"""


def parse_result(text: str, double: bool = False) -> str:
    """Return a cell, for example `W9B` or `H0`; unreadable text is kept.

    `double` reads the letters as those of two games, whose colors are unknown.
    """
    found = _CELL.fullmatch(text.strip().upper())
    if found is None:
        return text.strip()
    code, opponent, color = found[1], int(found[2] or 0), found[3].lower()
    if double and code in _TWO_GAMES and opponent:
        return "|".join(f"{letter}{opponent}" for letter in _TWO_GAMES[code])
    token = text.strip()
    if (code in _GAMES and opponent) or (code in _FORFEITS and opponent):
        token = f"{code}{opponent}{color}"
    elif code in _ALONE and not opponent:
        token = code
    return token if isinstance(parse_cell(token), tuple) else text.strip()


Row = dict[str, str]

SYSTEMS_OF: Final[dict[str, frozenset[System]]] = {
    "R": frozenset({"R"}),
    "D": frozenset({"R", "Q"}),
    "Q": frozenset({"Q"}),
    "B": frozenset({"B"}),
}


class ReportSectionReader(BaseSectionReader):
    """Reads one section's players."""

    def __init__(
        self,
        name: str,
        index: int,
        systems: tuple[System, ...],
        rounds: list[str],
        notes: ReadingNotes,
    ) -> None:
        super().__init__(name, index, notes)
        self.systems = systems
        self.rounds = rounds
        self.one_of_two = False
        notes.systems.append(systems)

    def check_system_letter(
        self,
        letter: str,
        lettered: frozenset[System],
        derived: tuple[System, ...],
        time_control: str | None,
    ) -> None:
        """Compare the letter of the rating system with the time control."""
        if not derived:
            if lettered:
                self.notes.assumed.append(
                    f'Section "{self.name}" is rated by the report\'s letter {letter}, '
                    "because its time control can't be used."
                )
            return
        if lettered and not lettered <= set(derived):
            names = " and ".join(SYSTEM_NAMES[system] for system in derived)
            self.add_finding(
                "system-letter",
                (
                    f"The report's rating system letter is {letter}, but time control "
                    f'"{time_control}" counts for {names}'
                ),
                "Correct the time control if the report's rating system letter is "
                "right",
            )
        elif lettered and len(lettered) < len(derived):
            self.one_of_two = True
        self.assume_rating_system(derived[0], "report")

    def make_players(
        self, rows: list[Row], rounds: int | None, double: bool, section: Row
    ) -> tuple[Player, ...]:
        """Return the section's players with their results."""
        results = [
            [parse_result(row[name], double) for name in self.rounds] for row in rows
        ]
        if rounds is not None:
            if all(t in ("U", "") for tokens in results for t in tokens[rounds:]):
                results = [tokens[:rounds] for tokens in results]
            else:
                self.add_finding(
                    "rounds-differ",
                    (
                        f"The report announces {count_in_words(rounds, 'round')} but "
                        "has "
                        "results for more"
                    ),
                    "Compare with the crosstable",
                )
        last = loose.parse_whole_number(section.get("S_LST_PAIR", ""))
        highest = max((int(row["D_PAIR_NUM"]) for row in rows), default=0)
        if last is not None and last != highest:
            self.add_finding(
                "player-count",
                (
                    f"The report gives {last} as the last pairing number, but it is "
                    f"{highest}"
                ),
                "Compare with the crosstable, and add the missing players",
            )
        return tuple(
            self._make_player(row, tokens)
            for row, tokens in zip(rows, results, strict=True)
        )

    def _make_player(self, row: Row, tokens: list[str]) -> Player:
        number = int(row["D_PAIR_NUM"])
        facts = self.read_rating(row["D_RATING"], number)
        name, member = row["D_NAME"], row["D_MEM_ID"]
        return Player(
            number=number,
            name=self.keep("name", name, loose.clean_text(name), number),
            id=self.keep("member ID", member, loose.parse_member_id(member), number),
            state=row.get("D_STATE") or None,
            ratings=fill_all_systems({self.systems[0]: facts}),
            results=tuple(tokens),
        )


_ROUND: Final = re.compile(r"D_RND(\d{1,3})", re.ASCII)
_KINDS: Final = frozenset("SR2MO")


def recognizes(head: bytes) -> bool:
    """Return whether the file is one of the three tables."""
    return identify_table(head) is not None


def find_leading_files(heads: Mapping[str, bytes]) -> frozenset[str]:
    """Return the tables of the events; the other two are opened with them."""
    return frozenset(
        name for name, head in heads.items() if identify_table(head) == "H"
    ) or frozenset(heads)


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the event of one of the tables, with the other two next to it."""
    name = "" if path is None else path.name
    files = {} if path is None else read_neighbors(path, recognizes)
    return read_files({**files, name: data}, path, end_date, name)


def read_files(
    files: Files,
    path: Path | None = None,
    end_date: dt.date | None = None,
    chosen: str | None = None,
) -> OpenedEvent:
    """Return the event of the three tables among some files; the user named `chosen`."""
    names, tables = read_tables(files, path, chosen)
    return _ReportReader(tables, names, path).read_event(end_date)


class _ReportReader:
    """Makes an event from a report, and notes what is doubtful about it."""

    def __init__(
        self, tables: dict[str, dbf.DbfTable], names: dict[str, str], path: Path | None
    ) -> None:
        self.tables = tables
        self.names = names
        self.path = path
        self.notes = ReadingNotes()
        self.rounds = self._find_round_fields()
        self.letters: list[str] = []

    def read_event(self, given: dt.date | None) -> OpenedEvent:
        head = self._get_event_row()
        start, end = self._read_dates(head, given)
        players = self._group_players()
        sections = tuple(
            self._make_section(row, i, start, end, players, head)
            for i, row in enumerate(self.tables["S"].rows)
        )
        if players:
            number = next(iter(players))
            raise FormatError(
                f"some players are in section {number}, which is missing",
                "Put the three files of one report in a separate folder",
                path=self.path,
                place=self.names["D"],
            )
        name = head["H_NAME"] or make_event_title(self.path, "Rating report")
        document = Document(
            " ".join(name.split()), end, sections, True, report=make_event_report(head)
        )
        self._add_event_remarks(head, document)
        return make_opened(document, self.notes, READER)

    def _get_event_row(self) -> Row:
        rows = self.tables["H"].rows
        check(
            len(rows) == 1,
            f"the report has {len(rows)} events",
            "Use a report with one event",
            path=self.path,
            place=self.names["H"],
        )
        layout = rows[0].get("H_FORMAT", "")
        if layout and layout.upper() != LAYOUT:
            raise make_old_layout_error(
                f'its layout is "{layout}"', self.path, self.names["H"]
            )
        return rows[0]

    def _find_round_fields(self) -> list[str]:
        """Return the names of the fields of the rounds, in their order."""
        fields = [field.name for field in self.tables["D"].fields]
        found = {int(m[1]): name for name in fields if (m := _ROUND.fullmatch(name))}
        if sorted(found) != list(range(1, len(found) + 1)):
            raise make_old_layout_error(
                "its rounds aren't numbered from 1", self.path, self.names["D"]
            )
        return [found[number] for number in sorted(found)]

    def _read_dates(
        self, head: Row, given: dt.date | None
    ) -> tuple[dt.date | None, dt.date]:
        start = self._read_date(head, "H_BEG_DATE")
        began, end = resolve_days(
            start,
            self._read_date(head, "H_END_DATE") or given,
            self.notes,
            EndDateNeededError(
                "the report has no end date",
                "Enter the end date, or export the report with it",
                path=self.path,
                place=self.names["H"],
            ),
        )
        if start is not None and start > end:
            self._add_date_finding(
                f"Start date {format_day(start)} is after end date {format_day(end)}",
                "Correct one of the two dates",
            )
        return began, end

    def _read_date(
        self, row: Row, field: str, at: tuple[int | None, str] = (None, "")
    ) -> dt.date | None:
        """Return a date; note a text that isn't one."""
        text = row.get(field, "")
        day = loose.parse_date(text)
        if day is None and text.strip("0 "):
            self._add_date_finding(
                f'{field} is "{text}", which isn\'t a date', "Enter the date", at
            )
        return day

    def _add_date_finding(
        self, message: str, remedy: str, at: tuple[int | None, str] = (None, "")
    ) -> None:
        """Note a finding about a date."""
        self.notes.findings.append(Finding("odd-date", "warns", message, remedy, *at))

    def _group_players(self) -> dict[int, list[Row]]:
        players: dict[int, list[Row]] = defaultdict(list)
        reported: set[tuple[int, int, str]] = set()
        for i, row in enumerate(self.tables["D"].rows):
            section = loose.parse_whole_number(row["D_SEC_NUM"])
            number = loose.parse_whole_number(row["D_PAIR_NUM"])
            if (
                section is None
                or number is None
                or not (1 <= number <= loose.HIGHEST_NUMBER)
            ):
                raise FormatError(
                    "the player has no section or no pairing number",
                    "Export the report again",
                    path=self.path,
                    place=f"{self.names['D']}, row {i + 1}",
                )
            # Two members with one number are an error to report later; two records of one
            # member can't be read.
            who = section, number, row["D_MEM_ID"] or row["D_NAME"]
            if who in reported:
                raise make_old_layout_error(
                    f"section {section} has several records for number {number}",
                    self.path,
                    self.names["D"],
                )
            reported.add(who)
            players[section].append(row)
        return players

    def _make_section(
        self,
        row: Row,
        index: int,
        start: dt.date | None,
        end: dt.date,
        players: dict[int, list[Row]],
        head: Row,
    ) -> Section:
        number = loose.parse_whole_number(row["S_SEC_NUM"])
        rows = players.pop(number, []) if number is not None else []
        rounds = loose.parse_whole_number(row.get("S_TOT_RNDS", ""))
        if rounds is not None and rounds > len(self.rounds):
            raise make_old_layout_error(
                (
                    f"section {number} has {count_in_words(rounds, 'round')}, but "
                    f"only {len(self.rounds)} round fields"
                ),
                self.path,
                self.names["D"],
            )
        name = " ".join(row["S_SEC_NAME"].split()) or f"Section {index + 1}"
        own_end = self._read_date(row, "S_END_DATE", (index, name))
        own_start = self._read_date(row, "S_BEG_DATE", (index, name))
        if own_start is not None and start is not None and own_start < start:
            self._add_date_finding(
                f"The section begins on {format_day(own_start)}, before the event "
                f"({format_day(start)})",
                "Correct the start date of the section or of the event",
                (index, name),
            )
        if own_start is None and start is not None and start <= (own_end or end):
            own_start = start
        time_control = row["S_TIMECTL"] or None
        derived = find_systems_by_time(time_control, own_end or end)
        letter = row.get("S_R_SYSTEM", "").upper()
        self.notes.keep("rating system", letter, SYSTEMS_OF.get(letter), index, name)
        lettered = SYSTEMS_OF.get(letter, frozenset())
        systems: tuple[System, ...] = derived or tuple(
            system for system in SYSTEM_NAMES if system in lettered
        )
        reader = ReportSectionReader(
            name, index, systems or ("R",), self.rounds, self.notes
        )
        reader.check_system_letter(letter, lettered, derived, time_control)
        if reader.one_of_two:
            self.letters.append(f'"{name}"')
        kind = row.get("S_TRN_TYPE", "").upper()
        if kind and kind not in _KINDS:
            reader.add_finding(
                "section-type",
                f'Tournament type "{kind}" isn\'t recognized; read as a Swiss',
                "Compare its results with the crosstable",
            )
        section = Section(
            name=name,
            start_date=own_start,
            end_date=own_end,
            time_control=time_control,
            kind="match" if kind == "M" else "event",
            systems=None if derived else systems or None,
            players=reader.make_players(rows, rounds, kind == "2", row),
            report=make_section_report(row, head),
        )
        return with_rounds(section, self.notes, index, row.get("S_TOT_RNDS"))

    def _add_event_remarks(self, head: Row, document: Document) -> None:
        """Note what applies to the whole event."""
        notes = self.notes
        count = loose.parse_whole_number(head.get("H_TOT_SECT", ""))
        if count is not None and count != len(document.sections):
            notes.findings.append(
                Finding(
                    "section-count",
                    "warns",
                    (
                        f"The report announces {count} sections but has "
                        f"{len(document.sections)}"
                    ),
                    "Compare with the crosstable",
                )
            )
        notes.assumed.append(
            "The pre-event ratings are those used for pairing. A rating "
            "report doesn't list their game counts."
        )
        if self.letters:
            notes.assumed.append(
                "Rating systems come from the time controls. For "
                f"{', '.join(self.letters)}, the report's letter names only one "
                "of the two systems."
            )
        notes.assume_chained_sections(document.sections)
        deleted = sum(table.deleted for table in self.tables.values())
        if deleted:
            records = (
                "1 deleted record" if deleted == 1 else f"{deleted} deleted records"
            )
            notes.left_out.append(f"Not imported: {records}.")


READER: Final = FormatReader(
    "report-2c",
    "rating report (THEXPORT, TSEXPORT, TDEXPORT)",
    32_000_000,
    recognizes,
    read,
    find_leading_files=find_leading_files,
    read_files=read_files,
)
