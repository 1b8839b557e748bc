"""Round robins shown as a square: its columns are opponents and become rounds."""

from collections.abc import Sequence

Order = list[int | None]
"""For each round the column that holds a row's result; None where it sits out."""


def rounds_of_owners(owners: Sequence[int], size: int) -> list[Order]:
    """Return the columns of each row in the order of the rounds.

    `owners` are the rows that the columns belong to, each equally often. The table does
    not say in which round two met, so they get the round that the usual tables give
    them; a second meeting comes as many rounds later as there are rounds.
    """
    cycle = size if size % 2 else size - 1
    meetings = len(owners) // size
    orders: list[Order] = [[None] * (cycle * meetings) for _ in range(size)]
    for row, order in enumerate(orders):
        seen = [0] * size
        for column, owner in enumerate(owners):
            if owner != row:
                order[seen[owner] * cycle + _round(row, owner, size)] = column
            seen[owner] += 1
    return orders


def _round(one: int, other: int, size: int) -> int:
    """Return the round from 0 in which two rows meet, by the method of the circle.

    With an even number of rows the last one stays in its place.
    """
    cycle = size if size % 2 else size - 1
    if max(one, other) == cycle:
        return 2 * min(one, other) % cycle
    return (one + other) % cycle
