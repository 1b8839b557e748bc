"""Read SwissSys workbooks of a section after a round: `.S0C` to `.S9C`, and `.SRR`.

The sheets Settings, Players and Results are read by their rows of titles. The error
names titles that are unknown.
"""

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from uscalc.document.merge.alignment import compare_events
from uscalc.document.model import Document, Player, Section
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatError,
    FormatReader,
    OpenedEvent,
)
from uscalc.formats.shared import loose
from uscalc.formats.shared.files import (
    HEAD_SIZE,
    make_event_title,
    read_bytes,
    read_head,
)
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    ReadingNotes,
    fill_all_systems,
    find_odd_facts,
    find_systems_by_time,
    make_opened,
    reject_excess,
    trim_empty_rounds,
    with_rounds,
)
from uscalc.formats.swisssys import reader as seven
from uscalc.formats.tables import cells as plain
from uscalc.formats.tables.layout import (
    Row,
    TitlePlaces,
    find_days,
    find_fact_key,
    find_titles,
    find_unknown_titles,
    get_cell,
)
from uscalc.formats.tables.workbook import MARK, OLD_READER, read_old_sheets

SHEETS: Final = ("Settings", "Players", "Results")
_ROUND: Final = re.compile(r"(?P<stem>.*)\.s(?P<round>\d)c", re.IGNORECASE | re.DOTALL)
_SHOWN: Final = 160
"""The maximum number of characters of the titles that an error shows."""


class _SheetTable(NamedTuple):
    """The titles of a sheet, the rows below them, and the titles and rows left out."""

    titles: TitlePlaces
    rows: list[Row]
    ignored: list[str]


def recognizes(head: bytes) -> bool:
    """Return whether a file is a compound file that names the three sheets."""
    return head.startswith(MARK) and all(
        name.encode() in head or name.encode("utf-16-le") in head for name in SHEETS
    )


def find_leading_files(heads: Mapping[str, bytes]) -> frozenset[str]:
    """Return, for each section, the file after the most rounds."""
    best: dict[str, tuple[int, str]] = {}
    for name in heads:
        stem, played = _split_round_name(name)
        best[stem] = max(best.get(stem, (-1, "")), (played, name))
    return frozenset(name for _, name in best.values())


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the section from the file of its last round in the same folder.

    A file of another tournament with the same section name is skipped. Raises
    FormatError.
    """
    mine = _read_section(data, path, end_date)
    if path is None:
        return mine
    for file, opened in _open_round_files(path, end_date):
        if file.name == path.name:
            break
        if compare_events(mine.document, opened.document).same:
            note = (
                f"{file.name} in the same folder was read instead, because it has "
                "the most rounds."
            )
            return replace(opened, assumed=(note, *opened.assumed))
    return mine


def find_newest(
    path: Path, meant: Callable[[Document], bool], end_date: dt.date | None = None
) -> tuple[Path, OpenedEvent] | None:
    """Return the file after the last round, and its section.

    If several tournaments have files with the section's name, one for which `meant` is
    True is preferred. Return None if there is no file. Raises FormatError.
    """
    last = None
    for file, opened in _open_round_files(path, end_date):
        if meant(opened.document):
            return file, opened
        last = last or (file, opened)
    return last


def list_round_files(path: Path) -> tuple[Path, ...]:
    """Return the files of the section after each round, the newest first.

    Raises OSError if the folder cannot be read.
    """
    stem, played = _split_round_name(path.name)
    if played < 0:
        return ()
    rounds = [(_split_round_name(file.name), file) for file in path.parent.iterdir()]
    of_it = [(one[1], file) for one, file in rounds if one[0] == stem and one[1] >= 0]
    return tuple(file for _, file in sorted(of_it, reverse=True))


def _open_round_files(
    path: Path, end_date: dt.date | None
) -> Iterator[tuple[Path, OpenedEvent]]:
    try:
        files = list_round_files(path)
    except (OSError, ValueError):
        return
    yield from (
        (file, _read_section(read_bytes(file, READER.limit), file, end_date))
        for file in files
        if recognizes(read_head(file, HEAD_SIZE))
    )


def _split_round_name(name: str) -> tuple[str, int]:
    """Return the part of the name that a section's files share, and the round or -1."""
    found = _ROUND.fullmatch(name)
    return (found["stem"].casefold(), int(found["round"])) if found else (name, -1)


