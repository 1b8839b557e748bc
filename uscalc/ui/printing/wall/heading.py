"""Make the heading of a wall chart: large on the first page, then in a line or two."""

from collections.abc import Iterator
from typing import Final

from uscalc.report.wall.model import WallSheet
from uscalc.ui.printing.fit import Fitted, fitted, line_height, wrapped, written
from uscalc.ui.printing.page import (
    INK,
    POINT,
    SOFT_INK,
    Box,
    Face,
    Text,
    ascent_of,
    width_of,
)
from uscalc.ui.printing.wall.look import Look

ABOVE: Final = 30 * POINT
FARTHER: Final = 0.45
"""The size of the section's name on further pages, relative to the first page."""
BESIDE: Final = 0.72
"""The size of the text beside it there, relative to it."""
WIDEST_PLACE: Final = "page 888 of 888"
"""The widest page number, used before the pages are counted."""

Head = tuple[list[Text | Box], float]
"""The items, and where the table begins."""


class Heading:
    """Make the lines of event, section, condition and page number."""

    def __init__(
        self, sheet: WallSheet, look: Look, floor: int, span: tuple[float, float]
    ) -> None:
        self._sheet, self._look, self._floor = sheet, look, floor
        self._left, self._right = span
        self._width = self._right - self._left
        self._small = Face(look.small * POINT, ink=SOFT_INK)

    def first(self, place: str) -> Head:
        """Return the heading of the first page.

        `place` is its number, if there are several.
        """
        items, top = self._event(place)
        title = Face(self._look.title * POINT, True)
        status = Face(self._look.status * POINT, True)
        for line in (self._title(title), *self._status(status)):
            top = self._write(items, line, top)
        plain = Face(max(int(self._look.small * 1.25 * POINT), self._floor), ink=INK)
        subtitle = tuple(wrapped(self._sheet.subtitle, plain, self._width))
        top = self._write(items, Fitted(subtitle, plain), top)
        return items, top + 6 * POINT

    def further(self, place: str, size: int) -> Head:
        """Return the heading of a further page, as low as possible.

        `size` is its rows' type.
        """
        largest = max(int(self._look.title * FARTHER * POINT), int(size * 1.15))
        title = Face(largest, True)
        beside = Face(max(int(largest * BESIDE), self._floor))
        said = " \N{EN DASH} ".join(self._sheet.status_parts)
        gap = largest * 0.7
        line = width_of(self._sheet.section, title)
        line += gap + width_of(said, beside) if said else 0.0
        event = width_of(self._sheet.event, self._small)
        number = width_of(WIDEST_PLACE, self._small)
        whole = line + gap + event + self._small.size + number
        items: list[Text | Box] = []
        top = float(ABOVE)
        if whole > self._width:
            items, top = self._event(place)
        if line > self._width:
            for part in (self._title(title), *self._status(beside)):
                top = self._write(items, part, top)
            return items, top + 2 * POINT
        base = top + largest * 0.1 + min(ascent_of(title), largest)
        items.append(Text(self._left, base, self._sheet.section, title))
        if said:
            x = self._left + line - width_of(said, beside)
            items.append(Text(x, base, said, beside))
        if whole <= self._width:
            x = self._right - width_of(place, self._small)
            items.append(Text(x, base, place, self._small))
            x -= self._small.size + event
            items.append(Text(x, base, self._sheet.event, self._small))
        return items, top + largest * 1.3 + 2 * POINT

    def _event(self, place: str) -> Head:
        """Return the event at the left and the page number at the right, in small type."""
        event = fitted(self._sheet.event, self._small, self._width * 0.7, 0.8)
        lines, top = written(event.lines, event.face, self._left, ABOVE)
        items: list[Text | Box] = [*lines]
        if place:
            x = self._right - width_of(place, self._small)
            items += written((place,), self._small, x, ABOVE)[0]
        return items, top

    def _title(self, face: Face) -> Fitted:
        return fitted(self._sheet.section, face, self._width, self._least(face, 0.4))

    def _status(self, face: Face) -> Iterator[Fitted]:
        """Yield the condition and the validity, on one line or on a line each."""
        least = self._least(face, 0.65)
        parts = self._sheet.status_parts
        together = " \N{EN DASH} ".join(parts)
        line = fitted(together, face, self._width, least)
        if len(line.lines) == 1:
            parts = (together,) if together else ()
        for part in parts:
            yield fitted(part, face, self._width, least)

    def _least(self, face: Face, usual: float) -> float:
        """Return how far type may shrink and still be read from afar."""
        return max(usual, min((self._floor + 0.5) / face.size, 1.0))

    def _write(self, items: list[Text | Box], said: Fitted, top: float) -> float:
        items += written(said.lines, said.face, self._left, top)[0]
        # Large type needs no more space between lines than small type.
        return top + len(said.lines) * min(
            line_height(said.face), said.face.size * 1.2 + 2 * POINT
        )
