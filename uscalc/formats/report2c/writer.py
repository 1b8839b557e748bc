"""Make the three tables of a rating report from an event."""

import datetime as dt
import math
import os
import struct
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.systems import find_section_systems
from uscalc.document.reporting import fields
from uscalc.document.reporting.check import find_shared_ids
from uscalc.document.reporting.fields import to_ascii
from uscalc.document.reporting.findings import list_reported_sections
from uscalc.document.reporting.rounds import NOTHING, ReportLayout, lay_out_section
from uscalc.engine.inputs import System
from uscalc.formats.opened import FormatError
from uscalc.formats.report2c.files import EVENT_FIELDS, LAYOUT, SECTION_FIELDS
from uscalc.formats.shared.dbf import (
    END_OF_HEADER,
    FIELD_SIZE,
    FIRST_FIELD,
    LIVE,
    NAME_SIZE,
    VERSION,
)
from uscalc.formats.shared.files import write_together
from uscalc.rules.resolve import resolve_rules

Layout = Sequence[tuple[str, int]]
"""The names of the fields and their widths."""
CENTURY: Final = 1900
"""A header's date stores the year in a byte, counted from this year."""
_END: Final = b"\x1a"


def make_table(
    layout: Layout, records: Sequence[Mapping[str, str]], day: dt.date
) -> bytes:
    """Return the table of these records, dated `day`; texts that are too long are cut."""
    width = 1 + sum(size for _, size in layout)
    header = FIRST_FIELD + FIELD_SIZE * len(layout) + 1
    year = min(max(day.year - CENTURY, 0), 255)
    parts = [
        struct.pack(
            "<4BIHH20x", VERSION, year, day.month, day.day, len(records), header, width
        )
    ]
    parts += [
        struct.pack(f"<{NAME_SIZE}sc4xB15x", name.encode("ascii"), b"C", size)
        for name, size in layout
    ]
    parts.append(bytes([END_OF_HEADER]))
    for record in records:
        parts.append(bytes([LIVE]))
        parts += [
            to_ascii(record[name])[:size].ljust(size).encode("ascii")
            for name, size in layout
        ]
    return b"".join((*parts, _END))


PROGRAM: Final = "USCALC"
NO_MEMBER_ID: Final = "00000000"
MEMBER_ID_WIDTH: Final = 8
UNRATED: Final = "0"

FILE_NAMES: Final = {"H": "THEXPORT.DBF", "S": "TSEXPORT.DBF", "D": "TDEXPORT.DBF"}
_EVENT_LAYOUT: Final[Layout] = (
    ("H_FORMAT", 5),
    ("H_PROGRAM", 10),
    ("H_EVENT_ID", 12),
    ("H_NAME", fields.EVENT_NAME),
    ("H_TOT_SECT", 2),
    ("H_BEG_DATE", 8),
    ("H_END_DATE", 8),
    ("H_AFF_ID", 8),
    ("H_CITY", fields.CITY),
    ("H_STATE", fields.STATE),
    ("H_ZIPCODE", fields.ZIP),
    ("H_COUNTRY", fields.COUNTRY),
    ("H_SENDCROS", 1),
    ("H_CTD_ID", 8),
    ("H_ATD_ID", 8),
    ("H_OTHER_TD", fields.OTHER_TDS),
)
_SECTION_LAYOUT: Final[Layout] = (
    ("S_EVENT_ID", 12),
    ("S_SEC_NUM", 2),
    ("S_SEC_NAME", fields.SECTION_NAME),
    ("S_R_SYSTEM", 1),
    ("S_TIMECTL", fields.TIME_CONTROL),
    ("S_CTD_ID", 8),
    ("S_ATD_ID", 8),
    ("S_TRN_TYPE", 1),
    ("S_TOT_RNDS", 2),
    ("S_LST_PAIR", 4),
    ("S_BEG_DATE", 8),
    ("S_END_DATE", 8),
    ("S_SCH_LVL", 1),
    ("S_GR_PRIX", 1),
    ("S_GP_PTS", 3),
    ("S_FIDE", 1),
)
_PLAYER_LAYOUT: Final[Layout] = (
    ("D_EVENT_ID", 12),
    ("D_SEC_NUM", 2),
    ("D_PAIR_NUM", 4),
    ("D_MEM_ID", MEMBER_ID_WIDTH),
    ("D_NAME", fields.PLAYER_NAME),
    ("D_STATE", fields.STATE),
    ("D_RATING", 4),
)
_ROUND_WIDTH: Final = 7
_SYSTEM_LETTERS: Final = {
    frozenset("R"): "R",
    frozenset("RQ"): "D",
    frozenset("Q"): "Q",
    frozenset("B"): "B",
}
"""S_R_SYSTEM by the rating systems; online systems have no letters."""

Record = dict[str, str]


def make_report_files(document: Document, day: dt.date) -> dict[str, bytes]:
    """Return the three files of the report by name, dated `day`.

    Data that a report cannot contain is written as far as possible, and the checks
    report it. Raises FormatError for two people with the same member ID, because US Chess
    would rate the games of one for the other.
    """
    for finding in find_shared_ids(_with_written_ids(document)):
        raise FormatError(finding.message, finding.remedy, place=finding.place)
    sections = [
        (section, lay_out_section(section))
        for _, section in list_reported_sections(document)
    ]
    begin = min(
        (_find_first_day(document, section) for section, _ in sections),
        default=document.end_date,
    )
    rounds = [
        f"D_RND{i + 1:02}"
        for i in range(max((laid.rounds for _, laid in sections), default=0))
    ]
    players = [
        record
        for number, (section, laid) in enumerate(sections, 1)
        for record in _make_player_records(document, number, section, laid, rounds)
    ]
    return {
        FILE_NAMES["H"]: make_table(
            _EVENT_LAYOUT, [_make_event_record(document, len(sections), begin)], day
        ),
        FILE_NAMES["S"]: make_table(
            _SECTION_LAYOUT,
            [
                _make_section_record(document, number, section, laid, begin)
                for number, (section, laid) in enumerate(sections, 1)
            ],
            day,
        ),
        FILE_NAMES["D"]: make_table(
            [*_PLAYER_LAYOUT, *((name, _ROUND_WIDTH) for name in rounds)], players, day
        ),
    }


