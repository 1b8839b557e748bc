"""Figures that follow from one another, each found from those written before it.

Whoever rounds every figure as it is asked, and goes on with what is written, must come
to the answers of whoever keeps all digits of what is made from the printed figures, and
both to those of the engine. A figure for which that does not hold, or which lies at a
border of rounding, is asked with another decimal, or what it is made from is; and where
that does not help, there is no such exercise.
"""

from collections.abc import Callable, Iterator, Mapping
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
"""So many decimals more than planned a figure may have for its own sake."""
FINEST: Final = 3
"""So many decimals more than planned a figure may have for the sake of others."""
_TRIES: Final = 40
_EXACT: Final = 1e-9
Figures = Mapping[str, float]
ByHand = Callable[[Figures], float]


class AmbiguousError(Exception):
    """A figure's rounding would not be plain; `inputs` had better be finer."""

    def __init__(self, key: str, inputs: frozenset[str] = frozenset()) -> None:
        super().__init__(key)
        self.key = key
        self.inputs = inputs


class Chain:
    """An exercise while it is made.

    `finer` says of some figures how many decimals more than usual they have. `written`
    has what stands on the sheet, by key, and `said` the same as text; `full` has all
    digits of what is made from the figures that are given.
    """

    def __init__(self, finer: Mapping[str, int]) -> None:
        self.written: dict[str, float] = {}
        self.full: dict[str, float] = {}
        self.said: dict[str, str] = {}
        self._finer = finer
        self._inexact: set[str] = set()
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
        places = decimals + self._finer.get(key, 0)
        self.written[key] = self.full[key] = rounded(value, places)
        self.said[key] = number(self.written[key], places)
        if abs(self.written[key] - value) > _EXACT:
            self._inexact.add(key)
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
    ) -> Blank:
        """A figure to be found.

        `by_hand` makes it from the figures found so far. Raises AmbiguousError.
        """
        assert key not in self.written, key
        used = _Used(self.written)
        full = by_hand(self.full)
        values = exact, full, by_hand(used)
        least = decimals + self._finer.get(key, 0)
        for places in range(least, least + _MORE + 1):
            if not all(is_clear(value, places) for value in values):
                continue
            if len({rounded(value, places) for value in values}) == 1:
                made = Blank(key, name, group, exact, places, hint, working, signed)
                self.written[key] = rounded(exact, places)
                self.full[key] = full
                self.said[key] = made.answer
                if abs(self.written[key] - full) > _EXACT:
                    self._inexact.add(key)
                return made
        raise AmbiguousError(key, frozenset(used.keys_used & self._inexact))

    def line(self, label: str, blank: Blank) -> None:
        """A line that ends in a figure to be found."""
        self._items.append(Ask(label, blank))

    def done(self, title: str, question: str) -> Exercise:
        """The exercise."""
        return Exercise(title, question, tuple(self._items), tuple(self._topics))


class _Used(Mapping[str, float]):
    """Figures that remember which of them were asked for."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self.keys_used: set[str] = set()

    def __getitem__(self, key: str) -> float:
        self.keys_used.add(key)
        return self._figures[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)


def chained(make: Callable[[Chain], Exercise]) -> Exercise | None:
    """An exercise with as few decimals as keep every rounding plain, if there is one."""
    finer: dict[str, int] = {}
    for _ in range(_TRIES):
        try:
            return make(Chain(finer))
        except AmbiguousError as error:
            for key in error.inputs or {error.key}:
                finer[key] = finer.get(key, 0) + 1
            if max(finer.values()) > FINEST:
                return None
    return None


def as_printed(value: float) -> float:
    """A rating as it stands on the sheet, which a hand computes with."""
    return float(rating(value).replace(MINUS, "-"))
