"""Convert the cells of a rating report to results of an event file."""

import re
from typing import Final

from uscalc.document.cells import parse_cell

_CELL: Final = re.compile(r"([A-Z$#%])\s*(\d{0,5})\s*([WB]?)", re.ASCII)
_GAMES: Final = frozenset("WLDNSR")
_ALONE: Final = frozenset("BHUXFZ")
_FORFEITS: Final = frozenset("XFZ")
_TWO_GAMES: Final = {
    "$": "WW",
    "#": "WD",
    "W": "WL",
    "%": "DD",
    "D": "DL",
    "L": "LL",
}
"""Results of a double Swiss, two games a round.

2-0, 1.5-.5, 1-1 by a win each, two draws, .5-1.5, 0-2.
"""


def parse_result(text: str, double: bool = False) -> str:
    """Return a cell such as `W9B` or `H0`; one that isn't understood is kept.

    `double` reads the letters as those of two games, whose colors are unknown.
    """
    found = _CELL.fullmatch(text.strip().upper())
    if found is None:
        return text.strip()
    code, opponent, color = found[1], int(found[2] or 0), found[3].lower()
    if double and code in _TWO_GAMES and opponent:
        return "|".join(f"{letter}{opponent}" for letter in _TWO_GAMES[code])
    token = text.strip()
    if (code in _GAMES and opponent) or (code in _FORFEITS and opponent):
        token = f"{code}{opponent}{color}"
    elif code in _ALONE and not opponent:
        token = code
    return token if isinstance(parse_cell(token), tuple) else text.strip()
