"""Convert SwissSys results of seven fields to results of an event file."""

from typing import Final

from uscalc.document.cells import parse_cell

PLAYED: Final = frozenset("+-=")
_GAMES: Final = {"+": "W", "-": "L", "=": "D", "~": "?"}
_ALONE: Final = {"H": "H", "B": "B", "U": "U", "X": "X", "F": "F", "Z": "H"}
"""`Z` is a draw that was not played: half a point, and nothing to rate."""
_FORFEITS: Final = frozenset("XF")
_COLORS: Final = {"W": "w", "B": "b"}


def parse_result(said: str) -> str:
    """Return `+;12;W;5;12;12;0` as `W12w`; one that isn't understood is kept.

    An unplayed game without an opponent is a round that is not paired yet.
    """
    fields = [field.strip() for field in said.split(";")]
    code = fields[0].upper()
    opponent = _parse_opponent(fields)
    color = _COLORS.get(fields[2].upper(), "") if len(fields) > 2 else ""
    if code == "" and len(fields) == 1:
        return ""
    if code == "~" and opponent == 0:
        return ""
    if code in _GAMES and opponent:
        token = f"{_GAMES[code]}{opponent}{color}"
    elif code in _ALONE and opponent is not None:
        token = f"{code}{opponent}" if code in _FORFEITS and opponent else _ALONE[code]
    else:
        return said
    return token if isinstance(parse_cell(token), tuple) else said


def _parse_opponent(fields: list[str]) -> int | None:
    """Return the opponent's number; 0 for no opponent, None if it isn't a number."""
    if len(fields) < 2:
        return None
    text = fields[1]
    if text in ("", "0", "-1"):
        return 0
    if text.isascii() and text.isdigit() and len(text) <= 5:
        return int(text)
    return None
