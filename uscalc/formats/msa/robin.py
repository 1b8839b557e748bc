"""Recognize a round robin that a page shows as a square."""

import re
from typing import Final

from uscalc.document.cells import parse_cell
from uscalc.formats.msa.cells import parse_result
from uscalc.formats.shared.robin import RoundOrder, order_columns_by_rounds

OWN_SQUARE: Final = "*"
_NUMBER: Final = re.compile(r"\d+")


def order_square_by_rounds(
    numbers: list[int], cells: list[list[str]]
) -> list[RoundOrder] | None:
    """Return each row's columns in the order of the rounds; None if it isn't a square.

    A column belongs to the row whose diagonal square is in it.
    """
    owners = _find_column_owners(cells)
    if owners is None or not _matches_column_owners(numbers, cells, owners):
        return None
    return order_columns_by_rounds(owners, len(cells))


def _find_column_owners(cells: list[list[str]]) -> list[int] | None:
    """Return the row that each column belongs to, if every row has equally many."""
    width = len(cells[0])
    if len(cells) < 2 or any(len(row) != width for row in cells):
        return None
    owners = []
    for column in range(width):
        own = [i for i, row in enumerate(cells) if row[column].strip() == OWN_SQUARE]
        if len(own) != 1:
            return None
        owners += own
    counts = {owners.count(row) for row in range(len(cells))}
    return owners if len(counts) == 1 else None


def _matches_column_owners(
    numbers: list[int], cells: list[list[str]], owners: list[int]
) -> bool:
    """Return whether every game in a column is against the row it belongs to."""
    for row in cells:
        for text, owner in zip(row, owners, strict=True):
            token = parse_result(text)
            named = (
                _NUMBER.search(token) if isinstance(parse_cell(token), tuple) else None
            )
            if named is not None and int(named[0]) != numbers[owner]:
                return False
    return True
