"""The pieces of a text document: its blocks, the fragments of a block, its links."""

from collections.abc import Callable, Iterator

from PySide6.QtGui import (
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFragment,
)


def iterate_blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    """Yield the blocks of a document, from its beginning."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def iterate_fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    """Yield the pieces of a block, from its beginning."""
    place = block.begin()
    while not place.atEnd():
        yield place.fragment()
        place += 1


def find_links(document: QTextDocument) -> Iterator[tuple[str, int, int]]:
    """Yield the addresses, positions and lengths of the links in a document."""
    for block in iterate_blocks(document):
        for fragment in iterate_fragments(block):
            if link := fragment.charFormat().anchorHref():
                yield link, fragment.position(), fragment.length()


def select_link(
    document: QTextDocument, is_wanted: Callable[[str], bool]
) -> QTextCursor | None:
    """Return a cursor that selects the first link with a wanted address; None if there is none."""
    for link, start, length in find_links(document):
        if is_wanted(link):
            cursor = QTextCursor(document)
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            return cursor
    return None
