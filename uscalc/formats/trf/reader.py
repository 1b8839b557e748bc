"""Read FIDE's tournament report files, TRF16 and TRF26: fixed columns, one section."""

import datetime as dt
import re
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import format_day
from uscalc.document.cells import parse_cell
from uscalc.document.model import BirthDate, Document, ForeignRating, Player, Section
from uscalc.engine.timecontrol import parse_time_control
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatError,
    FormatReader,
    OpenedEvent,
    check,
)
from uscalc.formats.shared import loose
from uscalc.formats.shared.files import make_event_title
from uscalc.formats.shared.loose import decode_text
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    ReadingNotes,
    fill_all_systems,
    find_odd_facts,
    make_opened,
    reject_excess,
    resolve_days,
    trim_empty_rounds,
    with_rounds,
)

_PLAYER: Final = "001"
_NATIONAL: Final = "USA"
_HEAD: Final = {
    "012": "name",
    "042": "start",
    "052": "end",
    "122": "time control",
    "222": "encoded time control",
}
_ROUNDS: Final = ("XXR", "142")
"""The number of planned rounds, for pairing programs and in TRF26."""
_BYES: Final = "240"

NUMBER: Final = slice(4, 8)
NAME_AT: Final = slice(14, 47)
RATING: Final = slice(48, 52)
ID: Final = slice(57, 68)
BIRTH: Final = slice(69, 79)
FIRST_ROUND, ROUND_WIDTH = 91, 10
MOST_ROUNDS: Final = 99
LONGEST_LINE: Final = FIRST_ROUND + MOST_ROUNDS * ROUND_WIDTH
_BLANKS: Final = (47, 52, 56)
_BLANKS_OF_ROUND: Final = (4, 6, 8, 9)
"""The blank columns that separate the other columns of a round."""


class TrfReport(Struct):
    """The lines that are read, by their kind.

    `twice` are the numbers with several national records; the first of them is used.
    `repeated` are lines after the first of their kind, `cut` the kinds of lines that are
    too long.
    """

    head: dict[str, str] = {}
    players: list[str] = []
    national: dict[int, str] = {}
    twice: set[int] = set()
    byes: list[str] = []
    skipped: set[str] = set()
    repeated: list[str] = []
    cut: set[str] = set()


def sort_lines(text: str) -> TrfReport:
    """Return a report's lines by their kind."""
    report = TrfReport()
    for line in text.splitlines():
        tag = line[:3]
        # A player's line is read completely or not at all.
        if tag != _PLAYER and line[LONGEST_LINE:].strip():
            report.cut.add(tag)
        line = (line if tag == _PLAYER else line[:LONGEST_LINE]).rstrip()
        if tag == _PLAYER:
            report.players.append(_align_by_characters(line))
        elif tag == _NATIONAL:
            number = loose.parse_whole_number(line[NUMBER])
            if number in report.national:
                report.twice.add(number)
            elif number is not None:
                report.national[number] = _align_by_characters(line)
        elif tag == _BYES:
            report.byes.append(line)
        elif tag in _ROUNDS:
            _set_head(report, "rounds", line)
        elif tag in _HEAD:
            _set_head(report, _HEAD[tag], line)
        elif tag and tag != "###":
            report.skipped.add(tag)
    return report


def _set_head(report: TrfReport, key: str, line: str) -> None:
    text = " ".join(line[3:].split())
    if report.head.setdefault(key, text) != text:
        report.repeated.append(line)


def _align_by_characters(line: str) -> str:
    """Return the line with columns counted in characters; some programs count bytes."""
    if line.isascii() or len(line) > LONGEST_LINE or _is_aligned(line):
        return line
    counted = line.encode("utf-8", "replace").decode("latin-1")
    if not _is_aligned(counted):
        return line
    name = counted[NAME_AT].encode("latin-1").decode("utf-8", "replace")
    width = NAME_AT.stop - NAME_AT.start
    return f"{counted[: NAME_AT.start]}{name:{width}}{counted[NAME_AT.stop :]}"


