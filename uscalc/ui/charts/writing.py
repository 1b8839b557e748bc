"""Words drawn one by one, so that they can be searched for in a PDF."""

import re
from collections.abc import Iterator
from typing import Final

from PySide6.QtGui import QFont, QTextLayout

_WORD: Final = re.compile("[^ \t\N{NO-BREAK SPACE}]+")


def words_of(text: str, font: QFont) -> Iterator[tuple[float, str]]:
    """Yield the words of a line, each with the place of its left end.

    They are drawn without what is between them: in a PDF, Qt names a letter after the
    first that has its glyph, which for the empty one is the tab, and who looks for two
    words there would not find them. Readers take a gap for a space.
    """
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    for word in _WORD.finditer(text):
        begin, end = word.span()
        runs = line.glyphRuns(begin, end - begin)
        # From right to left a word's first letter is at its right end.
        yield (
            min((p.x() for run in runs for p in run.positions()), default=0.0),
            word[0],
        )
