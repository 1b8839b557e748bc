"""The pieces of a text block that look alike."""

from collections.abc import Iterator

from PySide6.QtGui import QTextBlock, QTextFragment


def iterate_fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    """Yield the pieces of a block, from its beginning."""
    place = block.begin()
    while not place.atEnd():
        yield place.fragment()
        place += 1