def _is_aligned(line: str) -> bool:
    """Return whether the separating columns are blank."""
    rounds = range(FIRST_ROUND, len(line), ROUND_WIDTH)
    places = (*_BLANKS, *(at + i for at in rounds for i in _BLANKS_OF_ROUND))
    return not any(line[at : at + 1].strip() for at in places)


_PERIOD: Final = re.compile(
    r"(?:(?P<moves>\d{1,3})/)?(?P<seconds>\d{1,5})(?:\+(?P<increment>\d{1,3}))?",
    re.ASCII,
)
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", re.ASCII)


def parse_day(text: str, assumed: list[str]) -> dt.date | None:
    """Return a date written year first, or day first as in FIDE's older files."""
    if found := _DAY_FIRST.fullmatch(text):
        day, month, year = map(int, found.groups())
        try:
            read = dt.date(year, month, day)
        except ValueError:
            return None
        if day <= 12:
            assumed.append(f'Date "{text}" was read day first: {format_day(read)}.')
        return read
    return loose.parse_date(text)


def choose_time_control(words: str, encoded: str) -> str:
    """Return the time control in words, or else the encoded one if it is readable."""
    return (
        words
        if parse_time_control(words) is not None
        else _decode_time_control(encoded) or words
    )


def _decode_time_control(encoded: str) -> str | None:
    """Return `40/6000+30:900+30` as `40/100, SD/15; +30`; None if increments differ."""
    stages: list[str] = []
    increments: set[str] = set()
    periods = encoded.split(":")
    for period in periods:
        found = _PERIOD.fullmatch(period)
        if found is None or int(found["seconds"]) % 60:
            return None
        minutes = int(found["seconds"]) // 60
        last = "SD" if len(periods) > 1 else "G"
        stages.append(f"{found['moves'] or last}/{minutes}")
        increments.add(found["increment"] or "0")
    if len(increments) > 1:
        return None
    (increment,) = increments
    text = ", ".join(stages) + (f"; +{increment}" if int(increment) else "")
    return text if parse_time_control(text) is not None else None


_COLOR, _RESULT = 5, 7
_PLAYED: Final = {"1": "W", "=": "D", "0": "L"}
_FORFEITS: Final = {"+": "X", "-": "F", "W": "X", "L": "F"}
_ALONE: Final = {"H": "H", "F": "B", "U": "B", "Z": "U", "D": "H"} | {
    "+": "B",
    "=": "H",
    "-": "U",
}
_COLORS: Final = ("w", "b")

_BYE_TYPE, _BYE_ROUND, _BYE_PLAYERS, _BYE_WIDTH = 4, slice(6, 9), 10, 5
_TEAMS: Final = ("013", "310")
"""In a team event the byes are the teams'."""


def parse_results(line: str) -> tuple[str, ...]:
    """Return the results of a player's line."""
    rounds = range(FIRST_ROUND, len(line), ROUND_WIDTH)
    return trim_empty_rounds(
        [_parse_round(line[i : i + ROUND_WIDTH - 1]) for i in rounds]
    )


