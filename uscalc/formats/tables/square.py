"""Read the square of a round robin: bare results, with a column for each player."""

from typing import Final

from uscalc.formats.shared.robin import order_columns_by_rounds
from uscalc.formats.tables.cells import RESULTS

_OWN: Final = frozenset(("*", "", "x", "X", "■", "█"))
"""Texts of the diagonal squares."""
_RESULTS: Final = {**RESULTS, "": ""}
_MIRRORED: Final = {"W": "L", "L": "W", "D": "D", "X": "F", "F": "X", "": ""}


def read_square(cells: list[list[str]], numbers: list[int]) -> list[list[str]] | None:
    """Return each row's results by rounds, for rows of these numbers.

    None if no square.

    It is a square if every two mirrored cells agree and at least one game was played.
    """
    size = len(cells)
    if size < 2 or any(len(row) != size for row in cells):
        return None
    if any(row[i] not in _OWN for i, row in enumerate(cells)):
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
