"""Read WinTD 5 tournaments (`.ptoz`), also during the event."""

import datetime as dt
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from uscalc.document.model import Document
from uscalc.formats.errors import EndDateNeededError, FormatError
from uscalc.formats.native.text import parse_json
from uscalc.formats.opened import OpenedEvent
from uscalc.formats.shared import loose
from uscalc.formats.shared.bundle import is_zip, read_zip
from uscalc.formats.shared.files import HEAD_SIZE, make_size_error
from uscalc.formats.shared.loose import decode_text
from uscalc.formats.shared.pairing import (
    MOST_SECTIONS,
    ReadingNotes,
    make_opened,
    parse_days,
    reject_excess,
)
from uscalc.formats.shared.paths import title_of
from uscalc.formats.wintd.arrays import Json, WinTDTournament, read_tournament
from uscalc.formats.wintd.entries import DELETED, TournamentEntries
from uscalc.formats.wintd.section import WinTDSectionReader

KEY: Final = "wintd"
NAME: Final = "WinTD 5 tournament (.ptoz)"
LIMIT: Final = 16_000_000
"""The largest content of the zip, in bytes."""
MEMBER: Final = "Json"
"""The only file in the zip."""

_ZIPPED: Final = re.compile(rb"PK\x03\x04.{22}\x04\x00.{2}Json", re.DOTALL)
_SIGNS: Final = (b'"tnmt"', b'"sectionID"', b'"roundsPaired"', b'"gamesPerMatch"')
_ENOUGH: Final = 2
_TITLES: Final = frozenset(
    ("title", "name", "tournamenttitle", "tournamentname", "eventname")
)
_BEGINS: Final = frozenset(("begindate", "startdate", "startingdate", "begin", "start"))
_ENDS: Final = frozenset(("enddate", "endingdate", "end"))


def recognizes(head: bytes) -> bool:
    """Return whether it is a WinTD zip, or the content of a tournament's zip."""
    return _ZIPPED.match(head) is not None or _is_tournament(head)


def holds_event(data: bytes) -> bool:
    """Return whether it is a tournament: lists of players are zipped in the same way."""
    try:
        return _is_tournament(_unpack_content(data, None)[:HEAD_SIZE])
    except FormatError:
        return False


def _is_tournament(head: bytes) -> bool:
    """Return whether it is a JSON object with the field names of a WinTD tournament."""
    named = sum(sign in head for sign in _SIGNS) >= _ENOUGH
    return named and loose.begins_json_object(head)


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the event with all its sections and unplayed games. Raises FormatError."""
    content = _unpack_content(data, path)
    if not _is_tournament(content[:HEAD_SIZE]):
        raise FormatError(
            "it is a file of WinTD's without a tournament",
            "open the tournament (.ptoz)",
            path=path,
        )
    notes = ReadingNotes()
    tournament = read_tournament(
        parse_json(_convert_to_utf8(content, notes), path), path
    )
    reject_excess(len(tournament.sections), "sections", MOST_SECTIONS, path)
    entries = TournamentEntries(tournament, path)
    start, end = _read_dates(tournament, end_date, notes, path)
    shown = [
        index
        for index, section in enumerate(tournament.sections)
        if loose.parse_whole_number(section.get("id")) != DELETED
    ]
    sections = tuple(
        WinTDSectionReader(entries, index, place, end, notes).make_section(start, path)
        for place, index in enumerate(shown)
    )
    name = loose.clean_text(_find_value(tournament.heads[:2], _TITLES))
    document = Document(
        name=name or title_of(path, "WinTD tournament"),
        end_date=end,
        sections=sections,
        chain_sections=True,
    )
    notes.assume_chained_sections(sections)
    if entries.unlisted:
        games = (
            "1 game is" if entries.unlisted == 1 else f"{entries.unlisted} games are"
        )
        notes.left_out.append(f"{games} nobody's any more, as after another pairing.")
    notes.left_out.append(
        "E-mail addresses, telephone numbers, clubs, prizes and second ratings are not "
        "read, nor byes asked for in rounds that are not paired."
    )
    return make_opened(document, notes, KEY, NAME)


def _unpack_content(data: bytes, path: Path | None) -> bytes:
    """Return the content of the zip, or the data itself if unzipped.

    Raises FormatError.
    """
    if not is_zip(data):
        return data
    content = read_zip(data, path).get(MEMBER, b"")
    if len(content) > LIMIT:
        raise make_size_error(path, len(content), LIMIT, f"a {NAME}")
    return content


def _convert_to_utf8(content: bytes, notes: ReadingNotes) -> bytes:
    """Return the content as UTF-8; the program may have written Windows characters."""
    try:
        content.decode()
    except UnicodeDecodeError:
        notes.assumed.append("Letters beyond ASCII are read as Windows writes them.")
        return decode_text(content).encode()
    return content


def _read_dates(
    tournament: WinTDTournament,
    given: dt.date | None,
    notes: ReadingNotes,
    path: Path | None,
) -> tuple[dt.date | None, dt.date]:
    return parse_days(
        _find_value(tournament.heads[:2], _BEGINS),
        _find_value(tournament.heads[:2], _ENDS),
        given,
        notes,
        EndDateNeededError(
            "the tournament does not say when it ends", "give the date", path=path
        ),
    )


def _find_value(heads: Iterable[Json], names: frozenset[str]) -> Any:
    """Return the value under one of several names around the arrays."""
    for head in heads:
        for key, value in head.items():
            known = loose.normalize_letters(key) in names
            if known and isinstance(value, str | int) and value:
                return value
    return None
