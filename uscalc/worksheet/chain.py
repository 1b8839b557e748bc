"""Figures that follow from one another, each found from those written before it.

Whoever rounds every figure as it is asked, and goes on with what is written, must come
to the answers of whoever keeps all digits of what is made from the printed figures, and
both to those of the engine. A figure for which that does not hold, or which lies at a
border of rounding, is asked with more decimals; and where that does not help, there is
no such exercise.
"""

from collections.abc import Callable, Mapping
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


Figures = Mapping[str, float]
ByHand = Callable[[Figures], float]


class AmbiguousError(Exception):
    """A figure's rounding would not be plain."""


class Chain:
    """An exercise while it is made.

    `finer` is how many decimals more than usual the figures have that others are made
    from. `written` has what stands on the sheet, by key, and `said` the same as text;
    `full` has all digits of what is made from the figures that are given.
    """

    def __init__(self, finer: int = 0) -> None:
        self.written: dict[str, float] = {}
        self.full: dict[str, float] = {}
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
        self.written[key] = self.full[key] = rounded(value, decimals)
        self.said[key] = number(self.written[key], decimals)
        return self.said[key]

    def blank(
        self,
        key: str,
        name: str,
        group: Group,
        exact: float,
        by_hand: ByHand,
        decimals: int,
        hint: str,
        working: str,
        *,
        signed: bool = False,
        last: bool = False,
    ) -> Blank:
        """A figure to be found.

        `by_hand` makes it from the figures found so far. `last` says that no other
        figure is made from it. Raises AmbiguousError.
        """
        assert key not in self.written, key
        full = by_hand(self.full)
        values = exact, full, by_hand(self.written)
        least = decimals if last else decimals + self._finer
        for places in range(least, least + _MORE + 1):
            if not all(is_clear(value, places) for value in values):
                continue
            if len({rounded(value, places) for value in values}) == 1:
                made = Blank(key, name, group, exact, places, hint, working, signed)
                self.written[key] = rounded(exact, places)
                self.full[key] = full
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
