"""Find the three tables of a rating report, and check which of them belong together."""

import re
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from uscalc.document.findings import Finding
from uscalc.document.model import EventReport, SectionReport
from uscalc.formats.opened import FormatError, OpenedEvent
from uscalc.formats.shared import dbf
from uscalc.formats.shared.bundle import Files
from uscalc.formats.shared.pairing import MOST_PLAYERS

LAYOUT: Final = "2C"

_KEY_FIELDS: Final = {"H": "H_EVENT_ID", "S": "S_SEC_NUM", "D": "D_PAIR_NUM"}
_TABLE_WORDS: Final = {"H": "event (THEXPORT)", "S": "sections (TSEXPORT)"} | {
    "D": "players (TDEXPORT)"
}
_REQUIRED_FIELDS: Final = {
    "H": ("H_NAME", "H_END_DATE"),
    "S": ("S_SEC_NUM", "S_SEC_NAME", "S_TIMECTL"),
    "D": ("D_SEC_NUM", "D_PAIR_NUM", "D_MEM_ID", "D_NAME", "D_RATING"),
}
_MOST_RECORDS: Final = {"H": 100, "S": 1000, "D": 2 * MOST_PLAYERS}


def identify_table(head: bytes) -> str | None:
    """Return which of the three tables a file is: H, S or D; None for any other file."""
    names = dbf.read_field_names(head)
    return next((part for part, sign in _KEY_FIELDS.items() if sign in names), None)


def read_tables(
    files: Files, path: Path | None, chosen: str | None
) -> tuple[dict[str, str], dict[str, dbf.DbfTable]]:
    """Return the names and contents of the three tables that belong together.

    `chosen` is the file that the user named. Raises FormatError.
    """
    trio = _find_three_tables(files, path, chosen)
    tables = {
        part: dbf.read_table(files[name], _MOST_RECORDS[part], path, name)
        for part, name in trio.items()
    }
    for part, table in tables.items():
        names = {field.name for field in table.fields}
        for name in _REQUIRED_FIELDS[part]:
            if name not in names:
                raise make_old_layout_error(
                    f"the field {name} is missing", path, trio[part]
                )
    return trio, tables


def _find_three_tables(
    files: Files, path: Path | None, chosen: str | None
) -> dict[str, str]:
    """Return the names of the three tables that belong together, by their letters."""
    found: dict[str, list[str]] = {part: [] for part in _KEY_FIELDS}
    for name, content in files.items():
        if part := identify_table(content):
            found[part].append(name)
    only = found["H"][0] if len(found["H"]) == 1 else None
    leader = only if chosen is None else chosen
    trio = {}
    for part, names in found.items():
        if leader is not None and len(names) > 1:
            names = [name for name in names if name == leader] or [
                name
                for name in names
                if _strip_table_letter(name) == _strip_table_letter(leader)
            ]
        if len(names) != 1:
            some = (
                f"several tables for the {_TABLE_WORDS[part]}: {', '.join(found[part])}"
            )
            raise FormatError(
                some
                if found[part]
                else f"the table for the {_TABLE_WORDS[part]} is missing",
                "Put the three files of one report in a separate folder",
                path=path,
            )
        trio[part] = names[0]
    return trio


def _strip_table_letter(name: str) -> str:
    """Return a file's name without the letter that distinguishes the three."""
    folder, _, last = name.lower().rpartition("/")
    return f"{folder}/{re.sub('t[hsd]', 't?', last, count=1)}"


def make_old_layout_error(reason: str, path: Path | None, place: str) -> FormatError:
    """Return the error for a report in another layout."""
    return FormatError(
        f"this rating report has an older layout: {reason}",
        f'Export it from a program that writes the layout "{LAYOUT}"',
        path=path,
        place=place,
    )


_REJECTED: Final = frozenset(
    {"player-count", "rounds-differ", "section-count", "odd-date"}
)
"""These are errors in a report that is uploaded unchanged; uscalc corrects them in a new one.
"""
_QUERIED: Final = frozenset({"odd-rating", "section-type"})


def select_upload_findings(
    opened: OpenedEvent, as_it_stands: bool
) -> tuple[Finding, ...]:
    """Return the reader's findings that US Chess would reject (errors) or question (warnings).

    `as_it_stands` is True if the report is uploaded unchanged; reports that uscalc
    writes have no such errors.
    """
    return tuple(
        replace(
            finding,
            severity="stops" if as_it_stands and finding.code in _REJECTED else "warns",
        )
        for finding in opened.findings
        if finding.code in _REJECTED | _QUERIED
    )


Row = dict[str, str]

EVENT_FIELDS: Final = {
    "program": "H_PROGRAM",
    "event_id": "H_EVENT_ID",
    "affiliate": "H_AFF_ID",
    "city": "H_CITY",
    "state": "H_STATE",
    "zip": "H_ZIPCODE",
    "country": "H_COUNTRY",
    "crosstable": "H_SENDCROS",
    "chief_td": "H_CTD_ID",
    "assistant_td": "H_ATD_ID",
    "other_tds": "H_OTHER_TD",
}
"""The fields of the event's table, by the fields of an `EventReport`."""
SECTION_FIELDS: Final = {
    "type": "S_TRN_TYPE",
    "system": "S_R_SYSTEM",
    "chief_td": "S_CTD_ID",
    "assistant_td": "S_ATD_ID",
    "scholastic_level": "S_SCH_LVL",
    "grand_prix": "S_GR_PRIX",
    "grand_prix_points": "S_GP_PTS",
    "fide_rated": "S_FIDE",
}
"""The fields of the sections' table, by the fields of a `SectionReport`."""


def make_event_report(row: Row) -> EventReport:
    """Return the event's facts from its record.

    A field that the table lacks stays empty.
    """
    return EventReport(
        **{name: row[key] for name, key in EVENT_FIELDS.items() if key in row}
    )


def make_section_report(row: Row, event: Row) -> SectionReport:
    """Return the section's facts; a chief director equal to the event's is left out."""
    facts = {name: row[key] for name, key in SECTION_FIELDS.items() if key in row}
    if facts.get("chief_td") == event.get("H_CTD_ID"):
        facts["chief_td"] = ""
    return SectionReport(**facts)
