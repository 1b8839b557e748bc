"""Recognize a round robin that a page shows as a square."""

import re
from typing import Final

from uscalc.document.cells import parse_cell
from uscalc.formats.msa.cells import result_token
from uscalc.formats.shared.robin import Order, rounds_of_owners

OWN_SQUARE: Final = "*"
_NUMBER: Final = re.compile(r"\d+")


def rounds_of_square(numbers: list[int], cells: list[list[str]]) -> list[Order] | None:
    """Return each row's columns in the order of the rounds; None if it isn't a square.

    A column belongs to the row whose diagonal square is in it.
    """
    owners = _owners(cells)
    if owners is None or not _names_owners(numbers, cells, owners):
        return None
    return rounds_of_owners(owners, len(cells))


def _owners(cells: list[list[str]]) -> list[int] | None:
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


def _names_owners(
    numbers: list[int], cells: list[list[str]], owners: list[int]
) -> bool:
    """Return whether every game in a column is against the row it belongs to."""
    for row in cells:
        for text, owner in zip(row, owners, strict=True):
            token = result_token(text)
            named = (
                _NUMBER.search(token) if isinstance(parse_cell(token), tuple) else None
            )
            if named is not None and int(named[0]) != numbers[owner]:
                return False
    return True