def _read_section(
    data: bytes, path: Path | None, end_date: dt.date | None
) -> OpenedEvent:
    notes = ReadingNotes()
    sheets = {
        sheet.name: [
            [" ".join(cell.split()) for cell in row] for row in sheet.rows if any(row)
        ]
        for sheet in read_old_sheets(data, path)
    }
    for name in SHEETS:
        if name not in sheets:
            raise _make_error(f"the sheet {name} is missing", path)
    settings = _read_settings(sheets["Settings"])
    needed = EndDateNeededError(
        "the section file has no end date", "Enter the end date", path=path
    )
    start, end = find_days(settings, end_date, notes, needed)
    players = _find_players_table(sheets["Players"], "Players", path)
    results = _find_results_table(sheets["Results"], path)
    reject_excess(len(players.rows), "players in a section", MOST_PLAYERS, path)
    control = settings.get("control") or None
    name = settings.get("section") or make_event_title(path, "Section 1")
    systems = find_systems_by_time(control, end) or ("R",)
    notes.systems.append(systems)
    cells = _read_results(players, results, path)
    section = Section(
        name=name,
        start_date=start,
        time_control=control,
        players=tuple(
            _make_player(row, i, players.titles, systems, cells, name, notes, path)
            for i, row in enumerate(players.rows)
        ),
    )
    section = with_rounds(
        section, notes, 0, settings.get("rounds"), settings.get("played")
    )
    event = settings.get("event") or make_event_title(path, "SwissSys section")
    document = Document(event, end, (section,), chain_sections=True)
    notes.assumed.append(
        f"Ratings are assumed to be {SYSTEM_NAMES[systems[0]]} ratings; "
        "the file doesn't name their rating system."
    )
    notes.left_out.append(
        "Each section has its own file. Not imported: columns other than "
        "number, name, ID, rating, state, and rounds."
    )
    ignored = players.ignored + (results.ignored if results else [])
    notes.left_out += [f'Not imported: "{text}".' for text in ignored]
    return make_opened(document, notes, READER)


def _read_settings(rows: list[Row]) -> dict[str, str]:
    """Return the values beside known words, or below them if a row has several."""
    found: dict[str, str] = {}
    for row, below in pairwise([*rows, []]):
        known = [find_fact_key(cell) or None for cell in row]
        over = sum(key is not None for key in known) > 1
        for i, key in enumerate(known):
            values = below[i : i + 1] if over else row[i + 1 : i + 2]
            if key is not None and values and values[0]:
                found.setdefault(key, values[0])
    return found


def _find_players_table(rows: list[Row], sheet: str, path: Path | None) -> _SheetTable:
    """Return the players below their titles: a name and a number."""
    for i, row in enumerate(rows):
        titles = find_titles(row)
        if titles.name is not None and titles.number is not None:
            return _make_table(titles, row, rows[i + 1 :], titles.name)
    raise _make_titles_error(rows, sheet, "a number and a name", path)


def _make_table(
    titles: TitlePlaces, head: Row, rows: list[Row], at: int
) -> _SheetTable:
    kept = [row for row in rows if get_cell(row, at)]
    others = [" ".join(row).strip() for row in rows if not get_cell(row, at)]
    return _SheetTable(titles, kept, find_unknown_titles(head, titles) + others)


