"""Fit texts into a width: shrink them, then break them into lines, never cut them."""

from collections.abc import Iterator
from typing import NamedTuple

from uscalc.ui.printing.page import TextItem, TypeFace, measure_ascent, measure_width

LINE_SPACING = 1.35
"""The distance between base lines, in sizes of the type."""


class FittedText(NamedTuple):
    """A text in the size that fits, broken into its lines."""

    lines: tuple[str, ...]
    face: TypeFace


def fit_text(text: str, face: TypeFace, width: float, least: float = 0.6) -> FittedText:
    """Return the text on one line, in smaller type if necessary, or on several lines.

    `least` is the smallest part of the size that the type may shrink to.
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
    smaller = face._replace(size=smallest)
    return FittedText(_break_evenly(text, smaller, width), smaller)


def _break_evenly(text: str, face: TypeFace, width: float) -> tuple[str, ...]:
    """Return as few lines as possible, of similar lengths: no word is left alone."""
    lines = tuple(wrap_text(text, face, width))
    while True:
        longest = max(measure_width(line, face) for line in lines)
        # A width just below that of the longest line gives another division.
        closer = tuple(wrap_text(text, face, longest - face.size / 100))
        if closer == lines or len(closer) > len(lines) or _breaks_word(closer, text):
            return lines
        lines = closer


def _breaks_word(lines: tuple[str, ...], text: str) -> bool:
    """Return whether a word is divided between two lines."""
    return " ".join(lines) != text


def wrap_text(text: str, face: TypeFace, width: float) -> Iterator[str]:
    """Yield lines that are no wider than `width`; a wider word is broken too."""
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
    """Yield parts of a word that fit, after a hyphen if possible; none is empty."""
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
    """Return the distance between base lines."""
    return face.size * LINE_SPACING


def place_lines(
    lines: tuple[str, ...], face: TypeFace, x: float, top: float
) -> tuple[list[TextItem], float]:
    """Return the lines below one another from `top`, and their lower end."""
    height = get_line_height(face)
    lead = (height - face.size) / 2
    texts = [
        TextItem(
            x,
            top + place * height + lead + min(measure_ascent(face), face.size),
            line,
            face,
        )
        for place, line in enumerate(lines)
        if line
    ]
    return texts, top + len(lines) * height
