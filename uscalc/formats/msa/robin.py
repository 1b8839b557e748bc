"""Round robins printed as a square: its columns are opponents and become rounds."""

import re
from typing import Final

from uscalc.document.cells import parse_cell
from uscalc.formats.msa.cells import result_token

OWN_SQUARE: Final = "*"
_NUMBER: Final = re.compile(r"\d+")

Order = list[int | None]
"""For each round the column that holds a row's result; None where it sits out."""


def rounds_of_square(numbers: list[int], cells: list[list[str]]) -> list[Order] | None:
    """The columns of each row in the order of the rounds; None if it is no square.

    A column belongs to the row whose own square stands in it. The page does not say
    in which round two met, so they get the round that the usual tables give them; a
    second meeting comes as many rounds later as there are rounds.
    """
    owners = _owners(cells)
    if owners is None or not _names_owners(numbers, cells, owners):
        return None
    size = len(cells)
    cycle = size if size % 2 else size - 1
    meetings = len(owners) // size
    orders: list[Order] = [[None] * (cycle * meetings) for _ in cells]
    for row, order in enumerate(orders):
        seen = [0] * size
        for column, owner in enumerate(owners):
            if owner != row:
                order[seen[owner] * cycle + _round(row, owner, size)] = column
            seen[owner] += 1
    return orders


def _owners(cells: list[list[str]]) -> list[int] | None:
    """For each column the row whose own square it holds, each row's equally often."""
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
    """Whether every game in a column is against the column's owner."""
    for row in cells:
        for text, owner in zip(row, owners, strict=True):
            token = result_token(text)
            named = (
                _NUMBER.search(token) if isinstance(parse_cell(token), tuple) else None
            )
            if named is not None and int(named[0]) != numbers[owner]:
                return False
    return True


def _round(one: int, other: int, size: int) -> int:
    """The round from 0 in which two rows meet, by the method of the circle.

    With an even number of rows the last one stays in its place.
    """
    cycle = size if size % 2 else size - 1
    if max(one, other) == cycle:
        return 2 * min(one, other) % cycle
    return (one + other) % cycle