def _find_results_table(rows: list[Row], path: Path | None) -> _SheetTable | None:
    """Return the results below their titles; None before the first round."""
    for i, row in enumerate(rows):
        titles = find_titles(row)
        at = titles.number if titles.number is not None else titles.name
        if at is not None and titles.rounds:
            return _make_table(titles, row, rows[i + 1 :], at)
        if at is not None and not find_unknown_titles(row, titles):
            return None
    if not rows:
        return None
    raise _make_titles_error(rows, "Results", "a number or name, and rounds", path)


def _read_results(
    players: _SheetTable, results: _SheetTable | None, path: Path | None
) -> dict[str, tuple[str, ...]]:
    """Return the results by the key on both sheets: the number, or else the name."""
    if results is None:
        return {}
    numbers = [
        _normalize_key(get_cell(row, players.titles.number)) for row in players.rows
    ]
    for number, count in Counter(filter(None, numbers)).items():
        if count > 1:
            raise _make_error(
                f'{count} players on the sheet Players have the same number "{number}"',
                path,
            )
    titles = results.titles
    at = titles.number if titles.number is not None else titles.name
    mine = players.titles.number if titles.number is not None else players.titles.name
    known = {_normalize_key(get_cell(row, mine)) for row in players.rows}
    found: dict[str, tuple[str, ...]] = {}
    for row in results.rows:
        key = _normalize_key(get_cell(row, at))
        if key not in known or key in found:
            raise _make_error(
                f'"{get_cell(row, at)}" appears twice on the sheet Results'
                if key in found
                else (
                    f'"{get_cell(row, at)}" on the sheet Results isn\'t on the sheet '
                    "Players"
                ),
                path,
            )
        tokens = [
            _parse_result(get_cell(row, titles.rounds.get(i + 1)))
            for i in range(max(titles.rounds))
        ]
        found[key] = trim_empty_rounds(tokens)
    return {
        get_cell(row, players.titles.number): found.get(
            _normalize_key(get_cell(row, mine)), ()
        )
        for row in players.rows
    }


def _parse_result(text: str) -> str:
    return seven.parse_result(text) if ";" in text else plain.parse_result(text)


def _make_player(
    row: Row,
    position: int,
    titles: TitlePlaces,
    systems: tuple[System, ...],
    cells: Mapping[str, tuple[str, ...]],
    section: str,
    notes: ReadingNotes,
    path: Path | None,
) -> Player:
    number_text = get_cell(row, titles.number)
    number = loose.parse_whole_number(number_text.rstrip("."))
    if number is None or not 1 <= number <= loose.HIGHEST_NUMBER:
        raise FormatError(
            f'"{number_text[:20]}" isn\'t a pairing number',
            "Pair the section in SwissSys and save it again",
            path=path,
            place=f"sheet Players, the player in row {position + 1}",
        )
    rating = get_cell(row, titles.rating)
    member = get_cell(row, titles.member)
    state = get_cell(row, titles.state)
    notes.findings += find_odd_facts(rating, member, 0, section, number)
    return Player(
        number=number,
        name=get_cell(row, titles.name),
        id=loose.parse_member_id(member),
        ratings=fill_all_systems({systems[0]: loose.parse_known_rating(rating)}),
        state=notes.keep("state", state, loose.parse_state(state), 0, section, number),
        results=cells.get(number_text, ()),
    )


def _normalize_key(text: str) -> str:
    return text.rstrip(".").casefold()


def _make_titles_error(
    rows: list[Row], sheet: str, needed: str, path: Path | None
) -> FormatError:
    first = " | ".join(filter(None, rows[0])) if rows else "nothing"
    return _make_error(
        (
            f"the column headings of sheet {sheet} aren't recognized (it "
            f"needs {needed}): {first[:_SHOWN]}"
        ),
        path,
    )


def _make_error(message: str, path: Path | None) -> FormatError:
    return FormatError(
        message, "Open the tournament (.sjson) or its rating report", path=path
    )


READER: Final = FormatReader(
    "swisssys-round",
    "SwissSys section (.S0C to .S9C, .SRR)",
    OLD_READER.limit,
    recognizes,
    read,
    find_leading_files=find_leading_files,
)
