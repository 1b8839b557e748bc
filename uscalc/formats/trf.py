"""FIDE's tournament report files, TRF16 and TRF26: fixed columns, one section."""

import datetime as dt
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from uscalc.document.cells import parse_cell
from uscalc.document.model import (
    Birth,
    Document,
    ForeignRating,
    Player,
    RatingFacts,
    Section,
)
from uscalc.engine.timecontrol import parse_time_control
from uscalc.formats.errors import EndDateNeededError, FormatError
from uscalc.formats.opened import Opened
from uscalc.formats.shared import loose
from uscalc.formats.shared.blanks import blank_finding
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    check_count,
    in_all_systems,
    rated_in,
    sections_sentences,
    with_rounds,
    without_ends,
)
from uscalc.formats.shared.text_lines import decode
from uscalc.formats.storage.paths import title_of

KEY: Final = "trf"
NAME: Final = "FIDE tournament report (TRF16, TRF26)"
LIMIT: Final = 8_000_000
"""Bytes of a file."""

_PLAYER: Final = "001"
_NATIONAL: Final = "USA"
_HEAD: Final = {"012": "name", "042": "start", "052": "end", "122": "time control"}
_ROUNDS: Final = ("XXR", "142")
"""How many rounds there are to be, for pairing programs and in TRF26."""
_LINE: Final = re.compile(r"(?:^|[\r\n])001 [ \d]{3}\d [^\r\n]{60}", re.ASCII)

_NUMBER: Final = slice(4, 8)
_NAME_AT: Final = slice(14, 47)
_RATING: Final = slice(48, 52)
_ID: Final = slice(57, 68)
_BIRTH: Final = slice(69, 79)
_FIRST_ROUND, _ROUND_WIDTH = 91, 10
_COLOUR, _RESULT = 5, 7
_MOST_ROUNDS: Final = 99
_LONGEST_LINE: Final = _FIRST_ROUND + _MOST_ROUNDS * _ROUND_WIDTH

_PLAYED: Final = {"1": "W", "=": "D", "0": "L"}
_FORFEITS: Final = {"+": "X", "-": "F", "W": "X", "L": "F"}
_ALONE: Final = {"H": "H", "F": "B", "U": "B", "Z": "U", "D": "H"} | {
    "+": "B",
    "=": "H",
    "-": "U",
}
_COLOURS: Final = ("w", "b")
_DAY_NEAR: Final = re.compile(r"\d{4}[/.-]\d{2}[/.-]\d{2}", re.ASCII)
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", re.ASCII)


@dataclass(slots=True)
class _Report:
    """The lines that are read, by what they are."""

    head: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    national: dict[int, str] = field(default_factory=dict)
    skipped: set[str] = field(default_factory=set)


def recognises(head: bytes) -> bool:
    """Whether a player's line of the report stands in it."""
    return b"001 " in head and _LINE.search(decode(head)) is not None


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> Opened:
    """The tournament as one section; US ratings come from the national records.

    `end_date` serves reports that say none. Raises FormatError.
    """
    report = _sorted(decode(data))
    if not report.players:
        raise FormatError(
            "it has no players",
            "check that this is a whole tournament report",
            path=path,
        )
    check_count(len(report.players), "players", MOST_PLAYERS, path)
    assumed: list[str] = []
    start, end = (_date(report.head.get(key, ""), assumed) for key in ("start", "end"))
    end = end or end_date
    if end is None:
        raise EndDateNeededError(
            "the report does not say when the tournament ended",
            "give the date",
            path=path,
        )
    players = tuple(_player(line, report, path) for line in report.players)
    time_control = report.head.get("time control") or ""
    section = Section(
        start_date=start if start is not None and start <= end else None,
        time_control=time_control if parse_time_control(time_control) else None,
        players=players,
    )
    name = report.head.get("name") or title_of(path, "Tournament report")
    section = with_rounds(section, report.head.get("rounds"))
    document = Document(name, end, (section,))
    assumed.append(
        "The ratings of the players' own lines are FIDE's; US ratings and member "
        "numbers are taken from national records (USA) alone, as Regular ones."
    )
    blank = blank_finding(document)
    return Opened(
        document=document,
        format=KEY,
        format_name=NAME,
        understood=sections_sentences(document),
        assumed=tuple(assumed),
        left_out=(*rated_in(document, [("R",)]), *_left_out(report, time_control)),
        findings=(blank,) if blank else (),
    )


