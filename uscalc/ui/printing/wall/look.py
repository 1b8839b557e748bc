"""Define the type sizes of wall charts, in points."""

from typing import Final, NamedTuple

from uscalc.ui.printing.page import PER_INCH, measure_capital_height

REFERENCE: Final = 10_000


class TypeSizes(NamedTuple):
    """The largest and smallest type of rows, and the usual size.

    `capitals` is the least height in mm of capital letters in the table and above it.
    `small` is for what is read from near: the event, the page number, the notes. `row`
    is the height of a row, and `gap` the gap between columns, relative to the type
    size.
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
        """Return the smallest type, in tenths of a point, with capitals of that height."""
        needed = self.capitals / 25.4 * PER_INCH
        return -int(-needed * REFERENCE // measure_capital_height(REFERENCE))


NORMAL: Final = TypeSizes(20, 12, 8, 46, 17, 9, 0.0, 1.38, 0.7)
BIG: Final = TypeSizes(34, 20, 14, 56, 24, 12, 5.0, 1.26, 0.5)
