"""The size of a PDF's letters on paper, measured in the fonts that it contains."""

import re
from io import BytesIO
from typing import Any, Final, NamedTuple

from fontTools.ttLib import TTFont
from pypdf import PdfReader

MM: Final = 25.4 / 72
FLAT: Final = "HEFILTXZNDPRBKAMVWY"
"""Capitals without a round end, which would extend beyond the others."""


class Word(NamedTuple):
    """A word on a page: its position in points, and the height of its capitals."""

    text: str
    x: float
    y: float
    capitals: float
    """In millimeters."""


def words_of(data: bytes) -> list[list[Word]]:
    """Return the words of each page in the order in which they are drawn."""
    found = []
    capitals: dict[str, float] = {}
    for page in PdfReader(BytesIO(data)).pages:
        for font in page["/Resources"]["/Font"].values():
            name, height = _measured(font.get_object())
            capitals[name] = max(height, capitals.get(name, 0.0))
        words: list[Word] = []

        def visit(text, cm, tm, font, size, words=words) -> None:
            if text.strip():
                scale = abs(cm[3] * tm[3])
                x = cm[0] * tm[4] + cm[4]
                y = cm[3] * tm[5] + cm[5]
                high = capitals[font["/BaseFont"]] * size * scale * MM
                words.append(Word(text.strip(), x, y, high))

        page.extract_text(visitor_text=visit)
        found.append(words)
    return found


def _measured(font: Any) -> tuple[str, float]:
    """Return a font's name, and the height of its capitals relative to its size."""
    name = str(font["/BaseFont"])
    told = font["/ToUnicode"].get_object().get_data().decode("latin-1")
    described = font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
    file = TTFont(BytesIO(described.get_object()["/FontFile2"].get_object().get_data()))
    order = file.getGlyphOrder()
    heights = [
        file["glyf"][order[code]].yMax
        for letter, code in _codes(told).items()
        if letter in FLAT
    ]
    return name, min(heights, default=0) / file["head"].unitsPerEm


def _codes(told: str) -> dict[str, int]:
    """Return a font's letters and their positions in it, one line of its table at a time."""
    codes = {}
    for line in told.splitlines():
        if listed := re.fullmatch(r"<(\w+)>\s*<\w+>\s*\[(.*)\]\s*", line):
            for place, letter in enumerate(re.findall(r"<(\w{4})>", listed[2])):
                codes[chr(int(letter, 16))] = int(listed[1], 16) + place
        elif ranged := re.fullmatch(r"<(\w+)>\s*<(\w+)>\s*<(\w{4})>\s*", line):
            first, last, letter = (int(text, 16) for text in ranged.groups())
            for place in range(last - first + 1):
                codes[chr(letter + place)] = first + place
    return codes