def _with_written_ids(document: Document) -> Document:
    """Return the event with the member IDs as the report has them.

    An ID that is too long is cut, and may then equal another player's ID.
    """
    sections = tuple(
        replace(
            section,
            players=tuple(
                replace(player, id=_format_member_id(player) if player.id else None)
                for player in section.players
            ),
        )
        for section in document.sections
    )
    return replace(document, sections=sections)


def _format_member_id(player: Player) -> str:
    return fields.to_ascii(player.id or "")[:MEMBER_ID_WIDTH] or NO_MEMBER_ID


def _make_event_record(document: Document, sections: int, begin: dt.date) -> Record:
    facts = {key: getattr(document.report, name) for name, key in EVENT_FIELDS.items()}
    return facts | {
        "H_FORMAT": LAYOUT,
        "H_PROGRAM": document.report.program or PROGRAM,
        "H_NAME": document.name,
        "H_TOT_SECT": str(sections),
        "H_BEG_DATE": _format_day(begin),
        "H_END_DATE": _format_day(document.end_date),
    }


def _make_section_record(
    document: Document,
    number: int,
    section: Section,
    laid: ReportLayout,
    begin: dt.date,
) -> Record:
    facts = {key: getattr(section.report, name) for name, key in SECTION_FIELDS.items()}
    own_days = (
        section.end_date is not None or _find_first_day(document, section) != begin
    )
    highest = max((player.number for player in section.players), default=0)
    return facts | {
        "S_EVENT_ID": document.report.event_id,
        "S_SEC_NUM": str(number),
        "S_SEC_NAME": section.name,
        "S_R_SYSTEM": section.report.system or _find_system_letter(document, section),
        "S_TIMECTL": section.time_control or "",
        "S_CTD_ID": section.report.chief_td or document.report.chief_td,
        "S_TRN_TYPE": laid.type,
        "S_TOT_RNDS": str(laid.rounds),
        "S_LST_PAIR": str(highest),
        "S_BEG_DATE": _format_day(_find_first_day(document, section))
        if own_days
        else "",
        "S_END_DATE": "" if section.end_date is None else _format_day(section.end_date),
    }


def _make_player_records(
    document: Document,
    number: int,
    section: Section,
    laid: ReportLayout,
    rounds: list[str],
) -> list[Record]:
    system: System = next(iter(_find_systems(document, section)), "R")
    return [
        {
            "D_EVENT_ID": document.report.event_id,
            "D_SEC_NUM": str(number),
            "D_PAIR_NUM": str(player.number),
            "D_MEM_ID": _format_member_id(player),
            "D_NAME": player.name,
            "D_STATE": player.state or "",
            "D_RATING": _format_rating(player, system),
            **dict(zip_longest(rounds, cells, fillvalue=NOTHING)),
        }
        for player, cells in zip(section.players, laid.rows, strict=True)
    ]


def _format_rating(player: Player, system: System) -> str:
    rating = player.facts(system).rating
    return UNRATED if rating is None else str(math.floor(rating + 0.5))


def _find_systems(document: Document, section: Section) -> tuple[System, ...]:
    return find_section_systems(
        section, 0, document.end_date_of(section), resolve_rules
    )[0]


def _find_system_letter(document: Document, section: Section) -> str:
    return _SYSTEM_LETTERS.get(
        frozenset(s.removeprefix("O") for s in _find_systems(document, section)), ""
    )


def _find_first_day(document: Document, section: Section) -> dt.date:
    return section.start_date or document.end_date_of(section)


def _format_day(day: dt.date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def find_targets(folder: Path) -> dict[str, Path]:
    """Return the path of each file in an existing folder. Raises FormatError."""
    try:
        return make_targets(folder, os.listdir(folder))
    except (OSError, ValueError) as error:
        raise make_folder_error(folder, error) from error


def make_targets(folder: Path, existing: Iterable[str] = ()) -> dict[str, Path]:
    """Return the path of each file; a file in `existing` keeps the case of its name."""
    spelt = {name.upper(): name for name in existing}
    return {name: folder / spelt.get(name, name) for name in FILE_NAMES.values()}


def write_report(
    paths: Mapping[str, Path], made: Mapping[str, bytes], over: bool = False
) -> None:
    """Write all the files, or none of them. Raises FormatError."""
    try:
        write_together({paths[name]: made[name] for name in paths}, over)
    except FormatError as error:
        # A problem of one file is reported for that file; a problem of all files, for
        # the folder.
        cause = error.__cause__
        if not isinstance(cause, OSError) or isinstance(cause, IsADirectoryError):
            raise
        raise make_folder_error(next(iter(paths.values())).parent, cause) from error


def make_folder_error(folder: Path, error: OSError | ValueError) -> FormatError:
    """Return the error that explains why no report can be written to a folder."""
    if isinstance(error, FileNotFoundError):
        problem = "the folder doesn't exist"
    elif isinstance(error, NotADirectoryError):
        return FormatError(
            "this is a file, not a folder", "Choose a folder", path=folder
        )
    elif isinstance(error, PermissionError):
        problem = "can't write to this folder: permission denied"
    else:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        problem = f"can't write to this folder: {reason}"
    return FormatError(problem, "Choose another folder", path=folder)
