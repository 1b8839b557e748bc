"""Read a player's rounds in a FIDE tournament report, and byes in records of their own."""

from dataclasses import replace
from typing import Final

from uscalc.document.cells import parse_cell
from uscalc.document.model import Player
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import trim_empty_rounds
from uscalc.formats.trf.lines import FIRST_ROUND, ROUND_WIDTH, TrfReport

_COLOUR, _RESULT = 5, 7
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
    players: list[Player], report: TrfReport
) -> tuple[tuple[Player, ...], bool]:
    """Return the players with the byes of separate records.

    A bye is used if the player's own line has nothing for a round that is paired. The
    second value says whether byes are requested for later rounds or for teams.
    """
    if not report.skipped.isdisjoint(_TEAMS):
        return tuple(players), bool(report.byes)
    paired = max(len(player.results) for player in players)
    given: dict[int, dict[int, str]] = {}
    to_come = False
    for line in report.byes:
        token = _ALONE.get(line[_BYE_TYPE : _BYE_TYPE + 1].upper())
        round_number = loose.parse_whole_number(line[_BYE_ROUND])
        for at in range(_BYE_PLAYERS, len(line), _BYE_WIDTH):
            number = loose.parse_whole_number(line[at : at + _BYE_WIDTH - 1])
            if number is None or round_number is None or token is None:
                continue
            if 1 <= round_number <= paired:
                given.setdefault(number, {})[round_number] = token
            else:
                to_come = True

    def told(player: Player) -> Player:
        byes = given.get(player.number)
        if byes is None:
            return player
        own = [*player.results, *[""] * (paired - len(player.results))]
        return replace(
            player,
            results=trim_empty_rounds(
                [text or byes.get(i, "") for i, text in enumerate(own, 1)]
            ),
        )

    return tuple(map(told, players)), to_come


def _parse_round(cell: str) -> str:
    """Return one round's columns as a result; one that isn't understood is kept."""
    opponent = loose.parse_whole_number(cell[:4]) or 0
    color = cell[_COLOUR : _COLOUR + 1].lower()
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
