"""Find a place for every label, so that no labels overlap and few cover a mark."""

from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from statistics import mean
from typing import Final, NamedTuple

from uscalc.counted import group_by_key

CELL: Final = 24.0
INK: Final = 6.0
"""The side in pixels of the square cells in which boxes and lines are looked up."""
HAIR: Final = 1e-6
"""Boxes that overlap by less than this many pixels count as only touching."""
RINGS: Final = 12
"""A required label is placed at most this many label heights from its point."""


class PixelBox(NamedTuple):
    """A rectangle in pixels; y is counted downward."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def overlaps(self, other: "PixelBox") -> bool:
        """Return whether two boxes share more than an edge, apart from rounding."""
        return (
            self.x < other.right - HAIR
            and other.x < self.right - HAIR
            and self.y < other.bottom - HAIR
            and other.y < self.bottom - HAIR
        )

    def lies_within(self, other: "PixelBox") -> bool:
        """Return whether the box is completely inside another."""
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def grow_by(self, by: float) -> "PixelBox":
        """Return the box with `by` more pixels on each side."""
        return PixelBox(
            self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by
        )


class LabelRoom:
    """The boxes that labels already take, and the cells that lines and dots cross."""

    def __init__(self, bounds: PixelBox) -> None:
        self.bounds = bounds
        self._taken: dict[tuple[int, int], list[PixelBox]] = {}
        self._ink: dict[tuple[int, int], int] = {}

    def copy_room(self) -> "LabelRoom":
        """Return a copy that can be filled independently."""
        room = LabelRoom(self.bounds)
        room._taken = {cell: list(boxes) for cell, boxes in self._taken.items()}
        room._ink = dict(self._ink)
        return room

    def reserve_box(self, box: PixelBox) -> None:
        """Reserve a box for a label."""
        for cell in _list_cells(box, CELL):
            self._taken.setdefault(cell, []).append(box)

    def is_free(self, box: PixelBox) -> bool:
        """Return whether no label overlaps a box."""
        return box.lies_within(self.bounds) and not any(
            box.overlaps(other)
            for cell in _list_cells(box, CELL)
            for other in self._taken.get(cell, ())
        )

    def note_mark(self, box: PixelBox, weight: int = 2) -> None:
        """Note a mark that labels should not cover; `weight` says how important this is."""
        for cell in _list_cells(box, INK):
            self._ink[cell] = self._ink.get(cell, 0) + weight

    def note_line(self, points: Sequence[tuple[float, float]]) -> None:
        """Note a line that labels should not cover."""
        for (x0, y0), (x1, y1) in pairwise(points):
            steps = max(1, int(max(abs(x1 - x0), abs(y1 - y0)) / INK * 1.5))
            for i in range(steps + 1):
                part = i / steps
                cell = _find_cell(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, INK)
                self._ink[cell] = self._ink.get(cell, 0) + 1

    def measure_covered(self, box: PixelBox) -> int:
        """Return the weight of the marks that a label in a box would cover."""
        return sum(self._ink.get(cell, 0) for cell in _list_cells(box, INK))


def _find_cell(x: float, y: float, size: float) -> tuple[int, int]:
    return int(x // size), int(y // size)


def _list_cells(box: PixelBox, size: float) -> list[tuple[int, int]]:
    left, top = _find_cell(box.x, box.y, size)
    right, bottom = _find_cell(box.right, box.bottom, size)
    return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]


def place_beside(
    x: float, y: float, width: float, height: float, side: str, gap: float
) -> PixelBox:
    """Return the box of a label on a side of a point."""
    left, top = x - width / 2, y - height / 2
    slant = gap * 0.7 if "-" in side else gap
    if "above" in side:
        top = y - slant - height
    if "below" in side:
        top = y + slant
    if "right" in side:
        left = x + slant
    if "left" in side:
        left = x - slant - width
    return PixelBox(left, top, width, height)


def find_place(
    room: LabelRoom,
    anchor: tuple[float, float],
    size: tuple[float, float],
    sides: Sequence[str],
    gap: float,
    far: bool,
) -> PixelBox | None:
    """Return the best free place near a point, or None if there is none.

    Of the free places beside the point, this is the one that covers the fewest marks;
    if several do, the side that comes first in `sides`. If `far` is True, places
    further away are tried after them.
    """
    x, y = anchor
    width, height = size
    best: tuple[int, int, PixelBox] | None = None
    near = False
    for ring in range(RINGS + 1 if far else 1):
        for order, side in enumerate(sides):
            box = place_beside(x, y, width, height, side, gap + ring * height)
            if room.is_free(box):
                # A larger distance counts like covering a part of a line.
                found = room.measure_covered(box) + 3 * ring, order, box
                best = min(best or found, found, key=itemgetter(0, 1))
        if ring == 0:
            near = best is not None
        if best is not None and (not best[0] or ring >= 2 or (ring and not near)):
            break
    return None if best is None else best[2]


def spread_apart(
    wanted: Sequence[float], sizes: Sequence[float], low: float, high: float
) -> list[float]:
    """Return positions along a line that do not overlap, in the same order.

    `wanted` are the preferred middles of the items, in ascending order. Items that
    would overlap are joined into blocks. Each block is centered on the average of its
    preferred middles, within `low` and `high`.
    """
    blocks: list[
        list[float]
    ] = []  # Each block: the sum of its preferred starts, its number of items, its size, its start.
    for middle, size in zip(wanted, sizes, strict=True):
        blocks.append([middle - size / 2, 1.0, size, middle - size / 2])
        while len(blocks) > 1 and blocks[-2][3] + blocks[-2][2] > blocks[-1][3]:
            last = blocks.pop()
            block = blocks[-1]
            block[0] += last[0] - last[1] * block[2]
            block[1] += last[1]
            block[2] += last[2]
            block[3] = block[0] / block[1]
    # Move blocks inside the limits: first from the low end, then from the high end.
    at = low
    for block in blocks:
        block[3] = at = max(block[3], at)
        at += block[2]
    at = high
    for block in reversed(blocks):
        block[3] = at = min(block[3], at - block[2])
    middles: list[float] = []
    i = 0
    for block in blocks:
        at = block[3]
        for _ in range(int(block[1])):
            middles.append(at + sizes[i] / 2)
            at += sizes[i]
            i += 1
    return middles


class StackedDot(NamedTuple):
    """A dot of a dot plot; `level` is the number of dots below it."""

    x: float
    level: int


def stack_dots(
    places: Sequence[float], height: float, radius: float, least: float
) -> tuple[float, list[StackedDot]]:
    """Stack dots that are close to each other; return their radius and their places.

    The radius shrinks, at most to `least`, until the highest stack fits into `height`.
    """
    while True:
        stacks = group_by_key((round(x / (2 * radius)), x) for x in places)
        highest = max(map(len, stacks.values()), default=0) * 2 * radius
        if highest <= height or radius <= least:
            break
        radius *= 0.9
    return radius, [
        StackedDot(mean(stack), level)
        for stack in stacks.values()
        for level in range(len(stack))
    ]
