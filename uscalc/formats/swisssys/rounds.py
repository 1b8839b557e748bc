"""Read SwissSys workbooks of a section after a round: `.S0C` to `.S9C`, and `.SRR`.

The sheets Settings, Players and Results are read by their rows of titles. Titles that
are not understood are reported in the error.
"""

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from uscalc.document.merge.identity import compared
from uscalc.document.model import Document, Player, Section
from uscalc.engine.systems import SYSTEM_NAMES, System
from uscalc.formats.errors import EndDateNeededError, FormatError
from uscalc.formats.opened import Opened
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    Notes,
    check_count,
    in_all_systems,
    make_opened,
    odd_facts,
    with_rounds,
    without_ends,
)
from uscalc.formats.shared.speeds import systems_by_time
from uscalc.formats.storage.files import HEAD_SIZE, read_bytes, read_head
from uscalc.formats.storage.paths import title_of
from uscalc.formats.swisssys import cells as seven
from uscalc.formats.tables import cells as plain
from uscalc.formats.tables.columns import Row, Titles, cell_at, titles_in
from uscalc.formats.tables.facts import days_in, fact
from uscalc.formats.tables.old_sheets import LIMIT as LARGEST
from uscalc.formats.tables.old_sheets import MARK, old_sheets

KEY: Final = "swisssys-round"
NAME: Final = "SwissSys section (.S0C to .S9C, .SRR)"
LIMIT: Final = LARGEST
"""The largest file, in bytes."""

SHEETS: Final = ("Settings", "Players", "Results")
_ROUND: Final = re.compile(r"(?P<stem>.*)\.s(?P<round>\d)c", re.IGNORECASE | re.DOTALL)
_SHOWN: Final = 160
"""Most characters of the titles that an error shows."""


class _Table(NamedTuple):
    """The titles of a sheet, and the rows below them."""

    titles: Titles
    rows: list[Row]


def recognises(head: bytes) -> bool:
    """Return whether it is a compound file that names the three sheets."""
    return head.startswith(MARK) and all(
        name.encode() in head or name.encode("utf-16-le") in head for name in SHEETS
    )


def leads(heads: Mapping[str, bytes]) -> frozenset[str]:
    """Return the file after the most rounds, for each section."""
    best: dict[str, tuple[int, str]] = {}
    for name in heads:
        stem, played = _stem(name)
        best[stem] = max(best.get(stem, (-1, "")), (played, name))
    return frozenset(name for _, name in best.values())


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> Opened:
    """Return the section after the last round that has a file in the same folder.

    A file of another tournament with the same section name is skipped. Raises
    FormatError.
    """
    mine = _read(data, path, end_date)
    if path is None:
        return mine
    for file, opened in _after_rounds(path, end_date):
        if file.name == path.name:
            break
        if compared(mine.document, opened.document).same:
            said = f"{file.name} stands beside it and is read: it has the most rounds."
            return replace(opened, assumed=(said, *opened.assumed))
    return mine


def newest(
    path: Path, meant: Callable[[Document], bool], end_date: dt.date | None = None
) -> tuple[Path, Opened] | None:
    """Return the file after the last round, and its section.

    If several tournaments have files with the section's name, one that is `meant` is
    preferred. None if there is no file. Raises FormatError.
    """
    last = None
    for file, opened in _after_rounds(path, end_date):
        if meant(opened.document):
            return file, opened
        last = last or (file, opened)
    return last


def files_of(path: Path) -> tuple[Path, ...]:
    """Return the files of the section after each round, the newest first.

    Raises OSError if the folder cannot be read.
    """
    stem, played = _stem(path.name)
    if played < 0:
        return ()
    rounds = [(_stem(file.name), file) for file in path.parent.iterdir()]
    of_it = [(one[1], file) for one, file in rounds if one[0] == stem and one[1] >= 0]
    return tuple(file for _, file in sorted(of_it, reverse=True))


def _after_rounds(
    path: Path, end_date: dt.date | None
) -> Iterator[tuple[Path, Opened]]:
    try:
        files = files_of(path)
    except (OSError, ValueError):
        return
    for file in files:
        if recognises(read_head(file, HEAD_SIZE)):
            yield file, _read(read_bytes(file, LIMIT), file, end_date)


def _stem(name: str) -> tuple[str, int]:
    """Return the part of the name that a section's files share, and the round or -1."""
    found = _ROUND.fullmatch(name)
    return (found["stem"].casefold(), int(found["round"])) if found else (name, -1)


def _read(data: bytes, path: Path | None, end_date: dt.date | None) -> Opened:
    notes = Notes()
    sheets = {sheet.name: list(_rows(sheet.rows)) for sheet in old_sheets(data, path)}
    for name in SHEETS:
        if name not in sheets:
            raise _refused(f"it has no sheet {name}", path)
    settings = _settings(sheets["Settings"])
    needed = EndDateNeededError(
        "the section does not say when the event ended", "give the date", path=path
    )
    start, end = days_in(settings, end_date, notes, needed)
    players = _table(sheets["Players"], "Players", path)
    results = _results(sheets["Results"], path)
    check_count(len(players.rows), "players in a section", MOST_PLAYERS, path)
    control = settings.get("control") or None
    name = settings.get("section") or title_of(path, "Section 1")
    systems = systems_by_time(control, end) or ("R",)
    notes.systems.append(systems)
    cells = _cells(players, results, path)
    section = Section(
        name=name,
        start_date=start,
        time_control=control,
        players=tuple(
            _player(row, i, players.titles, systems, cells, name, notes, path)
            for i, row in enumerate(players.rows)
        ),
    )
    section = with_rounds(section, settings.get("rounds"), settings.get("played"))
    event = settings.get("event") or title_of(path, "SwissSys section")
    document = Document(event, end, (section,), chain_sections=True)
    notes.assumed.append(
        f"The ratings are taken as {SYSTEM_NAMES[systems[0]]} ratings; the file does not "
        "say of which system they are."
    )
    notes.left_out.append(
        "Each section is a file of its own. Other columns than number, name, id, rating, "
        "state and rounds are not read."
    )
    return make_opened(document, notes, KEY, NAME)


