"""A font that a test can read from the screen: every letter is a bar and eight boxes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontDatabase, QImage
from PySide6.QtWidgets import QApplication

FAMILY = "Bars and Boxes"
SIZE = 16
"""The size in pixels; a letter is this high, and three quarters as wide."""
BOX = SIZE // 4
ADVANCE = 3 * BOX
LETTERS = (
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    "+-.,/:;?!()|·→−–…½&\"'"
)
CODES = {letter: place + 1 for place, letter in enumerate(LETTERS)}
DIFFERS = 60
"""The least difference between ink and background, over all three colors together."""


def _square(pen: TTGlyphPen, column: int, row: int, high: int = 1) -> None:
    """Draw boxes of 200 units, with a quarter of that left between two columns."""
    left, right = column * 200, column * 200 + 150
    top, bottom = 600 - row * 200, 600 - (row + high) * 200
    pen.moveTo((left, bottom))
    for point in ((left, top), (right, top), (right, bottom)):
        pen.lineTo(point)
    pen.closePath()


def _glyph(code: int) -> object:
    pen = TTGlyphPen(None)
    if code:
        _square(pen, 0, 0, 4)
        for bit in range(8):
            if code >> bit & 1:
                _square(pen, 1 + bit // 4, bit % 4)
    return pen.glyph()


def write_font(path: Path, weight: int) -> None:
    """Write the font to a file; all weights look the same."""
    names = {letter: f"u{ord(letter):04X}" for letter in (" ", *LETTERS)}
    glyphs = {".notdef": _glyph(255), names[" "]: _glyph(0)}
    glyphs |= {names[letter]: _glyph(code) for letter, code in CODES.items()}
    font = FontBuilder(800, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics(dict.fromkeys(glyphs, (600, 0)))
    font.setupHorizontalHeader(ascent=600, descent=-200)
    style = "Regular" if weight < 600 else "Bold"
    font.setupNameTable({"familyName": FAMILY, "styleName": style})
    heights = {"sTypoAscender": 600, "sTypoDescender": -200, "sTypoLineGap": 0}
    heights |= {"usWinAscent": 600, "usWinDescent": 200}
    font.setupOS2(**heights, usWeightClass=weight, fsSelection=0x40)
    font.setupPost()
    font.save(path)


@contextmanager
def bars_and_boxes(app: QApplication, folder: Path) -> Iterator[None]:
    """Use the font as the program's font for the duration of a test."""
    before, numbers = app.font(), []
    for weight in (400, 600):
        path = folder / f"bars{weight}.ttf"
        write_font(path, weight)
        numbers.append(QFontDatabase.addApplicationFont(str(path)))
    assert -1 not in numbers
    font = QFont(FAMILY)
    font.setPixelSize(SIZE)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    app.setFont(font)
    try:
        yield
    finally:
        app.setFont(before)
        for number in numbers:
            QFontDatabase.removeApplicationFont(number)


Pixels = NDArray[np.int16]


def pixels(image: QImage) -> Pixels:
    """Return rows of pixels with three colors."""
    flat = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(flat.constBits(), np.uint8)
    rows = raw.reshape(flat.height(), flat.bytesPerLine() // 4, 4)
    return rows[:, : flat.width(), :3].astype(np.int16)


def read(screen: Pixels, cell: QRect) -> str:
    """Return the text in a cell of the screen; unreadable letters are �."""
    part = screen[cell.top() : cell.bottom(), cell.left() : cell.right()]
    ink = np.abs(part - part[6, 3]).sum(axis=2) > DIFFERS
    # Marks and frames at the edges are not text.
    ink[:3], ink[-4:], ink[:, :3], ink[:, -3:] = False, False, False, False
    start = _first_bar(ink)
    if start is None:
        return ""
    top, left = start
    said = ""
    while left + ADVANCE <= ink.shape[1] + BOX:
        letter = ink[top : top + SIZE, left : left + ADVANCE]
        said += _letter(letter) if letter[1 : SIZE - 1, 1 : BOX - 2].all() else " "
        left += ADVANCE
    return said.rstrip()


def _first_bar(ink: NDArray[np.bool_]) -> tuple[int, int] | None:
    """Return the upper left corner of the first letter: ink over the whole height of a letter."""
    # A row further up or down is too short for a bar of letter height.
    sums = np.cumsum(np.vstack([np.zeros((1, ink.shape[1]), int), ink]), axis=0)
    runs = sums[SIZE:] - sums[:-SIZE]
    columns = np.flatnonzero((runs == SIZE).any(axis=0))
    if not len(columns):
        return None
    left = int(columns[0])
    return int(np.argmax(runs[:, left] == SIZE)), left


def _letter(ink: NDArray[np.bool_]) -> str:
    code = 0
    for bit in range(8):
        x, y = (1 + bit // 4) * BOX + 1, (bit % 4) * BOX + 1
        if x < ink.shape[1]:
            code |= int(bool(ink[y : y + 2, x].all())) << bit
    known = 0 < code <= len(LETTERS)
    return LETTERS[code - 1] if known else "\N{REPLACEMENT CHARACTER}"
