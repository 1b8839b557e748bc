"""Make the three tables of a rating report from an event."""

import datetime as dt
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.systems import section_systems
from uscalc.document.reporting import fields
from uscalc.document.reporting.across import two_people
from uscalc.document.reporting.rounds import NOTHING, Laid, laid_out
from uscalc.document.reporting.scope import reported
from uscalc.engine.systems import System
from uscalc.formats.errors import FormatError
from uscalc.formats.report2c.facts import EVENT, SECTION
from uscalc.formats.report2c.files import LAYOUT
from uscalc.formats.report2c.table import Layout, table_bytes
from uscalc.rules.resolve import rules_for

PROGRAM: Final = "USCALC"
NO_ID: Final = "00000000"
MEMBER_ID: Final = 8
UNRATED: Final = "0"

NAMES: Final = {"H": "THEXPORT.DBF", "S": "TSEXPORT.DBF", "D": "TDEXPORT.DBF"}
_EVENT: Final[Layout] = (
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
_SECTION: Final[Layout] = (
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
_PLAYER: Final[Layout] = (
    ("D_EVENT_ID", 12),
    ("D_SEC_NUM", 2),
    ("D_PAIR_NUM", 4),
    ("D_MEM_ID", MEMBER_ID),
    ("D_NAME", fields.PLAYER_NAME),
    ("D_STATE", fields.STATE),
    ("D_RATING", 4),
)
_ROUND: Final = 7
_LETTERS: Final = {
    frozenset("R"): "R",
    frozenset("RQ"): "D",
    frozenset("Q"): "Q",
    frozenset("B"): "B",
}
"""S_R_SYSTEM by the rating systems; online systems have no letters."""

Record = dict[str, str]


def report_files(document: Document, day: dt.date) -> dict[str, bytes]:
    """Return the three files of the report by name, dated `day`.

    Data that a report cannot contain is written as far as possible, and the checks name
    it. Raises FormatError for two people with one member ID, because US Chess would
    rate the games of one for the other.
    """
    for finding in two_people(_as_written(document)):
        raise FormatError(finding.message, finding.remedy, place=finding.place)
    sections = [(section, laid_out(section)) for _, section in reported(document)]
    begin = min(
        (_begin(document, section) for section, _ in sections),
        default=document.end_date,
    )
    rounds = [
        f"D_RND{i + 1:02}"
        for i in range(max((laid.rounds for _, laid in sections), default=0))
    ]
    players = [
        record
        for number, (section, laid) in enumerate(sections, 1)
        for record in _players(document, number, section, laid, rounds)
    ]
    return {
        NAMES["H"]: table_bytes(_EVENT, [_event(document, len(sections), begin)], day),
        NAMES["S"]: table_bytes(
            _SECTION,
            [
                _section(document, number, section, laid, begin)
                for number, (section, laid) in enumerate(sections, 1)
            ],
            day,
        ),
        NAMES["D"]: table_bytes(
            [*_PLAYER, *((name, _ROUND) for name in rounds)], players, day
        ),
    }


def _as_written(document: Document) -> Document:
    """Return the event with the member IDs as the report has them.

    An ID that is too long is cut, and may then equal another player's.
    """
    sections = tuple(
        replace(
            section,
            players=tuple(
                replace(player, id=_member_id(player) if player.id else None)
                for player in section.players
            ),
        )
        for section in document.sections
    )
    return replace(document, sections=sections)


def _member_id(player: Player) -> str:
    return fields.plain(player.id or "")[:MEMBER_ID] or NO_ID


def _event(document: Document, sections: int, begin: dt.date) -> Record:
    said = {key: getattr(document.report, name) for name, key in EVENT.items()}
    return said | {
        "H_FORMAT": LAYOUT,
        "H_PROGRAM": document.report.program or PROGRAM,
        "H_NAME": document.name,
        "H_TOT_SECT": str(sections),
        "H_BEG_DATE": _day(begin),
        "H_END_DATE": _day(document.end_date),
    }


def _section(
    document: Document, number: int, section: Section, laid: Laid, begin: dt.date
) -> Record:
    said = {key: getattr(section.report, name) for name, key in SECTION.items()}
    own_days = section.end_date is not None or _begin(document, section) != begin
    highest = max((player.number for player in section.players), default=0)
    return said | {
        "S_EVENT_ID": document.report.event_id,
        "S_SEC_NUM": str(number),
        "S_SEC_NAME": section.name,
        "S_R_SYSTEM": section.report.system or _letter(document, section),
        "S_TIMECTL": section.time_control or "",
        "S_CTD_ID": section.report.chief_td or document.report.chief_td,
        "S_TRN_TYPE": laid.type,
        "S_TOT_RNDS": str(laid.rounds),
        "S_LST_PAIR": str(highest),
        "S_BEG_DATE": _day(_begin(document, section)) if own_days else "",
        "S_END_DATE": "" if section.end_date is None else _day(section.end_date),
    }


def _players(
    document: Document,
    number: int,
    section: Section,
    laid: Laid,
    rounds: list[str],
) -> list[Record]:
    system = _paired_by(document, section)
    return [
        {
            "D_EVENT_ID": document.report.event_id,
            "D_SEC_NUM": str(number),
            "D_PAIR_NUM": str(player.number),
            "D_MEM_ID": _member_id(player),
            "D_NAME": player.name,
            "D_STATE": player.state or "",
            "D_RATING": _rating(player, system),
            **_cells(rounds, cells),
        }
        for player, cells in zip(section.players, laid.rows, strict=True)
    ]


def _cells(rounds: list[str], cells: tuple[str, ...]) -> Mapping[str, str]:
    """Return a code for each round of the longest section."""
    padded = cells + (NOTHING,) * (len(rounds) - len(cells))
    return dict(zip(rounds, padded, strict=True))


def _rating(player: Player, system: System) -> str:
    rating = player.facts(system).rating
    return UNRATED if rating is None else str(math.floor(rating + 0.5))


def _systems(document: Document, section: Section) -> tuple[System, ...]:
    return section_systems(section, 0, document.end_of(section), rules_for)[0]


def _paired_by(document: Document, section: Section) -> System:
    """Return the system of the ratings that the players were paired by."""
    return next(iter(_systems(document, section)), "R")


def _letter(document: Document, section: Section) -> str:
    systems = frozenset(s.removeprefix("O") for s in _systems(document, section))
    return _LETTERS.get(systems, "")


def _begin(document: Document, section: Section) -> dt.date:
    return section.start_date or document.end_of(section)


def _day(day: dt.date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"
