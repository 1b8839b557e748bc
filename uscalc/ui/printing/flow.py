"""Arrange blocks below one another, and divide them into pages."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.page import (
    POINT,
    RULE,
    SOFT_INK,
    BoxItem,
    PageItem,
    PrintedPage,
    TextItem,
    TypeFace,
    get_paper_size,
    measure_ascent,
    measure_width,
)

LINE_SPACING = 1.35
"""The distance between baselines, relative to the type size."""


class FittedText(NamedTuple):
    """A text divided into lines, at a type size that fits its space."""

    lines: tuple[str, ...]
    face: TypeFace


def fit_text(text: str, face: TypeFace, width: float, least: float = 0.6) -> FittedText:
    """Return the text on one line, in smaller type if necessary, or else on several lines.

    `least` is the smallest type size, relative to the full size.
    """
    needed = measure_width(text, face)
    if needed <= width:
        return FittedText((text,), face)
    smallest = max(int(face.size * least), 1)
    size = max(int(face.size * width / needed), smallest)
    for shrunk in range(size, smallest - 1, -1):
        smaller = face._replace(size=shrunk)
        if measure_width(text, smaller) <= width:
            return FittedText((text,), smaller)
    return FittedText(_break_evenly(text, smaller, width), smaller)


def _break_evenly(text: str, face: TypeFace, width: float) -> tuple[str, ...]:
    """Split a text into as few lines as possible, of similar lengths."""
    lines = tuple(wrap_text(text, face, width))
    while True:
        longest = max(measure_width(line, face) for line in lines)
        # Try a width just below the longest line, which gives a different division.
        closer = tuple(wrap_text(text, face, longest - face.size / 100))
        breaks_word = " ".join(closer) != text
        if closer == lines or len(closer) > len(lines) or breaks_word:
            return lines
        lines = closer


def wrap_text(text: str, face: TypeFace, width: float) -> Iterator[str]:
    """Yield lines no wider than `width`; a word that is wider is broken too."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if measure_width(longer, face) <= width:
            line = longer
            continue
        if line:
            yield line
        *full, line = _split_word(word, face, width)
        yield from full
    yield line


def _split_word(word: str, face: TypeFace, width: float) -> Iterator[str]:
    """Split a word into parts that fit, after a hyphen if possible; no part is empty."""
    while measure_width(word, face) > width and len(word) > 1:
        low, high = 1, len(word) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if measure_width(word[:middle], face) <= width:
                low = middle
            else:
                high = middle - 1
        end = word.rfind("-", 0, low) + 1 or low
        yield word[:end]
        word = word[end:]
    yield word


def get_line_height(face: TypeFace) -> float:
    """Return the distance between baselines."""
    return face.size * LINE_SPACING


class ItemList(list[PageItem]):
    """The items of a page or of a part of it, to which texts are added."""

    def add_lines(
        self, lines: Sequence[str], face: TypeFace, x: float, top: float
    ) -> float:
        """Add lines below each other from `top`; return their lower end."""
        height = get_line_height(face)
        lead = (height - face.size) / 2
        self += [
            TextItem(
                x,
                top + place * height + lead + min(measure_ascent(face), face.size),
                line,
                face,
            )
            for place, line in enumerate(lines)
            if line
        ]
        return top + len(lines) * height

    def add_text(
        self, text: str, face: TypeFace, x: float, top: float, width: float
    ) -> float:
        """Add a text on as many lines as it needs; return their lower end."""
        return self.add_lines(tuple(wrap_text(text, face, width)), face, x, top)


MARGIN: Final = 44 * POINT
ABOVE: Final = 40 * POINT
NORMAL: Final = 10
BIG: Final = 13
"""Type sizes in points."""


class PageBlock(NamedTuple):
    """Items that are never split between pages.

    If `stays` is True, the next block is on the same page. Positions are relative to
    the block's upper end.
    """

    items: tuple[PageItem, ...]
    height: float
    stays: bool = False


