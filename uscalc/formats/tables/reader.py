"""Read crosstables as CSV or tab-separated text, from any program."""

import datetime as dt
from pathlib import Path
from typing import Final

from uscalc.document.model import Document
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.formats.errors import EndDateNeededError, FormatError
from uscalc.formats.opened import OpenedEvent
from uscalc.formats.shared.pairing import (
    MOST_SECTIONS,
    ReadingNotes,
    make_opened,
    reject_excess,
)
from uscalc.formats.shared.text_lines import decode_text
from uscalc.formats.storage.paths import title_of
from uscalc.formats.tables.facts import find_days
from uscalc.formats.tables.layout import SpreadsheetCrosstable, find_crosstables
from uscalc.formats.tables.section import LONGEST_TITLE, TableSectionReader

KEY: Final = "csv"
NAME: Final = "crosstable as CSV or tab-separated text"
LIMIT: Final = 8_000_000
"""The largest file, in bytes."""


def recognizes(head: bytes) -> bool:
    """Return whether it has a header row with a name and rounds, and a player below."""
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
    if not tables:
        raise FormatError(
            "no header row with a name and rounds is found in it",
            'give the columns titles, such as "No.", "Name", "ID", "Rating", "Rd 1"',
            path=path,
        )
    return open_tables(tables, KEY, NAME, path, end_date)


def open_tables(
    tables: list[SpreadsheetCrosstable],
    key: str,
    format_name: str,
    path: Path | None,
    end_date: dt.date | None,
) -> OpenedEvent:
    """Return the event of crosstables that were found in any file of rows and cells."""
    reject_excess(len(tables), "sections", MOST_SECTIONS, path)
    for table in tables:
        for name in table.unnumbered[:1]:
            raise FormatError(
                f'"{name[:40]}" has games and no number',
                "give each player a number of its own in the table",
                path=path,
                place=table.sheet,
            )
    notes = ReadingNotes()
    known = {
        key: said for table in reversed(tables) for key, said in table.facts.items()
    }
    needed = EndDateNeededError(
        "the table does not say when the event ended", "give the date", path=path
    )
    start, end = find_days(known, end_date, notes, needed)
    sections = tuple(
        TableSectionReader(table, i, end, known.get("control"), notes).make_section(
            start, path
        )
        for i, table in enumerate(tables)
    )
    title = known.get("event") or (tables[0].title[0] if tables[0].title else "")
    name = title[:LONGEST_TITLE] or title_of(path, "Copied crosstable")
    document = Document(name, end, sections, chain_sections=True)
    for system in dict.fromkeys(systems[0] for systems in notes.systems):
        notes.assumed.append(
            f"The ratings are taken as {SYSTEM_NAMES[system]} ratings before the event."
        )
    if any(section.time_control is None for section in sections):
        notes.left_out.append(
            "The table has no time control: it must be given, or the rating systems."
        )
    notes.left_out.append(
        "Other columns than number, name, id, rating, state and rounds are not read."
    )
    return make_opened(document, notes, key, format_name)
