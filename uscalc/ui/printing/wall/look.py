"""The sizes of letters on wall sheets, in points."""

from typing import Final, NamedTuple

from uscalc.ui.printing.page import PER_INCH, capital_of

REFERENCE: Final = 10_000


class Look(NamedTuple):
    """The largest and smallest letters of rows, and from which on they are good.

    `capitals` is how high in millimetres every capital of the table and of what stands
    above it is at least. `small` is for what is read from near: the event, the page's
    number, the notes below. `row` is the height of a row, and `gap` what is between
    columns, in sizes of the letters.
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

    def floor(self) -> int:
        """Return the smallest letters whose capitals are so high, in tenths of a point."""
        needed = self.capitals / 25.4 * PER_INCH
        return -int(-needed * REFERENCE // capital_of(REFERENCE))


NORMAL: Final = Look(20, 12, 8, 46, 17, 9, 0.0, 1.38, 0.7)
BIG: Final = Look(34, 20, 14, 56, 24, 12, 5.0, 1.26, 0.5)
