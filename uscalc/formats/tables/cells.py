"""Parse results in spreadsheets, as WinTD and chess-results write them."""

import re
from functools import lru_cache
from typing import Final

from uscalc.document.cells import parse_cell
from uscalc.formats.shared.pairing import order_columns_by_rounds

_LETTER_FIRST: Final = re.compile(
    r"(?P<code>[WLDBHUXFZNSR=])(?P<opponent>\d{0,5})\(?(?P<color>[WB]?)\)?", re.ASCII
)
_NUMBER_FIRST: Final = re.compile(
    r"(?P<opponent>\d{1,5})(?P<color>[WBS])(?P<result>1|0|½|=|\+|-|0[.,]5|1/2)",
    re.ASCII,
)
RESULTS: Final = {
    "1": "W",
    "0": "L",
    "½": "D",
    "=": "D",
    "0.5": "D",
    "0,5": "D",
    "1/2": "D",
    "+": "X",
    "-": "F",
}
_WHOLE: Final = {
    "-1": "B",
    "-½": "H",
    "-0.5": "H",
    "-1/2": "H",
    "-0": "U",
    "+": "X",
    "-": "F",
    "BYE": "B",
    "HALF": "H",
    "*": "U",
}
_ALONE: Final = re.compile(r"-*([BHUXF])-+|-+([BHUXF])-*", re.ASCII)
"""As in `H---` or `-B-`: dashes in place of a number."""
_NOTHING: Final = re.compile(r"--+", re.ASCII)
_COLORS: Final = {"W": "w", "B": "b", "S": "b"}
"""German tables write S for Black."""
_DASHES: Final = str.maketrans("−–—", "---")


@lru_cache(maxsize=8192)
def parse_result(text: str) -> str:
    """Return a cell, for example `W 12`, `D5`, `12w1` or `-½` as a result; keep unreadable text."""
    compact = "".join(text.split()).upper().translate(_DASHES)
    if compact in _WHOLE:
        return _WHOLE[compact]
    if _NOTHING.fullmatch(compact):
        return "U"
    if found := _ALONE.fullmatch(compact):
        return found[1] or found[2]
    if found := _NUMBER_FIRST.fullmatch(compact):
        code = RESULTS[found["result"]]
        color = "" if code in "XF" else _COLORS[found["color"]]
        token = f"{code}{int(found['opponent'])}{color}"
    elif found := _LETTER_FIRST.fullmatch(compact):
        code = "D" if found["code"] == "=" else found["code"]
        opponent = int(found["opponent"] or 0) or ""
        color = _COLORS.get(found["color"], "") if code in "WLDNSR" else ""
        token = f"{code}{opponent}{color}"
    else:
        return text.strip()
    return token if isinstance(parse_cell(token), tuple) else text.strip()


_OWN: Final = frozenset(("*", "", "x", "X", "■", "█"))
"""Texts of the diagonal squares."""
_RESULTS: Final = {**RESULTS, "": ""}
_MIRRORED: Final = {"W": "L", "L": "W", "D": "D", "X": "F", "F": "X", "": ""}


def read_square(cells: list[list[str]], numbers: list[int]) -> list[list[str]] | None:
    """Return each row's results by rounds, for rows of these numbers; None if it isn't a square.

    It is a square if every two mirrored cells agree and at least one game was played.
    """
    size = len(cells)
    if (
        size < 2
        or any(len(row) != size for row in cells)
        or any(row[i] not in _OWN for i, row in enumerate(cells))
    ):
        return None
    codes: dict[tuple[int, int], str] = {}
    for i, row in enumerate(cells):
        for j, text in enumerate(row):
            if i != j:
                code = _RESULTS.get(text)
                if code is None:
                    return None
                codes[i, j] = code
    if not any(codes.values()):
        return None
    # Both players may have lost by forfeit.
    if any(
        _MIRRORED[code] != codes[j, i] and not code == codes[j, i] == "F"
        for (i, j), code in codes.items()
    ):
        return None
    return [
        [_make_result(codes, i, j, numbers) for j in order]
        for i, order in enumerate(order_columns_by_rounds(range(size), size))
    ]


def _make_result(
    codes: dict[tuple[int, int], str], row: int, column: int | None, numbers: list[int]
) -> str:
    if column is None:
        return "U"
    code = codes[row, column]
    both = code == codes[column, row] == "F"
    return code if both or not code else f"{code}{numbers[column]}"
