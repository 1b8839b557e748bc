"""Read FIDE's tournament report files, TRF16 and TRF26: fixed columns, one section."""

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from uscalc.document.findings import Finding
from uscalc.document.model import (
    BirthDate,
    Document,
    ForeignRating,
    Player,
    Section,
)
from uscalc.engine.timecontrol import parse_time_control
from uscalc.formats.errors import EndDateNeededError, FormatError
from uscalc.formats.opened import OpenedEvent
from uscalc.formats.shared import loose
from uscalc.formats.shared.loose import decode_text
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    ReadingNotes,
    fill_all_systems,
    find_odd_facts,
    make_opened,
    reject_excess,
    resolve_days,
    with_rounds,
)
from uscalc.formats.shared.paths import title_of
from uscalc.formats.trf.lines import (
    BIRTH,
    ID,
    LONGEST_LINE,
    MOST_ROUNDS,
    NAME_AT,
    NUMBER,
    RATING,
    TrfReport,
    add_byes,
    choose_time_control,
    parse_day,
    parse_results,
    sort_lines,
)

KEY: Final = "trf"
NAME: Final = "FIDE tournament report (TRF16, TRF26)"
LIMIT: Final = 8_000_000
"""The largest file, in bytes."""

_LINE: Final = re.compile(r"(?:^|[\r\n])001 [ \d]{3}\d [^\r\n]{60}", re.ASCII)

_DAY_NEAR: Final = re.compile(r"\d{4}[/.-]\d{2}[/.-]\d{2}", re.ASCII)


def recognizes(head: bytes) -> bool:
    """Return whether it contains a player's line of the report."""
    return b"001 " in head and _LINE.search(decode_text(head)) is not None


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the tournament as one section, with US ratings from its national records.

    `end_date` is used for reports without one. Raises FormatError.
    """
    report = sort_lines(decode_text(data))
    if not report.players:
        raise FormatError(
            "it has no players",
            "check that this is a whole tournament report",
            path=path,
        )
    reject_excess(len(report.players), "players", MOST_PLAYERS, path)
    notes = ReadingNotes()
    start, end = _read_days(report, end_date, notes, path)
    players, byes_to_come = add_byes(
        [_make_player(line, report, path) for line in report.players], report
    )
    control = choose_time_control(
        report.head.get("time control", ""), report.head.get("encoded time control", "")
    )
    section = Section(
        start_date=start,
        time_control=control if parse_time_control(control) else None,
        players=players,
    )
    name = report.head.get("name") or title_of(path, "Tournament report")
    section = with_rounds(section, report.head.get("rounds"))
    document = Document(name, end, (section,))
    notes.assumed.append(
        "The ratings of the players' own lines are FIDE's; US ratings and member "
        "numbers are taken from national records (USA) alone, as Regular ones."
    )
    notes.systems.append(("R",))
    notes.left_out += _describe_left_out(report, control, byes_to_come)
    notes.findings += _find_odd_records(report, section)
    return make_opened(document, notes, KEY, NAME)


def _read_days(
    report: TrfReport, given: dt.date | None, notes: ReadingNotes, path: Path | None
) -> tuple[dt.date | None, dt.date]:
    said = report.head.get("end", "")
    start, end = (
        parse_day(text, notes.assumed) for text in (report.head.get("start", ""), said)
    )
    unread = bool(said) and end is None
    needed = EndDateNeededError(
        f'its last day, "{said[:40]}", cannot be read'
        if unread
        else "the report does not say when the tournament ended",
        "give the date",
        path=path,
    )
    if unread and given is None:
        raise needed
    return resolve_days(start, end or given, notes, needed)


def _find_odd_records(report: TrfReport, section: Section) -> Iterator[Finding]:
    """Yield findings about national records that cannot be understood."""
    for player in section.players:
        line = report.national.get(player.number, "")
        rating, member = line[RATING].strip(), line[ID].strip()
        yield from find_odd_facts(rating, member, 0, section.name, player.number)


def _describe_left_out(
    report: TrfReport, time_control: str, byes_to_come: bool
) -> list[str]:
    left_out = ["Titles, federations, sexes and FIDE numbers are not kept."]
    if byes_to_come:
        left_out.append(
            "Byes of teams, and of rounds that are not paired, are not read."
        )
    if report.twice:
        numbers = ", ".join(map(str, sorted(report.twice)[:12]))
        left_out.append(f"Of several national records the first is read: {numbers}.")
    known = {loose.parse_whole_number(line[NUMBER]) for line in report.players}
    if nobody := sorted(report.national.keys() - known):
        numbers = ", ".join(map(str, nobody[:12]))
        left_out.append(f"National records are of numbers that nobody has: {numbers}.")
    if time_control and parse_time_control(time_control) is None:
        left_out.append(f'The time control "{time_control[:60]}" cannot be read.')
    elif not time_control:
        left_out.append("The report has no time control: it must be given.")
    tags = sorted(tag for tag in report.skipped if tag.isprintable())[:12]
    if tags:
        left_out.append(f"Lines of other kinds are not read: {', '.join(tags)}.")
    return left_out


def _make_player(line: str, report: TrfReport, path: Path | None) -> Player:
    number = loose.parse_whole_number(line[NUMBER])
    if number is None or number < 1:
        raise FormatError(
            "a player's line has no number in columns 5 to 8",
            "export the report again",
            path=path,
            place=line[:60],
        )
    if len(line) > LONGEST_LINE:
        raise FormatError(
            f"a player has more than {MOST_ROUNDS} rounds",
            "check that this is a tournament report",
            path=path,
            place=line[:60],
        )
    national = report.national.get(number, "")
    fide = loose.parse_whole_number(line[RATING])
    return Player(
        number=number,
        name=" ".join(line[NAME_AT].split()),
        id=loose.parse_member_id(national[ID]),
        birth=_find_birth(line) or _find_birth(national),
        ratings=fill_all_systems({"R": loose.parse_known_rating(national[RATING])}),
        fide=ForeignRating(float(fide)) if fide and 0 < fide <= 4000 else None,
        results=parse_results(line),
    )


def _find_birth(line: str) -> BirthDate | None:
    """Return the birth date; some programs write it a column or two off."""
    if found := _DAY_NEAR.search(line[BIRTH.start - 3 : BIRTH.stop + 3]):
        return loose.parse_birth(found[0].replace(".", "/")) or loose.parse_birth(
            found[0][:4]
        )
    return loose.parse_birth(line[BIRTH].strip()[:4])