def add_byes(
    players: list[Player], report: TrfReport, notes: ReadingNotes
) -> tuple[tuple[Player, ...], bool]:
    """Return the players with the byes of separate records.

    A bye is used if the player's own line has nothing for a round that is paired. The
    second value is True if byes are requested for later rounds or for teams.
    """
    if not report.skipped.isdisjoint(_TEAMS):
        return tuple(players), bool(report.byes)
    paired = max(len(player.results) for player in players)
    given: dict[int, dict[int, str]] = {}
    requests_more = False
    for line in report.byes:
        token = _ALONE.get(line[_BYE_TYPE : _BYE_TYPE + 1].upper())
        round_number = loose.parse_whole_number(line[_BYE_ROUND])
        for at in range(_BYE_PLAYERS, len(line), _BYE_WIDTH):
            number = loose.parse_whole_number(line[at : at + _BYE_WIDTH - 1])
            if number is None or round_number is None or token is None:
                cell = line[at : at + _BYE_WIDTH - 1]
                notes.keep("bye", line if cell.strip() else None, None)
                continue
            if 1 <= round_number <= paired:
                given.setdefault(number, {})[round_number] = token
            else:
                requests_more = True

    notes.left_out += [
        f"A bye for player {number}, who isn't in the report."
        for number in given.keys() - {player.number for player in players}
    ]

    def add_byes(player: Player) -> Player:
        byes = given.get(player.number)
        if byes is None:
            return player
        own = [*player.results, *[""] * (paired - len(player.results))]
        for i, text in enumerate(own, 1):
            if text and byes.get(i, text) != text:
                place = 0, "Section 1", player.number
                notes.keep(f"bye in round {i}", byes[i], text, *place)
        return replace(
            player,
            results=trim_empty_rounds(
                [text or byes.get(i, "") for i, text in enumerate(own, 1)]
            ),
        )

    return tuple(map(add_byes, players)), requests_more


def _parse_round(cell: str) -> str:
    """Return one round's columns as a result; unreadable text is kept."""
    opponent = loose.parse_whole_number(cell[:4]) or 0
    color = cell[_COLOR : _COLOR + 1].lower()
    color = color if color in _COLORS else ""
    code = cell[_RESULT : _RESULT + 1].strip().upper()
    if opponent and code in _PLAYED:
        token = f"{_PLAYED[code]}{opponent}{color}"
    elif opponent and code in _FORFEITS:
        token = f"{_FORFEITS[code]}{opponent}"
    elif opponent and not code:
        token = f"?{opponent}{color}"
    elif code in _ALONE:
        token = _ALONE[code]
    else:
        return " ".join(cell.split()).replace("0000", "").strip(" -")
    return token if isinstance(parse_cell(token), tuple) else " ".join(cell.split())


_LINE: Final = re.compile(r"(?:^|[\r\n])001 [ \d]{3}\d [^\r\n]{60}", re.ASCII)

_DAY_NEAR: Final = re.compile(r"\d{4}[/.-]\d{2}[/.-]\d{2}", re.ASCII)


