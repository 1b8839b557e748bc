"""Blocks one below the other, and the pages that they come to."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from uscalc.ui.printing.page import Box, Text


class Block(NamedTuple):
    """Something that no page break divides; `stays` keeps it with what follows.

    Its items count from its own upper end.
    """

    items: tuple[Text | Box, ...]
    height: float
    stays: bool = False


Placed = list[tuple[float, Block]]
"""The blocks of a page, each with its upper end."""


def paged(blocks: Sequence[Block], top: float, bottom: float) -> list[Placed]:
    """The blocks on as many pages as they take, at least one."""
    parts: list[Placed] = [[]]
    y = float(top)
    for place, block in enumerate(blocks):
        needed = block.height
        if block.stays and place + 1 < len(blocks):
            needed += blocks[place + 1].height
        if parts[-1] and y + needed > bottom:
            parts.append([])
            y = float(top)
        parts[-1].append((y, block))
        y += block.height
    return parts


def placed(part: Placed) -> list[Text | Box]:
    """What stands on a page."""
    return [
        item._replace(y=item.y + top) for top, block in part for item in block.items
    ]


def joined(blocks: Iterable[Block]) -> Block:
    """Blocks below one another as one that no page break divides."""
    items: list[Text | Box] = []
    height = 0.0
    for block in blocks:
        items += [item._replace(y=item.y + height) for item in block.items]
        height += block.height
    return Block(tuple(items), height)