PlacedBlocks = list[tuple[float, PageBlock]]
"""The blocks of a page, each with its upper end."""


def split_into_pages(
    blocks: Sequence[PageBlock], top: float, bottom: float
) -> list[PlacedBlocks]:
    """Divide the blocks into pages; return at least one page."""
    parts: list[PlacedBlocks] = [[]]
    y = float(top)
    for place, block in enumerate(blocks):
        if parts[-1] and y + _measure_needed(blocks, place) > bottom:
            parts.append([])
            y = float(top)
        parts[-1].append((y, block))
        y += block.height
    return parts


def _measure_needed(blocks: Sequence[PageBlock], place: int) -> float:
    """Return the height of a block and of the blocks that must follow on the same page."""
    needed = 0.0
    for block in blocks[place:]:
        needed += block.height
        if not block.stays:
            break
    return needed


def join_blocks(blocks: Iterable[PageBlock]) -> PageBlock:
    """Join blocks into one, which no page break divides."""
    items, height = ItemList(), 0.0
    for block in blocks:
        items += [item._replace(y=item.y + height) for item in block.items]
        height += block.height
    return PageBlock(tuple(items), height)


def make_frame(
    x: float, y: float, width: float, height: float, line: float, ink: str
) -> list[BoxItem]:
    """Return the four sides of a rectangle, as lines of width `line` inside it."""
    return [
        BoxItem(x, y, width, line, ink),
        BoxItem(x, y + height - line, width, line, ink),
        BoxItem(x, y, line, height, ink),
        BoxItem(x + width - line, y, line, height, ink),
    ]


class TextColumn:
    """A column of blocks on pages, in three type faces.

    The last line of each page has its number.
    """

    def __init__(self, paper: Paper, big: bool) -> None:
        self._paper = paper
        size = BIG if big else NORMAL
        width, height = get_paper_size(paper)
        self.left, self.width = float(MARGIN), width - 2 * MARGIN
        self.bottom = height - ABOVE - 20 * POINT
        self.height = self.bottom - ABOVE
        self.plain = TypeFace(size * POINT)
        self.soft = TypeFace(int(size * 0.88 * POINT), ink=SOFT_INK)
        self.strong = self.plain._replace(strong=True)

    def make_text(self, text: str, face: TypeFace) -> PageBlock:
        """Return a block with a text, on as many lines as it needs."""
        return self.make_lines(tuple(wrap_text(text, face, self.width)), face)

    def make_lines(self, lines: tuple[str, ...], face: TypeFace) -> PageBlock:
        """Return a block with these lines."""
        items = ItemList()
        height = items.add_lines(lines, face, self.left, 0)
        return PageBlock(tuple(items), height)

    def make_gap(self, lines: float) -> PageBlock:
        """Return an empty block, `lines` lines high."""
        return PageBlock((), self.plain.size * lines)

    def make_pages(
        self, blocks: Iterable[PageBlock], name: str, foot: str
    ) -> tuple[PrintedPage, ...]:
        """Return the pages, at least one; `name` describes them, and `foot` is printed below."""
        parts = split_into_pages(list(blocks), ABOVE, self.bottom)
        return tuple(
            self._make_page(part, name, foot, f"page {number} of {len(parts)}")
            for number, part in enumerate(parts, 1)
        )

    def _make_page(
        self, part: PlacedBlocks, name: str, foot: str, where: str
    ) -> PrintedPage:
        items = ItemList(
            item._replace(y=item.y + top) for top, block in part for item in block.items
        )
        top = self.bottom + 6 * POINT
        items.append(BoxItem(self.left, top, self.width, 5, RULE))
        x = self.left + self.width - measure_width(where, self.soft)
        fit = fit_text(foot, self.soft, x - self.left - 20 * POINT)
        items.add_lines(fit.lines[:1], fit.face, self.left, top + 4 * POINT)
        items.add_lines((where,), self.soft, x, top + 4 * POINT)
        return PrintedPage(self._paper, tuple(items), f"{name}, {where}")