def _rows(rows: Iterable[Sequence[str]]) -> Iterator[Row]:
    """Yield the rows that aren't empty, each cell on one line."""
    for raw in rows:
        if any(raw):
            yield [" ".join(cell.split()) for cell in raw]


def _settings(rows: list[Row]) -> dict[str, str]:
    """Return the values beside known words, or below them if a row has several."""
    found: dict[str, str] = {}
    for row, below in zip(rows, [*rows[1:], []], strict=True):
        known = [fact(cell) or None for cell in row]
        over = sum(key is not None for key in known) > 1
        for i, key in enumerate(known):
            values = below[i : i + 1] if over else row[i + 1 : i + 2]
            if key is not None and values and values[0]:
                found.setdefault(key, values[0])
    return found


def _table(rows: list[Row], sheet: str, path: Path | None) -> _Table:
    """Return the players below their titles: a name and a number."""
    for i, row in enumerate(rows):
        titles = titles_in(row)
        if titles.name is not None and titles.number is not None:
            at = titles.name
            return _Table(titles, [r for r in rows[i + 1 :] if cell_at(r, at)])
    raise _not_understood(rows, sheet, "a number and a name", path)


def _results(rows: list[Row], path: Path | None) -> _Table | None:
    """Return the results below their titles; None before the first round."""
    for i, row in enumerate(rows):
        titles = titles_in(row)
        at = titles.number if titles.number is not None else titles.name
        if at is not None and titles.rounds:
            return _Table(titles, [r for r in rows[i + 1 :] if cell_at(r, at)])
        if at is not None and not _others(row, titles):
            return None
    if not rows:
        return None
    raise _not_understood(rows, "Results", "a number or name, and rounds", path)


def _others(row: Row, titles: Titles) -> list[str]:
    """Return the titles that are not understood."""
    known = (
        titles.number,
        titles.name,
        titles.rank,
        titles.member,
        titles.rating,
        titles.state,
    )
    return [cell for i, cell in enumerate(row) if cell and i not in known]


def _cells(
    players: _Table, results: _Table | None, path: Path | None
) -> dict[str, tuple[str, ...]]:
    """Return the results by the key on both sheets: the number, or else the name."""
    if results is None:
        return {}
    numbers = [_key(cell_at(row, players.titles.number)) for row in players.rows]
    for number, count in Counter(filter(None, numbers)).items():
        if count > 1:
            raise _refused(
                f'{count} players of the sheet Players have the number "{number}"', path
            )
    titles = results.titles
    at = titles.number if titles.number is not None else titles.name
    mine = players.titles.number if titles.number is not None else players.titles.name
    known = {_key(cell_at(row, mine)) for row in players.rows}
    found: dict[str, tuple[str, ...]] = {}
    for row in results.rows:
        key = _key(cell_at(row, at))
        if key not in known or key in found:
            raise _refused(
                f'"{cell_at(row, at)}" stands twice on the sheet Results'
                if key in found
                else f'"{cell_at(row, at)}" of the sheet Results is none of the players',
                path,
            )
        tokens = [
            _token(cell_at(row, titles.rounds.get(i + 1)))
            for i in range(max(titles.rounds))
        ]
        found[key] = without_ends(tokens)
    return {
        cell_at(row, players.titles.number): found.get(_key(cell_at(row, mine)), ())
        for row in players.rows
    }


def _token(text: str) -> str:
    return seven.result_token(text) if ";" in text else plain.result_token(text)


def _player(
    row: Row,
    position: int,
    titles: Titles,
    systems: tuple[System, ...],
    cells: Mapping[str, tuple[str, ...]],
    section: str,
    notes: Notes,
    path: Path | None,
) -> Player:
    said = cell_at(row, titles.number)
    number = loose.whole(said.rstrip("."))
    if number is None or not 1 <= number <= loose.HIGHEST_NUMBER:
        raise FormatError(
            f'"{said[:20]}" is no pairing number',
            "pair the section in SwissSys and save it again",
            path=path,
            place=f"sheet Players, the player in row {position + 1}",
        )
    rating = cell_at(row, titles.rating)
    member = cell_at(row, titles.member)
    notes.findings += odd_facts(rating, member, 0, section, number)
    return Player(
        number=number,
        name=cell_at(row, titles.name),
        id=loose.member_id(member),
        ratings=in_all_systems({systems[0]: loose.known_rating(rating)}),
        state=loose.state(cell_at(row, titles.state)),
        results=cells.get(said, ()),
    )


def _key(text: str) -> str:
    return text.rstrip(".").casefold()


def _not_understood(
    rows: list[Row], sheet: str, needed: str, path: Path | None
) -> FormatError:
    first = " | ".join(filter(None, rows[0])) if rows else "nothing"
    return _refused(
        f"the titles of its sheet {sheet} are not understood, which needs {needed}: "
        f"{first[:_SHOWN]}",
        path,
    )


def _refused(message: str, path: Path | None) -> FormatError:
    return FormatError(
        message, "open the tournament (.sjson), or its ratings report", path=path
    )