def _sorted(text: str) -> _Report:
    report = _Report()
    for line in text.splitlines():
        tag = line[:3]
        # Of a player's line everything is read, or nothing.
        line = (line if tag == _PLAYER else line[:_LONGEST_LINE]).rstrip()
        if tag == _PLAYER:
            report.players.append(line)
        elif tag == _NATIONAL:
            number = loose.whole(line[_NUMBER])
            if number is not None:
                report.national[number] = line
        elif tag in _ROUNDS:
            report.head.setdefault("rounds", line[3:].strip())
        elif tag in _HEAD:
            report.head.setdefault(_HEAD[tag], " ".join(line[3:].split()))
        elif tag and tag != "###":
            report.skipped.add(tag)
    return report


def _left_out(report: _Report, time_control: str) -> list[str]:
    left_out = ["Titles, federations, sexes and FIDE numbers are not kept."]
    if time_control and parse_time_control(time_control) is None:
        left_out.append(f'The time control "{time_control[:60]}" cannot be read.')
    elif not time_control:
        left_out.append("The report has no time control: it must be given.")
    tags = sorted(tag for tag in report.skipped if tag.isprintable())[:12]
    if tags:
        left_out.append(f"Lines of other kinds are not read: {', '.join(tags)}.")
    return left_out


def _date(text: str, assumed: list[str]) -> dt.date | None:
    """A date with the year first, or else, as FIDE's older files, the day first."""
    if found := _DAY_FIRST.fullmatch(text):
        day, month, year = map(int, found.groups())
        try:
            read = dt.date(year, month, day)
        except ValueError:
            return None
        if day <= 12:
            assumed.append(f'"{text}" is read with the day first: {read}.')
        return read
    return loose.date(text)


def _player(line: str, report: _Report, path: Path | None) -> Player:
    number = loose.whole(line[_NUMBER])
    if number is None or number < 1:
        raise FormatError(
            "a player's line has no number in columns 5 to 8",
            "export the report again",
            path=path,
            place=line[:60],
        )
    if len(line) > _LONGEST_LINE:
        raise FormatError(
            f"a player has more than {_MOST_ROUNDS} rounds",
            "check that this is a tournament report",
            path=path,
            place=line[:60],
        )
    national = report.national.get(number, "")
    fide = loose.whole(line[_RATING])
    return Player(
        number=number,
        name=" ".join(line[_NAME_AT].split()),
        id=loose.member_id(national[_ID]),
        birth=_birth(line) or _birth(national),
        ratings=in_all_systems({"R": _us_rating(national[_RATING])}),
        fide=ForeignRating(float(fide)) if fide and 0 < fide <= 4000 else None,
        results=_results(line),
    )


def _birth(line: str) -> Birth | None:
    """The birth date; some programs write it a column or two beside its place."""
    if found := _DAY_NEAR.search(line[_BIRTH.start - 3 : _BIRTH.stop + 3]):
        return loose.birth(found[0].replace(".", "/")) or loose.birth(found[0][:4])
    return loose.birth(line[_BIRTH].strip()[:4])


def _us_rating(text: str) -> RatingFacts:
    blank = loose.is_blank_rating(text.strip())
    return loose.UNKNOWN if blank else loose.rating(text) or loose.UNKNOWN


def _results(line: str) -> tuple[str, ...]:
    rounds = range(_FIRST_ROUND, len(line), _ROUND_WIDTH)
    return without_ends([_token(line[i : i + _ROUND_WIDTH - 1]) for i in rounds])


def _token(cell: str) -> str:
    """One round's columns as a result; what is not understood is kept."""
    opponent = loose.whole(cell[:4]) or 0
    colour = cell[_COLOUR : _COLOUR + 1].lower()
    colour = colour if colour in _COLOURS else ""
    code = cell[_RESULT : _RESULT + 1].strip().upper()
    if opponent and code in _PLAYED:
        token = f"{_PLAYED[code]}{opponent}{colour}"
    elif opponent and code in _FORFEITS:
        token = f"{_FORFEITS[code]}{opponent}"
    elif opponent and not code:
        token = f"?{opponent}{colour}"
    elif code in _ALONE:
        token = _ALONE[code]
    else:
        return " ".join(cell.split()).replace("0000", "").strip(" -")
    return token if isinstance(parse_cell(token), tuple) else " ".join(cell.split())
