"""Texts of a table that go on in further lines: who gets how much room, how many lines."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextLayout, QTextOption

WRAPS: Final = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
"""A word that is wider than its column is parted too; nothing is cut."""


def wrapping(alignment: Qt.AlignmentFlag) -> QTextOption:
    """Return how a text is written that may take several lines."""
    option = QTextOption(alignment)
    option.setWrapMode(WRAPS)
    return option


def lines_of(text: str, width: int, font: QFont, metrics: QFontMetrics) -> int:
    """Return how many lines a text takes in a column."""
    if metrics.horizontalAdvance(text) <= width:
        return 1
    layout = QTextLayout(text, font)
    layout.setTextOption(wrapping(Qt.AlignmentFlag.AlignLeft))
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1))
    layout.endLayout()
    return layout.lineCount()


def shared(free: int, wants: Mapping[int, int]) -> dict[int, int]:
    """Share free pixels among columns equally, but give none more than it wants."""
    found: dict[int, int] = {}
    left = max(free, 0)
    for place, column in enumerate(sorted(wants, key=wants.__getitem__)):
        found[column] = min(wants[column], left // (len(wants) - place))
        left -= found[column]
    return found
