"""Convert the square of a round robin to rounds: its columns are opponents."""

from collections.abc import Sequence

RoundOrder = list[int | None]
"""For each round, the column of a row's result; None if the player sits out."""


def order_columns_by_rounds(owners: Sequence[int], size: int) -> list[RoundOrder]:
    """Return each row's columns in the order of the rounds.

    `owners` are the rows that the columns belong to, each equally often. The table does
    not say in which round two players met, so the usual round robin tables decide. A
    second meeting comes one full cycle later.
    """
    cycle = size if size % 2 else size - 1
    meetings = len(owners) // size
    orders: list[RoundOrder] = [[None] * (cycle * meetings) for _ in range(size)]
    for row, order in enumerate(orders):
        seen = [0] * size
        for column, owner in enumerate(owners):
            if owner != row:
                order[seen[owner] * cycle + _find_meeting_round(row, owner, size)] = (
                    column
                )
            seen[owner] += 1
    return orders


def _find_meeting_round(one: int, other: int, size: int) -> int:
    """Return the round, from 0, in which two rows meet by the circle method.

    With an even number of rows the last one stays in its place.
    """
    cycle = size if size % 2 else size - 1
    if max(one, other) == cycle:
        return 2 * min(one, other) % cycle
    return (one + other) % cycle
