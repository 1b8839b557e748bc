"""The look of a derivation's page, and the links in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Final

from PySide6.QtGui import QFont, QFontInfo, QTextBlock, QTextDocument, QTextFragment

from uscalc.ui.session.session import Session
from uscalc.ui.theme.hints import describe_finding
from uscalc.ui.theme.theme import Colors

FOLD: Final = "fold:"
HINT: Final = "hint:"
TERM: Final = "word:"
"""Links: to a walk that is shown or hidden, to what a hover tells, to a word's meaning."""


@dataclass(frozen=True, slots=True)
class PageStyle:
    """The look of a page: colors, the font of its words, and the zoom.

    `narrow` means that there is no room for a table of games with all its columns, nor
    for values beside their formulas. Drawings wider than `room`, in pixels, are drawn
    smaller.
    """

    colors: Colors
    font: QFont
    scale: float
    narrow: bool = False
    room: float = inf

    @property
    def points(self) -> float:
        """The size of the words in points."""
        return QFontInfo(self.font).pointSizeF()

    def scaled_size(self, part: float) -> str:
        """Return a part of the words' size, as a page takes it."""
        return f"{self.points * part:.1f}pt"

    @property
    def pixels(self) -> int:
        """The size of the words in pixels."""
        return QFontInfo(self.font).pixelSize()


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


NOBODY = "The section has no players. Open a file that has some, or add one."
MOST = 4
"""So many reasons are listed; the others are counted."""


def what_stops(session: Session) -> list[str]:
    """Return every finding that keeps the selected section from being rated, in words."""
    section, system = session.find_section_rating(), session.selection.system
    return [
        describe_finding(finding, session.document)
        for finding in (section.findings if section else ())
        if finding.stops_rating and finding.system in (None, system)
    ]


def why_not(session: Session) -> tuple[str, tuple[str, ...]]:
    """Return a title and sentences for a selection that has no rating."""
    if session.player is None or session.section is None:
        return "Nobody is here yet", (NOBODY,)
    stops = [f"{reason}." for reason in what_stops(session)]
    if session.section.kind == "unrated":
        stops = ["It is kept as a section that does not count for ratings."]
    more = len(stops) - MOST
    tail = (f"And {more} more.",) if more > 0 else ()
    return "The section is not rated", (*stops[:MOST], *tail)
