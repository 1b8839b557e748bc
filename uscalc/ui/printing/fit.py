"""Fit texts into a width: shrink them, then break them into lines, never cut them."""

from collections.abc import Iterator
from typing import NamedTuple

from uscalc.ui.printing.page import Face, Text, ascent_of, width_of

LEADING = 1.35
"""The distance between base lines, in sizes of the type."""


class Fitted(NamedTuple):
    """A text in the size that fits, broken into its lines."""

    lines: tuple[str, ...]
    face: Face


def fitted(text: str, face: Face, width: float, least: float = 0.6) -> Fitted:
    """Return the text on one line, in smaller type if necessary, or on several lines.

    `least` is the smallest part of the size that the type may shrink to.
    """
    needed = width_of(text, face)
    if needed <= width:
        return Fitted((text,), face)
    smallest = max(int(face.size * least), 1)
    size = max(int(face.size * width / needed), smallest)
    for shrunk in range(size, smallest - 1, -1):
        smaller = face._replace(size=shrunk)
        if width_of(text, smaller) <= width:
            return Fitted((text,), smaller)
    smaller = face._replace(size=smallest)
    return Fitted(_even(text, smaller, width), smaller)


def _even(text: str, face: Face, width: float) -> tuple[str, ...]:
    """Return as few lines as possible, of similar lengths: no word is left alone."""
    lines = tuple(wrapped(text, face, width))
    while True:
        longest = max(width_of(line, face) for line in lines)
        # A width just below that of the longest line gives another division.
        closer = tuple(wrapped(text, face, longest - face.size / 100))
        if closer == lines or len(closer) > len(lines) or _broken(closer, text):
            return lines
        lines = closer


def _broken(lines: tuple[str, ...], text: str) -> bool:
    """Return whether a word is divided between two lines."""
    return " ".join(lines) != text


def wrapped(text: str, face: Face, width: float) -> Iterator[str]:
    """Yield lines that are no wider than `width`; a wider word is broken too."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer, face) <= width:
            line = longer
            continue
        if line:
            yield line
        *full, line = _pieces(word, face, width)
        yield from full
    yield line


def _pieces(word: str, face: Face, width: float) -> Iterator[str]:
    """Yield parts of a word that fit, after a hyphen if possible; none is empty."""
    while width_of(word, face) > width and len(word) > 1:
        low, high = 1, len(word) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if width_of(word[:middle], face) <= width:
                low = middle
            else:
                high = middle - 1
        end = word.rfind("-", 0, low) + 1 or low
        yield word[:end]
        word = word[end:]
    yield word


def line_height(face: Face) -> float:
    """Return the distance between base lines."""
    return face.size * LEADING


def written(
    lines: tuple[str, ...], face: Face, x: float, top: float
) -> tuple[list[Text], float]:
    """Return the lines below one another from `top`, and their lower end."""
    height = line_height(face)
    lead = (height - face.size) / 2
    texts = [
        Text(
            x, top + place * height + lead + min(ascent_of(face), face.size), line, face
        )
        for place, line in enumerate(lines)
        if line
    ]
    return texts, top + len(lines) * height
