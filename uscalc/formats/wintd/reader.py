"""WinTD 5 tournaments (`.ptoz`): the event as it is being played."""

import codecs
import datetime as dt
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from uscalc.document.model import Document, Section
from uscalc.formats.errors import EndDateNeededError, FormatError
from uscalc.formats.native.text import parse_json
from uscalc.formats.opened import Opened
from uscalc.formats.shared import loose
from uscalc.formats.shared.blanks import blank_finding
from uscalc.formats.shared.bundle import in_zip, is_zip
from uscalc.formats.shared.pairing import (
    MOST_SECTIONS,
    Notes,
    check_count,
    days_said,
    rated_in,
    sections_sentences,
)
from uscalc.formats.shared.speeds import systems_by_time
from uscalc.formats.shared.text_lines import decode
from uscalc.formats.storage.files import HEAD_SIZE, too_large
from uscalc.formats.storage.paths import title_of
from uscalc.formats.wintd.arrays import Json, Tournament, tournament_in
from uscalc.formats.wintd.entries import DELETED, Entries
from uscalc.formats.wintd.section import SectionReader

KEY: Final = "wintd"
NAME: Final = "WinTD 5 tournament (.ptoz)"
LIMIT: Final = 16_000_000
"""Bytes of what the zip holds."""
MEMBER: Final = "Json"
"""The one file in the zip."""

_ZIPPED: Final = re.compile(rb"PK\x03\x04.{22}\x04\x00.{2}Json", re.DOTALL)
_SIGNS: Final = (b'"tnmt"', b'"sectionID"', b'"roundsPaired"', b'"gamesPerMatch"')
_ENOUGH: Final = 2
_TITLES: Final = frozenset(
    ("title", "name", "tournamenttitle", "tournamentname", "eventname")
)
_BEGINS: Final = frozenset(("begindate", "startdate", "startingdate", "begin", "start"))
_ENDS: Final = frozenset(("enddate", "endingdate", "end"))


def recognises(head: bytes) -> bool:
    """Return whether it is a zip of WinTD's, or what a tournament's holds."""
    return _ZIPPED.match(head) is not None or _is_tournament(head)


def holds(data: bytes) -> bool:
    """Return whether it is a tournament: lists of players are zipped in the same way."""
    try:
        return _is_tournament(_unpacked(data, None)[:HEAD_SIZE])
    except FormatError:
        return False


def _is_tournament(head: bytes) -> bool:
    """Return whether it is an object with the names that WinTD gives a tournament's fields."""
    begins = head.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")
    return begins and sum(sign in head for sign in _SIGNS) >= _ENOUGH


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> Opened:
    """Return the event with all its sections; games to come included. Raises FormatError."""
    content = _unpacked(data, path)
    if not _is_tournament(content[:HEAD_SIZE]):
        raise FormatError(
            "it is a file of WinTD's without a tournament",
            "open the tournament (.ptoz)",
            path=path,
        )
    notes = Notes()
    tournament = tournament_in(parse_json(_in_utf8(content, notes), path), path)
    check_count(len(tournament.sections), "sections", MOST_SECTIONS, path)
    entries = Entries(tournament, path)
    start, end = _dates(tournament, end_date, notes, path)
    shown = [
        index
        for index, section in enumerate(tournament.sections)
        if loose.whole(section.get("id")) != DELETED
    ]
    sections = tuple(
        _section(entries, index, place, start, end, notes, path)
        for place, index in enumerate(shown)
    )
    name = loose.text(_said(tournament.heads[:2], _TITLES))
    document = Document(
        name=name or title_of(path, "WinTD tournament"),
        end_date=end,
        sections=sections,
        chain_sections=True,
    )
    if len(sections) > 1:
        notes.assumed.append(
            "Whoever plays in several sections starts each from the one before."
        )
    if entries.unlisted:
        games = (
            "1 game is" if entries.unlisted == 1 else f"{entries.unlisted} games are"
        )
        notes.left_out.append(f"{games} nobody's any more, as after another pairing.")
    notes.left_out.append(
        "E-mail addresses, telephone numbers, clubs, prizes and second ratings are not "
        "read, nor byes asked for in rounds that are not paired."
    )
    blank = blank_finding(document)
    return Opened(
        document=document,
        format=KEY,
        format_name=NAME,
        understood=sections_sentences(document),
        assumed=tuple(notes.assumed),
        left_out=(*rated_in(document, notes.systems), *notes.left_out),
        findings=(*((blank,) if blank else ()), *notes.findings),
    )


def _unpacked(data: bytes, path: Path | None) -> bytes:
    """Return what the zip holds; what is none as it stands. Raises FormatError."""
    if not is_zip(data):
        return data
    content = in_zip(data, path).get(MEMBER, b"")
    if len(content) > LIMIT:
        raise too_large(path, len(content), LIMIT, f"a {NAME}")
    return content


def _in_utf8(content: bytes, notes: Notes) -> bytes:
    """Return what it holds, also where the program wrote letters as Windows has them."""
    try:
        content.decode()
    except UnicodeDecodeError:
        notes.assumed.append("Letters beyond ASCII are read as Windows writes them.")
        return decode(content).encode()
    return content


def _section(
    entries: Entries,
    index: int,
    place: int,
    start: dt.date | None,
    end: dt.date,
    notes: Notes,
    path: Path | None,
) -> Section:
    source = entries.tournament.sections[index]
    systems = systems_by_time(loose.text(source.get("TC")) or None, end)
    return SectionReader(entries, index, place, systems, notes).section(start, path)


def _dates(
    tournament: Tournament, given: dt.date | None, notes: Notes, path: Path | None
) -> tuple[dt.date | None, dt.date]:
    return days_said(
        _said(tournament.heads[:2], _BEGINS),
        _said(tournament.heads[:2], _ENDS),
        given,
        notes,
        EndDateNeededError(
            "the tournament does not say when it ends", "give the date", path=path
        ),
    )


def _said(heads: Iterable[Json], names: frozenset[str]) -> Any:
    """Return what stands under one of several names around the arrays."""
    for head in heads:
        for key, value in head.items():
            plain = "".join(filter(str.isalpha, key)).lower()
            if plain in names and isinstance(value, str | int) and value:
                return value
    return None
