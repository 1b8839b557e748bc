"""Crosstables as CSV or tab-separated text: WinTD's, chess-results', a spreadsheet's."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Final

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.rate.check import check_section
from uscalc.formats.errors import EndDateNeededError, FormatError
from uscalc.formats.opened import Opened
from uscalc.formats.shared import loose
from uscalc.formats.shared.blanks import blank_finding
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    MOST_SECTIONS,
    Notes,
    check_count,
    in_all_systems,
    rated_in,
    sections_sentences,
    without_ends,
)
from uscalc.formats.shared.text_lines import decode
from uscalc.formats.storage.paths import title_of
from uscalc.formats.tables.cells import result_token
from uscalc.formats.tables.layout import Crosstable, Row, crosstables

KEY: Final = "csv"
NAME: Final = "crosstable as CSV or tab-separated text"
LIMIT: Final = 8_000_000
"""Bytes of a file."""

_LONGEST_TITLE: Final = 100


def recognises(head: bytes) -> bool:
    """Whether a header row with a name and rounds is found, and a player below it."""
    if b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    return bool(crosstables(decode(head)))


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> Opened:
    """The event of one or more crosstables, which say no date.

    Without `end_date` it raises EndDateNeededError; FormatError where there is no table.
    """
    tables = crosstables(decode(data))
    if not tables:
        raise FormatError(
            "no header row with a name and rounds is found in it",
            'give the columns titles, such as "No.", "Name", "ID", "Rating", "Rd 1"',
            path=path,
        )
    return opened_tables(tables, KEY, NAME, path, end_date)


def opened_tables(
    tables: list[Crosstable],
    key: str,
    format_name: str,
    path: Path | None,
    end_date: dt.date | None,
) -> Opened:
    """The event of crosstables that were found, in whatever file of rows and cells."""
    check_count(len(tables), "sections", MOST_SECTIONS, path)
    if end_date is None:
        raise EndDateNeededError(
            "the table does not say when the event ended",
            "give the date",
            path=path,
        )
    notes = Notes()
    sections = tuple(_section(table, i, notes, path) for i, table in enumerate(tables))
    title = tables[0].title[0][:_LONGEST_TITLE] if tables[0].title else ""
    name = title or title_of(path, "Copied crosstable")
    document = Document(name, end_date, sections, chain_sections=True)
    notes.assumed.append("The ratings are taken as Regular ratings before the event.")
    notes.left_out.append(
        "The table has no time control: it must be given, or the rating systems. Other "
        "columns than number, name, id, rating, state and rounds are not read."
    )
    blank = blank_finding(document)
    return Opened(
        document=document,
        format=key,
        format_name=format_name,
        understood=sections_sentences(document),
        assumed=tuple(notes.assumed),
        left_out=(*rated_in(document, [("R",)] * len(sections)), *notes.left_out),
        findings=(*((blank,) if blank else ()), *notes.findings),
    )


def _section(table: Crosstable, index: int, notes: Notes, path: Path | None) -> Section:
    own = table.title[-1] if table.title and (index or len(table.title) > 1) else ""
    name = own[:_LONGEST_TITLE] or table.sheet or f"Section {index + 1}"
    check_count(len(table.rows), "players in a section", MOST_PLAYERS, path)
    columns = table.columns
    ways: list[Callable[[Row, int], int]] = [
        lambda row, _, place=place: int(row[place].rstrip("."))  # type: ignore[misc]
        for place in (columns.number, columns.rank)
        if place is not None and all(_is_number(row, place) for row in table.rows)
    ]
    if not ways:
        ways = [lambda _, position: position + 1]
        notes.assumed.append(
            f'The players of "{name}" are numbered in the order of their rows.'
        )
    found = [_numbered(table, name, way) for way in ways]
    # A table sorted by rank may name opponents by rank or by number: what agrees.
    best = min(found, key=lambda section: len(check_section(section, index)))
    if best is not found[0]:
        notes.assumed.append(
            f'The opponents in "{name}" are named by rank, as the games agree so.'
        )
    for row, player in zip(table.rows, best.players, strict=True):
        said = _cell(row, columns.rating)
        if not loose.is_blank_rating(said) and loose.rating(said) is None:
            notes.findings.append(
                Finding(
                    "odd-rating",
                    "warns",
                    f'"{said[:24]}" is no rating; it is left unknown',
                    "give the rating, or say that the player is unrated",
                    index,
                    name,
                    player.number,
                )
            )
    return best


def _numbered(
    table: Crosstable, name: str, number: Callable[[Row, int], int]
) -> Section:
    """The section with its players numbered in one of the ways that it may mean."""
    columns = table.columns
    players = []
    for position, row in enumerate(table.rows):
        cells = [
            result_token(_cell(row, columns.rounds.get(i + 1)))
            for i in range(max(columns.rounds))
        ]
        players.append(
            Player(
                number=number(row, position),
                name=row[columns.name],
                id=loose.member_id(_cell(row, columns.member)),
                ratings=in_all_systems({"R": _rating(_cell(row, columns.rating))}),
                state=loose.state(_cell(row, columns.state)),
                results=without_ends(cells),
            )
        )
    return Section(name=name, players=tuple(players))


def _rating(said: str) -> RatingFacts:
    blank = loose.is_blank_rating(said)
    return loose.UNKNOWN if blank else loose.rating(said) or loose.UNKNOWN


def _is_number(row: Row, place: int) -> bool:
    text = _cell(row, place).rstrip(".")
    return text.isascii() and text.isdigit() and 0 < int(text) <= loose.HIGHEST_NUMBER


def _cell(row: Row, place: int | None) -> str:
    return row[place] if place is not None and place < len(row) else ""
