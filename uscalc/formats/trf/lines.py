"""Sort the lines of a FIDE tournament report, by their tags and columns."""

from dataclasses import dataclass, field
from typing import Final

from uscalc.formats.shared import loose

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
"""Columns that separate others."""


@dataclass(slots=True)
class TrfReport:
    """The lines that are read, by their kind.

    `twice` are the numbers with several national records, of which the first is used.
    """

    head: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    national: dict[int, str] = field(default_factory=dict)
    twice: set[int] = field(default_factory=set)
    byes: list[str] = field(default_factory=list)
    skipped: set[str] = field(default_factory=set)


def sort_lines(text: str) -> TrfReport:
    """Return a report's lines by their kind."""
    report = TrfReport()
    for line in text.splitlines():
        tag = line[:3]
        # A player's line is read completely or not at all.
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
            report.head.setdefault("rounds", line[3:].strip())
        elif tag in _HEAD:
            report.head.setdefault(_HEAD[tag], " ".join(line[3:].split()))
        elif tag and tag != "###":
            report.skipped.add(tag)
    return report


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
