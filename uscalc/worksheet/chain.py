"""Figures that follow from one another, each found from those written before it.

Whoever rounds every figure as it is asked, and goes on with what is written, must come
to the answers of whoever keeps all digits. A figure for which that does not hold, or
which lies at a border of rounding, is asked with one decimal more; and where that does
not help, there is no such exercise.
"""

from typing import Final

from uscalc.explain.numbers import MINUS, number, rating
from uscalc.worksheet.model import (
    Ask,
    Blank,
    Exercise,
    Group,
    Item,
    is_clear,
    rounded,
)

_MORE: Final = 2
"""So many decimals more than planned a figure may have."""


class AmbiguousError(Exception):
    """A figure's rounding would not be plain."""


class Chain:
    """An exercise while it is made.

    `finer` is how many decimals more than usual the figures have that others are made
    from. `written` has what stands on the sheet, by key, and `said` the same as text.
    """

    def __init__(self, finer: int = 0) -> None:
        self.written: dict[str, float] = {}
        self.said: dict[str, str] = {}
        self._finer = finer
        self._items: list[Item] = []
        self._topics: list[str] = []

    def needs(self, *topics: str) -> None:
        """Names rules that the exercise goes by."""
        self._topics += [topic for topic in topics if topic not in self._topics]

    def add(self, item: Item) -> None:
        """A sentence, a table or a line."""
        self._items.append(item)

    def tell(self, key: str, value: float, decimals: int) -> str:
        """A figure that is given; its text."""
        self.written[key] = rounded(value, decimals)
        self.said[key] = number(self.written[key], decimals)
        return self.said[key]

    def blank(
        self,
        key: str,
        name: str,
        group: Group,
        exact: float,
        by_hand: float,
        decimals: int,
        hint: str,
        working: str,
        *,
        signed: bool = False,
        last: bool = False,
    ) -> Blank:
        """A figure to be found.

        `by_hand` is what the figures written so far give. `last` says that no other
        figure is made from it. Raises AmbiguousError.
        """
        assert key not in self.written, key
        least = decimals if last else decimals + self._finer
        for places in range(least, least + _MORE + 1):
            if (
                is_clear(exact, places)
                and is_clear(by_hand, places)
                and rounded(exact, places) == rounded(by_hand, places)
            ):
                made = Blank(key, name, group, exact, places, hint, working, signed)
                self.written[key] = rounded(exact, places)
                self.said[key] = made.answer
                return made
        raise AmbiguousError(key)

    def line(self, label: str, blank: Blank) -> None:
        """A line that ends in a figure to be found."""
        self._items.append(Ask(label, blank))

    def done(self, title: str, question: str) -> Exercise:
        """The exercise."""
        return Exercise(title, question, tuple(self._items), tuple(self._topics))


def as_printed(value: float) -> float:
    """A rating as it stands on the sheet, which a hand computes with."""
    return float(rating(value).replace(MINUS, "-"))
