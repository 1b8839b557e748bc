"""Make the heading of a wall chart: large on the first page, one or two lines on the others."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from uscalc.report.wall.model import WallSheet
from uscalc.ui.printing.flow import (
    FittedText,
    ItemList,
    fit_text,
    get_line_height,
    wrap_text,
)
from uscalc.ui.printing.page import (
    PER_INCH,
    POINT,
    SOFT_INK,
    TextItem,
    TypeFace,
    measure_ascent,
    measure_capital_height,
    measure_width,
)

REFERENCE: Final = 10_000


class TypeSizes(NamedTuple):
    """The largest, usual and smallest type size of rows, and the sizes of other parts.

    `capitals` is the least height of capital letters in the table and above it, in mm.
    `small` is the type that is read up close: the event, the page number, the notes.
    `row` is the height of a row, and `gap` the gap between columns, both relative to
    the type size.
    """

    largest: int
    usual: int
    smallest: int
    title: int
    status: int
    small: int
    capitals: float
    row: float
    gap: float

    def compute_floor(self) -> int:
        """Return the type size, in tenths of a point, whose capitals are `capitals` high."""
        needed = self.capitals / 25.4 * PER_INCH
        return -int(-needed * REFERENCE // measure_capital_height(REFERENCE))


NORMAL: Final = TypeSizes(20, 12, 8, 46, 17, 9, 0.0, 1.38, 0.7)
BIG: Final = TypeSizes(34, 20, 14, 56, 24, 12, 5.0, 1.26, 0.5)


TOP_MARGIN: Final = 30 * POINT
FURTHER_TITLE_SIZE: Final = 0.45
"""The type size of the section's name on further pages, relative to the first page."""
BESIDE_TITLE_SIZE: Final = 0.72
"""The type size of the text beside that name, relative to the name's."""
WIDEST_PLACE: Final = "page 888 of 888"
"""The widest page number, which stands for any number until the pages are counted."""

HeadItems = tuple[ItemList, float]
"""The items of a heading, and the y at which the table begins."""


class SheetHeading:
    """Makes the heading: event, section, condition and page number."""

    def __init__(
        self, sheet: WallSheet, look: TypeSizes, floor: int, span: tuple[float, float]
    ) -> None:
        self._sheet, self._look, self._floor = sheet, look, floor
        self._left, self._right = span
        self._width = self._right - self._left
        self._small = TypeFace(look.small * POINT, ink=SOFT_INK)

    def make_first(self, place: str) -> HeadItems:
        """Return the heading of the first page.

        `place` is the page's number, if there are several pages.
        """
        items, top = self._make_event_line(place)
        title = TypeFace(self._look.title * POINT, True)
        status = TypeFace(self._look.status * POINT, True)
        for line in (self._fit_title(title), *self._fit_status(status)):
            top = self._add_lines(items, line, top)
        plain = TypeFace(max(int(self._look.small * 1.25 * POINT), self._floor))
        subtitle = tuple(wrap_text(self._sheet.subtitle, plain, self._width))
        top = self._add_lines(items, FittedText(subtitle, plain), top)
        return items, top + 6 * POINT

    def make_further(self, place: str, size: int) -> HeadItems:
        """Return the heading of a further page, which takes as little height as possible.

        `size` is the type size of its rows.
        """
        largest = max(
            int(self._look.title * FURTHER_TITLE_SIZE * POINT), int(size * 1.15)
        )
        title = TypeFace(largest, True)
        beside = TypeFace(max(int(largest * BESIDE_TITLE_SIZE), self._floor))
        text = " \N{EN DASH} ".join(self._sheet.status_parts)
        gap = largest * 0.7
        line = measure_width(self._sheet.section, title)
        line += gap + measure_width(text, beside) if text else 0.0
        event = measure_width(self._sheet.event, self._small)
        number = measure_width(WIDEST_PLACE, self._small)
        whole = line + gap + event + self._small.size + number
        items, top = (
            self._make_event_line(place)
            if whole > self._width
            else (ItemList(), float(TOP_MARGIN))
        )
        if line > self._width:
            for part in (self._fit_title(title), *self._fit_status(beside)):
                top = self._add_lines(items, part, top)
            return items, top + 2 * POINT
        base = top + largest * 0.1 + min(measure_ascent(title), largest)
        items.append(TextItem(self._left, base, self._sheet.section, title))
        if text:
            x = self._left + line - measure_width(text, beside)
            items.append(TextItem(x, base, text, beside))
        if whole <= self._width:
            x = self._right - measure_width(place, self._small)
            items.append(TextItem(x, base, place, self._small))
            x -= self._small.size + event
            items.append(TextItem(x, base, self._sheet.event, self._small))
        return items, top + largest * 1.3 + 2 * POINT

    def _make_event_line(self, place: str) -> HeadItems:
        """Return the event at the left and the page number at the right, in small type."""
        event = fit_text(self._sheet.event, self._small, self._width * 0.7, 0.8)
        items = ItemList()
        top = items.add_lines(*event, self._left, TOP_MARGIN)
        if place:
            x = self._right - measure_width(place, self._small)
            items.add_lines((place,), self._small, x, TOP_MARGIN)
        return items, top

    def _fit_title(self, face: TypeFace) -> FittedText:
        return fit_text(
            self._sheet.section, face, self._width, self._find_least_size(face, 0.4)
        )

    def _fit_status(self, face: TypeFace) -> Iterator[FittedText]:
        """Yield the condition and the validity, on one line or on two."""
        least = self._find_least_size(face, 0.65)
        parts = self._sheet.status_parts
        together = " \N{EN DASH} ".join(parts)
        if len(fit_text(together, face, self._width, least).lines) == 1:
            parts = (together,) if together else ()
        for part in parts:
            yield fit_text(part, face, self._width, least)

    def _find_least_size(self, face: TypeFace, usual: float) -> float:
        """Return how small, relative to its size, type may be to be readable from a distance."""
        return max(usual, min((self._floor + 0.5) / face.size, 1.0))

    def _add_lines(self, items: ItemList, text: FittedText, top: float) -> float:
        items.add_lines(*text, self._left, top)
        # The space between lines doesn't grow with the type.
        return top + len(text.lines) * min(
            get_line_height(text.face), text.face.size * 1.2 + 2 * POINT
        )