def recognizes(head: bytes) -> bool:
    """Return whether a file contains a player's line of the report."""
    return b"001 " in head and _LINE.search(decode_text(head)) is not None


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the tournament as one section, with US ratings from its national records.

    `end_date` is used for reports without one. Raises FormatError.
    """
    report = sort_lines(decode_text(data))
    check(
        report.players,
        "the file has no players",
        "Check that the tournament report is complete",
        path=path,
    )
    reject_excess(len(report.players), "players", MOST_PLAYERS, path)
    notes = ReadingNotes()
    start, end = _read_days(report, end_date, notes, path)
    players, byes_to_come = add_byes(
        [_make_player(line, report, notes, path) for line in report.players],
        report,
        notes,
    )
    control = choose_time_control(
        report.head.get("time control", ""), report.head.get("encoded time control", "")
    )
    section = Section(
        start_date=start,
        time_control=control if parse_time_control(control) else None,
        players=players,
    )
    name = report.head.get("name") or make_event_title(path, "Tournament report")
    section = with_rounds(section, notes, 0, report.head.get("rounds"))
    document = Document(name, end, (section,))
    notes.assumed.append(
        "Ratings in the player lines are FIDE ratings. US Chess Regular "
        "ratings and member IDs come from national records (USA) only."
    )
    notes.systems.append(("R",))
    notes.left_out += _describe_left_out(report, control, byes_to_come)
    for player in players:
        line = report.national.get(player.number, "")
        notes.findings += find_odd_facts(
            line[RATING].strip(), line[ID].strip(), 0, section.name, player.number
        )
    return make_opened(document, notes, READER)


def _read_days(
    report: TrfReport, given: dt.date | None, notes: ReadingNotes, path: Path | None
) -> tuple[dt.date | None, dt.date]:
    end_text = report.head.get("end", "")
    start, end = (
        parse_day(text, notes.assumed)
        for text in (report.head.get("start", ""), end_text)
    )
    unread = bool(end_text) and end is None
    needed = EndDateNeededError(
        f'can\'t read the end date "{end_text[:40]}"'
        if unread
        else "the report has no end date",
        "Enter the end date",
        path=path,
    )
    if unread and given is None:
        raise needed
    return resolve_days(start, end or given, notes, needed)


def _describe_left_out(
    report: TrfReport, time_control: str, byes_to_come: bool
) -> list[str]:
    known = {loose.parse_whole_number(line[NUMBER]) for line in report.players}
    twice = ", ".join(map(str, sorted(report.twice)[:12]))
    nobody = ", ".join(map(str, sorted(report.national.keys() - known)[:12]))
    kinds = ", ".join(sorted(report.cut - report.skipped - {"###"}))
    tags = ", ".join(sorted(tag for tag in report.skipped if tag.isprintable())[:12])
    unread = time_control and parse_time_control(time_control) is None
    notes = (
        (True, "Not imported: titles, federations, sexes, and FIDE IDs."),
        (byes_to_come, "Not imported: byes of teams and of unpaired rounds."),
        (twice, f"Several national records; the first was used: {twice}."),
        (nobody, f"National records for missing player numbers: {nobody}."),
        (unread, f'Can\'t read the time control "{time_control[:60]}".'),
        (not time_control, "The report has no time control. Enter it."),
        *((True, f'Not imported: the line "{line[:80]}".') for line in report.repeated),
        (
            kinds,
            f"Not imported: columns after column {LONGEST_LINE:,} of lines {kinds}.",
        ),
        (tags, f"Not imported: lines of other kinds ({tags})."),
    )
    return [text for condition, text in notes if condition]


def _make_player(
    line: str, report: TrfReport, notes: ReadingNotes, path: Path | None
) -> Player:
    number = loose.parse_whole_number(line[NUMBER])
    if number is None or number < 1:
        raise FormatError(
            "a player line has no number in columns 5 to 8",
            "Export the report again",
            path=path,
            place=line[:60],
        )
    check(
        len(line) <= LONGEST_LINE,
        f"a player has more than {MOST_ROUNDS} rounds",
        "Check that this is a tournament report",
        path=path,
        place=line[:60],
    )
    national = report.national.get(number, "")
    fide, place = loose.parse_whole_number(line[RATING]), (0, "Section 1", number)
    rated = ForeignRating(float(fide)) if fide and 0 < fide <= 4000 else None
    born = _find_birth(line)
    notes.keep("birth date", line[BIRTH], born, *place)
    return Player(
        number=number,
        name=notes.keep("name", line[NAME_AT], loose.clean_text(line[NAME_AT]), *place),
        id=loose.parse_member_id(national[ID]),
        birth=born or _find_birth(national),
        ratings=fill_all_systems({"R": loose.parse_known_rating(national[RATING])}),
        fide=notes.keep("FIDE rating", line[RATING], rated, *place),
        results=parse_results(line),
    )


def _find_birth(line: str) -> BirthDate | None:
    """Return the birth date; some programs write it a column or two off."""
    if found := _DAY_NEAR.search(line[BIRTH.start - 3 : BIRTH.stop + 3]):
        return loose.parse_birth(found[0].replace(".", "/")) or loose.parse_birth(
            found[0][:4]
        )
    return loose.parse_birth(line[BIRTH].strip()[:4])


READER: Final = FormatReader(
    "trf",
    "FIDE tournament report (TRF16, TRF26)",
    8_000_000,
    recognizes,
    read,
)
