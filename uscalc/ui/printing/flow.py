"""Arrange blocks below one another, and divide them into pages."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from uscalc.report.wall.html import Paper
from uscalc.ui.printing.fit import fitted, wrapped, written
from uscalc.ui.printing.page import (
    POINT,
    RULE,
    SOFT_INK,
    Box,
    Face,
    Page,
    Text,
    paper_size,
    width_of,
)

MARGIN: Final = 44 * POINT
ABOVE: Final = 40 * POINT
NORMAL: Final = 10
BIG: Final = 13
"""Sizes of type in points."""


class Block(NamedTuple):
    """Items that no page break divides; `stays` keeps them with the next block.

    Positions are relative to the block's upper end.
    """

    items: tuple[Text | Box, ...]
    height: float
    stays: bool = False


Placed = list[tuple[float, Block]]
"""The blocks of a page, each with its upper end."""


def paged(blocks: Sequence[Block], top: float, bottom: float) -> list[Placed]:
    """Divide the blocks into pages, at least one."""
    parts: list[Placed] = [[]]
    y = float(top)
    for place, block in enumerate(blocks):
        if parts[-1] and y + _needed(blocks, place) > bottom:
            parts.append([])
            y = float(top)
        parts[-1].append((y, block))
        y += block.height
    return parts


def _needed(blocks: Sequence[Block], place: int) -> float:
    """Return the height of a block and of all blocks that it stays with."""
    needed = 0.0
    for block in blocks[place:]:
        needed += block.height
        if not block.stays:
            break
    return needed


def placed(part: Placed) -> list[Text | Box]:
    """Return the items of a page."""
    return [
        item._replace(y=item.y + top) for top, block in part for item in block.items
    ]


def joined(blocks: Iterable[Block]) -> Block:
    """Join blocks into one that no page break divides."""
    items: list[Text | Box] = []
    height = 0.0
    for block in blocks:
        items += [item._replace(y=item.y + height) for item in block.items]
        height += block.height
    return Block(tuple(items), height)


def frame(
    x: float, y: float, width: float, height: float, line: float, ink: str
) -> list[Box]:
    """Return the four sides of a rectangle, as lines of this width inside it."""
    return [
        Box(x, y, width, line, ink),
        Box(x, y + height - line, width, line, ink),
        Box(x, y, line, height, ink),
        Box(x + width - line, y, line, height, ink),
    ]


class Column:
    """The column of a page, in which blocks go below one another.

    It has three type faces. The last line of each page has its number.
    """

    def __init__(self, paper: Paper, big: bool) -> None:
        self._paper = paper
        size = BIG if big else NORMAL
        width, height = paper_size(paper)
        self.left, self.width = float(MARGIN), width - 2 * MARGIN
        self.bottom = height - ABOVE - 20 * POINT
        self.height = self.bottom - ABOVE
        self.plain = Face(size * POINT)
        self.soft = Face(int(size * 0.88 * POINT), ink=SOFT_INK)
        self.strong = self.plain._replace(strong=True)

    def text(self, text: str, face: Face) -> Block:
        """Return a text on all the lines that it needs."""
        lines = tuple(wrapped(text, face, self.width))
        items, height = written(lines, face, self.left, 0)
        return Block(tuple(items), height)

    def gap(self, lines: float) -> Block:
        """Return a gap, in heights of the type."""
        return Block((), self.plain.size * lines)

    def pages(self, blocks: Iterable[Block], name: str, foot: str) -> tuple[Page, ...]:
        """Return at least one page; `name` describes it, and `foot` is printed below."""
        parts = paged(list(blocks), ABOVE, self.bottom)
        return tuple(
            self._page(part, name, foot, f"page {number} of {len(parts)}")
            for number, part in enumerate(parts, 1)
        )

    def _page(self, part: Placed, name: str, foot: str, where: str) -> Page:
        items = placed(part)
        top = self.bottom + 6 * POINT
        items.append(Box(self.left, top, self.width, 5, RULE))
        x = self.left + self.width - width_of(where, self.soft)
        fit = fitted(foot, self.soft, x - self.left - 20 * POINT)
        items += written(fit.lines[:1], fit.face, self.left, top + 4 * POINT)[0]
        items += written((where,), self.soft, x, top + 4 * POINT)[0]
        return Page(self._paper, tuple(items), f"{name}, {where}")
